// `await` alone tells the two forms of `run` apart.
// swift-format-ignore: AmbiguousTrailingClosureOverload
/// A sandbox to take along, to where it would be lost.
///
/// A sandbox is carried by the task. A detached task, a thread and a block on a dispatch queue begin outside of any:
/// there, `Resolver.main`, `Container.shared` and every scope are those of the process. To go on in the sandbox, take
/// it along:
///
/// ```swift
/// let sandbox = SandboxContext.current
/// Task.detached {
///     await sandbox.run { await refresh() }
/// }
/// ```
///
/// A context holds its sandbox: what was resolved there is released when the last context is gone, too.
public struct SandboxContext: Sendable {
    package let environment: Environment

    /// The sandbox this code runs in; outside of any, the process's own registrations and instances.
    public static var current: SandboxContext { SandboxContext(environment: .active) }

    /// Runs an operation in the sandbox.
    ///
    /// - Parameter operation: What runs in it.
    /// - Returns: What the operation returns.
    @discardableResult
    public func run<Result>(operation: () throws -> Result) rethrows -> Result {
        OutsideReport.enter(environment)
        defer { OutsideReport.leave(environment) }
        return try environment.run(operation)
    }

    /// Runs an asynchronous operation in the sandbox, on the actor of the caller.
    ///
    /// - Parameter operation: What runs in it.
    /// - Returns: What the operation returns.
    @discardableResult
    public func run<Result>(operation: () async throws -> Result) async rethrows -> Result {
        OutsideReport.enter(environment)
        defer { OutsideReport.leave(environment) }
        guard Environment.active !== environment else { return try await operation() }
        return try await Environment.$local.bind(environment.taskValue, operation: operation)
    }

    /// Whether to say on standard error which services are resolved outside of any sandbox while some code runs in one.
    ///
    /// Set it where the tests of a program begin, to find the detached tasks and the queues that have lost their
    /// sandbox. Each place is named once. Tests without a sandbox that run at the same time are named, too. What a
    /// service needs in turn is not. It holds for the process, whatever thread sets it.
    ///
    /// ```swift
    /// SandboxContext.reportsResolutionsOutside = true
    /// ```
    public static var reportsResolutionsOutside: Bool {
        get { OutsideReport.isOn }
        set { OutsideReport.isOn = newValue }
    }
}
