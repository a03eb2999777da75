public import Resolver

// Typed factories for what is still registered with the runtime face.

extension FactoryContainer {
    /// A declaration that stands for a registration of the runtime face.
    @inlinable @inline(__always)
    func legacyDeclaration(
        _ name: Resolver.Name?, _ file: StaticString, _ line: UInt, _ column: UInt, _ function: StaticString
    ) -> Declaration {
        let declaration = declaration(file, line, column, function, marks: DeclarationMarks.isLegacy)
        return name.map { declaration.known(as: $0) } ?? declaration
    }
}

/// The registered service, on behalf of the `legacy()` declaration whose closure runs.
@usableFromInline
func registered<Service>(in container: Container, name: Resolver.Name? = nil) -> Service {
    Engine.forwarded(Service.self, name: name, asked: container.ownResolver(having: Service.self, name: name))
}

/// The same for an asynchronous declaration, which may have been called with a parameter.
@usableFromInline
func registered<Service>(
    in container: Container, name: Resolver.Name?, asynchronouslyWith parameter: Any?
) async throws -> Service {
    // Sound because a parameter is `Sendable` where a public type has one.
    nonisolated(unsafe) let parameter = parameter
    return try await Engine.resolvedAsync(
        Service.self, name: name, argument: unsafe parameter, at: Engine.innermostCallLocation,
        asked: container.ownResolver(having: Service.self, name: name), for: .declaration(passing: nil))
}

extension Container {
    /// The own resolver of a container that is not shared, if a service is registered there or in its children.
    fileprivate func ownResolver(having type: Any.Type, name: Resolver.Name?) -> Resolver? {
        guard let own = storage.isolatedResolver else { return nil }
        let key = ServiceKey(serviceType(of: type), name: name?.rawValue)
        return Environment.active.nearest(key, from: own).map { _ in own }
    }
}

extension FactoryContainer {
    /// Declares a factory of a service that is still registered with `Resolver`.
    ///
    /// ```swift
    /// var keychain: Factory<any Keychain> { legacy() }
    /// ```
    ///
    /// Both are one: the factory gives what the registration gives, found from `Resolver.root`, and `Resolver.resolve` sees
    /// what the factory's `register` and `reset` do. Resetting it brings the registration back. It takes no modifiers: state
    /// lifetime, contexts and closers at the registration. A modifier is reported when the factory is called, as is a missing
    /// registration. A kept instance need not be `Sendable`: as with `Resolver.resolve`, the compiler does not check that.
    ///
    /// - Parameters:
    ///   - name: The name it is registered under.
    ///   - file: Where the factory is declared.
    ///   - line: Where the factory is declared.
    ///   - column: Where the factory is declared.
    ///   - function: Where the factory is declared.
    /// - Returns: The factory.
    @inlinable
    public func legacy<Service>(
        name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) -> Factory<Service> {
        let declaration = legacyDeclaration(name, file, line, column, function)
        // A closure that captures nothing needs no memory.
        guard let name else { return Factory(declaration, handed: { registered(in: $0) }) }
        return Factory(declaration, handed: { registered(in: $0, name: name) })
    }

    /// Declares a factory with a parameter of what is still registered with `Resolver`, which is handed it as `args`.
    ///
    /// - Parameters:
    ///   - name: The name it is registered under.
    ///   - file: Where the factory is declared.
    ///   - line: Where the factory is declared.
    ///   - column: Where the factory is declared.
    ///   - function: Where the factory is declared.
    /// - Returns: The factory.
    @inlinable
    public func legacy<Parameter, Service>(
        name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) -> ParameterFactory<Parameter, Service> {
        let declaration = legacyDeclaration(name, file, line, column, function)
        guard let name else {
            return ParameterFactory(declaration, handed: { container, _ in registered(in: container) })
        }
        return ParameterFactory(declaration, handed: { container, _ in registered(in: container, name: name) })
    }

    /// Declares a factory of what is still registered with `Resolver` and only the main actor may make.
    ///
    /// - Parameters:
    ///   - name: The name it is registered under.
    ///   - file: Where the factory is declared.
    ///   - line: Where the factory is declared.
    ///   - column: Where the factory is declared.
    ///   - function: Where the factory is declared.
    /// - Returns: The factory.
    @inlinable
    public func legacy<Service>(
        name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) -> MainActorFactory<Service> {
        let declaration = legacyDeclaration(name, file, line, column, function)
        guard let name else { return MainActorFactory(declaration, handed: { registered(in: $0) }) }
        return MainActorFactory(declaration, handed: { registered(in: $0, name: name) })
    }

    /// Declares a factory with a parameter of what is still registered with `Resolver` and only the main actor may
    /// make.
    ///
    /// - Parameters:
    ///   - name: The name it is registered under.
    ///   - file: Where the factory is declared.
    ///   - line: Where the factory is declared.
    ///   - column: Where the factory is declared.
    ///   - function: Where the factory is declared.
    /// - Returns: The factory.
    @inlinable
    public func legacy<Parameter, Service>(
        name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) -> MainActorParameterFactory<Parameter, Service> {
        let declaration = legacyDeclaration(name, file, line, column, function)
        guard let name else {
            return MainActorParameterFactory(declaration, handed: { container, _ in registered(in: container) })
        }
        return MainActorParameterFactory(declaration, handed: { container, _ in registered(in: container, name: name) })
    }

    /// Declares an asynchronous factory of what is still registered with `Resolver`, asynchronously or not.
    ///
    /// ```swift
    /// var database: AsyncFactory<Database> { legacy() }
    /// ```
    ///
    /// It gives what `requireAsync` gives. It throws if the registration is missing, and throws on what its factory throws.
    ///
    /// - Parameters:
    ///   - name: The name it is registered under.
    ///   - file: Where the factory is declared.
    ///   - line: Where the factory is declared.
    ///   - column: Where the factory is declared.
    ///   - function: Where the factory is declared.
    /// - Returns: The factory.
    @inlinable
    public func legacy<Service>(
        name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) -> AsyncFactory<Service> {
        AsyncFactory(
            legacyDeclaration(name, file, line, column, function),
            handed: { try await registered(in: $0, name: name, asynchronouslyWith: nil) })
    }

    /// Declares an asynchronous factory with a parameter of what is still registered with `Resolver`, which is handed
    /// it as `args`.
    ///
    /// - Parameters:
    ///   - name: The name it is registered under.
    ///   - file: Where the factory is declared.
    ///   - line: Where the factory is declared.
    ///   - column: Where the factory is declared.
    ///   - function: Where the factory is declared.
    /// - Returns: The factory.
    @inlinable
    public func legacy<Parameter: Sendable, Service>(
        name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) -> AsyncParameterFactory<Parameter, Service> {
        AsyncParameterFactory(
            legacyDeclaration(name, file, line, column, function),
            handed: { try await registered(in: $0, name: name, asynchronouslyWith: $1) })
    }
}
