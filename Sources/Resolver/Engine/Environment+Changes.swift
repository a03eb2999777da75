// What an environment drops where something else is registered.

extension Environment {
    /// Changes what is registered under a key; what is no longer in force keeps no instance.
    ///
    /// Under the engine's lock.
    func change(
        _ resolver: Resolver, _ index: Int, _ garbage: inout Garbage, _ change: (inout Slot, inout Garbage) -> Void
    ) {
        var (before, after) = (Slot.InForce(), Slot.InForce())
        unsafe resolver.registry.change(index, &garbage) { slot, garbage in
            before = slot.inForce
            change(&slot, &garbage)
            after = slot.inForce
        }
        before.each { if !after.contains($0) { drop($0, isRetired: true, &garbage) } }
        after.each { new in
            if unsafe new.existingCell != nil, !before.contains(new) {
                unsafe lockedCell(of: new).pointee.isRetired = false
            }
        }
    }

    /// Drops what a registration keeps.
    ///
    /// Under the engine's lock.
    func drop(_ registration: Registration, isRetired: Bool = false, _ garbage: inout Garbage) {
        dropParameters(of: registration, &garbage)
        // Where nothing is kept, and nothing can be by who still makes an instance, there is nothing to drop.
        if registration.keepsNothing, unsafe registration.existingCell == nil { return }
        let cell = unsafe lockedCell(of: registration)
        unsafe cell.empty(&garbage)
        if isRetired { unsafe cell.pointee.isRetired = true }
        TaskRun.drop(registration, in: self, &garbage)
    }

    /// States what a resolver keeps its instances by, and what is registered to be kept so.
    ///
    /// Under the engine's lock.
    func setCache(_ cache: ResolverScope, of resolver: Resolver, _ garbage: inout Garbage) {
        let former = resolver.scopeCache
        resolver.setScopeCache(cache)
        for registration in unsafe resolver.registry.slots.flatMap(\.all)
        where registration.scope === former && registration.home == number {
            registration.setScope(cache)
            drop(registration, &garbage)
        }
    }
}
