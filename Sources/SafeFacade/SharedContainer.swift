public import Resolver

/// A container of your own, for a part of a program that is wired apart.
///
/// ```swift
/// final class PaymentsContainer: SharedContainer {
///     let manager = ContainerManager()
///     init() {}
/// }
/// extension PaymentsContainer {
///     var api: Factory<any PaymentsAPI> { self { HTTPPaymentsAPI(network: Container.shared.network()) }.cached }
/// }
/// let api = PaymentsContainer.shared.api()
/// ```
///
/// `shared` is one in the program, and one in each sandbox. Do not write your own: it would stand outside every sandbox.
public protocol SharedContainer: AnyObject, FactoryContainer {}

extension SharedContainer {
    /// The container of the current sandbox, made when it is first asked for.
    @inlinable public static var shared: Self {
        Engine.sharedContainer(Self.self, home: { $0.manager.home }, make: { Self() })
    }

    @inlinable @inline(__always)
    func declaration(
        _ file: StaticString, _ line: UInt, _ column: UInt, _ function: StaticString
    ) -> Declaration {
        let home = manager.home
        if !home.hasPrepared { prepare(home) }
        return Declaration(DeclarationFacts(file: file, line: line, column: column, function: function), home)
    }

    @usableFromInline @inline(never)
    func prepare(_ home: ContainerHome) {
        home.prepare(type(of: self)) { (self as? any AutoRegistering)?.autoRegister() }
    }
}

// MARK: - Declaring

extension SharedContainer {
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
        Factory(declaration(file, line, column, function), .plain(body))
    }

    /// Declares a factory whose closure is handed the container, and so captures nothing.
    ///
    /// ```swift
    /// var loader: Factory<any MessageLoading> { self { MessageLoader(network: $0.network()) } }
    /// ```
    @inlinable
    public func callAsFunction<Service>(
        _ body: @escaping @Sendable (Self) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> Factory<Service> {
        Factory(declaration(file, line, column, function), .plain { body(self) })
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
        ParameterFactory(declaration(file, line, column, function), .plain(body))
    }

    /// Declares a factory that takes a parameter, and whose closure is handed the container.
    ///
    /// ```swift
    /// var thread: ParameterFactory<Message.ID, MessageThread> { self { MessageThread(id: $1, loader: $0.loader()) } }
    /// ```
    @inlinable
    public func callAsFunction<Parameter, Service>(
        _ body: @escaping @Sendable (Self, Parameter) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> ParameterFactory<Parameter, Service> {
        ParameterFactory(declaration(file, line, column, function), .plain { body(self, $0) })
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
        MainActorFactory(declaration(file, line, column, function), .plain(body))
    }

    /// Declares a factory of what only the main actor may make, whose closure is handed the container.
    @inlinable
    public func callAsFunction<Service>(
        _ body: @escaping @MainActor @Sendable (Self) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) -> MainActorFactory<Service> {
        MainActorFactory(declaration(file, line, column, function), .plain { body(self) })
    }
}
