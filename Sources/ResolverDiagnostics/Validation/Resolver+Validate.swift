public import Resolver

extension Resolver {
    /// Resolves every registration that `Resolver.root` and its children have, and reports all that is wrong.
    ///
    /// ```swift
    /// let report = Resolver.validate(samples: [ValidationSample(MessageThread.self, args: 42)])
    /// #expect(report.problems.isEmpty, "\(report)")
    /// ```
    ///
    /// It runs in a sandbox that starts with the registrations of the current one, without its observers; instances
    /// that are kept there are gone when it ends. Factories do run: register mocks first, in a sandbox of the test's
    /// own, for what must not be touched. They run on other threads, where a task-local value of the program's own is its
    /// default: pass ``ValidationThread/current`` where a factory reads one.
    ///
    /// Failures that would end the program, as a factory's `resolve()` of what is missing does, are reported, and the
    /// validation goes on with the next service; so does a cycle. A trap in a factory itself cannot be continued: the
    /// program ends, after writing which service was being validated and its chain to standard error.
    ///
    /// - Parameters:
    ///   - samples: Arguments for the services that take some; those without are listed as skipped.
    ///   - entryPoints: The types that the program itself asks for: what none of them leads to is reported. Nothing is
    ///     where it is nil.
    ///   - allowed: Kinds of problem that are not reported.
    ///   - thread: Where the factories run.
    ///   - file: The place of the call, for reports.
    ///   - line: The place of the call, for reports.
    /// - Returns: The report.
    public static func validate(
        samples: [ValidationSample] = [], entryPoints: [Any.Type]? = nil,
        allowing allowed: Set<ValidationReport.Problem.Kind> = [], on thread: ValidationThread = .own,
        file: StaticString = #fileID, line: UInt = #line
    ) -> ValidationReport {
        ValidationRun.report(validation(of: nil, samples, entryPoints, allowed, thread, CodeLocation(file, line)))
    }

    /// Resolves every registration that this resolver and its children have, and reports all that is wrong.
    ///
    /// - Parameters:
    ///   - samples: Arguments for the services that take some; those without are listed as skipped.
    ///   - entryPoints: The types that the program itself asks for: what none of them leads to is reported.
    ///   - allowed: Kinds of problem that are not reported.
    ///   - thread: Where the factories run.
    ///   - file: The place of the call, for reports.
    ///   - line: The place of the call, for reports.
    /// - Returns: The report.
    public final func validate(
        samples: [ValidationSample] = [], entryPoints: [Any.Type]? = nil,
        allowing allowed: Set<ValidationReport.Problem.Kind> = [], on thread: ValidationThread = .own,
        file: StaticString = #fileID, line: UInt = #line
    ) -> ValidationReport {
        ValidationRun.report(
            Resolver.validation(of: self, samples, entryPoints, allowed, thread, CodeLocation(file, line)))
    }

    /// What is validated of a resolver; nil means the root.
    static func validation(
        of resolver: Resolver?, _ samples: [ValidationSample], _ entryPoints: [Any.Type]?,
        _ allowed: Set<ValidationReport.Problem.Kind>, _ thread: ValidationThread, _ location: CodeLocation
    ) -> ValidationRun.Request {
        .init(resolver: resolver, location: location, thread: thread, allowed: allowed) { resolver in
            let listings = ToolSupport.registrations(of: resolver)
            var targets = listings.map { listing -> ValidationTargets.Target in
                let key = listing.service.key
                let sample = samples.first { $0.isFor(key) }?.args
                func plan() -> ValidationTargets.Plan {
                    if listing.takesArguments, sample == nil { return .skip(.lacksArguments) }
                    if listing.isAsynchronous {
                        return .await(key) {
                            try await ToolSupport.makeAsync(key, in: resolver, arguments: sample, at: location)
                        }
                    }
                    return .resolve { () throws(ResolutionError) in
                        try ToolSupport.make(listing, in: resolver, arguments: sample, at: location)
                    }
                }
                return .init(name: key.display, entryName: key.factory ?? key.typeName, plan: plan)
            }
            // What it would register is not validated.
            if ToolSupport.hasUnseenHook {
                targets.append(
                    .init(
                        name: "registerAllServices()", entryName: "registerAllServices()",
                        plan: { .fail(ValidationText.unseenHook) }))
            }
            return ValidationTargets(
                targets: targets, entryPoints: entryPoints.map { Set($0.map(qualifiedName)) }, registered: listings)
        }
    }
}
