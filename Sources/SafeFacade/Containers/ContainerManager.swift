public import Resolver

/// A container's registrations, instances and settings.
@frozen
public struct ContainerManager: Sendable {
    /// Nil for the default container.
    @usableFromInline package let storage: DeclarationDetails?

    /// Makes a manager with nothing registered and no instances.
    public init() { storage = DeclarationDetails(resolver: Resolver()) }

    @inlinable @inline(__always)
    init(_ storage: DeclarationDetails?) { self.storage = storage }

    /// A lifetime that shares no instance between threads.
    ///
    /// A container may have it as its default, and an override of any service may state it.
    public enum DefaultLifetime: Sendable {
        /// A new instance at each call.
        case unique
        /// One instance for each outermost resolution.
        case graph

        /// The scope of this lifetime.
        var scope: Scope { self == .graph ? .graph : .unique }
    }

    /// The lifetime of factories that state none; unique unless it is set.
    ///
    /// It does not concern asynchronous factories, which keep nothing by default, nor the factories of a container whose type
    /// states a ``FactoryContainer/Default``.
    public var defaultLifetime: DefaultLifetime {
        get { storage.currentResolver.currentContainerDefault === Scope.graph ? .graph : .unique }
        nonmutating set {
            Environment.active.setDefaultScope(
                newValue.scope, of: storage.currentResolver, container: storage.containerType)
        }
    }

    /// Sees every instance that the container's factories give, after their own decorators, and whether it was just
    /// made.
    ///
    /// It runs on the thread that resolves; no lock is held. An instance of a factory that is declared with `legacy()` never
    /// counts as just made: its registration makes it.
    public var decorator: (@Sendable (_ service: Any, _ made: Bool) -> Void)? {
        get { storage.currentResolver.currentDecorator }
        nonmutating set { storage.currentResolver.decorate(with: newValue) }
    }
}
