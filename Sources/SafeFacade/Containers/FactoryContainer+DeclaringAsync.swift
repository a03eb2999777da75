// How containers declare asynchronous factories. The declared type of the property tells them from synchronous ones. There is
// one set for all containers, as a container's `Default` does not count for asynchronous factories.

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
