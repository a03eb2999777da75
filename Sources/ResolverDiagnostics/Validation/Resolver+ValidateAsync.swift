public import Resolver

extension Resolver {
    /// Makes the service of every registration of `Resolver.root` and its children, also the asynchronous ones, and reports
    /// everything that is wrong.
    ///
    /// ```swift
    /// let report = await Resolver.validateAsync(in: [.request])
    /// #expect(report.problems.isEmpty, "\(report)")
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
    ///   - samples: Arguments for the services that take some; a service without a sample is listed as skipped.
    ///   - entryPoints: The types for which the program itself asks: a service to which none of them leads is reported. If
    ///     nil, none is.
    ///   - allowed: Kinds of problem that are not reported.
    ///   - scopes: The task scopes that get a run, the outermost first; services of other task scopes are listed as skipped.
    ///   - file: The place of the call, for reports.
    ///   - line: The place of the call, for reports.
    ///   - bind: Binds inside the runs what the program would bind there.
    /// - Returns: The report.
    public static func validateAsync(
        samples: [ValidationSample] = [], entryPoints: [Any.Type]? = nil,
        allowing allowed: Set<ValidationReport.Problem.Kind> = [], in scopes: [TaskScope] = [],
        file: StaticString = #fileID, line: UInt = #line, binding bind: () async -> Void = {}
    ) async -> ValidationReport {
        await ValidationRun.report(
            validation(of: nil, samples, entryPoints, allowed, .own, CodeLocation(file, line)), in: scopes,
            binding: bind)
    }

    /// Makes the service of every registration of this resolver and its children, also the asynchronous ones, and reports
    /// everything that is wrong.
    ///
    /// - Parameters:
    ///   - samples: Arguments for the services that take some; a service without a sample is listed as skipped.
    ///   - entryPoints: The types for which the program itself asks: a service to which none of them leads is reported. If
    ///     nil, none is.
    ///   - allowed: Kinds of problem that are not reported.
    ///   - scopes: The task scopes that get a run, the outermost first; services of other task scopes are listed as skipped.
    ///   - file: The place of the call, for reports.
    ///   - line: The place of the call, for reports.
    ///   - bind: Binds inside the runs what the program would bind there.
    /// - Returns: The report.
    public final func validateAsync(
        samples: [ValidationSample] = [], entryPoints: [Any.Type]? = nil,
        allowing allowed: Set<ValidationReport.Problem.Kind> = [], in scopes: [TaskScope] = [],
        file: StaticString = #fileID, line: UInt = #line, binding bind: () async -> Void = {}
    ) async -> ValidationReport {
        await ValidationRun.report(
            Resolver.validation(of: self, samples, entryPoints, allowed, .own, CodeLocation(file, line)), in: scopes,
            binding: bind)
    }
}
