// How the typed face drops what its slots hold, saves it, and brings it back.

// MARK: - Reset

/// What a reset drops.
package struct ResetSelection: Sendable {
    package let registrations: Bool
    /// Whether registrations for contexts are dropped.
    package let contexts: Bool
    package let instances: Bool
    /// The one scope whose instances are meant.
    package let scope: ResolverScope?
    /// Whether singletons stay, unless their scope is named.
    package var keepsSingletons = false
    /// Whether what runs of task scopes keep stays.
    var keepsRuns = false

    package init(registrations: Bool, contexts: Bool, instances: Bool, scope: ResolverScope? = nil) {
        self.registrations = registrations
        self.contexts = contexts
        self.instances = instances
        self.scope = scope
    }
}

extension Environment {
    /// Drops a part of what one slot holds.
    package func reset(_ reference: SlotReference, _ selection: ResetSelection) {
        changing(reference) { resolver, index, garbage in
            // Of the slot that is found: a key of the runtime face may find a declaration's.
            let container = resolver.registry.slots[index].key.declaration.map { ObjectIdentifier($0.container) }
            reset(resolver, index, selection, overrider: container, &garbage)
        }
    }

    /// Drops a part of what a container holds; where it drops registrations, the container registers its own again.
    ///
    /// - Returns: Whether the runtime face finds anything of it, which it does without asking the container.
    package func reset(_ container: Any.Type, in resolver: Resolver, _ selection: ResetSelection) -> Bool {
        let others = othersReached(from: resolver)
        let isShared = shares(resolver)
        return Lock.changing { garbage in
            if selection.registrations { resolver.arm() }
            if selection.instances { reopen(resolver, container, selection.scope) }
            var isFoundByType = false
            for (found, index) in slots(of: container, in: resolver, others) {
                let isDeclared = found.registry.slots[index].key.isDeclared
                if !isDeclared || !found.registry.slots[index].otherKeys.isEmpty { isFoundByType = true }
                // What the shared one has registered itself for a singleton, only its own reset lets it register again.
                let isOfShared = found !== resolver && !isShared && isDeclared
                reset(
                    found, index, selection, overrider: ObjectIdentifier(container), keepsAutomatic: isOfShared,
                    &garbage)
            }
            return isFoundByType
        }
    }

    /// The resolvers in which a container that is shared may have overridden registrations.
    private func othersReached(from resolver: Resolver) -> [Resolver] {
        shares(resolver) ? searched(from: rootAsItIs).filter { $0 !== resolver } : []
    }

    /// The slots of a container's declarations, and of registrations that it has overridden.
    ///
    /// Under the engine's lock.
    private func slots(
        of container: Any.Type, in resolver: Resolver, _ others: [Resolver]
    ) -> [(resolver: Resolver, index: Int)] {
        let overrider = ObjectIdentifier(container)
        let resolvers = [resolver, singletons] + others
        var found: [(resolver: Resolver, index: Int)] = []
        func add(_ resolver: Resolver, where isMeant: (Int) -> Bool) {
            for index in resolver.registry.slots.indices where isMeant(index) { found.append((resolver, index)) }
        }
        for resolver in resolvers {
            add(resolver) { index in
                // Not by way of a copy of the slot, which counts its references.
                let key = resolver.registry.slots[index].key
                guard key.isDeclared else { return resolver.registry.slots[index].isOverridden(by: overrider) }
                return key.belongs(to: container)
            }
        }
        if resolvers.contains(where: { $0 === mainResolver }) { return found }
        // The singletons of the default container, of whichever instance they are asked.
        add(mainResolver) { index in
            let slot = mainResolver.registry.slots[index]
            return slot.key.belongs(to: container) && slot.base?.declaredScope === ResolverScope.application
        }
        return found
    }

    /// Drops a part of what a slot holds: of a declaration, or what a container has put over a registration.
    ///
    /// What is brought back in its place is put there in the same change, so that what stays in force keeps its
    /// instance. Under the engine's lock.
    private func reset(
        _ resolver: Resolver, _ index: Int, _ selection: ResetSelection, overrider: ObjectIdentifier?,
        keepsAutomatic: Bool = false, restoring layers: ContainerSnapshot.Layers? = nil, _ garbage: inout Garbage
    ) {
        let slot = resolver.registry.slots[index]
        if selection.instances {
            slot.each { registration in
                if slot.isOf(registration, overrider) { dropInstances(of: registration, selection, &garbage) }
            }
        }
        guard selection.registrations || selection.contexts, slot.hasOverrides || layers != nil else { return }
        change(resolver, index, &garbage) { slot, garbage in
            slot.removeOverrides(of: overrider, selection, keepsAutomatic: keepsAutomatic, &garbage)
            guard let layers else { return }
            if let override = layers.override { slot.setOverride(override, &garbage) }
            slot.setConditional(slot.conditional + layers.conditional, &garbage)
        }
    }

    /// Drops the instances of a registration, for each parameter, too.
    private func dropInstances(
        of registration: Registration, _ selection: ResetSelection, _ garbage: inout Garbage
    ) {
        dropInstance(of: registration, selection, &garbage)
        for registration in byParameter[registration.id]?.all ?? [] {
            dropInstance(of: registration, selection, &garbage)
        }
    }

    private func dropInstance(of registration: Registration, _ selection: ResetSelection, _ garbage: inout Garbage) {
        let cell = existingCell(of: registration)
        // What is being made is in no scope yet.
        let kept = cell?.scope ?? registration.ownScope
        let isMeant = selection.scope.map { $0 === kept }
        guard isMeant ?? (!selection.keepsSingletons || kept !== ResolverScope.application) else { return }
        cell?.empty(&garbage)
        if !selection.keepsRuns { TaskRun.drop(registration, in: self, &garbage) }
    }
}

extension Slot {
    /// Whether a reset or `push` of a container, nil for anybody, means what is put over the lowest layer.
    ///
    /// What the runtime face has put over a typed factory is an override where the factory is exported, in one slot or by
    /// passing on. Where it is only bridged, it is the program's own registration, and stays.
    fileprivate func isOverride(_ registration: Registration, of container: ObjectIdentifier?) -> Bool {
        guard let container else { return true }
        guard key.isDeclared else { return registration.overrider == container }
        return registration.overrider != nil || base?.factory != nil || !exportKeys.isEmpty
    }

    /// Whether it means a registration of this slot, the lowest layer of a declaration's included.
    fileprivate func isOf(_ registration: Registration, _ container: ObjectIdentifier?) -> Bool {
        registration.isDeclaration || isOverride(registration, of: container)
    }

    fileprivate func isOverridden(by container: ObjectIdentifier) -> Bool {
        override?.overrider == container || conditional.contains { $0.registration.overrider == container }
    }

    /// Takes away a part of what a container has put over the lowest layer; of what anybody has where none is named.
    fileprivate mutating func removeOverrides(
        of container: ObjectIdentifier?, _ selection: ResetSelection, keepsAutomatic: Bool, _ garbage: inout Garbage
    ) {
        if selection.registrations, let override, isOverride(override, of: container),
            !keepsAutomatic || !override.traits.has(.isAutomatic)
        {
            setOverride(nil, &garbage)
        }
        if selection.contexts, !conditional.isEmpty {
            let kept = conditional.filter {
                !isOverride($0.registration, of: container)
                    || keepsAutomatic && $0.registration.traits.has(.isAutomatic)
            }
            setConditional(kept, &garbage)
        }
    }
}

// MARK: - Push and pop

/// What a container held: its overrides, and its instances but for singletons.
package struct ContainerSnapshot: @unchecked Sendable {
    // Sound because it never changes, and what it holds is used under the engine's lock.

    fileprivate struct Layers {
        // The resolver has the snapshot, by way of its container's settings.
        weak let resolver: Resolver?
        let index: Int
        let override: Registration?
        let conditional: [ConditionalRegistration]
    }

    fileprivate let layers: [Layers]
    fileprivate let instances: [(registration: Registration, value: KeptValue, scope: ResolverScope)]
    fileprivate let parameters: [(id: UInt, known: ParameterRegistrations)]
}

extension Environment {
    /// Saves a container's overrides and instances.
    package func save(_ container: Any.Type, in resolver: Resolver) -> ContainerSnapshot {
        let others = othersReached(from: resolver)
        let overrider = ObjectIdentifier(container)
        return Lock.changing { garbage in
            let found = slots(of: container, in: resolver, others)
            let layers = found.map { resolver, index in
                let slot = resolver.registry.slots[index]
                return ContainerSnapshot.Layers(
                    resolver: resolver, index: index,
                    override: slot.override.flatMap { slot.isOverride($0, of: overrider) ? $0 : nil },
                    conditional: slot.conditional.filter { slot.isOverride($0.registration, of: overrider) })
            }
            let own = found.flatMap { resolver, index in
                let slot = resolver.registry.slots[index]
                return slot.all.filter { slot.isOf($0, overrider) }
            }
            let parameters = own.compactMap { registration in
                byParameter[registration.id].map { (registration.id, ParameterRegistrations(copying: $0)) }
            }
            let all = own + parameters.flatMap(\.1.all)
            let instances = all.compactMap { registration -> (Registration, KeptValue, ResolverScope)? in
                guard let cell = existingCell(of: registration), let value = cell.kept,
                    let scope = cell.scope, scope !== ResolverScope.application
                else { return nil }
                return (registration, value, scope)
            }
            return ContainerSnapshot(layers: layers, instances: instances, parameters: parameters)
        }
    }

    /// Brings back what was saved, in place of what is there.
    ///
    /// Who calls has the snapshot until the end, so that nothing of it is let go under the lock.
    package func restore(_ snapshot: ContainerSnapshot, _ container: Any.Type, in resolver: Resolver) {
        var all = ResetSelection(registrations: true, contexts: true, instances: true)
        all.keepsSingletons = true
        // Nothing of theirs was saved.
        all.keepsRuns = true
        let others = othersReached(from: resolver)
        // The resolvers are held, as one that goes now would end under the lock.
        let held = snapshot.layers.compactMap { layers in
            layers.override == nil && layers.conditional.isEmpty ? nil : layers.resolver.map { ($0, layers) }
        }
        // Not armed: what the container registers itself is in what was saved.
        Lock.changing { garbage in
            reopen(resolver, container, nil)
            var saved = held.map { resolver, layers in
                // An export since then may let its key find another slot.
                let registry = resolver.registry
                let index = registry.index(of: registry.slots[layers.index].key) ?? layers.index
                return (resolver: resolver, index: index, layers: layers)
            }
            let overrider = ObjectIdentifier(container)
            for (resolver, index) in slots(of: container, in: resolver, others) {
                let layers = saved.firstIndex { $0.resolver === resolver && $0.index == index }
                    .map { saved.remove(at: $0).layers }
                reset(resolver, index, all, overrider: overrider, restoring: layers, &garbage)
            }
            // Registrations that it does not override any more.
            for (resolver, index, layers) in saved {
                reset(resolver, index, all, overrider: overrider, restoring: layers, &garbage)
            }
            for (id, known) in snapshot.parameters {
                byParameter[id] = byParameter[id].map { known.merging($0) } ?? known
            }
            for (registration, value, scope) in snapshot.instances where value.duty?.isTaken != true {
                cell(of: registration).restore(value, in: instances(of: scope), &garbage)
            }
        }
    }
}
