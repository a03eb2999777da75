/// What a sandbox starts with.
public enum SandboxContents: Sendable {
    /// The sandbox starts with a copy of the registrations in force, and with no instances.
    case copied
    /// The sandbox starts with no registrations: the registration hook runs again at the first resolution.
    ///
    /// The default scope, `Resolver.decorate`, the function of `Resolver.registerServices`, contexts, the clock and observers
    /// are taken over. The `main` and `root` of the outside, and the object of a shared container, stand for the sandbox's own.
    /// Any other resolver or container object that was made outside, and is used in the sandbox, brings its registrations
    /// along; its instances in the sandbox are the sandbox's own.
    case fresh
}

/// Runs an operation with a set of resolvers, registrations and instances of its own.
///
/// Inside, `Resolver.main`, `Resolver.root`, `Resolver.reset()`, every scope and every setting but `Resolver.depthLimit`
/// and `SandboxContext.reportsResolutionsOutside` are the sandbox's own. So tests that register and resolve can run in
/// parallel, and never see what others have registered:
///
/// ```swift
/// withSandbox {
///     Resolver.register { MockAnalytics() as any Analytics }
///     let model: HomeModel = Resolver.resolve()
/// }
/// ```
///
/// The task carries the sandbox: child tasks and `Task { }` see it. Detached tasks, threads and dispatch queues do not see it.
/// They see the registrations and instances of the process, unless they take the sandbox along as a ``SandboxContext``. The
/// sandbox ends, and releases all that it holds, when the operation and the tasks that it started have ended.
///
/// - Parameters:
///   - contents: What the sandbox starts with.
///   - operation: The code to run in the sandbox.
/// - Returns: What the operation returns.
@discardableResult
public func withSandbox<Result>(
    _ contents: SandboxContents = .copied, operation: () throws -> Result
) rethrows -> Result {
    try SandboxContext(environment: Environment(of: .active, isCopy: contents == .copied)).run(operation: operation)
}

/// Runs an asynchronous operation with a set of resolvers, registrations and instances of its own.
///
/// - Parameters:
///   - contents: What the sandbox starts with.
///   - operation: The code to run in the sandbox.
/// - Returns: What the operation returns.
@discardableResult
public func withSandbox<Result>(
    _ contents: SandboxContents = .copied, operation: () async throws -> Result
) async rethrows -> Result {
    try await SandboxContext(environment: Environment(of: .active, isCopy: contents == .copied))
        .run(operation: operation)
}
