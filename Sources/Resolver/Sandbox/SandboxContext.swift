// `await` alone tells the two forms of `run` apart.
// swift-format-ignore: AmbiguousTrailingClosureOverload
/// A sandbox that code can take along to places that would otherwise lose it.
///
/// A task carries its sandbox. A detached task, a thread and a block on a dispatch queue begin outside of any sandbox: there,
/// `Resolver.main`, `Container.shared` and every scope are those of the process. To go on in the sandbox, take it along:
///
/// ```swift
/// let sandbox = SandboxContext.current
/// Task.detached {
///     await sandbox.run { await refresh() }
/// }
/// ```
///
/// A context holds its sandbox. So the instances that the sandbox keeps are released only when its last context is gone, too.
public struct SandboxContext: Sendable {
    package let environment: Environment

    /// The sandbox in which this code runs; outside of any sandbox, the process's own registrations and instances.
    public static var current: SandboxContext { SandboxContext(environment: .active) }

    /// Runs an operation in the sandbox.
    ///
    /// - Parameter operation: The code to run in the sandbox.
    /// - Returns: What the operation returns.
    @discardableResult
    public func run<Result>(operation: () throws -> Result) rethrows -> Result {
        OutsideReport.enter(environment)
        defer { OutsideReport.leave(environment) }
        return try environment.run(operation)
    }

    /// Runs an asynchronous operation in the sandbox, on the actor of the caller.
    ///
    /// - Parameter operation: The code to run in the sandbox.
    /// - Returns: What the operation returns.
    @discardableResult
    public func run<Result>(operation: () async throws -> Result) async rethrows -> Result {
        OutsideReport.enter(environment)
        defer { OutsideReport.leave(environment) }
        guard Environment.active !== environment else { return try await operation() }
        return try await Environment.$local.bind(environment.taskValue, operation: operation)
    }

    /// Whether to print on standard error which services are resolved outside of any sandbox while some code runs in one.
    ///
    /// Set it where the tests of a program begin, to find the detached tasks and the queues that have lost their sandbox. Each
    /// place is printed once. Tests without a sandbox that run at the same time are printed, too. The services that such a
    /// service needs in turn are not printed. The setting counts for the whole process, whatever thread sets it.
    ///
    /// ```swift
    /// SandboxContext.reportsResolutionsOutside = true
    /// ```
    public static var reportsResolutionsOutside: Bool {
        get { OutsideReport.isOn }
        set { OutsideReport.isOn = newValue }
    }
}
