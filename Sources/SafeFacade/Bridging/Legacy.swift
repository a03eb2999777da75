public import Resolver

// Typed factories for what is still registered with the runtime face.

extension FactoryContainer {
    /// A declaration that stands for a registration of the runtime face.
    @inlinable @inline(__always)
    func legacyDeclaration(
        _ name: Resolver.Name?, _ file: StaticString, _ line: UInt, _ column: UInt, _ function: StaticString
    ) -> Declaration {
        let declaration = declaration(file, line, column, function, marks: DeclarationMarks.isLegacy)
        return name.map { declaration.legacy(name: $0) } ?? declaration
    }
}

extension Declaration {
    /// A copy that stands for what is registered under a name.
    @usableFromInline
    func legacy(name: Resolver.Name) -> Declaration { changing { $0.legacyName = name } }
}

/// The service that is registered, on behalf of the declaration that stands for it.
@usableFromInline
func registered<Service>(in container: Container, name: Resolver.Name? = nil) -> Service {
    let environment = Environment.active
    let own = container.storage?.resolver.map { environment.own($0) }
    let key = ServiceKey(serviceType(of: Service.self), name: name?.rawValue)
    let hasOwn = own.map { !environment.shares($0) && environment.nearest(key, from: $0) != nil } ?? false
    return Engine.forwarded(Service.self, name: name, asked: hasOwn ? own : nil)
}

extension FactoryContainer {
    /// Declares a factory of what is still registered with `Resolver`.
    ///
    /// ```swift
    /// var keychain: Factory<any Keychain> { legacy() }
    /// ```
    ///
    /// Both are one: the factory gives what the registration gives, found from `Resolver.root`, and its `register` and
    /// `reset` are seen by `Resolver.resolve`. Resetting it brings the registration back. The lifetime stands at the
    /// registration: a modifier here is reported when the factory is called, as is a registration that is missing.
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
        Factory(
            legacyDeclaration(name, file, line, column, function),
            name == nil ? .handed { registered(in: $0) } : .handed { registered(in: $0, name: name) })
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
        ParameterFactory(
            legacyDeclaration(name, file, line, column, function),
            name == nil
                ? .handed { container, _ in registered(in: container) }
                : .handed { container, _ in registered(in: container, name: name) })
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
        MainActorFactory(
            legacyDeclaration(name, file, line, column, function),
            name == nil ? .handed { registered(in: $0) } : .handed { registered(in: $0, name: name) })
    }

    /// Declares a factory with a parameter of what is still registered with `Resolver` and only the main actor may make.
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
        MainActorParameterFactory(
            legacyDeclaration(name, file, line, column, function),
            name == nil
                ? .handed { container, _ in registered(in: container) }
                : .handed { container, _ in registered(in: container, name: name) })
    }
}
