extension Resolver {
    /// The service of a type from the root resolver, waited for where it is made asynchronously.
    ///
    /// It finds synchronous registrations, too. An instance that is kept is returned without suspending. One that is
    /// being made is waited for. If a waiting task is cancelled, only that task stops waiting, and throws
    /// `CancellationError`. When no task waits any more, the factory's task is cancelled. A failure goes to all who
    /// waited, and is not kept.
    ///
    /// ```swift
    /// Resolver.registerAsync { try await Database.open() }.scope(.application)
    /// let database = try await Resolver.requireAsync(Database.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    /// - Throws: A ``ResolutionError`` if nothing is registered, if the factory throws or returns nil, if the service is
    ///   closed, outside of its run or captive, or if asynchronous factories wait for each other; `CancellationError` if
    ///   the task is cancelled and has to wait.
    @inlinable
    public static func requireAsync<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: (any Sendable)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Service {
        try await Engine.awaited(type, name: name, argument: args, at: CodeLocation(file, line), asked: nil)
    }

    /// The service of a type from this resolver or its children, waited for where it is made asynchronously.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    /// - Throws: A ``ResolutionError`` if nothing is registered, if the factory throws or returns nil, if the service is
    ///   closed, outside of its run or captive, or if asynchronous factories wait for each other; `CancellationError` if
    ///   the task is cancelled and has to wait.
    @inlinable
    public final func requireAsync<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: (any Sendable)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Service {
        try await Engine.awaited(type, name: name, argument: args, at: CodeLocation(file, line), asked: self)
    }
}
