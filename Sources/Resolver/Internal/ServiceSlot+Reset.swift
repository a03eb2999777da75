// Resets of what a slot holds.

extension ServiceKey {
    /// Whether it is the key of a typed factory, and not that of a container.
    var isFactory: Bool { place.map { $0.line != 0 } ?? false }
}

extension ServiceSlot {
    /// Whether a container has put something over what is registered.
    func isOverridden(by container: ObjectIdentifier) -> Bool {
        registration?.overrider == container || alternatives.contains { $0.registration.overrider == container }
    }

    /// The registrations that are a container's: all of a declaration, its overrides of others.
    func registrations(of container: ObjectIdentifier?) -> [Registration] {
        guard key.place == nil, let container else { return all }
        return all.filter { $0.overrider == container }
    }

    /// Drops a part of what the slot holds: of a declaration, or what a container has put over a registration; where no
    /// container is given, everything but the registration itself.
    ///
    /// Called under the engine's lock, which then waits for copies; what is returned is released after it.
    func reset(
        _ part: ContainerHome.Part, overriddenBy container: ObjectIdentifier? = nil, keepsSingletons: Bool,
        in sandbox: Sandbox
    ) -> [AnyObject] {
        var garbage: [AnyObject] = []
        if part.instances {
            for registration in registrations(of: container) {
                let cell = sandbox.cell(of: registration, &garbage)
                if let scope = part.scope {
                    guard cell.scope === scope else { continue }
                } else if keepsSingletons && cell.scope === ResolverScope.application {
                    continue
                }
                garbage.append(cell)
                if let content = cell.empty() { garbage.append(content) }
                guard part.scope == nil else { continue }
                let parameters = registration.dropParameters { registration in
                    keepsSingletons && sandbox.cell(of: registration, &garbage).scope === ResolverScope.application
                }
                garbage.append(parameters)
            }
        }
        if part.registrations {
            let kept = container.map { container in alternatives.filter { $0.registration.overrider != container } }
            if !alternatives.isEmpty { garbage += setAlternatives(kept ?? []) }
            if let override = registration, let overrider = override.overrider, container ?? overrider == overrider {
                garbage += sandbox.dropInstance(of: override)
                garbage += dropOverride()
            }
        }
        return garbage
    }
}
