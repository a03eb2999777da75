import Resolver
public import SafeFacade

extension SharedContainer {
    /// Resolves every factory of a list in the container that is shared, and reports all that is wrong.
    ///
    /// ```swift
    /// @Test func theWiringIsSound() {
    ///     let report = Container.validate(Container.manifest, samples: [\Container.thread: 42])
    ///     #expect(report.problems.isEmpty, "\(report)")
    /// }
    /// ```
    ///
    /// It runs in a sandbox that starts with what is registered in the current one, without its observers; instances
    /// that are kept there are gone when it ends. Factories do run: register mocks first, in a sandbox of the test's
    /// own, for what must not be touched. They run on other threads, where a task-local value of the program's own is its
    /// default: pass ``ValidationThread/current`` where a factory reads one.
    ///
    /// Failures that would end the program are reported, and the validation goes on with the next factory. A trap in a
    /// factory itself cannot be continued: the program ends, after writing which factory was being validated and its
    /// chain to standard error.
    ///
    /// - Parameters:
    ///   - manifest: Key paths of factories, hand-written as for `unbound(in:)`.
    ///   - samples: Parameters for the factories that take one; those without are listed as skipped.
    ///   - entryPoints: The factories that the program itself calls: what none of them leads to is reported. Nothing is
    ///     where it is nil.
    ///   - allowed: Kinds of problem that are not reported.
    ///   - thread: Where the factories run. Those of the main actor are skipped unless that is the current thread, on the
    ///     main actor.
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
    /// Resolves every factory of a list in this container, and reports all that is wrong.
    ///
    /// For a container that has no `shared`, as it is made of values; see ``SafeFacade/SharedContainer`` for the
    /// others.
    ///
    /// ```swift
    /// let report = SessionContainer(user: .sample).validate([\.inbox, \.profile])
    /// #expect(report.problems.isEmpty, "\(report)")
    /// ```
    ///
    /// - Parameters:
    ///   - manifest: Key paths of factories, hand-written as for `unbound(in:)`.
    ///   - samples: Parameters for the factories that take one; those without are listed as skipped.
    ///   - entryPoints: The factories that the program itself calls: what none of them leads to is reported. Nothing is
    ///     where it is nil.
    ///   - allowed: Kinds of problem that are not reported.
    ///   - thread: Where the factories run. Those of the main actor are skipped unless that is the current thread, on the
    ///     main actor.
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

    /// What is validated of a container, which is found inside the validation's sandbox.
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
                    // Known without a call, which may be skipped, or end the program.
                    if declared.isUnbound, !declared.isMadeForContext, !declared.isOfRun {
                        return .fail(ToolSupport.unbound(declared.key, at: location))
                    }
                    let sample = samples[path]
                    if type(of: declared).takesParameter, sample == nil { return .skip(.lacksArguments) }
                    guard let factory = declared as? any FactoryDeclaration else {
                        return .await(declared.key) { try await declared.makeAsync(sample, at: location) }
                    }
                    // The current thread cannot be left where it is, as the failure would leave one of the validation's own.
                    if thread == .current, factory.belongsToMainActor, !isOnMainActor() { return .skip(.isOfMainActor) }
                    return .resolve { () throws(ResolutionError) in factory.make(sample, at: location) }
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
