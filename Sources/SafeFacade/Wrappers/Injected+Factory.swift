public import Resolver

// `Injected` is defined once, in the module Resolver, for both faces.

extension Injected {
    /// Resolves the service with a factory of the current sandbox's ``Container``.
    ///
    /// ```swift
    /// @Injected(\.loader) private var loader
    /// ```
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; if nil, the shared one.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @inlinable
    public init(
        _ factory: KeyPath<Container, Factory<Service>>, container: Container? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(resolved: (container ?? .shared)[keyPath: factory](file: file, line: line))
    }

    /// Resolves the service with a factory of a container of your own.
    ///
    /// ```swift
    /// @Injected(\PaymentsContainer.api) private var api
    /// ```
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; if nil, the shared one.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @inlinable
    public init<C: SharedContainer>(
        _ factory: KeyPath<C, Factory<Service>>, container: C? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(resolved: (container ?? .shared)[keyPath: factory](file: file, line: line))
    }

    /// Resolves the service with a factory of a container that has no `shared`.
    ///
    /// Use it for a local variable. A stored property that `init` sets would first be looked up by its type. Write a plain
    /// `let` there.
    ///
    /// ```swift
    /// @Injected(\.inbox, container: session) var inbox
    /// ```
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @inlinable
    public init<C: FactoryContainer>(
        _ factory: KeyPath<C, Factory<Service>>, container: C, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(resolved: container[keyPath: factory](file: file, line: line))
    }

    /// Resolves the service with a factory, a static one for instance.
    ///
    /// ```swift
    /// @Injected(Container.loader) private var loader
    /// ```
    ///
    /// - Parameters:
    ///   - factory: The factory.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @inlinable
    public init(_ factory: Factory<Service>, file: StaticString = #fileID, line: UInt = #line) {
        self.init(resolved: factory(file: file, line: line))
    }

    // MARK: - Factories of the main actor

    /// Resolves a service that only the main actor may make, with a factory of the current sandbox's ``Container``.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; if nil, the shared one.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @MainActor
    @inlinable
    public init(
        _ factory: KeyPath<Container, MainActorFactory<Service>>, container: Container? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(resolved: (container ?? .shared)[keyPath: factory](file: file, line: line))
    }

    /// Resolves a service that only the main actor may make, with a factory of a container of your own.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; if nil, the shared one.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @MainActor
    @inlinable
    public init<C: SharedContainer>(
        _ factory: KeyPath<C, MainActorFactory<Service>>, container: C? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(resolved: (container ?? .shared)[keyPath: factory](file: file, line: line))
    }

    /// Resolves a service that only the main actor may make, with a factory of a container that has no `shared`.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @MainActor
    @inlinable
    public init<C: FactoryContainer>(
        _ factory: KeyPath<C, MainActorFactory<Service>>, container: C, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(resolved: container[keyPath: factory](file: file, line: line))
    }

    /// Resolves a service that only the main actor may make, with a factory, a static one for instance.
    ///
    /// - Parameters:
    ///   - factory: The factory.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @MainActor
    @inlinable
    public init(_ factory: MainActorFactory<Service>, file: StaticString = #fileID, line: UInt = #line) {
        self.init(resolved: factory(file: file, line: line))
    }
}
