import Resolver

/// Finds container types that have a `shared` of their own, which is the same object in every sandbox.
enum OwnShared {
    /// A look at what `shared` is, for the container that it may be.
    private final class Look: @unchecked Sendable {
        // Sound because one thread uses it.
        let container: any SharedContainer
        var isInherited = false
        init(_ container: any SharedContainer) { self.container = container }
    }

    @TaskLocal private static var look: Look?

    /// What has been looked at.
    // Sound because it is only touched under the engine's lock.
    nonisolated(unsafe) private static var known: Set<ObjectIdentifier> = []

    /// Reports, once for each type, that its `shared` is one object in all sandboxes.
    static func report<C: SharedContainer & AnyObject>(_ type: C.Type) {
        guard Lock.held({ unsafe known.insert(ObjectIdentifier(type)).inserted }) else { return }
        // The `shared` that comes with the library makes another one in each.
        func storageInSandbox() -> DeclarationDetails? {
            withSandbox(.fresh) {
                Resolver.registerServices = nil
                return type.shared.manager.storage
            }
        }
        if let storage = storageInSandbox(), storage === storageInSandbox() { Failure.ownShared(C.self).write() }
    }

    /// Whether a container is what its type's own `shared` gives; the one that comes with the library makes none for that.
    static func isOwnShared<C: SharedContainer>(_ container: C) -> Bool {
        let look = Look(container)
        let shared = $look.withValue(look) { C.shared }
        return shared.manager.storage === container.manager.storage && !look.isInherited
    }

    /// What the `shared` that comes with the library gives while it is looked at, so that no container is made for
    /// that.
    static func inherited<C: SharedContainer & AnyObject>(by type: C.Type) -> C? {
        guard let look, let container = look.container as? C else { return nil }
        look.isInherited = true
        return container
    }
}
