import Resolver

// Typed factories whose implementation is in another module.

extension FactoryContainer {
    /// Declares a factory that this module needs and another binds, with `register`.
    ///
    /// ```swift
    /// var analytics: Factory<any Analytics> { required() }
    /// ```
    ///
    /// Resolving it before it is bound traps, and says where it was declared; ``unbound(in:)`` finds such factories without a
    /// trap. The container's `Default` does not count for it, as the bound service need not be `Sendable`: state a lifetime
    /// here, or where you bind it. An `onClose` that is stated here closes the bound service; binding traps then if neither
    /// place states a lifetime.
    @inlinable
    public func required<Service>(
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> Factory<Service> {
        Factory(
            declaration(file, line, column, function, marks: DeclarationMarks.isRequired),
            plain: { Engine.failUnbound() })
    }

    /// Declares a factory with a parameter that this module needs and another binds, with `register`.
    @inlinable
    public func required<Parameter, Service>(
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> ParameterFactory<Parameter, Service> {
        ParameterFactory(
            declaration(file, line, column, function, marks: DeclarationMarks.isRequired),
            plain: { _ in Engine.failUnbound() })
    }

    /// Declares a factory of what only the main actor may make, that this module needs and another binds.
    @inlinable
    public func required<Service>(
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> MainActorFactory<Service> {
        MainActorFactory(
            declaration(file, line, column, function, marks: DeclarationMarks.isRequired),
            plain: { Engine.failUnbound() })
    }

    /// Declares a factory with a parameter of what only the main actor may make, that this module needs and another
    /// binds.
    @inlinable
    public func required<Parameter, Service>(
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> MainActorParameterFactory<Parameter, Service> {
        MainActorParameterFactory(
            declaration(file, line, column, function, marks: DeclarationMarks.isRequired),
            plain: { _ in Engine.failUnbound() })
    }

    /// Declares an asynchronous factory that this module needs and another binds, with `register`.
    ///
    /// ```swift
    /// var database: AsyncFactory<any Database> { required() }
    /// ```
    ///
    /// Asking for it before it is bound throws a `ResolutionError`, which says where it was declared. The closure that is bound
    /// need not be asynchronous.
    @inlinable
    public func required<Service>(
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> AsyncFactory<Service> {
        AsyncFactory(
            declaration(file, line, column, function, marks: DeclarationMarks.isRequired),
            plain: { throw Engine.unboundError() })
    }

    /// Declares an asynchronous factory with a parameter that this module needs and another binds, with `register`.
    @inlinable
    public func required<Parameter: Sendable, Service>(
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> AsyncParameterFactory<Parameter, Service> {
        AsyncParameterFactory(
            declaration(file, line, column, function, marks: DeclarationMarks.isRequired),
            plain: { _ in throw Engine.unboundError() })
    }
}
