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
        Factory(unboundDeclaration(file, line, column, function), .plain { Engine.failUnbound() })
    }

    /// Declares a factory with a parameter that this module needs and another binds, with `register`.
    public func required<Parameter, Service>(
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> ParameterFactory<Parameter, Service> {
        ParameterFactory(unboundDeclaration(file, line, column, function), .plain { _ in Engine.failUnbound() })
    }

    /// Declares a factory of what only the main actor may make, that this module needs and another binds.
    public func required<Service>(
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> MainActorFactory<Service> {
        MainActorFactory(unboundDeclaration(file, line, column, function), .plain { Engine.failUnbound() })
    }

    /// Declares a factory with a parameter of what only the main actor may make, that this module needs and another binds.
    public func required<Parameter, Service>(
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> MainActorParameterFactory<Parameter, Service> {
        MainActorParameterFactory(
            unboundDeclaration(file, line, column, function), .plain { _ in Engine.failUnbound() })
    }

    /// A declaration without an implementation of its own.
    func unboundDeclaration(
        _ file: StaticString, _ line: UInt, _ column: UInt, _ function: StaticString
    ) -> Declaration {
        prepareIfNeeded()
        return Declaration(
            file: file, line: line, column: column, function: function, marks: DeclarationMarks.isRequired,
            manager.storage)
    }
}
