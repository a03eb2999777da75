public import Resolver
public import SafeFacade

extension SharedContainer {
    /// Makes every service of a list in the container that is shared, the asynchronous ones, too, and reports all that is
    /// wrong.
    ///
    /// ```swift
    /// @Test func theWiringIsSound() async {
    ///     let report = await Container.validateAsync(Container.manifest, in: [.request]) {
    ///         Container.shared.user.bind(.sample)
    ///     }
    ///     #expect(report.problems.isEmpty, "\(report)")
    /// }
    /// ```
    ///
    /// It does what `validate` does, in a sandbox of its own, in a run of each task scope that is stated. Then it awaits
    /// the asynchronous services, one after the other, and makes those of the main actor there. At the end the runs
    /// close what they have, and everything else that was made and is kept is closed, too: closers run, and what they
    /// throw is reported.
    ///
    /// What an asynchronous factory throws is reported. A failure in it that cannot be thrown, as one of a synchronous
    /// call, ends the program, and so does one on the main actor. A factory that never returns is waited for.
    ///
    /// - Parameters:
    ///   - manifest: Key paths of factories, hand-written as for `unbound(in:)`.
    ///   - samples: Parameters for the factories that take one; those without are listed as skipped.
    ///   - entryPoints: The factories that the program itself calls: what none of them leads to is reported. Nothing is
    ///     where it is nil.
    ///   - allowed: Kinds of problem that are not reported.
    ///   - scopes: The task scopes that have a run, the outermost first; services of others are listed as skipped.
    ///   - file: The place of the call, for reports.
    ///   - line: The place of the call, for reports.
    ///   - bind: Gives the runs what a program would bind there.
    /// - Returns: The report.
    public static func validateAsync(
        _ manifest: [PartialKeyPath<Self>], samples: [PartialKeyPath<Self>: Any] = [:],
        entryPoints: [PartialKeyPath<Self>]? = nil, allowing allowed: Set<ValidationReport.Problem.Kind> = [],
        in scopes: [TaskScope] = [], file: StaticString = #fileID, line: UInt = #line,
        binding bind: () async -> Void = {}
    ) async -> ValidationReport {
        await ValidationRun.report(
            validation(manifest, samples, entryPoints, allowed, .own, CodeLocation(file, line)) { shared },
            in: scopes, binding: bind)
    }
}

extension FactoryContainer {
    /// Makes every service of a list in this container, the asynchronous ones, too, and reports all that is wrong.
    ///
    /// For a container that has no `shared`, as it is made of values; see ``SafeFacade/SharedContainer`` for the
    /// others.
    ///
    /// ```swift
    /// let report = await SessionContainer(user: .sample).validateAsync([\.inbox, \.profile])
    /// #expect(report.problems.isEmpty, "\(report)")
    /// ```
    ///
    /// - Parameters:
    ///   - manifest: Key paths of factories, hand-written as for `unbound(in:)`.
    ///   - samples: Parameters for the factories that take one; those without are listed as skipped.
    ///   - entryPoints: The factories that the program itself calls: what none of them leads to is reported. Nothing is
    ///     where it is nil.
    ///   - allowed: Kinds of problem that are not reported.
    ///   - scopes: The task scopes that have a run, the outermost first; services of others are listed as skipped.
    ///   - file: The place of the call, for reports.
    ///   - line: The place of the call, for reports.
    ///   - bind: Gives the runs what a program would bind there.
    /// - Returns: The report.
    public func validateAsync(
        _ manifest: [PartialKeyPath<Self>], samples: [PartialKeyPath<Self>: Any] = [:],
        entryPoints: [PartialKeyPath<Self>]? = nil, allowing allowed: Set<ValidationReport.Problem.Kind> = [],
        in scopes: [TaskScope] = [], file: StaticString = #fileID, line: UInt = #line,
        binding bind: () async -> Void = {}
    ) async -> ValidationReport {
        await ValidationRun.report(
            Self.validation(manifest, samples, entryPoints, allowed, .own, CodeLocation(file, line)) { self },
            in: scopes, binding: bind)
    }
}
