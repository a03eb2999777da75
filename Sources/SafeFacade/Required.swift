import Resolver

// Typed factories whose implementation stands elsewhere.

extension FactoryContainer {
    /// Declares a factory that this module needs and another binds, with `register`.
    ///
    /// ```swift
    /// var analytics: Factory<any Analytics> { required() }
    /// ```
    ///
    /// Resolving it before traps and says where it was declared; ``unbound(in:)`` finds out without.
    public func required<Service>(
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> Factory<Service> {
        Factory(unboundDeclaration(file, line, column, function), .plain { Engine.unbound() })
    }

    /// Declares a factory with a parameter that this module needs and another binds, with `register`.
    public func required<Parameter, Service>(
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> ParameterFactory<Parameter, Service> {
        ParameterFactory(unboundDeclaration(file, line, column, function), .plain { _ in Engine.unbound() })
    }

    /// Declares a factory of what only the main actor may make, that this module needs and another binds.
    public func required<Service>(
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> MainActorFactory<Service> {
        MainActorFactory(unboundDeclaration(file, line, column, function), .plain { Engine.unbound() })
    }

    /// A declaration without an implementation of its own.
    private func unboundDeclaration(
        _ file: StaticString, _ line: UInt, _ column: UInt, _ function: StaticString
    ) -> Declaration {
        let home = manager.home
        // The container of the process has none at hand, and is prepared when one of its factories is called.
        let isProcess = home === Sandbox.processHome
        if !isProcess, !home.hasPrepared, let container = self as? any SharedContainer { container.prepare(home) }
        var facts = DeclarationFacts(file: file, line: line, column: column, function: function)
        facts.isRequired = true
        return Declaration(facts, isProcess ? nil : home)
    }
}
