// What each face states as a service's lifetime, for tools that compare the faces. No service is made.

/// How long the instances of a service live, and whether they are closed.
package struct StatedLifetime {
    package let scope: ResolverScope
    package let hasCloser: Bool

    package init(_ scope: ResolverScope, hasCloser: Bool) {
        self.scope = scope
        self.hasCloser = hasCloser
    }
}

extension Environment {
    /// The lifetime of the registration that the root finds under a key of the runtime face, or of the one to which that
    /// forwards; nil where the root finds nothing.
    package func statedLifetime(of key: ServiceKey) -> StatedLifetime? {
        nearest(key, from: root).flatMap { statedLifetime(in: $0) }
    }

    /// Whether what the root finds under a key of the runtime face only passes on what another registration gives.
    package func passesOn(_ key: ServiceKey) -> Bool {
        nearest(key, from: root).flatMap { registration(in: $0) }?.isForward ?? false
    }

    /// The lifetime of the registration in force in a slot, or of the one to which that forwards; nil where nothing makes the
    /// service, or where registrations forward in a circle.
    package func statedLifetime(in reference: SlotReference) -> StatedLifetime? {
        var reference = reference
        var seen: Set<UInt> = []
        while let registration = registration(in: reference), seen.insert(registration.id).inserted {
            guard let target = target(of: registration, in: own(reference.resolver)) else {
                return Lock.held {
                    let maker = registration.passesOn ?? registration
                    return StatedLifetime(maker.ownScope, hasCloser: maker.closer != nil)
                }
            }
            // A declaration that stands for a registration is asked of the root.
            guard let next = registration.isDeclaration ? nearest(target.key, from: root) : target else { return nil }
            reference = next
        }
        return nil
    }

    /// The slot whose service a resolver's registration passes on; nil where it makes its own.
    package func target(of registration: Registration, in owner: Resolver) -> SlotReference? {
        guard let export = registration.export else {
            return registration.forwardedKey.map { SlotReference(resolver: owner, key: $0) }
        }
        let target = export.target()
        return SlotReference(resolver: own(target.resolver), key: target.key)
    }
}
