public import Resolver

extension Resolver {
    /// Makes the service of every registration that `Resolver.root` and its children have, the asynchronous ones, too, and
    /// reports all that is wrong.
    ///
    /// ```swift
    /// let report = await Resolver.validateAsync(in: [.request])
    /// #expect(report.problems.isEmpty, "\(report)")
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
    ///   - samples: Arguments for the services that take some; those without are listed as skipped.
    ///   - entryPoints: The types that the program itself asks for: what none of them leads to is reported. Nothing is
    ///     where it is nil.
    ///   - allowed: Kinds of problem that are not reported.
    ///   - scopes: The task scopes that have a run, the outermost first; services of others are listed as skipped.
    ///   - file: The place of the call, for reports.
    ///   - line: The place of the call, for reports.
    ///   - bind: Gives the runs what a program would bind there.
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

    /// Makes the service of every registration that this resolver and its children have, the asynchronous ones, too, and
    /// reports all that is wrong.
    ///
    /// - Parameters:
    ///   - samples: Arguments for the services that take some; those without are listed as skipped.
    ///   - entryPoints: The types that the program itself asks for: what none of them leads to is reported.
    ///   - allowed: Kinds of problem that are not reported.
    ///   - scopes: The task scopes that have a run, the outermost first; services of others are listed as skipped.
    ///   - file: The place of the call, for reports.
    ///   - line: The place of the call, for reports.
    ///   - bind: Gives the runs what a program would bind there.
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
