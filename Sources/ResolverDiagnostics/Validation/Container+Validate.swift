import Resolver
public import SafeFacade

extension SharedContainer {
    /// Resolves every factory of a list in the shared container, and reports everything that is wrong.
    ///
    /// ```swift
    /// @Test func theWiringIsSound() {
    ///     let report = Container.validate(Container.manifest, samples: [\Container.thread: 42])
    ///     #expect(report.problems.isEmpty, "\(report)")
    /// }
    /// ```
    ///
    /// It runs in a sandbox with a copy of the current registrations, without the observers; the instances that this sandbox
    /// keeps go when it ends. Factories do run: if something must not be touched, register a mock of it first, in a sandbox of
    /// the test. The factories run on other threads, where task-local values of the program have their defaults: pass
    /// ``ValidationThread/current`` where a factory reads one.
    ///
    /// A failure that would end the program is reported, and the validation goes on with the next factory. A trap in a factory
    /// itself ends the program. Before that, the factory that was being validated and its chain are written to standard error.
    ///
    /// - Parameters:
    ///   - manifest: Key paths of factories, hand-written as for `unbound(in:)`.
    ///   - samples: Parameters for the factories that take one; a factory without a sample is listed as skipped.
    ///   - entryPoints: The factories that the program itself calls: a service to which none of them leads is reported. If
    ///     nil, none is.
    ///   - allowed: Kinds of problem that are not reported.
    ///   - thread: Where the factories run. Factories of the main actor are skipped, except with `.current` on the main
    ///     actor.
    ///   - file: The place of the call, for reports.
    ///   - line: The place of the call, for reports.
    /// - Returns: The report.
    public static func validate(
        _ manifest: [PartialKeyPath<Self>], samples: [PartialKeyPath<Self>: Any] = [:],
        entryPoints: [PartialKeyPath<Self>]? = nil, allowing allowed: Set<ValidationReport.Problem.Kind> = [],
        on thread: ValidationThread = .own, file: StaticString = #fileID, line: UInt = #line
    ) -> ValidationReport {
        ValidationRun.report(
            validation(manifest, samples, entryPoints, allowed, thread, CodeLocation(file, line)) { shared })
    }
}

extension FactoryContainer {
    /// Resolves every factory of a list in this container, and reports everything that is wrong.
    ///
    /// This is for a container without a `shared`, which is made of values. For the others, see ``SafeFacade/SharedContainer``.
    ///
    /// ```swift
    /// let report = SessionContainer(user: .sample).validate([\.inbox, \.profile])
    /// #expect(report.problems.isEmpty, "\(report)")
    /// ```
    ///
    /// - Parameters:
    ///   - manifest: Key paths of factories, hand-written as for `unbound(in:)`.
    ///   - samples: Parameters for the factories that take one; a factory without a sample is listed as skipped.
    ///   - entryPoints: The factories that the program itself calls: a service to which none of them leads is reported. If
    ///     nil, none is.
    ///   - allowed: Kinds of problem that are not reported.
    ///   - thread: Where the factories run. Factories of the main actor are skipped, except with `.current` on the main
    ///     actor.
    ///   - file: The place of the call, for reports.
    ///   - line: The place of the call, for reports.
    /// - Returns: The report.
    public func validate(
        _ manifest: [PartialKeyPath<Self>], samples: [PartialKeyPath<Self>: Any] = [:],
        entryPoints: [PartialKeyPath<Self>]? = nil, allowing allowed: Set<ValidationReport.Problem.Kind> = [],
        on thread: ValidationThread = .own, file: StaticString = #fileID, line: UInt = #line
    ) -> ValidationReport {
        ValidationRun.report(
            Self.validation(manifest, samples, entryPoints, allowed, thread, CodeLocation(file, line)) { self })
    }

    /// Makes the request for a validation; `find` is called inside its sandbox, and finds the container there.
    static func validation(
        _ manifest: [PartialKeyPath<Self>], _ samples: [PartialKeyPath<Self>: Any],
        _ entryPoints: [PartialKeyPath<Self>]?, _ allowed: Set<ValidationReport.Problem.Kind>,
        _ thread: ValidationThread, _ location: CodeLocation, _ find: @escaping () -> Self
    ) -> ValidationRun.Request {
        .init(location: location, thread: thread, allowed: allowed) { _ in
            let container = find()
            let targets = manifest.map { path -> ValidationTargets.Target in
                let declared = container[keyPath: path] as? any ServiceDeclaration
                func plan() -> ValidationTargets.Plan {
                    guard let declared else { return .skip(.isNoFactory) }
                    // Asked without a call, which might be skipped, or end the program.
                    if declared.isUnbound, !declared.isMadeForContext, !declared.isOfRun {
                        return .fail(ToolSupport.unbound(declared.key, at: location))
                    }
                    let sample = samples[path]
                    if type(of: declared).takesParameter, sample == nil { return .skip(.lacksArguments) }
                    guard let factory = declared as? any FactoryDeclaration else {
                        return .await(declared.key) { try await declared.makeAsync(sample, at: location) }
                    }
                    // Skipped at once: a failure on the current thread would end the program, where a thread of the
                    // validation's own would only be abandoned.
                    if thread == .current, type(of: factory).belongsToMainActor, !isOnMainActor() {
                        return .skip(.isOfMainActor)
                    }
                    return .resolve(declared.key) { factory.make(sample, at: location) }
                }
                let name = declared?.key.display ?? "\(path)"
                return .init(name: name, entryName: name, plan: plan)
            }
            let names = entryPoints?.compactMap {
                (container[keyPath: $0] as? any ServiceDeclaration)?.key.display
            }
            return ValidationTargets(targets: targets, entryPoints: names.map { Set($0) })
        }
    }
}
