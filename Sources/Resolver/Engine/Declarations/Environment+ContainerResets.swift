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
    /// The kept values that stay.
    var kept: Set<ObjectIdentifier> = []

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
        let reached = reached(from: resolver)
        let (isFoundByType, hasParameters) = Lock.changing { garbage in
            if selection.registrations { resolver.arm() }
            if selection.instances { reopen(resolver, container, selection.scope) }
            var isFoundByType = false
            eachSlot(of: container, in: resolver, reached) { found, index in
                let isDeclared = found.registry.slots[index].key.isDeclared
                if !isDeclared || !found.registry.slots[index].otherKeys.isEmpty { isFoundByType = true }
                // What the shared one has registered itself for a singleton, only its own reset lets it register again.
                let isOfShared = found !== resolver && reached.isEmpty && isDeclared
                reset(
                    found, index, selection, overrider: container, keepsAutomatic: isOfShared,
                    &garbage)
            }
            return (isFoundByType, !byParameter.isEmpty)
        }
        if hasParameters { sweepParameters() }
        return isFoundByType
    }

    /// The resolvers in which a container may have overridden registrations: where it is shared, the root and what that
    /// searches.
    private func reached(from resolver: Resolver) -> [Resolver] {
        let root = Lock.held { isShared(resolver) ? rootResolver ?? mainResolver : nil }
        return root.map { searched(from: $0) } ?? []
    }

    /// Runs a body with the slots of a container's declarations, and of registrations that it has overridden, but for those in
    /// which there is nothing to drop or to save.
    ///
    /// Under the engine's lock. Not inlined, as the body would be at each place where a slot is found.
    @inline(never)
    private func eachSlot(
        of container: Any.Type, in resolver: Resolver, _ reached: [Resolver], _ body: (Resolver, _ index: Int) -> Void
    ) {
        // A run may keep instances of any of them.
        let isInRun = ProcessState.has(.asynchronous) && TaskState.current?.unheldRuns != nil
        func look(_ resolver: Resolver, where isMeant: (Int) -> Bool) {
            // Not by way of copies of slots, whose references would be counted.
            for index in resolver.registry.slots.indices where isMeant(index) {
                let only = isInRun ? nil : resolver.registry.slots[index].onlyFirst
                if let only, only.with({ keepsNothing(of: $0) }) { continue }
                body(resolver, index)
            }
        }
        func lookAtAll(_ resolver: Resolver) {
            look(resolver) { index in
                let key = resolver.registry.slots[index].key
                guard key.isDeclared else { return resolver.registry.slots[index].isOverridden(by: container) }
                return key.belongs(to: container)
            }
        }
        lookAtAll(resolver)
        lookAtAll(singletons)
        for other in reached where other !== resolver { lookAtAll(other) }
        if resolver === mainResolver || reached.contains(where: { $0 === mainResolver }) { return }
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
        if selection.instances { dropInstances(in: resolver.registry.slots[index], of: overrider, selection, &garbage) }
        guard selection.registrations || selection.contexts,
            layers != nil || resolver.registry.slots[index].hasOverrides
        else { return }
        change(resolver, index, &garbage) { slot, garbage in
            slot.replaceOverrides(of: overrider, selection, keepsAutomatic: keepsAutomatic, by: layers, &garbage)
        }
    }

    private func dropInstances(
        in slot: Slot, of overrider: Any.Type?, _ selection: ResetSelection, _ garbage: inout Garbage
    ) {
        slot.each { registration in
            if slot.isOf(registration, overrider) { dropInstances(of: registration, selection, &garbage) }
        }
    }

    /// Whether no instance of a registration is kept outside of runs, and none is being made for that.
    private func keepsNothing(of registration: Registration) -> Bool {
        guard byParameter.isEmpty || byParameter[registration.id] == nil else { return false }
        return existingCell(of: registration).map { $0.isEmpty && $0.pointee.flightBits == 0 } ?? true
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
        let stays = cell?.kept.map { selection.kept.contains(ObjectIdentifier($0)) } ?? false
        if !stays { cell?.empty(&garbage) }
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

    /// Takes away a part of what a container has put over the lowest layer, or of what anybody has where none is named, and
    /// puts saved layers in its place.
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

/// What a container held: its overrides and settings, and its instances but for singletons.
///
/// Used under the engine's lock.
private final class ContainerSnapshot {
    /// What was put over the lowest layer of a slot.
    struct Layers {
        let override: Registration?
        let conditional: [ConditionalRegistration]
    }

    struct SavedSlot {
        /// Where it is, if that is not the container's own resolver, which has the snapshot.
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
    package func push(_ container: Any.Type, in resolver: Resolver) {
        let reached = reached(from: resolver)
        Lock.held {
            let snapshot = ContainerSnapshot(ofSettingsOf: resolver)
            eachSlot(of: container, in: resolver, reached) { found, index in
                save(found, index, of: container, in: snapshot, isOther: found !== resolver)
            }
            resolver.saved.append(snapshot)
        }
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

    /// Saves the instances of a registration, for each parameter, too.
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

    /// Brings back what the last push has saved, in place of what is there; what has not changed stays as it is.
    package func pop(_ container: Any.Type, in resolver: Resolver) {
        let reached = reached(from: resolver)
        // Not armed: what the container registers itself is in what was saved.
        Lock.changing { garbage in
            guard let snapshot = resolver.saved.popLast() as? ContainerSnapshot else { return }
            garbage.add(snapshot)
            reopen(resolver, container, nil)
            var all = ResetSelection(registrations: true, contexts: true, instances: true)
            all.keepsSingletons = true
            // Nothing of theirs was saved.
            all.keepsRuns = true
            for instance in snapshot.instances { all.kept.insert(ObjectIdentifier(instance.value)) }
            var saved: [(resolver: Resolver, index: Int, layers: ContainerSnapshot.Layers)] = []
            for slot in snapshot.slots {
                guard let found = slot.other.map(\.resolver) ?? resolver else { continue }
                // Nobody else may hold it any more.
                if found !== resolver { garbage.add(found) }
                // An export since then may let its key find another slot.
                let index = found.registry.index(of: found.registry.slots[slot.index].key) ?? slot.index
                saved.append((found, index, slot.layers))
            }
            eachSlot(of: container, in: resolver, reached) { found, index in
                let layers = saved.firstIndex { $0.resolver === found && $0.index == index }
                    .map { saved.remove(at: $0).layers }
                reset(found, index, all, overrider: container, restoring: layers, &garbage)
            }
            // Registrations over which there is nothing any more.
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
        }
    }
}
