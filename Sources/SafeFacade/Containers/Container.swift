public import Resolver

/// The default container of typed factories.
///
/// Declare each service as a property, in an extension next to what it makes:
///
/// ```swift
/// extension Container {
///     var network: Factory<any NetworkManaging> { self { HTTPNetworkManager() }.singleton }
///     var loader: Factory<any MessageLoading> { self { MessageLoader(network: $0.network()) } }
/// }
/// let loader = Container.shared.loader()
/// ```
///
/// Asking for a service that is not declared does not compile. A closure that is handed the container (`$0`) captures
/// nothing, and is the fastest form.
@frozen
public struct Container: SharedContainer {
    // Nil for the shared container, which is that of whichever sandbox asks. So using it counts no references, for which
    // threads would contend.
    @usableFromInline package let storage: DeclarationDetails?

    @inlinable @inline(__always)
    package init(_ storage: DeclarationDetails?) { self.storage = storage }

    /// Makes a container of its own, with nothing registered and no instances; singletons are the program's.
    public init() {
        self.init(DeclarationDetails(resolver: Resolver()))
    }

    /// The container of the current sandbox.
    @inlinable public static var shared: Container { @inline(__always) get { Container(nil) } }

    /// The container's registrations, instances and settings.
    @inlinable public var manager: ContainerManager { ContainerManager(storage) }
}
