// How the default container hands itself to closures without being captured; all other forms of `self { … }` are those of
// every container, in FactoryContainer+Declaring.swift and FactoryContainer+DeclaringAsync.swift.
//
// Closures that are handed the container and a parameter are disfavoured: where a closure of two parameters could also take
// one parameter that is a pair, that is meant.

extension Container {
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

    /// Declares a factory of what only the main actor may make, whose closure is handed the container.
    @inlinable
    public func callAsFunction<Service>(
        _ body: @escaping @MainActor @Sendable (Container) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> MainActorFactory<Service> {
        MainActorFactory(declaration(file, line, column, function), handed: body)
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

    /// Declares an asynchronous factory whose closure is handed the container, and so captures nothing.
    ///
    /// ```swift
    /// var database: AsyncFactory<Database> { self { try await Database.open(at: $0.path()) }.singleton }
    /// ```
    @inlinable
    public func callAsFunction<Service>(
        _ body: @escaping @Sendable (Container) async throws -> Service, file: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> AsyncFactory<Service> {
        AsyncFactory(declaration(file, line, column, function), handed: body)
    }

    /// Declares an asynchronous factory that takes a parameter, and whose closure is handed the container.
    @_disfavoredOverload
    @inlinable
    public func callAsFunction<Parameter: Sendable, Service>(
        _ body: @escaping @Sendable (Container, Parameter) async throws -> Service, file: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> AsyncParameterFactory<Parameter, Service> {
        AsyncParameterFactory(declaration(file, line, column, function), handed: body)
    }
}
