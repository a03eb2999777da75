import Resolver

// How containers declare their factories: `self { … }` in four kinds, each with and without the container handed to the
// closure. The declared type of the property says which kind is meant.
//
// There are two sets, as a container that shares by default needs services that are `Sendable`. The first set is for
// containers whose factories share nothing by default, and requires nothing; the second is for all containers. Where both
// fit, the compiler takes the first.

extension FactoryContainer where Default == SharesNothing {
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

    /// Declares a factory, whose closure is handed the container.
    ///
    /// ```swift
    /// var loader: Factory<any MessageLoading> { self { MessageLoader(network: $0.network()) } }
    /// ```
    @inlinable
    public func callAsFunction<Service>(
        _ body: @escaping @Sendable (Self) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> Factory<Service> {
        Factory(declaration(file, line, column, function), plain: { body(self) })
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

    /// Declares a factory that takes a parameter, whose closure is handed the container.
    ///
    /// ```swift
    /// var thread: ParameterFactory<Message.ID, MessageThread> { self { MessageThread(id: $1, loader: $0.loader()) } }
    /// ```
    @_disfavoredOverload
    @inlinable
    public func callAsFunction<Parameter, Service>(
        _ body: @escaping @Sendable (Self, Parameter) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> ParameterFactory<Parameter, Service> {
        ParameterFactory(declaration(file, line, column, function), plain: { body(self, $0) })
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
        _ body: @escaping @MainActor @Sendable (Self) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> MainActorFactory<Service> {
        MainActorFactory(declaration(file, line, column, function), plain: { body(self) })
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
        _ body: @escaping @MainActor @Sendable (Self, Parameter) -> Service, file: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> MainActorParameterFactory<Parameter, Service> {
        MainActorParameterFactory(declaration(file, line, column, function), plain: { body(self, $0) })
    }
}

extension FactoryContainer {
    /// Declares a factory, with the lifetime that is the container's default.
    @inlinable
    public func callAsFunction<Service: Sendable>(
        _ body: @escaping @Sendable () -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> Factory<Service> {
        Default.applied(to: Factory(declaration(file, line, column, function), plain: body))
    }

    /// Declares a factory, whose closure is handed the container, with the lifetime that is the container's default.
    @inlinable
    public func callAsFunction<Service: Sendable>(
        _ body: @escaping @Sendable (Self) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> Factory<Service> {
        Default.applied(to: Factory(declaration(file, line, column, function), plain: { body(self) }))
    }

    /// Declares a factory that takes a parameter, with the lifetime that is the container's default.
    @inlinable
    public func callAsFunction<Parameter, Service: Sendable>(
        _ body: @escaping @Sendable (Parameter) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> ParameterFactory<Parameter, Service> {
        Default.applied(to: ParameterFactory(declaration(file, line, column, function), plain: body))
    }

    /// Declares a factory that takes a parameter, whose closure is handed the container, with the lifetime that is the
    /// container's default.
    @_disfavoredOverload
    @inlinable
    public func callAsFunction<Parameter, Service: Sendable>(
        _ body: @escaping @Sendable (Self, Parameter) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> ParameterFactory<Parameter, Service> {
        Default.applied(to: ParameterFactory(declaration(file, line, column, function), plain: { body(self, $0) }))
    }

    /// Declares a factory of what only the main actor may make, with the lifetime that is the container's default.
    @inlinable
    public func callAsFunction<Service: Sendable>(
        _ body: @escaping @MainActor @Sendable () -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> MainActorFactory<Service> {
        Default.applied(to: MainActorFactory(declaration(file, line, column, function), plain: body))
    }

    /// Declares a factory of what only the main actor may make, whose closure is handed the container, with the
    /// lifetime that is the container's default.
    @inlinable
    public func callAsFunction<Service: Sendable>(
        _ body: @escaping @MainActor @Sendable (Self) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> MainActorFactory<Service> {
        Default.applied(to: MainActorFactory(declaration(file, line, column, function), plain: { body(self) }))
    }

    /// Declares a factory with a parameter of what only the main actor may make, with the lifetime that is the
    /// container's default.
    @inlinable
    public func callAsFunction<Parameter, Service: Sendable>(
        _ body: @escaping @MainActor @Sendable (Parameter) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> MainActorParameterFactory<Parameter, Service> {
        Default.applied(to: MainActorParameterFactory(declaration(file, line, column, function), plain: body))
    }

    /// Declares a factory with a parameter of what only the main actor may make, whose closure is handed the container,
    /// with the lifetime that is the container's default.
    @_disfavoredOverload
    @inlinable
    public func callAsFunction<Parameter, Service: Sendable>(
        _ body: @escaping @MainActor @Sendable (Self, Parameter) -> Service, file: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> MainActorParameterFactory<Parameter, Service> {
        Default.applied(
            to: MainActorParameterFactory(declaration(file, line, column, function), plain: { body(self, $0) }))
    }
}

// A method and not a label, since a bare trailing closure reaches a label.
extension FactoryContainer {
    /// Declares a factory, with the container's default lifetime, of a service that is not `Sendable`.
    ///
    /// The compiler cannot check that the service is used by one thread at a time: you do.
    ///
    /// ```swift
    /// var draft: Factory<Draft> { unchecked { Draft() } }
    /// ```
    @inlinable
    public func unchecked<Service>(
        _ body: @escaping @Sendable () -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> Factory<Service> {
        Default.applied(to: Factory(declaration(file, line, column, function), plain: body))
    }

    /// Declares a factory, whose closure is handed the container, with the container's default lifetime, of a service
    /// that is not `Sendable`.
    @inlinable
    public func unchecked<Service>(
        _ body: @escaping @Sendable (Self) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> Factory<Service> {
        Default.applied(to: Factory(declaration(file, line, column, function), plain: { body(self) }))
    }

    /// Declares a factory that takes a parameter, with the container's default lifetime, of a service that is not
    /// `Sendable`.
    @inlinable
    public func unchecked<Parameter, Service>(
        _ body: @escaping @Sendable (Parameter) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> ParameterFactory<Parameter, Service> {
        Default.applied(to: ParameterFactory(declaration(file, line, column, function), plain: body))
    }

    /// Declares a factory that takes a parameter, whose closure is handed the container, with the container's default
    /// lifetime, of a service that is not `Sendable`.
    @_disfavoredOverload
    @inlinable
    public func unchecked<Parameter, Service>(
        _ body: @escaping @Sendable (Self, Parameter) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> ParameterFactory<Parameter, Service> {
        Default.applied(to: ParameterFactory(declaration(file, line, column, function), plain: { body(self, $0) }))
    }

    /// Declares a factory of what only the main actor may make, with the container's default lifetime, of a service
    /// that is not `Sendable`.
    @inlinable
    public func unchecked<Service>(
        _ body: @escaping @MainActor @Sendable () -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> MainActorFactory<Service> {
        Default.applied(to: MainActorFactory(declaration(file, line, column, function), plain: body))
    }

    /// Declares a factory of what only the main actor may make, whose closure is handed the container, with the
    /// container's default lifetime, of a service that is not `Sendable`.
    @inlinable
    public func unchecked<Service>(
        _ body: @escaping @MainActor @Sendable (Self) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> MainActorFactory<Service> {
        Default.applied(to: MainActorFactory(declaration(file, line, column, function), plain: { body(self) }))
    }

    /// Declares a factory with a parameter of what only the main actor may make, with the container's default lifetime,
    /// of a service that is not `Sendable`.
    @inlinable
    public func unchecked<Parameter, Service>(
        _ body: @escaping @MainActor @Sendable (Parameter) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> MainActorParameterFactory<Parameter, Service> {
        Default.applied(to: MainActorParameterFactory(declaration(file, line, column, function), plain: body))
    }

    /// Declares a factory with a parameter of what only the main actor may make, whose closure is handed the container,
    /// with the container's default lifetime, of a service that is not `Sendable`.
    @_disfavoredOverload
    @inlinable
    public func unchecked<Parameter, Service>(
        _ body: @escaping @MainActor @Sendable (Self, Parameter) -> Service, file: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) -> MainActorParameterFactory<Parameter, Service> {
        Default.applied(
            to: MainActorParameterFactory(declaration(file, line, column, function), plain: { body(self, $0) }))
    }
}
