// Each function has two forms: for a factory that always returns a service, and for one that may return nil. A closure that
// returns an optional fits both equally, and the compiler must then take the second form. It does, as the second has one
// default argument less: the first has its `column` for this reason alone. A service that goes through no optional is made
// directly in the caller's memory. One that does is copied, which takes a fifth of a resolution.

extension Resolver {
    /// Registers with ``main`` a service whose factory needs nothing else.
    ///
    /// ```swift
    /// Resolver.register { HTTPClient() as any NetworkClient }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    ///   - column: Not used.
    ///   - factory: Makes the service, on the thread that resolves it. It may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    @inlinable
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        factory: @escaping () throws -> Service
    ) -> ResolverOptions<Service> {
        main.register(type, name: name, file: file, line: line, column: column, factory: factory)
    }

    /// Registers with ``main`` a service whose factory needs nothing else and may return nil.
    @discardableResult
    @inlinable
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping () throws -> Service?
    ) -> ResolverOptions<Service> {
        main.register(type, name: name, file: file, line: line, factory: factory)
    }

    /// Registers with ``main`` a service whose factory asks a resolver for what it needs.
    ///
    /// ```swift
    /// Resolver.register { resolver in MessageLoader(client: resolver.resolve()) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    ///   - column: Not used.
    ///   - factory: Makes the service, on the thread that resolves it. It may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    @inlinable
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        factory: @escaping (_ resolver: Resolver) throws -> Service
    ) -> ResolverOptions<Service> {
        main.register(type, name: name, file: file, line: line, column: column, factory: factory)
    }

    /// Registers with ``main`` a service whose factory asks a resolver and may return nil.
    @discardableResult
    @inlinable
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping (_ resolver: Resolver) throws -> Service?
    ) -> ResolverOptions<Service> {
        main.register(type, name: name, file: file, line: line, factory: factory)
    }

    /// Registers with ``main`` a service whose factory takes arguments.
    ///
    /// ```swift
    /// Resolver.register { _, args in Message(id: args()) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    ///   - column: Not used.
    ///   - factory: Makes the service, on the thread that resolves it. It may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    @inlinable
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        factory: @escaping (_ resolver: Resolver, _ args: Resolver.Args) throws -> Service
    ) -> ResolverOptions<Service> {
        main.register(type, name: name, file: file, line: line, column: column, factory: factory)
    }

    /// Registers with ``main`` a service whose factory takes arguments and may return nil.
    @discardableResult
    @inlinable
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping (_ resolver: Resolver, _ args: Resolver.Args) throws -> Service?
    ) -> ResolverOptions<Service> {
        main.register(type, name: name, file: file, line: line, factory: factory)
    }

    /// Registers with this resolver a service whose factory needs nothing else.
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    ///   - column: Not used.
    ///   - factory: Makes the service, on the thread that resolves it. It may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    @inlinable
    public final func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        factory: @escaping () throws -> Service
    ) -> ResolverOptions<Service> {
        insert(type, name: name, at: CodeLocation(file, line), plain: factory)
    }

    /// Registers with this resolver a service whose factory needs nothing else and may return nil.
    @discardableResult
    @inlinable
    public final func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping () throws -> Service?
    ) -> ResolverOptions<Service> {
        unsafe insert(type, name: name, at: CodeLocation(file, line), takesArguments: false) { _, _ in
            try NothingMade.unless(factory())
        }
    }

    /// Registers with this resolver a service whose factory asks a resolver for what it needs.
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    ///   - column: Not used.
    ///   - factory: Makes the service, on the thread that resolves it. It may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    @inlinable
    public final func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        factory: @escaping (_ resolver: Resolver) throws -> Service
    ) -> ResolverOptions<Service> {
        unsafe insert(type, name: name, at: CodeLocation(file, line), takesArguments: false) { resolver, _ in
            try factory(resolver)
        }
    }

    /// Registers with this resolver a service whose factory asks a resolver and may return nil.
    @discardableResult
    @inlinable
    public final func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping (_ resolver: Resolver) throws -> Service?
    ) -> ResolverOptions<Service> {
        unsafe insert(type, name: name, at: CodeLocation(file, line), takesArguments: false) { resolver, _ in
            try NothingMade.unless(factory(resolver))
        }
    }

    /// Registers with this resolver a service whose factory takes arguments.
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    ///   - column: Not used.
    ///   - factory: Makes the service, on the thread that resolves it. It may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    @inlinable
    public final func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        factory: @escaping (_ resolver: Resolver, _ args: Resolver.Args) throws -> Service
    ) -> ResolverOptions<Service> {
        unsafe insert(type, name: name, at: CodeLocation(file, line), takesArguments: true) {
            try unsafe factory($0, Resolver.Args(at: $1))
        }
    }

    /// Registers with this resolver a service whose factory takes arguments and may return nil.
    @discardableResult
    @inlinable
    public final func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping (_ resolver: Resolver, _ args: Resolver.Args) throws -> Service?
    ) -> ResolverOptions<Service> {
        unsafe insert(type, name: name, at: CodeLocation(file, line), takesArguments: true) {
            try unsafe NothingMade.unless(factory($0, Resolver.Args(at: $1)))
        }
    }
}

// MARK: - The exact types of Resolver 1.5.1

// For protocols to which a program makes `Resolver` conform, and for function values. These forms know no call site.
extension Resolver {
    /// Registers with ``main`` a service whose factory needs nothing else.
    @discardableResult
    @_disfavoredOverload
    public static func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactory<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: name, file: "", line: 0, factory: factory)
    }

    /// Registers with ``main`` a service whose factory asks a resolver for what it needs.
    @discardableResult
    @_disfavoredOverload
    public static func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactoryResolver<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: name, file: "", line: 0, factory: factory)
    }

    /// Registers with ``main`` a service whose factory takes arguments.
    @discardableResult
    @_disfavoredOverload
    public static func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactoryArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: name, file: "", line: 0, factory: factory)
    }

    /// Registers with this resolver a service whose factory needs nothing else.
    @discardableResult
    @_disfavoredOverload
    public final func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactory<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: name, file: "", line: 0, factory: factory)
    }

    /// Registers with this resolver a service whose factory asks a resolver for what it needs.
    @discardableResult
    @_disfavoredOverload
    public final func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactoryResolver<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: name, file: "", line: 0, factory: factory)
    }

    /// Registers with this resolver a service whose factory takes arguments.
    @discardableResult
    @_disfavoredOverload
    public final func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactoryArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: name, file: "", line: 0, factory: factory)
    }
}
