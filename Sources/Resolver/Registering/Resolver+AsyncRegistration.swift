// Services that are made asynchronously.

extension Resolver {
    /// Registers with ``main`` a service that is made asynchronously.
    ///
    /// Ask for the service with ``requireAsync(_:name:args:file:line:)-type.method``; a synchronous `resolve` of it traps.
    /// Each call makes the service anew, in the caller's task and isolation, unless the returned options state a scope. With a
    /// scope, the service is made once, in a task of its own, for all calls that ask meanwhile. ``defaultScope`` does not apply
    /// to it.
    ///
    /// Each synchronous call in the factory is a resolution of its own, as the factory may suspend between two of them. So the
    /// calls share no instance of graph lifetime.
    ///
    /// ```swift
    /// Resolver.registerAsync { try await Database.open() }.scope(.application)
    /// let database = try await Resolver.requireAsync(Database.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    ///   - factory: Makes the service. It may return nil and it may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    public static func registerAsync<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line, factory: @escaping @Sendable () async throws -> Service?
    ) -> AsyncResolverOptions<Service> {
        main.registerAsync(type, name: name, file: file, line: line, factory: factory)
    }

    /// Registers with ``main`` a service that is made asynchronously, by a factory that asks a resolver.
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    ///   - factory: Makes the service. It may return nil and it may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    public static func registerAsync<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line, factory: @escaping @Sendable (_ resolver: Resolver) async throws -> Service?
    ) -> AsyncResolverOptions<Service> {
        main.registerAsync(type, name: name, file: file, line: line, factory: factory)
    }

    /// Registers with ``main`` a service that is made asynchronously, by a factory that takes arguments.
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    ///   - factory: Makes the service. It may return nil and it may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    public static func registerAsync<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @Sendable (_ resolver: Resolver, _ args: Resolver.Args) async throws -> Service?
    ) -> AsyncResolverOptions<Service> {
        main.registerAsync(type, name: name, file: file, line: line, factory: factory)
    }

    /// Registers with this resolver a service that is made asynchronously.
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    ///   - factory: Makes the service. It may return nil and it may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    public final func registerAsync<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line, factory: @escaping @Sendable () async throws -> Service?
    ) -> AsyncResolverOptions<Service> {
        insertAsync(type, name: name, at: CodeLocation(file, line), takesArguments: false) { _, _ in
            try await factory()
        }
    }

    /// Registers with this resolver a service that is made asynchronously, by a factory that asks a resolver.
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    ///   - factory: Makes the service. It may return nil and it may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    public final func registerAsync<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line, factory: @escaping @Sendable (_ resolver: Resolver) async throws -> Service?
    ) -> AsyncResolverOptions<Service> {
        insertAsync(type, name: name, at: CodeLocation(file, line), takesArguments: false) { resolver, _ in
            try await factory(resolver)
        }
    }

    /// Registers with this resolver a service that is made asynchronously, by a factory that takes arguments.
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    ///   - factory: Makes the service. It may return nil and it may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    public final func registerAsync<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @Sendable (_ resolver: Resolver, _ args: Resolver.Args) async throws -> Service?
    ) -> AsyncResolverOptions<Service> {
        insertAsync(type, name: name, at: CodeLocation(file, line), takesArguments: true) {
            try await factory($0, Resolver.Args($1))
        }
    }

    /// Registers an asynchronous service: every `registerAsync` calls this function.
    func insertAsync<Service>(
        _ type: Service.Type, name: Resolver.Name?, at location: CodeLocation, takesArguments: Bool,
        forwardedKey: ServiceKey? = nil, make: @escaping @Sendable (Resolver, Any?) async throws -> Service?
    ) -> AsyncResolverOptions<Service> {
        let name = Name.inForce(name, by: type)
        let factory = AnyFactory.of(async: Service.self) { try NothingMade.unless(try await make($0, $1)) }
            .takingArguments(takesArguments).unwrapped
        let registration = insert(factory, name: name, at: location, forwardedKey: forwardedKey)
        return AsyncResolverOptions(
            resolver: self, registration: registration,
            key: registration.otherKey(name, of: factory) ?? registration.key)
    }
}
