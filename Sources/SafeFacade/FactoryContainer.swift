public import Resolver

/// What ``Container`` and every ``SharedContainer`` have in common.
public protocol FactoryContainer: Sendable {
    /// What the container stands on: its registrations, instances and settings.
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

/// What a container stands on: its registrations, instances and settings.
public struct ContainerManager: Sendable {
    @usableFromInline package let home: ContainerHome

    /// Makes a manager with nothing registered and no instances.
    public init() { home = ContainerHome() }

    init(_ home: ContainerHome) { self.home = home }

    /// A lifetime that a container may have for a default: neither shares an instance between threads.
    public enum DefaultLifetime: Sendable {
        /// A new instance at each call.
        case unique
        /// One instance for each outermost resolution.
        case graph
    }

    /// The lifetime of factories that state none; unique unless it is set.
    public var defaultLifetime: DefaultLifetime {
        get { home.defaultScope === Scope.graph ? .graph : .unique }
        nonmutating set { home.defaultScope = newValue == .graph ? .graph : .unique }
    }

    /// Sees every instance that the container's factories give, after their own decorators, and whether it was just made.
    ///
    /// Of a factory that is declared with `legacy()` it never was: its registration makes it.
    public var decorator: (@Sendable (_ service: Any, _ made: Bool) -> Void)? {
        get { home.decorate }
        nonmutating set { home.decorate = newValue }
    }
}

extension FactoryContainer {
    /// Drops what was registered over the container's declarations, its instances, or both; never its singletons, unless
    /// their scope is named.
    ///
    /// - Parameter part: What to drop.
    public func reset(_ part: ResetPart = .all) { manager.home.reset(part.part, of: type(of: self)) }

    /// Saves what is registered, and the instances but for singletons, until `pop`.
    public func push() { manager.home.push(type(of: self)) }

    /// Brings back what was saved by the last `push`; does nothing where nothing was.
    public func pop() { _ = manager.home.pop(type(of: self)) }

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
        manifest.compactMap { path in (self[keyPath: path] as? any FactoryDeclaration)?.unboundName }
    }
}

extension FactoryDeclaration {
    /// The declaration's name, if it needs to be bound and is not.
    fileprivate var unboundName: String? {
        let core = declaration.core
        let isUnbound =
            core.legacy == nil
            ? core.facts.isRequired && !Engine.isOverridden(Service.self, core)
            : !Engine.isRegistered(Service.self, core)
        return isUnbound ? Engine.display(of: Service.self, core) : nil
    }
}
