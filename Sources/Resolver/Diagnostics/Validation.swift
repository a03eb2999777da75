extension Resolver {
    /// Resolves every registration that ``root`` and its children have, and reports all that is wrong.
    ///
    /// ```swift
    /// let report = Resolver.validate(samples: [ValidationSample(MessageThread.self, args: 42)])
    /// #expect(report.problems.isEmpty, "\(report)")
    /// ```
    ///
    /// It runs in a sandbox that starts with the registrations of the current one, without its observers; instances that
    /// are kept there are gone when it ends. Factories do run: register mocks first, in a sandbox of the test's own, for
    /// what must not be touched.
    ///
    /// Failures that would end the program, as a factory's `resolve()` of what is missing does, are reported, and the
    /// validation goes on with the next service; so does a cycle. A trap in a factory itself cannot be continued: the
    /// program ends, after writing which service was being validated and its chain to standard error.
    ///
    /// - Parameters:
    ///   - samples: Arguments for the services that take some; those without are listed as skipped.
    ///   - entryPoints: The types that the program itself asks for: what none of them leads to is reported. Nothing is
    ///     where it is nil.
    ///   - allowed: Kinds of problem that are not reported. With the default scope, `graph`, much is
    ///     ``ValidationReport/Problem/Kind/captive`` that no program minds.
    ///   - thread: Where the factories run.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The report.
    public static func validate(
        samples: [ValidationSample] = [], entryPoints: [Any.Type]? = nil,
        allowing allowed: Set<ValidationReport.Problem.Kind> = [], on thread: ValidationThread = .own,
        file: StaticString = #fileID, line: UInt = #line
    ) -> ValidationReport {
        ValidationRun.report(site: CallSite(file, line), thread: thread, allowing: allowed) { sandbox in
            ValidationRun.targets(in: sandbox.root, sandbox, samples, entryPoints, CallSite(file, line))
        }
    }

    /// Resolves every registration that this resolver and its children have, and reports all that is wrong.
    ///
    /// - Parameters:
    ///   - samples: Arguments for the services that take some; those without are listed as skipped.
    ///   - entryPoints: The types that the program itself asks for: what none of them leads to is reported.
    ///   - allowed: Kinds of problem that are not reported.
    ///   - thread: Where the factories run.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The report.
    public final func validate(
        samples: [ValidationSample] = [], entryPoints: [Any.Type]? = nil,
        allowing allowed: Set<ValidationReport.Problem.Kind> = [], on thread: ValidationThread = .own,
        file: StaticString = #fileID, line: UInt = #line
    ) -> ValidationReport {
        let sandbox = Sandbox.active
        let role = Engine.locked { sandbox.role(of: self) }
        return ValidationRun.report(site: CallSite(file, line), thread: thread, allowing: allowed) { sandbox in
            let resolver = role.map(sandbox.resolver(in:)) ?? self
            return ValidationRun.targets(in: resolver, sandbox, samples, entryPoints, CallSite(file, line))
        }
    }
}

/// What is to be validated.
package struct ValidationTargets {
    /// One service.
    package struct Target {
        /// How reports name it.
        package let name: String
        /// Resolves it, and throws what can be thrown; nil where it takes arguments of which there are none.
        package let resolve: (() throws -> Void)?

        package init(name: String, resolve: (() throws -> Void)?) {
            self.name = name
            self.resolve = resolve
        }
    }

    package var targets: [Target]
    /// The services that the program itself asks for, as reports name them; nil where nobody says.
    package var entryPoints: Set<String>?
    /// What is registered, used or not.
    var registered: [Registration] = []

    package init(_ targets: [Target], entryPoints: Set<String>?) {
        self.targets = targets
        self.entryPoints = entryPoints
    }
}

extension ValidationRun {
    /// What a resolver and its children have.
    static func targets(
        in resolver: Resolver, _ sandbox: Sandbox, _ samples: [ValidationSample], _ entryPoints: [Any.Type]?,
        _ site: CallSite
    ) -> ValidationTargets {
        let registrations = Engine.registrations(in: resolver, sandbox: sandbox)
        let targets = registrations.map { registration -> ValidationTargets.Target in
            let sample = samples.first { $0.key == registration.key }?.args
            func resolve<Service>(_ type: Service.Type) throws {
                let service = try unsafe withUnsafePointer(to: sample) {
                    arguments throws(ResolutionError) -> Service? in
                    try unsafe Engine.instance(
                        type, of: Unmanaged.passUnretained(registration), arguments: arguments, site: site,
                        in: resolver, sandbox: sandbox, on: ThreadState.current)
                }
                if service != nil { return }
                throw ResolutionError(
                    .returnedNil, key: registration.key, site: site, chain: [], registered: registration.site)
            }
            let isComplete = sample != nil || !registration.takesArguments
            return .init(
                name: registration.key.display,
                resolve: isComplete ? { try _openExistential(registration.key.type, do: resolve) } : nil)
        }
        var all = ValidationTargets(targets, entryPoints: entryPoints.map { Set($0.map(qualifiedName)) })
        all.registered = registrations
        return all
    }
}
