// Resets of factories and containers; `push` and `pop` of containers.

// MARK: - Reset

/// What a reset drops.
package struct ResetSelection: Sendable {
    /// Whether overrides are dropped, but for those for a context.
    package let registrations: Bool
    /// Whether overrides for a context are dropped.
    package let contexts: Bool
    /// Whether instances are dropped.
    package let instances: Bool
    /// The only scope whose instances are dropped; nil for all scopes.
    package let scope: ResolverScope?
    /// Whether the instances of singletons stay, unless `scope` is that of singletons.
    package var keepsSingletons = false
    /// Whether the instances that runs of task scopes keep stay.
    var keepsRuns = false
    /// Instances that stay in their cells, whatever else is stated: those that a `pop` would bring back.
    var kept: Set<ObjectIdentifier> = []

    package init(
        registrations: Bool = false, contexts: Bool = false, instances: Bool = false, scope: ResolverScope? = nil
    ) {
        self.registrations = registrations
        self.contexts = contexts
        self.instances = instances
        self.scope = scope
    }
}

extension Environment {
    /// Drops overrides and instances of one slot, as the selection says.
    package func reset(_ reference: SlotReference, _ selection: ResetSelection) {
        changing(reference) { resolver, index, garbage in
            // The container is read from the slot's own key. The given key may be one of the runtime face, which has no
            // container, and finds a declaration's slot.
            let container = resolver.registry.slots[index].key.container
            reset(resolver, index, selection, overrider: container, &garbage)
        }
    }

    /// Drops overrides and instances of a container, as the selection says.
    ///
    /// If the selection has `registrations`, the container is armed: it runs `autoRegister` again before its next use.
    ///
    /// - Returns: Whether the runtime face finds something of the container: an exported factory, or a registration that it has
    ///   overridden. It does so without running `autoRegister`, so the caller must then run that at once.
    package func reset(_ container: Any.Type, in resolver: Resolver, _ selection: ResetSelection) -> Bool {
        let reached = reached(from: resolver)
        return Lock.changing { garbage in
            if selection.registrations { resolver.arm() }
            if selection.instances { reopen(resolver, container, selection.scope) }
            var isFoundByType = false
            eachSlot(of: container, in: resolver, reached) { found, index in
                let isDeclared = found.registry.slots[index].key.isDeclared
                if !isDeclared || !found.registry.slots[index].otherKeys.isEmpty { isFoundByType = true }
                // A singleton's override counts for all containers of the type, so it may come from the `autoRegister` of the
                // shared one. If another container's reset dropped it, nothing would bring it back: only a reset of the shared
                // container arms that one.
                let isOfShared = found !== resolver && reached == nil && isDeclared
                reset(found, index, selection, overrider: container, keepsAutomatic: isOfShared, &garbage)
            }
            return isFoundByType
        }
    }

    /// The resolvers, besides its own, in which a shared container may have something; nil for a container that is not shared.
    ///
    /// They are the root, and those that the root searches. There are registrations that the container has overridden by
    /// `legacy()`; as long as no container of the process has overridden any, the root's registrations, which may be many,
    /// need not be looked at. And there are declarations of the default container, if main was replaced.
    private func reached(from resolver: Resolver) -> [Resolver]? {
        let (isOfShared, root) = Lock.held { () -> (Bool, Resolver?) in
            guard isShared(resolver) else { return (false, nil) }
            let isNeeded = unsafe Environment.hasOverriddenRegistrations || resolver === mainResolver
            return (true, isNeeded ? rootResolver ?? mainResolver : nil)
        }
        guard isOfShared else { return nil }
        return root.map { searched(from: $0) } ?? []
    }

    /// Runs a body with the slots of a container's declarations, and with those of registrations that it has overridden.
    ///
    /// It passes over slots that have only their first registration and keep nothing, as there is nothing to drop or to save.
    ///
    /// Under the engine's lock. Not inlined: the compiler would copy the body to each place that calls it.
    @inline(never)
    private func eachSlot(
        of container: Any.Type, in resolver: Resolver, _ reached: [Resolver]?, _ body: (Resolver, _ index: Int) -> Void
    ) {
        // In a run no slot is passed over: the run may keep an instance of any of them, and `keepsNothing` looks into no run.
        let isInRun = ProcessState.has(.asynchronous) && TaskState.current?.unheldRuns != nil
        func look(_ resolver: Resolver, where isMeant: (Int) -> Bool) {
            // Slots are read in place: a copy would count their references.
            for index in resolver.registry.slots.indices where isMeant(index) {
                let only = isInRun ? nil : resolver.registry.slots[index].onlyFirst
                if let only, only.with({ keepsNothing(of: $0) }) { continue }
                body(resolver, index)
            }
        }
        func lookAtAll(_ resolver: Resolver) {
            look(resolver) { index in
                let key = resolver.registry.slots[index].key
                guard key.isDeclared else {
                    return unsafe Environment.hasOverriddenRegistrations
                        && resolver.registry.slots[index].isOverridden(by: container)
                }
                return key.belongs(to: container)
            }
        }
        lookAtAll(resolver)
        lookAtAll(singletons)
        if let reached {
            for other in reached where other !== resolver { lookAtAll(other) }
            return
        }
        // A default container that is not the shared one: its singletons are in the main resolver, as those of all are.
        look(mainResolver) { index in
            let slot = mainResolver.registry.slots[index]
            return slot.key.belongs(to: container) && slot.base?.declaredScope === ResolverScope.application
        }
    }

    /// Drops overrides and instances of a slot, and puts the layers there that a `pop` brings back.
    ///
    /// Both in one change of the slot: `change` drops the instances of what is no longer in force after it. In two changes, an
    /// override that comes back would lose its instance at the first. Under the engine's lock.
    @inline(never)
    private func reset(
        _ resolver: Resolver, _ index: Int, _ selection: ResetSelection, overrider: Any.Type?,
        keepsAutomatic: Bool = false, restoring layers: ContainerSnapshot.Layers? = nil, _ garbage: inout Garbage
    ) {
        if selection.instances {
            let slot = resolver.registry.slots[index]
            slot.each { if slot.isOf($0, overrider) { dropInstances(of: $0, selection, &garbage) } }
        }
        // Without overrides there is nothing to change, and the first change in a sandbox copies the list of all slots.
        guard selection.registrations || selection.contexts,
            layers != nil || resolver.registry.slots[index].hasOverrides
        else { return }
        change(resolver, index, &garbage) { slot, garbage in
            slot.replaceOverrides(of: overrider, selection, keepsAutomatic: keepsAutomatic, by: layers, &garbage)
        }
    }

    /// Whether no instance of a registration is kept outside of runs, and none is being made to be kept there.
    private func keepsNothing(of registration: Registration) -> Bool {
        guard byParameter.isEmpty || byParameter[registration.id] == nil else { return false }
        return existingCell(of: registration).map { $0.isEmpty && $0.pointee.flightBits == 0 } ?? true
    }

    /// Drops the instances of a registration, also those for single parameters, and forgets the parameters that keep nothing.
    private func dropInstances(
        of registration: Registration, _ selection: ResetSelection, _ garbage: inout Garbage
    ) {
        dropInstance(of: registration, selection, &garbage)
        guard !byParameter.isEmpty, let known = byParameter[registration.id] else { return }
        for registration in known.all { dropInstance(of: registration, selection, &garbage) }
        if known.wasReset { known.sweep(&garbage) }
    }

    private func dropInstance(of registration: Registration, _ selection: ResetSelection, _ garbage: inout Garbage) {
        let cell = existingCell(of: registration)
        // A cell has a scope once it has an instance. While one is being made, the registration's scope counts.
        let kept = cell?.scope ?? registration.ownScope
        let isMeant = selection.scope.map { $0 === kept }
        guard isMeant ?? (!selection.keepsSingletons || kept !== ResolverScope.application) else { return }
        let stays = cell?.kept.map { selection.kept.contains(ObjectIdentifier($0)) } ?? false
        if !stays { cell?.empty(&garbage) }
        if !selection.keepsRuns { TaskRun.drop(registration, in: self, &garbage) }
    }
}

extension Slot {
    /// Whether a registration above the lowest layer is an override that a reset or `push` of a container concerns.
    ///
    /// - No container is given: each is one.
    /// - In a slot of the runtime face: what the container has registered by its `legacy()` factory.
    /// - In a declaration's slot: what the typed face has registered; and if the factory is exported, what `Resolver` has. If it
    ///   is only bridged, what `Resolver` has registered is the program's registration of the type, and stays.
    fileprivate func isOverride(_ registration: Registration, of container: Any.Type?) -> Bool {
        guard let container else { return true }
        guard key.isDeclared else { return registration.overrider == container }
        return registration.overrider != nil || base?.factory != nil || !exportKeys.isEmpty
    }

    /// Whether a reset or `push` of a container concerns the instances of a registration: it is a declaration or an override.
    fileprivate func isOf(_ registration: Registration, _ container: Any.Type?) -> Bool {
        registration.isDeclaration || isOverride(registration, of: container)
    }

    // Inlined: a call would copy the slot, and count its references, for each slot of the root.
    @inline(__always)
    fileprivate func isOverridden(by container: Any.Type) -> Bool {
        guard hasOverrides else { return false }
        return override?.overrider == container || conditional.contains { $0.registration.overrider == container }
    }

    /// Removes the overrides that the selection and `isOverride` tell, and puts saved layers in their place.
    fileprivate mutating func replaceOverrides(
        of container: Any.Type?, _ selection: ResetSelection, keepsAutomatic: Bool,
        by layers: ContainerSnapshot.Layers?, _ garbage: inout Garbage
    ) {
        func stays(_ registration: Registration) -> Bool {
            !isOverride(registration, of: container) || keepsAutomatic && registration.traits.has(.isAutomatic)
        }
        if selection.registrations, layers?.override != nil || !(override.map(stays) ?? true) {
            setOverride(layers?.override, &garbage)
        }
        let saved = layers?.conditional ?? []
        if selection.contexts, !conditional.isEmpty || !saved.isEmpty {
            setConditional(conditional.filter { stays($0.registration) } + saved, &garbage)
        }
    }
}

// MARK: - Push and pop

/// What `push` has saved of a container: its overrides and settings, and its instances but for singletons and those of runs.
///
/// Used under the engine's lock.
private final class ContainerSnapshot {
    /// The container's overrides in one slot.
    struct Layers {
        let override: Registration?
        let conditional: [ConditionalRegistration]
    }

    struct SavedSlot {
        /// The slot's resolver; nil for the container's own one.
        ///
        /// It is weak, as the snapshot is held by a resolver.
        let other: WeakResolver?
        let index: Int
        let layers: Layers
    }

    typealias Instance = (registration: Registration, value: KeptValue, scope: ResolverScope)

    let defaultScope: ResolverScope
    let decorator: Resolver.Decorator?
    @safe @exclusivity(unchecked) var slots: [SavedSlot] = []
    @safe @exclusivity(unchecked) var instances: [Instance] = []
    @safe @exclusivity(unchecked) var parameters: [(id: UInt, known: ParameterRegistrations)] = []

    init(ofSettingsOf resolver: Resolver) {
        defaultScope = resolver.containerDefault
        decorator = resolver.decorator
    }
}

extension Environment {
    /// Saves a container's overrides, settings and instances until ``pop(_:in:)``.
    ///
    /// - Returns: False, and nothing is done, where the container must first register its own overrides.
    package func push(_ container: Any.Type, in resolver: Resolver) -> Bool {
        let reached = reached(from: resolver)
        return Lock.held {
            if mustPrepare(resolver) { return false }
            let snapshot = ContainerSnapshot(ofSettingsOf: resolver)
            eachSlot(of: container, in: resolver, reached) { found, index in
                save(found, index, of: container, in: snapshot, isOther: found !== resolver)
            }
            resolver.saved.append(snapshot)
            return true
        }
    }

    /// Whether a container must first register its own overrides.
    ///
    /// False on a thread that has gone on without that already, as it cannot wait.
    ///
    /// Under the engine's lock.
    private func mustPrepare(_ resolver: Resolver) -> Bool {
        resolver.isUnprepared && ThreadState.current.pointee.usesUnprepared != Unheld(resolver)
    }

    private func save(
        _ resolver: Resolver, _ index: Int, of container: Any.Type, in snapshot: ContainerSnapshot, isOther: Bool
    ) {
        let slot = resolver.registry.slots[index]
        let override = slot.override.flatMap { slot.isOverride($0, of: container) ? $0 : nil }
        let conditional = slot.conditional.filter { slot.isOverride($0.registration, of: container) }
        if override != nil || !conditional.isEmpty {
            snapshot.slots.append(
                ContainerSnapshot.SavedSlot(
                    other: isOther ? WeakResolver(resolver) : nil, index: index,
                    layers: ContainerSnapshot.Layers(override: override, conditional: conditional)))
        }
        slot.each { if slot.isOf($0, container) { saveInstances(of: $0, in: snapshot) } }
    }

    /// Saves the instances of a registration, also those for single parameters.
    private func saveInstances(of registration: Registration, in snapshot: ContainerSnapshot) {
        saveInstance(of: registration, in: snapshot)
        guard let known = byParameter[registration.id] else { return }
        snapshot.parameters.append((registration.id, ParameterRegistrations(copying: known)))
        for registration in known.all { saveInstance(of: registration, in: snapshot) }
    }

    private func saveInstance(of registration: Registration, in snapshot: ContainerSnapshot) {
        guard let cell = existingCell(of: registration), let scope = cell.scope,
            scope !== ResolverScope.application, let value = cell.kept
        else { return }
        snapshot.instances.append((registration, value, scope))
    }

    /// Replaces a container's overrides, settings and instances by those that the last `push` has saved.
    ///
    /// What has not changed since stays in its cell. An instance that has been closed meanwhile does not come back.
    ///
    /// - Returns: False, and nothing is done, where the container must first register its own overrides.
    package func pop(_ container: Any.Type, in resolver: Resolver) -> Bool {
        let reached = reached(from: resolver)
        return Lock.changing { garbage in
            if !resolver.saved.isEmpty, mustPrepare(resolver) { return false }
            guard let snapshot = resolver.saved.popLast() as? ContainerSnapshot else { return true }
            garbage.add(snapshot)
            // Unlike a reset, this does not arm the container: what its `autoRegister` registers is among what was saved.
            reopen(resolver, container, nil)
            var all = ResetSelection(registrations: true, contexts: true, instances: true)
            all.keepsSingletons = true
            // `push` saves no instances of runs.
            all.keepsRuns = true
            for instance in snapshot.instances { all.kept.insert(ObjectIdentifier(instance.value)) }
            var saved: [(resolver: Resolver, index: Int, layers: ContainerSnapshot.Layers)] = []
            for slot in snapshot.slots {
                guard let found = slot.other.map(\.resolver) ?? resolver else { continue }
                // This may be the last reference to the resolver, whose `deinit` must not run under the lock.
                if found !== resolver { garbage.add(found) }
                // The key may find another slot now: an export since the `push` may have given it to a declaration.
                let index = found.registry.index(of: found.registry.slots[slot.index].key) ?? slot.index
                saved.append((found, index, slot.layers))
            }
            eachSlot(of: container, in: resolver, reached) { found, index in
                let layers = saved.firstIndex { $0.resolver === found && $0.index == index }
                    .map { saved.remove(at: $0).layers }
                reset(found, index, all, overrider: container, restoring: layers, &garbage)
            }
            // What is left are slots that `eachSlot` has passed over: the override that was saved is gone from them.
            for (found, index, layers) in saved {
                reset(found, index, all, overrider: container, restoring: layers, &garbage)
            }
            for (id, known) in snapshot.parameters {
                byParameter[id] = byParameter[id].map { known.merging($0) } ?? known
            }
            for (registration, value, scope) in snapshot.instances where value.duty?.isTaken != true {
                let cell = cell(of: registration)
                if cell.kept !== value { cell.restore(value, in: instances(of: scope).object, &garbage) }
            }
            setDefaultScope(snapshot.defaultScope, of: resolver, container: container, &garbage)
            resolver.setDecorator(snapshot.decorator, &garbage)
            return true
        }
    }
}
