public import Resolver
public import SafeFacade

extension SharedContainer {
    /// Makes every service of a list in the shared container, also the asynchronous ones, and reports everything that is wrong.
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
    /// It does what `validate` does, in a sandbox of its own, inside a run of each task scope that is stated. Then it makes the
    /// asynchronous services, one after the other, and those of the main actor there. At the end, the runs close what they
    /// keep, and everything else that was made and is kept is closed, too: closers run, and the errors that they throw are
    /// reported.
    ///
    /// An error that an asynchronous factory throws is reported. If such a factory fails in a way that cannot be thrown, as in
    /// a synchronous call, the program ends; so it does on the main actor. If a factory never returns, the validation waits
    /// without end.
    ///
    /// - Parameters:
    ///   - manifest: Key paths of factories, hand-written as for `unbound(in:)`.
    ///   - samples: Parameters for the factories that take one; a factory without a sample is listed as skipped.
    ///   - entryPoints: The factories that the program itself calls: a service to which none of them leads is reported. If
    ///     nil, none is.
    ///   - allowed: Kinds of problem that are not reported.
    ///   - scopes: The task scopes that get a run, the outermost first; services of other task scopes are listed as skipped.
    ///   - file: The place of the call, for reports.
    ///   - line: The place of the call, for reports.
    ///   - bind: Binds inside the runs what the program would bind there.
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
    /// Makes every service of a list in this container, also the asynchronous ones, and reports everything that is wrong.
    ///
    /// This is for a container without a `shared`, which is made of values. For the others, see ``SafeFacade/SharedContainer``.
    ///
    /// ```swift
    /// let report = await SessionContainer(user: .sample).validateAsync([\.inbox, \.profile])
    /// #expect(report.problems.isEmpty, "\(report)")
    /// ```
    ///
    /// - Parameters:
    ///   - manifest: Key paths of factories, hand-written as for `unbound(in:)`.
    ///   - samples: Parameters for the factories that take one; a factory without a sample is listed as skipped.
    ///   - entryPoints: The factories that the program itself calls: a service to which none of them leads is reported. If
    ///     nil, none is.
    ///   - allowed: Kinds of problem that are not reported.
    ///   - scopes: The task scopes that get a run, the outermost first; services of other task scopes are listed as skipped.
    ///   - file: The place of the call, for reports.
    ///   - line: The place of the call, for reports.
    ///   - bind: Binds inside the runs what the program would bind there.
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
