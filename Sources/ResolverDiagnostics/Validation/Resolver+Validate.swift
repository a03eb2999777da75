public import Resolver

extension Resolver {
    /// Resolves every registration of `Resolver.root` and its children, and reports everything that is wrong.
    ///
    /// ```swift
    /// let report = Resolver.validate(samples: [ValidationSample(MessageThread.self, args: 42)])
    /// #expect(report.problems.isEmpty, "\(report)")
    /// ```
    ///
    /// It runs in a sandbox with a copy of the current registrations, without the observers; the instances that this sandbox
    /// keeps go when it ends. Factories do run: if something must not be touched, register a mock of it first, in a sandbox of
    /// the test. The factories run on other threads, where task-local values of the program have their defaults: pass
    /// ``ValidationThread/current`` where a factory reads one.
    ///
    /// A failure that would end the program, such as a factory's `resolve()` of a missing service, is reported, and the
    /// validation goes on with the next service. So is a cycle. A trap in a factory itself ends the program. Before that, the
    /// service that was being validated and its chain are written to standard error.
    ///
    /// - Parameters:
    ///   - samples: Arguments for the services that take some; a service without a sample is listed as skipped.
    ///   - entryPoints: The types for which the program itself asks: a service to which none of them leads is reported. If
    ///     nil, none is.
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

    /// Resolves every registration of this resolver and its children, and reports everything that is wrong.
    ///
    /// - Parameters:
    ///   - samples: Arguments for the services that take some; a service without a sample is listed as skipped.
    ///   - entryPoints: The types for which the program itself asks: a service to which none of them leads is reported. If
    ///     nil, none is.
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

    /// Makes the request for a validation of a resolver; nil means the root.
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
                    return .resolve(key) {
                        try ToolSupport.make(listing, in: resolver, arguments: sample, at: location)
                    }
                }
                return .init(name: key.display, entryName: key.typeName, plan: plan)
            }
            // The hook has not run, so its registrations are not validated. That is a problem.
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
