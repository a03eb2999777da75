// What an environment drops where something else is registered.

extension Environment {
    /// Changes what is registered under a key; what is no longer in force keeps no instance.
    ///
    /// Under the engine's lock.
    func change(
        _ resolver: Resolver, _ index: Int, _ garbage: inout Garbage, _ change: (inout Slot, inout Garbage) -> Void
    ) {
        var (before, after) = (Slot.InForce(), Slot.InForce())
        resolver.registry.change(index, &garbage) { slot, garbage in
            before = slot.inForce
            change(&slot, &garbage)
            after = slot.inForce
        }
        drop(before, besides: after, &garbage)
    }

    // Apart, as `change` is compiled anew for each closure.
    /// Drops what is kept of registrations that are in force no more.
    ///
    /// Under the engine's lock.
    @inline(never)
    private func drop(_ before: Slot.InForce, besides after: Slot.InForce, _ garbage: inout Garbage) {
        before.each { if !after.contains($0) { drop($0, isRetired: true, &garbage) } }
        after.each { new in
            if !before.contains(new), let cell = existingCell(of: new) { cell.pointee.isRetired = false }
        }
    }

    /// Drops what a registration keeps.
    ///
    /// Under the engine's lock.
    func drop(_ registration: Registration, isRetired: Bool = false, _ garbage: inout Garbage) {
        dropParameters(of: registration, &garbage)
        // Nothing is kept, and no construction under way can keep anything.
        if registration.keepsNothing, registration.existingCell == nil { return }
        let cell = cell(of: registration)
        cell.empty(&garbage)
        if isRetired { cell.pointee.isRetired = true }
        TaskRun.drop(registration, in: self, &garbage)
    }

    /// The scope of what is registered without one: that of what it is put over, or else the default one.
    ///
    /// Under the engine's lock.
    func unstatedScope(
        of factory: AnyFactory, over base: Registration?, isForward: Bool, in resolver: Resolver
    ) -> (scope: ResolverScope, follows: Registration.Follows) {
        if isForward { return (.unique, .nothing) }
        if let base { return (base.ownScope, base.declaredScope == nil ? base.follows : .nothing) }
        if factory.isAsynchronous { return (.unique, .nothing) }
        let isCache = Unheld(settings.defaultScope).with { $0 is ResolverScopeContainer }
        return isCache ? (resolver.scopeCache, .resolverCache) : (settings.defaultScope, .nothing)
    }

    /// States what a resolver keeps its instances by, and what is registered to be kept so.
    ///
    /// Under the engine's lock.
    func setCache(_ cache: ResolverScope, of resolver: Resolver, _ garbage: inout Garbage) {
        resolver.scopeCache = cache
        for index in resolver.registry.slots.indices {
            let slot = resolver.registry.slots[index]
            for registration in slot.all where registration.follows == .resolverCache {
                let own = changeable(registration, resolver, index, &garbage)
                drop(own, &garbage)
                own.setScope(cache, follows: .resolverCache)
            }
        }
    }

    /// A registration of a slot, as one that this environment may change: what it has from another one is copied first.
    ///
    /// Under the engine's lock.
    func changeable(
        _ registration: Registration, _ resolver: Resolver, _ index: Int, _ garbage: inout Garbage
    ) -> Registration {
        guard registration.owner != number else { return registration }
        let copy = Registration(copying: registration, owner: number)
        // It takes the lock when it goes, as it does at once where the slot has the other one only as its first.
        garbage.add(copy)
        change(resolver, index, &garbage) { $0.replace(registration, by: copy, &$1) }
        return copy
    }

    /// What was registered here or in another environment, as this one may change it: where it has it no more, a copy that
    /// nothing finds.
    ///
    /// Under the engine's lock.
    func changeable(_ registration: Registration, _ garbage: inout Garbage) -> Registration {
        guard registration.owner != number else { return registration }
        var found: (own: Registration, resolver: Resolver, index: Int)?
        eachResolver { resolver in
            // Not by its key: an export since may let that find another slot.
            for index in resolver.registry.slots.indices where found == nil {
                guard let own = resolver.registry.slots[index].layer(registration.id) else { continue }
                found = (own, resolver, index)
            }
        }
        guard let (own, resolver, index) = found else {
            let copy = Registration(copying: registration, owner: number)
            // Nothing else has it, and it takes the lock when it goes.
            garbage.add(copy)
            return copy
        }
        return changeable(own, resolver, index, &garbage)
    }
}

extension Resolver {
    /// The scope an instance is kept by: this resolver's own where the container's is meant.
    func scope(for scope: ResolverScope) -> ResolverScope {
        guard scope is ResolverScopeContainer else { return scope }
        let own = Environment.active.own(self)
        return Lock.held { own.scopeCache }
    }
}
