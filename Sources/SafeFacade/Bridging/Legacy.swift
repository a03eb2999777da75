public import Resolver

// Typed factories for what is still registered with the runtime face.

extension FactoryDeclaration {
    /// A copy that stands for a registration of the runtime face.
    func standing(forName name: Resolver.Name?) -> Self { changing { $0.legacy = LegacyName(name: name) } }
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
    public func legacy<Service>(
        name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) -> Factory<Service> {
        required(file: file, line: line, column: column, function: function).standing(forName: name)
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
    public func legacy<Parameter, Service>(
        name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) -> ParameterFactory<Parameter, Service> {
        required(file: file, line: line, column: column, function: function).standing(forName: name)
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
    public func legacy<Service>(
        name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) -> MainActorFactory<Service> {
        required(file: file, line: line, column: column, function: function).standing(forName: name)
    }
}
