import Resolver

/// A service that only the main actor may make, resolved at the first access.
///
/// ```swift
/// final class Coordinator {
///     @MainActorLazyInjected(\.screen) private var screen
/// }
/// ```
///
/// The wrapper may be made anywhere, but reading it off the main actor does not compile. In Swift 5 mode, a property with this
/// wrapper isolates the type that has it to the main actor. Copies of the wrapper share the service. An access that must
/// resolve the service traps if a call of the factory would trap.
@propertyWrapper
public struct MainActorLazyInjected<Service> {
    private let lazy: LazyInjected<Service>

    /// Resolves the service at the first access with a factory of a ``Container``: the given one, or the shared one.
    ///
    /// The shared one is that of the sandbox in which the wrapper was made.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; if nil, the shared one.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(
        _ factory: any KeyPath<Container, MainActorFactory<Service>> & Sendable, container: Container? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let find = Container.finding(container)
        self.init(file, line) { find()?[keyPath: factory] }
    }

    /// Resolves the service at the first access with a factory of a container of your own.
    ///
    /// The wrapper does not hold the container.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; if nil, the shared one.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init<C: SharedContainer>(
        _ factory: any KeyPath<C, MainActorFactory<Service>> & Sendable, container: C? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let find = C.finding(container)
        self.init(file, line) { find()?[keyPath: factory] }
    }

    /// Resolves the service at the first access with a factory of a container that has no `shared`.
    ///
    /// The wrapper does not hold the container if that is a class.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init<C: FactoryContainer>(
        _ factory: any KeyPath<C, MainActorFactory<Service>> & Sendable, container: C, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        let find = container.findingItself
        self.init(file, line) { find()?[keyPath: factory] }
    }

    /// Resolves the service at the first access with a factory, a static one for instance.
    ///
    /// - Parameters:
    ///   - factory: The factory.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(_ factory: MainActorFactory<Service>, file: StaticString = #fileID, line: UInt = #line) {
        self.init(file, line) { factory }
    }

    private init(_ file: StaticString, _ line: UInt, _ factory: @escaping @Sendable () -> MainActorFactory<Service>?) {
        lazy = unsafe LazyInjected(at: CodeLocation(file, line), resolve: resolution(factory))
    }

    /// The service.
    @MainActor public var wrappedValue: Service {
        get { lazy.wrappedValue }
        nonmutating set { lazy.wrappedValue = newValue }
    }

    /// The wrapper itself.
    public var projectedValue: Self { self }

    /// Whether there is no service: it has not been resolved yet, was released, or is not kept.
    public var isEmpty: Bool { lazy.isEmpty }

    /// The service if it is there; nil if it has not been resolved, was released, or is gone.
    @MainActor public func resolvedOrNil() -> Service? { lazy.resolvedOrNil() }

    /// Resolves the service anew, in place of the one that is there.
    @MainActor public func resolve() { lazy.resolve() }

    /// Drops the service: the next access resolves it again.
    public func release() { lazy.release() }
}

extension MainActorLazyInjected: Sendable where Service: Sendable {}

/// A service that only the main actor may make, resolved at the first access and held weakly: nil once no other code holds it.
///
/// The wrapper may be made anywhere, but reading it off the main actor does not compile. In Swift 5 mode, a property with this
/// wrapper isolates the type that has it to the main actor. Copies of the wrapper share the service. An access that must
/// resolve the service traps if a call of the factory would trap.
@propertyWrapper
public struct MainActorWeakLazyInjected<Service> {
    private let lazy: WeakLazyInjected<Service>

    /// Resolves the service at the first access, without holding it, with a factory of a ``Container``.
    ///
    /// If no container is given, it is the shared one of the sandbox in which the wrapper was made.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; if nil, the shared one.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(
        _ factory: any KeyPath<Container, MainActorFactory<Service>> & Sendable, container: Container? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let find = Container.finding(container)
        self.init(file, line) { find()?[keyPath: factory] }
    }

    /// Resolves the service at the first access, without holding it, with a factory of a container of your own.
    ///
    /// The wrapper does not hold the container.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; if nil, the shared one.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init<C: SharedContainer>(
        _ factory: any KeyPath<C, MainActorFactory<Service>> & Sendable, container: C? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let find = C.finding(container)
        self.init(file, line) { find()?[keyPath: factory] }
    }

    /// Resolves the service at the first access, without holding it, with a factory of a container that has no `shared`.
    ///
    /// The wrapper does not hold the container if that is a class.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init<C: FactoryContainer>(
        _ factory: any KeyPath<C, MainActorFactory<Service>> & Sendable, container: C, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        let find = container.findingItself
        self.init(file, line) { find()?[keyPath: factory] }
    }

    /// Resolves the service at the first access, without holding it, with a factory, a static one for instance.
    ///
    /// - Parameters:
    ///   - factory: The factory.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(_ factory: MainActorFactory<Service>, file: StaticString = #fileID, line: UInt = #line) {
        self.init(file, line) { factory }
    }

    private init(_ file: StaticString, _ line: UInt, _ factory: @escaping @Sendable () -> MainActorFactory<Service>?) {
        lazy = unsafe WeakLazyInjected(at: CodeLocation(file, line), resolve: resolution(factory))
    }

    /// The service, or nil once no other code holds it.
    ///
    /// Set only instances of classes, as nothing else can be held weakly. A structure that is set is dropped at once, and the
    /// next access resolves the service.
    @MainActor public var wrappedValue: Service? {
        get { lazy.wrappedValue }
        nonmutating set { lazy.wrappedValue = newValue }
    }

    /// The wrapper itself.
    public var projectedValue: Self { self }

    /// Whether there is no service: it has not been resolved, or no code holds it any more.
    public var isEmpty: Bool { lazy.isEmpty }

    /// The service if it is there; nil if it has not been resolved, was released, or is gone.
    @MainActor public func resolvedOrNil() -> Service? { lazy.resolvedOrNil() }

    /// Resolves the service anew, in place of the one that is there.
    @MainActor public func resolve() { lazy.resolve() }

    /// Forgets the service: the next access resolves it again.
    public func release() { lazy.release() }
}

extension MainActorWeakLazyInjected: Sendable where Service: Sendable {}

extension SharedContainer {
    /// The function with which a wrapper finds its container, or the shared one if it has none.
    ///
    /// It does not hold a container.
    fileprivate static func finding(_ container: Self?) -> @Sendable () -> Self? {
        guard let container else { return { .shared } }
        return container.findingItself
    }
}

/// The function with which a wrapper resolves a service that only the main actor may make.
private func resolution<Service>(
    _ factory: @escaping @Sendable () -> MainActorFactory<Service>?
) -> LazySettings.Resolve {
    let resolve: @MainActor (UnsafeMutableRawPointer, LazySettings?, CodeLocation) -> Bool = {
        unsafe LazySettings.put(factory()?.factory.mainActorService(at: $2), into: $0)
    }
    // Sound because the closure is called only where the service is read, on the main actor. Isolation is part of a closure's
    // type, and not of its representation.
    return unsafe unsafeBitCast(resolve, to: LazySettings.Resolve.self)
}
