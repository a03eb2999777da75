import Resolver

/// A container's settings in one environment.
final class ContainerSettings: ContainerState, @unchecked Sendable {
    // Sound because what changes is guarded by the engine's lock.

    private var values = Values()

    private struct Values {
        var defaultScope: Scope = .unique
        var preparation = Preparation()
        /// The container, where it is one of the program's own that registers its own overrides.
        ///
        /// Others are not referred to, as a weak reference makes all others of the object slow.
        weak var container: (any FactoryContainer & AnyObject)?
        var saved: [Saved] = []
    }

    /// What `push` has saved.
    struct Saved {
        let snapshot: ContainerSnapshot
        let defaultScope: Scope
        let decorator: Resolver.Decorator?
    }

    init() {}

    func copy() -> any ContainerState {
        let copy = ContainerSettings()
        // As a whole: read by itself, the container would be held here, and might end under the lock.
        copy.values = values
        copy.values.saved = []
        // A sandbox that is opened while this thread registers the container's overrides begins with what there is.
        copy.values.preparation = Preparation(isDone: values.preparation.isDone || values.preparation.isMine)
        return copy
    }

    var preparation: Preparation { Lock.held { values.preparation } }

    var defaultScope: Scope { values.defaultScope }

    /// States the scope of declarations that state none.
    func setDefaultScope(_ scope: Scope) { Lock.held { values.defaultScope = scope } }

    /// The container, where it was noted.
    var container: (any FactoryContainer & AnyObject)? { Lock.held { values.container } }

    /// Remembers the container, which is not held.
    func note(_ container: some FactoryContainer, replacing: Bool = false) {
        guard let object = container.object else { return }
        let former = Lock.held {
            let former = values.container
            if replacing || former == nil { values.container = object }
            return former
        }
        // Where this is the last reference, it ends outside of the lock.
        withExtendedLifetime(former) {}
    }

    func arm() {
        if !values.preparation.isMine { values.preparation = Preparation() }
    }

    /// Lets calls through from now on, unless the container was armed again meanwhile.
    func finish(_ preparation: Preparation, of resolver: Resolver) {
        Lock.held { if values.preparation === preparation { resolver.setPrepared() } }
    }

    func push(_ saved: Saved) { Lock.held { values.saved.append(saved) } }

    func pop() -> Saved? { Lock.held { values.saved.popLast() } }
}
