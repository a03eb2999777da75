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
/// `shared` is one in the program, and one in each sandbox. Do not write your own: every sandbox would have the same object
/// for it. What is registered there and kept is the sandbox's all the same, and the type is reported once.
public protocol SharedContainer: AnyObject, FactoryContainer {}

extension SharedContainer {
    /// The container of the current sandbox, made when it is first asked for.
    @inlinable public static var shared: Self {
        let declaration = SharedContainers.declaration
        return unsafe Engine.declared(
            Self.self, file: declaration.file, word: declaration.word, SharedContainers.context, at: .unknown,
            body: { SharedContainers.adopt(Self()) }, prepare: { SharedContainers.container(Self.self) })
    }

    @inlinable @inline(__always)
    func declaration(
        _ file: StaticString, _ line: UInt, _ column: UInt, _ function: StaticString
    ) -> Declaration {
        let storage = manager.storage
        if let storage, !storage.isPrepared { prepare(storage) }
        return Declaration(file: file, line: line, column: column, function: function, storage)
    }

    @usableFromInline @inline(never)
    func prepare(_ storage: ContainerStorage) {
        if storage.container == nil { storage.container = type(of: self) }
        let settings = Optional(storage).settings
        if settings.container == nil { settings.container = self }
        Optional(storage).prepare()
    }
}

/// The shared containers, each of which is a declaration of its environment.
@usableFromInline
enum SharedContainers {
    @usableFromInline static let declaration = Declaration(
        file: "", line: 0, column: 0, function: "shared",
        marks: DeclarationMarks.isStatic | DeclarationMarks.isSingleton, nil)

    /// All of them are looked for where singletons of containers are.
    @usableFromInline static let context = DeclarationContext(
        resolver: nil, container: SharedContainers.self)

    /// Takes a container that was just made for the shared one of its type.
    @usableFromInline @inline(never)
    static func adopt<C: SharedContainer>(_ container: C) -> C {
        if let storage = container.manager.storage, let resolver = storage.resolver {
            if storage.container == nil { storage.container = C.self }
            Environment.active.adopt(resolver, as: C.self)
            // What it took over from another sandbox names that one's container.
            Optional(storage).settings.container = container
        }
        return container
    }

    /// The container of a type where none has been asked for yet.
    @usableFromInline @inline(never)
    static func container<C: SharedContainer>(_ type: C.Type) -> C {
        if let inherited = OwnShared.inherited(by: type) { return inherited }
        let environment = Environment.prepared()
        Lock.held { environment.singletons.setUnprepared(false) }
        let key = unsafe ServiceKey(
            type,
            DeclarationPlace(
                container: SharedContainers.self, file: declaration.file, function: declaration.function,
                position: declaration.position(variant: 0), isStatic: true))
        environment.declare(key, in: environment.singletons, stated: nil, standard: containers)
        return unsafe Engine.declared(
            type, file: declaration.file, word: declaration.word, context, at: .unknown,
            body: { adopt(C()) }, prepare: { Engine.failEnded(key, at: .unknown) })
    }

    /// What keeps them, which nothing resets.
    private static let containers = ResolverScopeCache()
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
