// What the faces say of a service's lifetime, for those who compare them. Nothing is made.

extension Environment {
    /// The scope of what the root finds under a key of the runtime face, or of what that stands for; nil where it finds
    /// nothing.
    package func effectiveScope(of type: Any.Type, name: Resolver.Name?) -> ResolverScope? {
        let key = ServiceKey(serviceType(of: type), name: name?.rawValue)
        let reference = nearest(key, from: root) ?? (runUnseenHook() ? nearest(key, from: root) : nil)
        return reference.flatMap { effectiveScope(in: $0) }
    }

    /// Whether what the root finds under a key of the runtime face only passes on what another registration gives.
    package func passesOn(_ type: Any.Type, name: Resolver.Name?) -> Bool {
        let reference = nearest(ServiceKey(serviceType(of: type), name: name?.rawValue), from: root)
        return reference.flatMap { registration(in: $0) }?.isForward ?? false
    }

    /// The scope of what is in force in a slot, or of what that stands for; nil where nothing makes the service, or
    /// where those that stand for each other lead back.
    package func effectiveScope(in reference: SlotReference) -> ResolverScope? {
        var reference = reference
        var seen: Set<UInt> = []
        while let registration = registration(in: reference), seen.insert(registration.id).inserted {
            var owner = own(reference.resolver)
            guard let target = target(of: registration, &owner) else {
                return Lock.held { (registration.passesOn ?? registration).ownScope }
            }
            // A declaration that stands for a registration is asked of the root.
            guard
                let next = registration.isDeclaration
                    ? nearest(target, from: root) : SlotReference(resolver: owner, key: target)
            else { return nil }
            reference = next
        }
        return nil
    }

    /// What a registration passes on: the key of another one, and the resolver that has it.
    package func target(of registration: Registration, _ owner: inout Resolver) -> ServiceKey? {
        if let export = registration.export {
            let target = export.target()
            owner = own(target.resolver)
            return target.key
        }
        return registration.forwardedKey
    }
}
