// How the default container declares its factories, as FactoryContainer+Declaring.swift has it for all others.
//
// Closures that are handed the container and a parameter are disfavoured: one of two parameters is meant to take a pair
// apart, wherever that compiles.

extension Container {
    /// Declares a factory.
    ///
    /// ```swift
    /// var network: Factory<any NetworkManaging> { self { HTTPNetworkManager() }.singleton }
    /// ```
    @inlinable
    public func callAsFunction<Service>(
        _ body: @escaping @Sendable () -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> Factory<Service> {
        Factory(declaration(file, line, column, function), plain: body)
    }

    /// Declares a factory whose closure is handed the container, and so captures nothing.
    ///
    /// ```swift
    /// var loader: Factory<any MessageLoading> { self { MessageLoader(network: $0.network()) } }
    /// ```
    @inlinable
    public func callAsFunction<Service>(
        _ body: @escaping @Sendable (Container) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> Factory<Service> {
        Factory(declaration(file, line, column, function), handed: body)
    }

    /// Declares a factory that takes a parameter.
    ///
    /// ```swift
    /// var thread: ParameterFactory<Message.ID, MessageThread> { self { id in MessageThread(id: id) } }
    /// ```
    @inlinable
    public func callAsFunction<Parameter, Service>(
        _ body: @escaping @Sendable (Parameter) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> ParameterFactory<Parameter, Service> {
        ParameterFactory(declaration(file, line, column, function), plain: body)
    }

    /// Declares a factory that takes a parameter, and whose closure is handed the container.
    ///
    /// ```swift
    /// var thread: ParameterFactory<Message.ID, MessageThread> { self { MessageThread(id: $1, loader: $0.loader()) } }
    /// ```
    @_disfavoredOverload
    @inlinable
    public func callAsFunction<Parameter, Service>(
        _ body: @escaping @Sendable (Container, Parameter) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> ParameterFactory<Parameter, Service> {
        ParameterFactory(declaration(file, line, column, function), handed: body)
    }

    /// Declares a factory of what only the main actor may make.
    ///
    /// ```swift
    /// var screen: MainActorFactory<MessageListModel> { self { MessageListModel() } }
    /// ```
    @inlinable
    public func callAsFunction<Service>(
        _ body: @escaping @MainActor @Sendable () -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> MainActorFactory<Service> {
        MainActorFactory(declaration(file, line, column, function), plain: body)
    }

    /// Declares a factory of what only the main actor may make, whose closure is handed the container.
    @inlinable
    public func callAsFunction<Service>(
        _ body: @escaping @MainActor @Sendable (Container) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> MainActorFactory<Service> {
        MainActorFactory(declaration(file, line, column, function), handed: body)
    }

    /// Declares a factory with a parameter of what only the main actor may make.
    ///
    /// ```swift
    /// var editor: MainActorParameterFactory<Draft, Editor> { self { draft in Editor(draft) } }
    /// ```
    @inlinable
    public func callAsFunction<Parameter, Service>(
        _ body: @escaping @MainActor @Sendable (Parameter) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> MainActorParameterFactory<Parameter, Service> {
        MainActorParameterFactory(declaration(file, line, column, function), plain: body)
    }

    /// Declares a factory with a parameter of what only the main actor may make, whose closure is handed the container.
    @_disfavoredOverload
    @inlinable
    public func callAsFunction<Parameter, Service>(
        _ body: @escaping @MainActor @Sendable (Container, Parameter) -> Service, file: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> MainActorParameterFactory<Parameter, Service> {
        MainActorParameterFactory(declaration(file, line, column, function), handed: body)
    }
}
