public import Resolver

/// What ``Container`` and every ``SharedContainer`` have in common.
public protocol FactoryContainer: Sendable {
    /// The container's registrations, instances and settings.
    var manager: ContainerManager { get }

    /// The container of the current sandbox.
    static var shared: Self { get }

    /// Makes a container of its own, with nothing registered and no instances.
    init()
}

/// A container that registers overrides itself, once, before it is used.
///
/// ```swift
/// extension Container: @retroactive AutoRegistering {
///     public func autoRegister() {
///         analytics.register { LiveAnalytics() }
///     }
/// }
/// ```
///
/// It runs at the first resolution or the first `register`, so what the program registers itself counts more.
public protocol AutoRegistering: FactoryContainer {
    /// Registers the container's overrides.
    func autoRegister()
}

/// A container's registrations, instances and settings.
public struct ContainerManager: Sendable {
    /// Nil for the default container.
    @usableFromInline package let storage: ContainerStorage?

    /// Makes a manager with nothing registered and no instances.
    public init() { storage = ContainerStorage(resolver: Resolver()) }

    init(_ storage: ContainerStorage?) { self.storage = storage }

    /// A lifetime that shares no instance between threads: a container may have it for a default, and an override of any
    /// service for its own.
    public enum DefaultLifetime: Sendable {
        /// A new instance at each call.
        case unique
        /// One instance for each outermost resolution.
        case graph
    }

    /// The lifetime of factories that state none; unique unless it is set.
    public var defaultLifetime: DefaultLifetime {
        get { storage.settings.standardScope === Scope.graph ? .graph : .unique }
        nonmutating set { storage.setStandardScope(newValue.scope) }
    }

    /// Sees every instance that the container's factories give, after their own decorators, and whether it was just made.
    ///
    /// Of a factory that is declared with `legacy()` it never was: its registration makes it.
    public var decorator: (@Sendable (_ service: Any, _ made: Bool) -> Void)? {
        get { storage.currentResolver.currentDecorator }
        nonmutating set { storage.currentResolver.decorate(with: newValue) }
    }
}

extension FactoryContainer {
    /// Configures the container: registers several things at once.
    ///
    /// ```swift
    /// Container.shared {
    ///     $0.loader.register { MockLoader() }
    ///     $0.network.register { MockNetwork() }
    /// }
    /// ```
    ///
    /// - Parameter configure: Is given the container.
    /// - Returns: The container.
    @discardableResult
    public func callAsFunction(_ configure: (Self) throws -> Void) rethrows -> Self {
        try configure(self)
        return self
    }

    /// Drops what was registered over the container's declarations, its instances, or both; never its singletons, unless
    /// their scope is named.
    ///
    /// - Parameter part: What to drop.
    public func reset(_ part: ResetPart = .all) {
        prepareIfNeeded()
        var selection = part.selection
        selection.keepsSingletons = true
        let storage = manager.storage
        Environment.active.reset(type(of: self), in: storage.currentResolver, selection)
        if selection.registrations && selection.instances { storage.rearm() }
    }

    /// Saves what is registered, and the instances but for singletons, until `pop`.
    public func push() {
        prepareIfNeeded()
        let storage = manager.storage
        let resolver = storage.currentResolver
        storage.settings.push(
            ContainerSettings.Saved(
                snapshot: Environment.active.save(type(of: self), in: resolver),
                standardScope: storage.settings.standardScope, decorator: resolver.currentDecorator))
    }

    /// Brings back what was saved by the last `push`; does nothing where nothing was.
    public func pop() {
        let storage = manager.storage
        guard let saved = storage.settings.pop() else { return }
        let resolver = storage.currentResolver
        Environment.active.restore(saved.snapshot, type(of: self), in: resolver)
        storage.setStandardScope(saved.standardScope)
        resolver.decorate(with: saved.decorator)
    }

    /// Tells the storage of its container, and lets that register its own overrides.
    func prepareIfNeeded() {
        guard let storage = manager.storage, !storage.isPrepared, let container = self as? any SharedContainer else {
            return
        }
        container.prepare(storage)
    }

    /// The names of the declarations in a list that nothing is bound to.
    ///
    /// Write the list where the slots are declared, and check it in one test:
    ///
    /// ```swift
    /// extension Container {
    ///     static var manifest: [PartialKeyPath<Container>] { [\.analytics, \.keychain] }
    /// }
    /// #expect(Container.shared.unbound(in: Container.manifest) == [])
    /// ```
    ///
    /// - Parameter manifest: Key paths of factories.
    /// - Returns: The names of those that were declared with `required()` and are not registered, or with `legacy()` and
    ///   not registered with `Resolver`.
    public func unbound(in manifest: [PartialKeyPath<Self>]) -> [String] {
        manifest.compactMap { path in (self[keyPath: path] as? any ServiceDeclaration)?.unboundName }
    }
}

extension ServiceDeclaration {
    /// The declaration's name, if it needs to be bound and is not.
    fileprivate var unboundName: String? {
        let environment = Environment.prepared()
        if isLegacy { return legacyPlace == nil ? declaration.display(of: Service.self) : nil }
        let isUnbound =
            declaration.has(DeclarationMarks.isRequired)
            && !environment.isOverridden(declaration.place(of: Service.self))
        return isUnbound ? declaration.display(of: Service.self) : nil
    }
}
