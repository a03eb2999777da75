public import Resolver

/// A container of which there is one in each sandbox: ``Container``, and your own for parts of a program that are wired
/// apart.
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
/// There is one `shared` in the program, and one in each sandbox. Do not write your own: every sandbox would have the same
/// object for it. Registrations and instances are the sandbox's own all the same, and the type is reported once.
///
/// A factory in an extension of this protocol belongs to every such container, each with instances of its own:
///
/// ```swift
/// extension SharedContainer {
///     var logger: Factory<Logger> { self { Logger() }.cached }
/// }
/// ```
public protocol SharedContainer: FactoryContainer {
    /// The container of the current sandbox.
    static var shared: Self { get }

    /// Makes a container of its own, with nothing registered and no instances.
    init()
}

extension SharedContainer where Self: AnyObject {
    /// The container of the current sandbox, made when it is first asked for.
    @inlinable public static var shared: Self {
        let declaration = SharedContainers.declaration
        return unsafe Engine.declared(
            Self.self, file: declaration.file, word: declaration.word, declaration.details, at: .unknown,
            body: { SharedContainers.adopt(Self()) }, prepare: { SharedContainers.container(Self.self) })
    }
}

/// The shared containers, each of which is a declaration of its environment.
@usableFromInline
enum SharedContainers {
    @usableFromInline static let declaration = Declaration(
        file: "", line: 0, column: 0, function: "shared",
        marks: DeclarationMarks.isStatic | DeclarationMarks.isSingleton, nil
    )
    // To a type: so they are where the engine has singletons of containers, and not in the main resolver.
    .belonging(to: SharedContainers.self)

    /// Makes a new container the shared one of its type.
    @usableFromInline @inline(never)
    static func adopt<C: SharedContainer & AnyObject>(_ container: C) -> C {
        if let storage = container.manager.storage, let resolver = storage.resolver {
            if storage.container == nil { storage.container = C.self }
            let own = Environment.active.adopt(resolver, as: C.self)
            if own !== resolver { storage.setResolver(own) }
            // What was taken over from another sandbox names the container of that one.
            if container is any AutoRegistering { Optional(storage).selfRegistration.note(container, replacing: true) }
        }
        return container
    }

    /// The shared container of a type, which is asked for here for the first time.
    @usableFromInline @inline(never)
    static func container<C: SharedContainer & AnyObject>(_ type: C.Type) -> C {
        if let inherited = OwnShared.inherited(by: type) { return inherited }
        let environment = Environment.activeAfterHook()
        // No `autoRegister` belongs to it. As long as it counts as unprepared, each call comes here.
        Lock.held { environment.singletons.setPrepared() }
        let key = declaration.key(of: type)
        environment.declare(key, in: environment.singletons, stated: nil, keptBy: containers)
        return unsafe Engine.declared(
            type, file: declaration.file, word: declaration.word, declaration.details, at: .unknown,
            body: { adopt(C()) }, prepare: { Failure.endedSandbox(key, .unknown).trap() })
    }

    /// The scope that keeps them, which nothing resets.
    private static let containers = ResolverScopeCache()
}
