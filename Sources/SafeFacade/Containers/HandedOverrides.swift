public import Resolver

// Overrides whose closures are handed the container: the current one, also where it is another sandbox's by then.

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
        let container = handed
        self[keyPath: factory].override(
            when: context, scope: scope?.scope, { body(container()) }, CodeLocation(file, line))
    }

    /// Overrides a factory with a parameter with a closure that is handed the container, until `reset`.
    public func register<Parameter, Service>(
        _ factory: KeyPath<Self, ParameterFactory<Parameter, Service>>, when context: FactoryContext? = nil,
        scope: ContainerManager.DefaultLifetime? = nil, _ body: @escaping @Sendable (Self, Parameter) -> Service,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let container = handed
        self[keyPath: factory].override(
            when: context, scope: scope?.scope, { body(container(), $0) }, CodeLocation(file, line))
    }

    /// Overrides a factory of what only the main actor may make with a closure that is handed the container, until
    /// `reset`.
    public func register<Service>(
        _ factory: KeyPath<Self, MainActorFactory<Service>>, when context: FactoryContext? = nil,
        scope: ContainerManager.DefaultLifetime? = nil, _ body: @escaping @MainActor @Sendable (Self) -> Service,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let container = handed
        self[keyPath: factory].override(
            when: context, scope: scope?.scope, { body(container()) }, CodeLocation(file, line))
    }

    /// Overrides a factory with a parameter of what only the main actor may make with a closure that is handed the
    /// container, until `reset`.
    public func register<Parameter, Service>(
        _ factory: KeyPath<Self, MainActorParameterFactory<Parameter, Service>>, when context: FactoryContext? = nil,
        scope: ContainerManager.DefaultLifetime? = nil,
        _ body: @escaping @MainActor @Sendable (Self, Parameter) -> Service,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let container = handed
        self[keyPath: factory].override(
            when: context, scope: scope?.scope, { body(container(), $0) }, CodeLocation(file, line))
    }
}

extension FactoryContainer {
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
        let container = handed
        self[keyPath: factory].override(
            when: context, scope: scope?.scope, { try await body(container()) }, CodeLocation(file, line))
    }

    /// Overrides an asynchronous factory with a parameter with a closure that is handed the container, until `reset`.
    public func register<Parameter, Service>(
        _ factory: KeyPath<Self, AsyncParameterFactory<Parameter, Service>>, when context: FactoryContext? = nil,
        scope: ContainerManager.DefaultLifetime? = nil,
        _ body: @escaping @Sendable (Self, Parameter) async throws -> Service, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        let container = handed
        self[keyPath: factory].override(
            when: context, scope: scope?.scope, { try await body(container(), $0) }, CodeLocation(file, line))
    }
}

// Disfavoured, as the lifetimes that share nothing ask for nothing.
extension FactoryContainer {
    /// Overrides a factory with a closure that is handed the container, and another lifetime.
    @_disfavoredOverload
    public func register<Service>(
        _ factory: KeyPath<Self, Factory<Service>>, when context: FactoryContext? = nil,
        scope: Scope, _ body: @escaping @Sendable (Self) -> Service, file: StaticString = #fileID, line: UInt = #line
    ) where Service: Sendable {
        let container = handed
        self[keyPath: factory].override(
            when: context, scope: scope, { body(container()) }, CodeLocation(file, line))
    }

    /// Overrides a factory with a parameter with a closure that is handed the container, and another lifetime.
    @_disfavoredOverload
    public func register<Parameter, Service>(
        _ factory: KeyPath<Self, ParameterFactory<Parameter, Service>>, when context: FactoryContext? = nil,
        scope: Scope, _ body: @escaping @Sendable (Self, Parameter) -> Service, file: StaticString = #fileID,
        line: UInt = #line
    ) where Service: Sendable {
        let container = handed
        self[keyPath: factory].override(
            when: context, scope: scope, { body(container(), $0) }, CodeLocation(file, line))
    }

    /// Overrides a factory of what only the main actor may make with a closure that is handed the container, and
    /// another lifetime.
    @_disfavoredOverload
    public func register<Service>(
        _ factory: KeyPath<Self, MainActorFactory<Service>>, when context: FactoryContext? = nil,
        scope: Scope, _ body: @escaping @MainActor @Sendable (Self) -> Service, file: StaticString = #fileID,
        line: UInt = #line
    ) where Service: Sendable {
        let container = handed
        self[keyPath: factory].override(
            when: context, scope: scope, { body(container()) }, CodeLocation(file, line))
    }

    /// Overrides a factory with a parameter of what only the main actor may make with a closure that is handed the
    /// container, and another lifetime.
    @_disfavoredOverload
    public func register<Parameter, Service>(
        _ factory: KeyPath<Self, MainActorParameterFactory<Parameter, Service>>, when context: FactoryContext? = nil,
        scope: Scope, _ body: @escaping @MainActor @Sendable (Self, Parameter) -> Service,
        file: StaticString = #fileID, line: UInt = #line
    ) where Service: Sendable {
        let container = handed
        self[keyPath: factory].override(
            when: context, scope: scope, { body(container(), $0) }, CodeLocation(file, line))
    }
}

extension FactoryContainer {
    /// Overrides an asynchronous factory with a closure that is handed the container, and another lifetime.
    @_disfavoredOverload
    public func register<Service>(
        _ factory: KeyPath<Self, AsyncFactory<Service>>, when context: FactoryContext? = nil, scope: Scope,
        _ body: @escaping @Sendable (Self) async throws -> Service, file: StaticString = #fileID, line: UInt = #line
    ) where Service: Sendable {
        let container = handed
        self[keyPath: factory].override(
            when: context, scope: scope, { try await body(container()) }, CodeLocation(file, line))
    }

    /// Overrides an asynchronous factory with a parameter with a closure that is handed the container, and another
    /// lifetime.
    @_disfavoredOverload
    public func register<Parameter, Service>(
        _ factory: KeyPath<Self, AsyncParameterFactory<Parameter, Service>>, when context: FactoryContext? = nil,
        scope: Scope, _ body: @escaping @Sendable (Self, Parameter) async throws -> Service,
        file: StaticString = #fileID, line: UInt = #line
    ) where Service: Sendable {
        let container = handed
        self[keyPath: factory].override(
            when: context, scope: scope, { try await body(container(), $0) }, CodeLocation(file, line))
    }
}

extension FactoryContainer {
    /// What an override is handed: it does not hold the container, which holds it, unless that is a structure of its own.
    private var handed: @Sendable () -> Self {
        let find = finding
        return {
            guard let container = find() else { Failure.goneContainer(Failure.currentChain).trap() }
            return container
        }
    }
}

extension ContainerManager.DefaultLifetime {
    /// The same as a scope.
    var scope: Scope { self == .graph ? .graph : .unique }
}
