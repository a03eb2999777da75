/// The scope of instances that live as long as one run of an operation: a request, a job, a message.
///
/// Declare it beside other scopes, state it as the lifetime of services, and run each request in it:
///
/// ```swift
/// extension ResolverScope {
///     static let request = TaskScope()
/// }
/// Resolver.register { RequestLog() }.scope(.request)
///
/// try await ResolverScope.request.run {
///     let log: RequestLog = Resolver.resolve()
/// }
/// ```
///
/// Each run has instances of its own, which are released when it ends. The tasks that are started in it share them,
/// each made once; a detached task has no run. Runs nest: the innermost one of the scope counts.
///
/// Asking for such a service outside of a run fails, and so does asking for it while something is made that lives
/// longer: that would show one request's data to another. The library cannot see an instance that is captured, or passed
/// as a value.
///
/// A sandbox that is opened inside a run hides it.
///
/// Make a scope a static member: once it has had a run, it stays in memory, so that threads need not count it.
public final class TaskScope: ResolverScope, @unchecked Sendable {
    // Sound as its base class is; what is added never changes.

    private let location: CodeLocation

    /// Makes a scope.
    ///
    /// - Parameters:
    ///   - file: Where it is declared, for reports.
    ///   - line: Where it is declared, for reports.
    public init(file: StaticString = #fileID, line: UInt = #line) {
        location = CodeLocation(file, line)
        super.init(.strongly)
    }

    override var keepingWord: UInt { super.keepingWord | Keeping.isByRun | address }

    /// Its address, whose low bits are free.
    ///
    /// A registration's word has it, so that the word is enough to find the run.
    var address: UInt { Unheld(self).bits }

    /// How reports name it.
    var display: String { "declared at \(location)" }

    /// Runs an operation with instances of its own for the scope's services, on the actor of the caller.
    ///
    /// When the operation has ended, or has thrown, the run makes nothing any more: asynchronous constructions that are
    /// still under way are cancelled and waited for, and a task that outlives the run fails where it asks for one of
    /// the scope's services. Then what has a closer is closed, the instance that was completed last first, whether the
    /// task is cancelled or not.
    ///
    /// - Parameter operation: What runs in it.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws. If closers throw as well, their errors go to observers, or are printed. If
    ///   only closers throw, a ``ClosingError``.
    @discardableResult
    public func run<Result>(_ operation: () async throws -> Result) async throws -> Result {
        let outer = TaskState.current
        liveForEver()
        let run = Environment.withActive { TaskRun(of: Unheld(self), in: EnvironmentReference($0)) }
        // Drop ended runs of this scope: nobody can find them, and if each job starts the next one, the last would hold all.
        let around = outer?.runs?.without {
            $0.scope === self && $0.environment.unheld == run.environment.unheld && $0.refuses
        }
        let state = TaskState(
            in: VisibleRuns(run, in: around), outer?.construction, isClosing: outer?.isClosing ?? false)
        let result: Result
        do {
            result = try await TaskState.$local.bind(TaskReference(state), operation: operation)
        } catch {
            if let failure = await run.end(.failed(error), in: state.runs) {
                run.environment.with { $0.tellObservers(of: failure) }
            }
            throw error
        }
        if let failure = await run.end(.succeeded, in: state.runs) { throw failure }
        return result
    }
}
