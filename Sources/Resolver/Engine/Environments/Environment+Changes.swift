// Changes of slots, and the instances that an environment drops because of them.

extension Environment {
    /// Changes a slot, and drops the instances of registrations that are no longer in force.
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
    /// Drops the instances of registrations that are no longer in force.
    ///
    /// Under the engine's lock.
    @inline(never)
    private func drop(_ before: Slot.InForce, besides after: Slot.InForce, _ garbage: inout Garbage) {
        before.each { if !after.contains($0) { drop($0, isRetired: true, &garbage) } }
        after.each { new in
            if !before.contains(new), let cell = existingCell(of: new) { cell.pointee.isRetired = false }
        }
    }

    /// Drops a registration's instances.
    ///
    /// Under the engine's lock.
    func drop(_ registration: Registration, isRetired: Bool = false, _ garbage: inout Garbage) {
        dropParameters(of: registration, &garbage)
        // Nothing is kept, and no construction under way can keep its result.
        if registration.keepsNothing, registration.existingCell == nil { return }
        let cell = cell(of: registration)
        cell.empty(&garbage)
        if isRetired { cell.pointee.isRetired = true }
        TaskRun.drop(registration, in: self, &garbage)
    }

    /// The scope of a registration that states none: that of the registration that it is put over, or else the default scope.
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

    /// Sets the scope for which `ResolverScope.container` stands in a resolver, also for existing registrations that state it.
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

    /// A slot's registration in a form that this environment may change: one of another environment is copied first.
    ///
    /// Under the engine's lock.
    func changeable(
        _ registration: Registration, _ resolver: Resolver, _ index: Int, _ garbage: inout Garbage
    ) -> Registration {
        guard registration.owner != number else { return registration }
        let copy = Registration(copying: registration, owner: number)
        // The copy's `deinit` takes the lock, so it must not run here, as it would where no layer of the slot is the original.
        garbage.add(copy)
        change(resolver, index, &garbage) { $0.replace(registration, by: copy, &$1) }
        return copy
    }

    /// A registration of any environment in a form that this one may change.
    ///
    /// Where this environment has the registration no more, a copy that no lookup finds.
    ///
    /// Under the engine's lock.
    func changeable(_ registration: Registration, _ garbage: inout Garbage) -> Registration {
        guard registration.owner != number else { return registration }
        var found: (own: Registration, resolver: Resolver, index: Int)?
        eachResolver { resolver in
            // Not by its key: a later export may have moved that to another slot.
            for index in resolver.registry.slots.indices where found == nil {
                guard let own = resolver.registry.slots[index].layer(registration.id) else { continue }
                found = (own, resolver, index)
            }
        }
        guard let (own, resolver, index) = found else {
            let copy = Registration(copying: registration, owner: number)
            // Nothing else holds the copy, and its `deinit` takes the lock.
            garbage.add(copy)
            return copy
        }
        return changeable(own, resolver, index, &garbage)
    }
}

extension Resolver {
    /// The scope that keeps an instance: for `ResolverScope.container`, this resolver's own.
    func scope(for scope: ResolverScope) -> ResolverScope {
        guard scope is ResolverScopeContainer else { return scope }
        let own = Environment.active.own(self)
        return Lock.held { own.scopeCache }
    }
}
