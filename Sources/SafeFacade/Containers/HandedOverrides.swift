public import Resolver

// Overrides whose closures are handed the container; for a shared container, that of the sandbox in which the closure runs.

extension FactoryContainer {
    /// Overrides a factory with a closure that is handed the container, until `reset`.
    ///
    /// ```swift
    /// Container.shared.register(\.loader) { MockLoader(network: $0.network()) }
    /// ```
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - context: The context in which alone it counts.
    ///   - scope: The override's lifetime.
    ///   - body: Makes the service.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    public func register<Service>(
        _ factory: KeyPath<Self, Factory<Service>>, when context: FactoryContext? = nil,
        scope: ContainerManager.DefaultLifetime? = nil, _ body: @escaping @Sendable (Self) -> Service,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        override(factory, context, scope?.scope, CodeLocation(file, line)) { container in { body(container()) } }
    }

    /// Overrides a factory with a parameter with a closure that is handed the container, until `reset`.
    public func register<Parameter, Service>(
        _ factory: KeyPath<Self, ParameterFactory<Parameter, Service>>, when context: FactoryContext? = nil,
        scope: ContainerManager.DefaultLifetime? = nil, _ body: @escaping @Sendable (Self, Parameter) -> Service,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        override(factory, context, scope?.scope, CodeLocation(file, line)) { container in { body(container(), $0) } }
    }

    /// Overrides a factory of what only the main actor may make with a closure that is handed the container, until
    /// `reset`.
    public func register<Service>(
        _ factory: KeyPath<Self, MainActorFactory<Service>>, when context: FactoryContext? = nil,
        scope: ContainerManager.DefaultLifetime? = nil, _ body: @escaping @MainActor @Sendable (Self) -> Service,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        override(factory, context, scope?.scope, CodeLocation(file, line)) { container in { body(container()) } }
    }

    /// Overrides a factory with a parameter of what only the main actor may make with a closure that is handed the
    /// container, until `reset`.
    public func register<Parameter, Service>(
        _ factory: KeyPath<Self, MainActorParameterFactory<Parameter, Service>>, when context: FactoryContext? = nil,
        scope: ContainerManager.DefaultLifetime? = nil,
        _ body: @escaping @MainActor @Sendable (Self, Parameter) -> Service,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        override(factory, context, scope?.scope, CodeLocation(file, line)) { container in { body(container(), $0) } }
    }

    /// Overrides an asynchronous factory with a closure that is handed the container, until `reset`.
    ///
    /// ```swift
    /// Container.shared.register(\.database) { try await Database.open(at: $0.path()) }
    /// ```
    public func register<Service>(
        _ factory: KeyPath<Self, AsyncFactory<Service>>, when context: FactoryContext? = nil,
        scope: ContainerManager.DefaultLifetime? = nil, _ body: @escaping @Sendable (Self) async throws -> Service,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        override(factory, context, scope?.scope, CodeLocation(file, line)) { container in
            { try await body(container()) }
        }
    }

    /// Overrides an asynchronous factory with a parameter with a closure that is handed the container, until `reset`.
    public func register<Parameter, Service>(
        _ factory: KeyPath<Self, AsyncParameterFactory<Parameter, Service>>, when context: FactoryContext? = nil,
        scope: ContainerManager.DefaultLifetime? = nil,
        _ body: @escaping @Sendable (Self, Parameter) async throws -> Service, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        override(factory, context, scope?.scope, CodeLocation(file, line)) { container in
            { try await body(container(), $0) }
        }
    }
}

// Disfavoured, as the overloads for lifetimes that share nothing do not require `Sendable`.
extension FactoryContainer {
    /// Overrides a factory with a closure that is handed the container, and another lifetime.
    @_disfavoredOverload
    public func register<Service>(
        _ factory: KeyPath<Self, Factory<Service>>, when context: FactoryContext? = nil,
        scope: Scope, _ body: @escaping @Sendable (Self) -> Service, file: StaticString = #fileID, line: UInt = #line
    ) where Service: Sendable {
        override(factory, context, scope, CodeLocation(file, line)) { container in { body(container()) } }
    }

    /// Overrides a factory with a parameter with a closure that is handed the container, and another lifetime.
    @_disfavoredOverload
    public func register<Parameter, Service>(
        _ factory: KeyPath<Self, ParameterFactory<Parameter, Service>>, when context: FactoryContext? = nil,
        scope: Scope, _ body: @escaping @Sendable (Self, Parameter) -> Service, file: StaticString = #fileID,
        line: UInt = #line
    ) where Service: Sendable {
        override(factory, context, scope, CodeLocation(file, line)) { container in { body(container(), $0) } }
    }

    /// Overrides a factory of what only the main actor may make with a closure that is handed the container, and
    /// another lifetime.
    @_disfavoredOverload
    public func register<Service>(
        _ factory: KeyPath<Self, MainActorFactory<Service>>, when context: FactoryContext? = nil,
        scope: Scope, _ body: @escaping @MainActor @Sendable (Self) -> Service, file: StaticString = #fileID,
        line: UInt = #line
    ) where Service: Sendable {
        override(factory, context, scope, CodeLocation(file, line)) { container in { body(container()) } }
    }

    /// Overrides a factory with a parameter of what only the main actor may make with a closure that is handed the
    /// container, and another lifetime.
    @_disfavoredOverload
    public func register<Parameter, Service>(
        _ factory: KeyPath<Self, MainActorParameterFactory<Parameter, Service>>, when context: FactoryContext? = nil,
        scope: Scope, _ body: @escaping @MainActor @Sendable (Self, Parameter) -> Service,
        file: StaticString = #fileID, line: UInt = #line
    ) where Service: Sendable {
        override(factory, context, scope, CodeLocation(file, line)) { container in { body(container(), $0) } }
    }

    /// Overrides an asynchronous factory with a closure that is handed the container, and another lifetime.
    @_disfavoredOverload
    public func register<Service>(
        _ factory: KeyPath<Self, AsyncFactory<Service>>, when context: FactoryContext? = nil, scope: Scope,
        _ body: @escaping @Sendable (Self) async throws -> Service, file: StaticString = #fileID, line: UInt = #line
    ) where Service: Sendable {
        override(factory, context, scope, CodeLocation(file, line)) { container in { try await body(container()) } }
    }

    /// Overrides an asynchronous factory with a parameter with a closure that is handed the container, and another
    /// lifetime.
    @_disfavoredOverload
    public func register<Parameter, Service>(
        _ factory: KeyPath<Self, AsyncParameterFactory<Parameter, Service>>, when context: FactoryContext? = nil,
        scope: Scope, _ body: @escaping @Sendable (Self, Parameter) async throws -> Service,
        file: StaticString = #fileID, line: UInt = #line
    ) where Service: Sendable {
        override(factory, context, scope, CodeLocation(file, line)) { container in { try await body(container(), $0) } }
    }
}

extension FactoryContainer {
    /// Registers the override for all of the functions above.
    ///
    /// The container holds the override, which does not hold the container, unless that is a structure of the program's own.
    private func override<Declared: ServiceDeclaration>(
        _ factory: KeyPath<Self, Declared>, _ context: FactoryContext?, _ scope: Scope?, _ location: CodeLocation,
        _ body: (_ container: @escaping @Sendable () -> Self) -> Declared.Body
    ) {
        let find = finding
        let body = body {
            guard let container = find() else { Failure.goneContainer.trap() }
            return container
        }
        self[keyPath: factory].override(when: context, scope: scope, body, location)
    }
}
