public import Resolver

// `register` of a container: overrides whose closures are handed the container.
//
// A shared container's closure is handed the shared container of the sandbox in which the closure runs.

extension FactoryContainer {
    /// Overrides a factory with a closure that is handed the container, until `reset`.
    ///
    /// ```swift
    /// Container.shared.register(\.loader) { MockLoader(network: $0.network()) }
    /// ```
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - context: The only context in which the override counts; nil if it always counts.
    ///   - scope: The override's lifetime; nil for that of what it overrides.
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

// These take any scope, so they require `Sendable`. The functions above take only lifetimes that share nothing, and do not.
// These are disfavoured so that the compiler prefers those above wherever both fit.
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
    /// The container's resolver holds the override. If the override held the container, neither would ever be released. So it
    /// finds the container when it runs (`finding`). Only a container that is a struct of the program's own is held.
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
