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
            let container = resolver.registry.slots[index].key.container
            reset(resolver, index, selection, overrider: container, &garbage)
        }
    }

    /// Drops a part of what a container holds; where it drops registrations, the container registers its own again.
    ///
    /// - Returns: Whether the runtime face finds anything of it, which it does without asking the container.
    package func reset(_ container: Any.Type, in resolver: Resolver, _ selection: ResetSelection) -> Bool {
        let others = othersReached(from: resolver)
        let isShared = shares(resolver)
        let (isFoundByType, hasParameters) = Lock.changing { garbage in
            if selection.registrations { resolver.arm() }
            if selection.instances { reopen(resolver, container, selection.scope) }
            var isFoundByType = false
            eachSlot(of: container, in: resolver, others) { found, index in
                let isDeclared = found.registry.slots[index].key.isDeclared
                if !isDeclared || !found.registry.slots[index].otherKeys.isEmpty { isFoundByType = true }
                // What the shared one has registered itself for a singleton, only its own reset lets it register again.
                let isOfShared = found !== resolver && !isShared && isDeclared
                reset(
                    found, index, selection, overrider: container, keepsAutomatic: isOfShared,
                    &garbage)
            }
            return (isFoundByType, !byParameter.isEmpty)
        }
        if hasParameters { sweepParameters() }
        return isFoundByType
    }

    /// The resolvers in which a container that is shared may have overridden registrations.
    private func othersReached(from resolver: Resolver) -> [Resolver] {
        guard shares(resolver) else { return [] }
        var others = searched(from: rootAsItIs)
        others.removeAll { $0 === resolver }
        return others
    }

    /// Runs a body with the slots of a container's declarations, and of registrations that it has overridden.
    ///
    /// Under the engine's lock. Not inlined, as the body would be at each place where a slot is found.
    @inline(never)
    private func eachSlot(
        of container: Any.Type, in resolver: Resolver, _ others: [Resolver], _ body: (Resolver, _ index: Int) -> Void
    ) {
        func look(_ resolver: Resolver, where isMeant: (Int) -> Bool) {
            for index in resolver.registry.slots.indices where isMeant(index) { body(resolver, index) }
        }
        var isMainMeant = false
        func lookAtAll(_ resolver: Resolver) {
            if resolver === mainResolver { isMainMeant = true }
            look(resolver) { index in
                // Not by way of a copy of the slot, which counts its references.
                let key = resolver.registry.slots[index].key
                guard key.isDeclared else { return resolver.registry.slots[index].isOverridden(by: container) }
                return key.belongs(to: container)
            }
        }
        lookAtAll(resolver)
        lookAtAll(singletons)
        for other in others { lookAtAll(other) }
        if isMainMeant { return }
        // The singletons of the default container, of whichever instance they are asked.
        look(mainResolver) { index in
            let slot = mainResolver.registry.slots[index]
            return slot.key.belongs(to: container) && slot.base?.declaredScope === ResolverScope.application
        }
    }

    /// Drops a part of what a slot holds: of a declaration, or what a container has put over a registration.
    ///
    /// What is brought back in its place is put there in the same change, so that what stays in force keeps its
    /// instance. Under the engine's lock.
    @inline(never)
    private func reset(
        _ resolver: Resolver, _ index: Int, _ selection: ResetSelection, overrider: Any.Type?,
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
    fileprivate func isOverride(_ registration: Registration, of container: Any.Type?) -> Bool {
        guard let container else { return true }
        guard key.isDeclared else { return registration.overrider == container }
        return registration.overrider != nil || base?.factory != nil || !exportKeys.isEmpty
    }

    /// Whether it means a registration of this slot, the lowest layer of a declaration's included.
    fileprivate func isOf(_ registration: Registration, _ container: Any.Type?) -> Bool {
        registration.isDeclaration || isOverride(registration, of: container)
    }

    // Inlined, as the slot would be copied else, and its references counted: it is asked of each slot of the root.
    @inline(__always)
    fileprivate func isOverridden(by container: Any.Type) -> Bool {
        guard hasOverrides else { return false }
        return override?.overrider == container || conditional.contains { $0.registration.overrider == container }
    }

    /// Takes away a part of what a container has put over the lowest layer; of what anybody has where none is named.
    fileprivate mutating func removeOverrides(
        of container: Any.Type?, _ selection: ResetSelection, keepsAutomatic: Bool, _ garbage: inout Garbage
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
        /// Where they were, if that is not the container's own resolver, which has the snapshot.
        let other: WeakResolver?
        let index: Int
        let override: Registration?
        let conditional: [ConditionalRegistration]
    }

    fileprivate typealias Instance = (registration: Registration, value: KeptValue, scope: ResolverScope)

    fileprivate let layers: [Layers]
    fileprivate let instances: [Instance]
    fileprivate let parameters: [(id: UInt, known: ParameterRegistrations)]
}

extension Environment {
    /// Saves a container's overrides and instances.
    package func save(_ container: Any.Type, in resolver: Resolver) -> ContainerSnapshot {
        let others = othersReached(from: resolver)
        return Lock.held {
            var layers: [ContainerSnapshot.Layers] = []
            var instances: [ContainerSnapshot.Instance] = []
            var parameters: [(id: UInt, known: ParameterRegistrations)] = []
            func saveInstance(of registration: Registration) {
                guard let cell = existingCell(of: registration), let scope = cell.scope,
                    scope !== ResolverScope.application, let value = cell.kept
                else { return }
                instances.append((registration, value, scope))
            }
            // Not inlined, as it would be at each place where a registration is found.
            @inline(never)
            func saveInstances(of registration: Registration) {
                saveInstance(of: registration)
                guard let known = byParameter[registration.id] else { return }
                parameters.append((registration.id, ParameterRegistrations(copying: known)))
                known.all.forEach(saveInstance)
            }
            func save(_ found: Resolver, _ index: Int) {
                let slot = found.registry.slots[index]
                let override = slot.override.flatMap { slot.isOverride($0, of: container) ? $0 : nil }
                let conditional = slot.conditional.filter { slot.isOverride($0.registration, of: container) }
                if override != nil || !conditional.isEmpty {
                    let other = found === resolver ? nil : WeakResolver(found)
                    layers.append(
                        ContainerSnapshot.Layers(
                            other: other, index: index, override: override, conditional: conditional))
                }
                slot.each { if slot.isOf($0, container) { saveInstances(of: $0) } }
            }
            eachSlot(of: container, in: resolver, others, save)
            return ContainerSnapshot(layers: layers, instances: instances, parameters: parameters)
        }
    }

    /// Brings back what was saved, in place of what is there.
    ///
    /// The caller holds the snapshot until the end, so that nothing of it is released under the lock.
    package func restore(_ snapshot: ContainerSnapshot, _ container: Any.Type, in resolver: Resolver) {
        var all = ResetSelection(registrations: true, contexts: true, instances: true)
        all.keepsSingletons = true
        // Nothing of theirs was saved.
        all.keepsRuns = true
        let others = othersReached(from: resolver)
        // The resolvers are held, as one that goes now would end under the lock.
        let held = snapshot.layers.compactMap { layers in
            (layers.other.map(\.resolver) ?? resolver).map { ($0, layers) }
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
            eachSlot(of: container, in: resolver, others) { resolver, index in
                let layers = saved.firstIndex { $0.resolver === resolver && $0.index == index }
                    .map { saved.remove(at: $0).layers }
                reset(resolver, index, all, overrider: container, restoring: layers, &garbage)
            }
            // Registrations that it does not override any more.
            for (resolver, index, layers) in saved {
                reset(resolver, index, all, overrider: container, restoring: layers, &garbage)
            }
            for (id, known) in snapshot.parameters {
                byParameter[id] = byParameter[id].map { known.merging($0) } ?? known
            }
            for (registration, value, scope) in snapshot.instances where value.duty?.isTaken != true {
                cell(of: registration).restore(value, in: instances(of: scope).object, &garbage)
            }
        }
    }
}
