// Declaring asynchronous factories. The declared type of the property tells them from synchronous ones.

extension Container {
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

extension FactoryContainer {
    /// Declares an asynchronous factory.
    @inlinable
    public func callAsFunction<Service>(
        _ body: @escaping @Sendable () async throws -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> AsyncFactory<Service> {
        AsyncFactory(declaration(file, line, column, function), plain: body)
    }

    /// Declares an asynchronous factory whose closure is handed the container.
    @inlinable
    public func callAsFunction<Service>(
        _ body: @escaping @Sendable (Self) async throws -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> AsyncFactory<Service> {
        AsyncFactory(declaration(file, line, column, function), plain: { try await body(self) })
    }

    /// Declares an asynchronous factory that takes a parameter.
    @inlinable
    public func callAsFunction<Parameter: Sendable, Service>(
        _ body: @escaping @Sendable (Parameter) async throws -> Service, file: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> AsyncParameterFactory<Parameter, Service> {
        AsyncParameterFactory(declaration(file, line, column, function), plain: body)
    }

    /// Declares an asynchronous factory that takes a parameter, and whose closure is handed the container.
    @_disfavoredOverload
    @inlinable
    public func callAsFunction<Parameter: Sendable, Service>(
        _ body: @escaping @Sendable (Self, Parameter) async throws -> Service, file: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> AsyncParameterFactory<Parameter, Service> {
        AsyncParameterFactory(declaration(file, line, column, function), plain: { try await body(self, $0) })
    }
}
