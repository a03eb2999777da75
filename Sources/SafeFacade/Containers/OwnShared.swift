import Resolver

/// Finds container types that have a `shared` of their own, which is the same object in every sandbox.
enum OwnShared {
    /// Notes, while a type's `shared` is looked at, whether that is the one which comes with the library.
    private final class Look: @unchecked Sendable {
        // Sound because one thread uses it.
        let container: any SharedContainer
        var isInherited = false
        init(_ container: any SharedContainer) { self.container = container }
    }

    @TaskLocal private static var look: Look?

    /// The types that have been looked at.
    // Sound because it is only touched under the engine's lock.
    nonisolated(unsafe) private static var known: Set<ObjectIdentifier> = []

    /// Reports, once for each type, that its `shared` is one object in all sandboxes.
    static func report<C: SharedContainer & AnyObject>(_ type: C.Type) {
        guard Lock.held({ unsafe known.insert(ObjectIdentifier(type)).inserted }) else { return }
        // The `shared` that comes with the library makes another container in each sandbox.
        func storageInSandbox() -> DeclarationDetails? {
            withSandbox(.fresh) {
                Resolver.registerServices = nil
                return type.shared.manager.storage
            }
        }
        if let storage = storageInSandbox(), storage === storageInSandbox() { Failure.ownShared(C.self).write() }
    }

    /// Whether a container is the one that its type's own `shared` gives; makes no container to find out.
    static func isOwnShared<C: SharedContainer>(_ container: C) -> Bool {
        let look = Look(container)
        let shared = $look.withValue(look) { C.shared }
        return shared.manager.storage === container.manager.storage && !look.isInherited
    }

    /// Called by the `shared` that comes with the library: while it is looked at, it gives the container in question, so that
    /// none is made.
    static func inherited<C: SharedContainer & AnyObject>(by type: C.Type) -> C? {
        guard let look, let container = look.container as? C else { return nil }
        look.isInherited = true
        return container
    }
}
