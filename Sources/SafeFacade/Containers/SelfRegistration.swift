import Resolver

/// How far a container has registered its own overrides in one environment, and the container itself.
final class SelfRegistration: ContainerState, @unchecked Sendable {
    // Sound because what changes is guarded by the engine's lock.

    private var values = Values()

    private struct Values {
        var preparation = Preparation()
        /// The container, where it is an object that registers its own overrides.
        ///
        /// Other containers are not noted, as a weak reference makes all other references to the object slow.
        weak var container: (any FactoryContainer & AnyObject)?
    }

    init() {}

    func copy() -> any ContainerState {
        let copy = SelfRegistration()
        // All values at once: reading the container by itself would hold it, and might release it under the lock.
        copy.values = values
        // A sandbox may be opened while this thread registers the container's overrides. It takes over what is registered
        // so far, and registers nothing itself.
        copy.values.preparation = Preparation(isDone: values.preparation.isDone || values.preparation.isMine)
        return copy
    }

    var preparation: Preparation { Lock.held { values.preparation } }

    /// The container, where it was noted.
    var container: (any FactoryContainer & AnyObject)? { Lock.held { values.container } }

    /// Notes the container by a weak reference.
    func note(_ container: some FactoryContainer, replacing: Bool = false) {
        guard let object = container.object else { return }
        let former = Lock.held {
            let former = values.container
            if replacing || former == nil { values.container = object }
            return former
        }
        // If this is the last reference to the former container, release it outside of the lock.
        withExtendedLifetime(former) {}
    }

    func arm() {
        if !values.preparation.isMine { values.preparation = Preparation() }
    }

    /// Says that the container is prepared, unless it was armed again meanwhile.
    func finish(_ preparation: Preparation, of resolver: Resolver) {
        Lock.held { if values.preparation === preparation { resolver.setPrepared() } }
    }
}
