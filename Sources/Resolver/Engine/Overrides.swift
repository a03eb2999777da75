// What the typed face does with slots: declare, override, reset, and save layers for later.

/// A slot as it is found at one moment.
package struct SlotPlace {
    package let resolver: Resolver
    package let key: ServiceKey

    package init(resolver: Resolver, key: ServiceKey) {
        self.resolver = resolver
        self.key = key
    }
}

extension SlotPlace {
    /// The slot that an export passes on to.
    package init(_ export: Export) {
        let target = export.target()
        self.init(resolver: target.resolver, key: target.key)
    }
}

extension Environment {
    /// Declares a typed factory, unless it is declared already.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - resolver: The resolver of its container.
    ///   - stated: The scope that it states.
    ///   - standard: The scope of its container's factories that state none.
    ///   - isAsynchronous: Whether its closure is asynchronous.
    ///   - forwardedKey: The key of the registration of the runtime face that it stands for.
    ///   - closer: What closes its instances.
    package func declare(
        _ key: ServiceKey, in resolver: Resolver, stated: ResolverScope?, standard: ResolverScope,
        isAsynchronous: Bool = false, forwardedKey: ServiceKey? = nil, closer: Closer? = nil
    ) {
        Lock.changing { garbage in
            let index = unsafe resolver.registry.makeIndex(for: key)
            guard unsafe resolver.registry.slots[index].base == nil else { return }
            let key = unsafe resolver.registry.slots[index].key
            let registration = Registration(
                key, at: key.declaration?.location ?? .unknown, home: number, scope: standard, factory: nil,
                traits: isAsynchronous
                    ? [.isExplicit, .isDeclaration, .isAsynchronous] : [.isExplicit, .isDeclaration],
                declaredScope: stated, forwardedKey: forwardedKey, closer: closer)
            unsafe resolver.registry.change(index, &garbage) { $0.declare(registration, &$1) }
        }
    }

    /// Whether a typed factory is declared already.
    package func isDeclared(_ key: ServiceKey, in resolver: Resolver) -> Bool {
        Lock.held { unsafe resolver.registry.slot(of: key)?.base != nil }
    }

    /// States the scope of factories that state none.
    ///
    /// Declarations made before follow, and what is put over them without a scope.
    package func setStandardScope(_ scope: ResolverScope, of resolver: Resolver, container: Any.Type) {
        Lock.changing { garbage in
            for index in unsafe resolver.registry.slots.indices {
                let slot = unsafe resolver.registry.slots[index]
                guard slot.key.belongs(to: container) else { continue }
                for registration in slot.all where registration.scope !== scope {
                    // One that is exported has the scope that it states, as the runtime face states none.
                    let follows =
                        registration.isDeclaration
                        ? registration.factory == nil || registration.hasDefaultScope : registration.followsDefault
                    guard follows else { continue }
                    changeable(registration, resolver, index, &garbage).setScope(scope, isDefault: true)
                }
            }
        }
    }

    /// What an override is made of.
    package struct Override {
        package let factory: AnyFactory
        package let location: CodeLocation
        /// The type of the container that overrides.
        package let container: Any.Type
        /// The lifetime; nil for that of what is overridden.
        package var scope: ResolverScope?
        /// The context in which alone it counts.
        package var context: ContextKey?
        /// For `implements`: the key of what it passes on.
        var forwardedKey: ServiceKey?

        package init(factory: AnyFactory, at location: CodeLocation, container: Any.Type) {
            self.factory = factory
            self.location = location
            self.container = container
        }
    }

    /// Puts a factory over what is registered under a key.
    ///
    /// The registration hook does not replace what the program registered itself: what it puts over that then is
    /// returned, and never in force. Of a singleton that each instance of a container registers itself, the first one's
    /// counts, and what the program has registered since.
    @discardableResult
    package func override(_ place: SlotPlace, with override: Override) -> Registration {
        let resolver = own(place.resolver)
        let thread = unsafe ThreadState.current
        let isExplicit = unsafe thread.pointee.hookRunning == nil
        var traits: Registration.Traits = isExplicit ? .isExplicit : []
        if unsafe thread.pointee.isAutoRegistering { traits.insert(.isAutomatic) }
        if override.context != nil { traits.insert(.isForContext) }
        return Lock.changing { garbage in
            let index = unsafe resolver.registry.makeIndex(for: place.key)
            let slot = unsafe resolver.registry.slots[index]
            let former =
                override.context.map { context in slot.conditional.first { $0.context == context }?.registration }
                ?? slot.unconditional
            let standard =
                unsafe override.forwardedKey == nil ? slot.base?.effectiveScope ?? settings.defaultScope : .unique
            if let known = traits.contains(.isAutomatic) ? whatCounts(inPlaceOf: override, in: slot) : nil {
                if override.context == nil, slot.override !== known {
                    change(resolver, index, &garbage) { $0.setOverride(known, &$1) }
                }
                return known
            }
            let registration = Registration(
                slot.key, at: override.location, home: number, scope: override.scope ?? standard,
                factory: override.factory.converted(to: slot.key.type), traits: traits,
                followsDefault: override.forwardedKey == nil && override.scope == nil
                    && slot.base?.hasDefaultScope ?? false,
                overrider: ObjectIdentifier(override.container), forwardedKey: override.forwardedKey,
                closer: slot.base?.closer)
            if let former, former.isExplicit && !isExplicit && !former.isDeclaration { return registration }
            if override.scope === ResolverScope.application, override.context == nil {
                garbage.add(singletonOverrides.updateValue(registration, forKey: slot.key))
            }
            change(resolver, index, &garbage) { slot, garbage in
                if let context = override.context {
                    let others = slot.conditional.filter { $0.context != context }
                    slot.setConditional(
                        others + [ConditionalRegistration(context: context, registration: registration)], &garbage)
                } else {
                    slot.setOverride(registration, &garbage)
                }
            }
            return registration
        }
    }

    /// Puts what the runtime face has registered already over a declaration that is exported.
    func join(_ registered: Registration, to place: SlotPlace) {
        let resolver = own(place.resolver)
        Lock.changing { garbage in
            guard let index = unsafe resolver.registry.index(of: place.key), let factory = registered.factory else {
                return
            }
            let key = unsafe resolver.registry.slots[index].key
            let override =
                key.type == registered.key.type
                ? registered
                : Registration(
                    key, at: registered.location, home: number, scope: registered.scope,
                    factory: factory.converted(to: key.type), traits: registered.traits,
                    overrider: registered.overrider,
                    closer: registered.closer)
            change(resolver, index, &garbage) { $0.setOverride(override, &$1) }
        }
    }

    /// What counts in place of what a container registers itself, for a context or as a singleton: what the program has
    /// registered there, or the same line of code, for another instance of the container perhaps.
    private func whatCounts(inPlaceOf override: Override, in slot: Slot) -> Registration? {
        func counts(_ known: Registration) -> Bool {
            !known.traits.contains(.isAutomatic) || known.location == override.location
        }
        if let context = override.context {
            return slot.conditional.first { $0.context == context && counts($0.registration) }?.registration
        }
        if slot.base?.effectiveScope === ResolverScope.application, override.scope == nil {
            return slot.override.flatMap { counts($0) ? $0 : nil }
        }
        guard override.scope === ResolverScope.application else { return nil }
        return singletonOverrides[slot.key].flatMap { $0.location == override.location ? $0 : nil }
    }

    /// Runs what a container registers itself.
    package static func autoRegistering(_ body: () -> Void) {
        let thread = unsafe ThreadState.current
        let outer = unsafe thread.pointee.isAutoRegistering
        unsafe thread.pointee.isAutoRegistering = true
        body()
        unsafe thread.pointee.isAutoRegistering = outer
    }

    /// Says which container this thread uses although it has not registered its own overrides, as it cannot wait for
    /// that.
    package static func setUnpreparedInUse(_ resolver: Resolver?) {
        unsafe ThreadState.current.pointee.usesUnprepared = unsafe resolver.map { unsafe .passUnretained($0) }
    }

    /// Whether anything is put over a declaration.
    ///
    /// - Parameters:
    ///   - place: The declaration.
    ///   - inContextsOnly: Whether only what is registered for a context is meant.
    /// - Returns: Whether that is so in the current environment.
    package func isOverridden(_ place: SlotPlace, inContextsOnly: Bool = false) -> Bool {
        let resolver = own(place.resolver)
        let contexts = contexts
        return Lock.held {
            guard let slot = unsafe resolver.registry.slot(of: place.key) else { return false }
            let inForce = inContextsOnly ? slot.conditional(in: contexts) : slot.inForce(in: contexts)
            return inForce.map { !$0.isDeclaration } ?? false
        }
    }

    /// The nearest slot of a key of the runtime face in which something is registered.
    package func nearest(_ key: ServiceKey, from resolver: Resolver) -> SlotPlace? {
        searched(from: resolver).first { resolver in
            Lock.held { unsafe resolver.registry.slot(of: key).map { !$0.isEmpty } ?? false }
        }
        .map { SlotPlace(resolver: $0, key: key) }
    }

    /// The scope of what is registered under a key of the runtime face, below what typed factories have put over it.
    package func lowestScope(of key: ServiceKey, from resolver: Resolver) -> ResolverScope? {
        guard let place = nearest(key, from: resolver) else { return nil }
        return Lock.held {
            unsafe place.resolver.registry.slot(of: key).flatMap { ($0.base ?? $0.override)?.effectiveScope }
        }
    }

    /// The registration in force in a slot.
    package func registration(in place: SlotPlace) -> Registration? {
        let resolver = own(place.resolver)
        let contexts = contexts
        return Lock.held { unsafe resolver.registry.slot(of: place.key)?.inForce(in: contexts) }
    }
}

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

    package init(registrations: Bool, contexts: Bool, instances: Bool, scope: ResolverScope? = nil) {
        self.registrations = registrations
        self.contexts = contexts
        self.instances = instances
        self.scope = scope
    }
}

extension Environment {
    /// Drops a part of what one slot holds.
    package func reset(_ place: SlotPlace, _ selection: ResetSelection) {
        let resolver = own(place.resolver)
        Lock.changing { garbage in
            guard let index = unsafe resolver.registry.index(of: place.key) else { return }
            reset(resolver, index, selection, overrider: nil, &garbage)
        }
    }

    /// Drops a part of what a container holds; where it drops registrations, the container registers its own again.
    package func reset(_ container: Any.Type, in resolver: Resolver, _ selection: ResetSelection) {
        let others = othersReached(from: resolver)
        Lock.changing { garbage in
            if selection.registrations { resolver.arm(&garbage) }
            if selection.instances { reopen(resolver, container, selection.scope, &garbage) }
            for (resolver, index) in slots(of: container, in: resolver, others) {
                reset(resolver, index, selection, overrider: ObjectIdentifier(container), &garbage)
            }
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
        return ([resolver, singletons] + others).flatMap { resolver in
            unsafe resolver.registry.slots.indices.filter { index in
                let slot = unsafe resolver.registry.slots[index]
                return slot.key.isDeclared ? slot.key.belongs(to: container) : slot.isOverridden(by: overrider)
            }
            .map { (resolver, $0) }
        }
    }

    /// Drops a part of what a slot holds: of a declaration, or what a container has put over a registration.
    ///
    /// What is brought back in its place is put there in the same change, so that what stays in force keeps its
    /// instance. Under the engine's lock.
    private func reset(
        _ resolver: Resolver, _ index: Int, _ selection: ResetSelection, overrider: ObjectIdentifier?,
        restoring layers: ContainerSnapshot.Layers? = nil, _ garbage: inout Garbage
    ) {
        let slot = unsafe resolver.registry.slots[index]
        let overrider = slot.key.isDeclared ? nil : overrider
        if selection.instances {
            for registration in slot.all where overrider == nil || registration.overrider == overrider {
                dropInstances(of: registration, selection, &garbage)
            }
        }
        guard selection.registrations || selection.contexts, slot.hasOverrides || layers != nil else { return }
        change(resolver, index, &garbage) { slot, garbage in
            slot.removeOverrides(of: overrider, selection, &garbage)
            guard let layers else { return }
            if let override = layers.override { slot.setOverride(override, &garbage) }
            slot.setConditional(slot.conditional + layers.conditional, &garbage)
        }
    }

    private func dropInstances(
        of registration: Registration, _ selection: ResetSelection, _ garbage: inout Garbage
    ) {
        for registration in unsafe [registration] + (byParameter[registration.id]?.all ?? []) {
            let cell = unsafe lockedCell(of: registration)
            // What is being made is in no scope yet.
            let kept = unsafe cell.scope ?? registration.effectiveScope
            if let scope = selection.scope {
                if kept === scope { unsafe cell.empty(&garbage) }
            } else if !selection.keepsSingletons || kept !== ResolverScope.application {
                unsafe cell.empty(&garbage)
            }
            if selection.scope.map({ $0 is TaskScope }) ?? true { TaskRun.drop(registration, in: self, &garbage) }
        }
    }
}

extension Slot {
    fileprivate func isOverridden(by container: ObjectIdentifier) -> Bool {
        override?.overrider == container || conditional.contains { $0.registration.overrider == container }
    }

    /// Takes away a part of what a container has put over the lowest layer; of what anybody has where none is named.
    fileprivate mutating func removeOverrides(
        of container: ObjectIdentifier?, _ selection: ResetSelection, _ garbage: inout Garbage
    ) {
        func isMeant(_ registration: Registration) -> Bool { container == nil || registration.overrider == container }
        if selection.registrations, let override, isMeant(override) { setOverride(nil, &garbage) }
        if selection.contexts, !conditional.isEmpty {
            setConditional(conditional.filter { !isMeant($0.registration) }, &garbage)
        }
    }
}

extension ServiceKey {
    /// Whether it is the key of a factory of a container.
    func belongs(to container: Any.Type) -> Bool {
        declaration.map { $0.container == container && $0.location.isKnown } ?? false
    }
}

// MARK: - Push and pop

/// What a container held: its overrides, and its instances but for singletons.
package final class ContainerSnapshot: @unchecked Sendable {
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

    fileprivate init(
        layers: [Layers], instances: [(Registration, KeptValue, ResolverScope)],
        parameters: [(UInt, ParameterRegistrations)]
    ) {
        self.layers = layers
        self.instances = instances
        self.parameters = parameters
    }
}

extension Environment {
    /// Saves a container's overrides and instances.
    package func save(_ container: Any.Type, in resolver: Resolver) -> ContainerSnapshot {
        let others = othersReached(from: resolver)
        let overrider = ObjectIdentifier(container)
        return Lock.held {
            let places = slots(of: container, in: resolver, others)
            let layers = places.map { resolver, index in
                let slot = unsafe resolver.registry.slots[index]
                return ContainerSnapshot.Layers(
                    resolver: resolver, index: index,
                    override: slot.override?.overrider == overrider ? slot.override : nil,
                    conditional: slot.conditional.filter { $0.registration.overrider == overrider })
            }
            let own = places.flatMap { resolver, index in
                let slot = unsafe resolver.registry.slots[index]
                return slot.key.isDeclared ? slot.all : slot.all.filter { $0.overrider == overrider }
            }
            let parameters = own.compactMap { registration in
                unsafe byParameter[registration.id].map { (registration.id, $0) }
            }
            let all = own + parameters.flatMap(\.1.all)
            let instances = all.compactMap { registration -> (Registration, KeptValue, ResolverScope)? in
                let cell = unsafe lockedCell(of: registration)
                guard let value = unsafe cell.kept, let scope = unsafe cell.scope, scope !== ResolverScope.application
                else {
                    return nil
                }
                return (registration, value, scope)
            }
            return ContainerSnapshot(layers: layers, instances: instances, parameters: parameters)
        }
    }

    /// Brings back what was saved, in place of what is there.
    package func restore(_ snapshot: ContainerSnapshot, _ container: Any.Type, in resolver: Resolver) {
        var all = ResetSelection(registrations: true, contexts: true, instances: true)
        all.keepsSingletons = true
        let others = othersReached(from: resolver)
        // The resolvers are held, as one that goes now would end under the lock.
        var saved = snapshot.layers.compactMap { layers in
            layers.override == nil && layers.conditional.isEmpty ? nil : layers.resolver.map { ($0, layers) }
        }
        // Not armed: what the container registers itself is in what was saved.
        Lock.changing { garbage in
            reopen(resolver, container, nil, &garbage)
            // An export since then lets a key find another slot.
            func index(_ saved: (Resolver, ContainerSnapshot.Layers)) -> Int {
                let registry = unsafe saved.0.registry
                return registry.index(of: registry.slots[saved.1.index].key) ?? saved.1.index
            }
            for (resolver, known) in slots(of: container, in: resolver, others) {
                let layers = saved.firstIndex { $0.0 === resolver && index($0) == known }
                    .map { saved.remove(at: $0).1 }
                reset(
                    resolver, known, all, overrider: ObjectIdentifier(container), restoring: layers, &garbage)
            }
            // Registrations that it does not override any more.
            for (resolver, layers) in saved {
                reset(
                    resolver, index((resolver, layers)), all, overrider: ObjectIdentifier(container), restoring: layers,
                    &garbage)
            }
            for (id, known) in snapshot.parameters {
                garbage.add(value: known)
                unsafe byParameter[id] = unsafe byParameter[id].map { known.merging($0) } ?? known
            }
            for (registration, value, scope) in snapshot.instances {
                unsafe lockedCell(of: registration).restore(value, in: instances(of: scope), &garbage)
            }
            garbage.add(snapshot)
        }
    }
}

// MARK: - Bridging

extension Environment {
    /// The key under which the runtime face has something nearer to the root than a declaration that it knows, too.
    package func nearerKey(than place: SlotPlace) -> ServiceKey? {
        nearerKey(than: KeyLookup(place.key), in: own(place.resolver))
    }

    /// Remembers that a registration of the runtime face, with a resolver, passes on to a declaration.
    package func noteExport(of place: SlotPlace, as key: ServiceKey, with exporting: Resolver) {
        let (resolver, exporting) = (own(place.resolver), own(exporting))
        Lock.changing { garbage in
            guard let index = unsafe resolver.registry.index(of: place.key) else { return }
            unsafe resolver.registry.change(index, &garbage) { $0.addExport(key, of: exporting, &$1) }
        }
    }

    /// Remembers that what is registered under a key of the runtime face counts for a declaration of another resolver.
    package func noteBridge(of place: SlotPlace, to key: ServiceKey) {
        let resolver = own(place.resolver)
        Lock.changing { garbage in
            guard let index = unsafe resolver.registry.index(of: place.key) else { return }
            unsafe resolver.registry.change(index, &garbage) { slot, _ in slot.addBridgeKey(key) }
        }
    }

    /// The key that the slot has which another key finds.
    package func slotKey(of key: ServiceKey, in resolver: Resolver) -> ServiceKey? {
        Lock.held { unsafe resolver.registry.slot(of: key)?.key }
    }

    /// Lets a key of the runtime face find a declaration's slot, too.
    ///
    /// What the program has registered itself under the key goes over the declaration, unless the key is exported by
    /// the program itself, later.
    ///
    /// - Parameters:
    ///   - place: The declaration.
    ///   - key: The key of the runtime face, of the same type.
    ///   - factory: What the runtime face runs; nil where it finds nothing until the declaration is exported.
    ///   - isExport: Whether the declaration is exported, and not only found under the key.
    package func bridge(_ place: SlotPlace, to key: ServiceKey, factory: AnyFactory?, isExport: Bool) {
        let resolver = own(place.resolver)
        Lock.changing { garbage in
            guard let index = unsafe resolver.registry.index(of: place.key) else { return }
            let former = unsafe resolver.registry.join(key, to: index, &garbage)
            let base = unsafe resolver.registry.slots[index].base
            if let factory, let base, base.factory == nil {
                let base = changeable(base, resolver, index, &garbage)
                base.setFactory(factory)
                base.setScope(base.effectiveScope)
            }
            // Not what stands for another declaration, or was put over one.
            if let former, let registered = former.unconditional, !registered.isDeclaration, registered.export == nil,
                !former.key.isDeclared || registered.overrider == nil, registered.isExplicit || !isExport
            {
                change(resolver, index, &garbage) { $0.setOverride(registered, &$1) }
            }
        }
    }
}
