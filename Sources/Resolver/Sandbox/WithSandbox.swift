/// What a sandbox starts with.
public enum SandboxContents: Sendable {
    /// A copy of the registrations in force, and no instances.
    case copied
    /// No registrations: the hook runs again at the first resolution.
    ///
    /// The default scope, `Resolver.decorate`, what `Resolver.registerServices` was set to, contexts, the clock and observers
    /// are taken over. A resolver or a container object that was made outside, and is used in the sandbox, brings along what
    /// is registered with it; its instances are the sandbox's own. The object of a shared container means the sandbox's own.
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
/// A sandbox is carried by the task: child tasks and `Task { }` see it. Detached tasks, threads and dispatch queues do
/// not: they see the registrations and instances of the process, unless they take the sandbox along as a
/// ``SandboxContext``. It ends, and releases what it holds, when the operation and the tasks it started have ended.
///
/// - Parameters:
///   - contents: What the sandbox starts with.
///   - operation: What runs in it.
/// - Returns: What the operation returns.
@discardableResult
public func withSandbox<Result>(
    _ contents: SandboxContents = .copied, operation: () throws -> Result
) rethrows -> Result {
    try SandboxContext(environment: Environment(contents, of: .active)).run(operation: operation)
}

/// Runs an asynchronous operation with a set of resolvers, registrations and instances of its own.
///
/// - Parameters:
///   - contents: What the sandbox starts with.
///   - operation: What runs in it.
/// - Returns: What the operation returns.
@discardableResult
public func withSandbox<Result>(
    _ contents: SandboxContents = .copied, operation: () async throws -> Result
) async rethrows -> Result {
    try await SandboxContext(environment: Environment(contents, of: .active)).run(operation: operation)
}

extension Environment {
    /// A sandbox of another environment.
    convenience init(_ contents: SandboxContents, of other: Environment) {
        self.init(of: other, isCopy: contents == .copied)
    }
}
