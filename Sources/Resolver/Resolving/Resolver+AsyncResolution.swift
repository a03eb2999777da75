extension Resolver {
    /// The service of a type from the root resolver, waited for if it is made asynchronously.
    ///
    /// It finds synchronous registrations, too. A kept instance is returned without suspending. If the instance is being made
    /// already, the call waits for it. If a waiting task is cancelled, only that task stops waiting, and throws a
    /// `CancellationError`. When no task waits any more, the factory's task is cancelled. If the factory fails, all waiting
    /// calls throw, and the next call tries again.
    ///
    /// ```swift
    /// Resolver.registerAsync { try await Database.open() }.scope(.application)
    /// let database = try await Resolver.requireAsync(Database.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type; for `T?`, the service that is registered for `T`, or nil if there is none.
    ///   - name: The name that the service is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    /// - Throws: A ``ResolutionError`` if nothing is registered, if the factory throws or returns nil, if the service was
    ///   closed, or is asked for outside of its run or by a service that lives longer than the run, or if asynchronous
    ///   factories wait for each other; a `CancellationError` if the task is cancelled and has to wait.
    @inlinable
    public static func requireAsync<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: (any Sendable)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Service {
        try await Engine.awaited(type, name: name, argument: args, at: CodeLocation(file, line), asked: nil)
    }

    /// The service of a type from this resolver or its children, waited for if it is made asynchronously.
    ///
    /// - Parameters:
    ///   - type: The service's type; for `T?`, the service that is registered for `T`, or nil if there is none.
    ///   - name: The name that the service is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    /// - Throws: A ``ResolutionError`` if nothing is registered, if the factory throws or returns nil, if the service was
    ///   closed, or is asked for outside of its run or by a service that lives longer than the run, or if asynchronous
    ///   factories wait for each other; a `CancellationError` if the task is cancelled and has to wait.
    @inlinable
    public final func requireAsync<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: (any Sendable)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Service {
        try await Engine.awaited(type, name: name, argument: args, at: CodeLocation(file, line), asked: self)
    }
}
