// What every `register` comes to.

extension Resolver {
    /// Registers a service.
    func insert<Service>(
        _ type: Service.Type, name: Resolver.Name?, at location: CodeLocation, takesArguments: Bool,
        make: @escaping TypedFactory<Service>.Make
    ) -> ResolverOptions<Service> {
        let factory = unsafe TypedFactory(make).unwrapped
        let lookup = KeyLookup(factory.service, name: name?.rawValue)
        let registration = insert(
            lookup, at: location, factory: factory, traits: takesArguments ? .takesArguments : [])
        return ResolverOptions(resolver: self, registration: registration)
    }

    /// Registers a factory that passes on what a typed factory of another slot gives.
    package func insert<Service>(
        _ type: Service.Type, name: Resolver.Name?, at location: CodeLocation, takesArguments: Bool, export: Export,
        make: @escaping TypedFactory<Service>.Make
    ) {
        _ = insert(
            KeyLookup(type, name: name?.rawValue), at: location,
            factory: unsafe TypedFactory(make), traits: takesArguments ? .takesArguments : [], export: export)
    }

    /// Puts a registration in force, and returns it.
    ///
    /// The registration hook does not replace what the program registered itself: what it registers then is returned,
    /// and never in force. Under a key that a typed factory answers, it overrides that factory. Its scope is that of what
    /// it overrides, or else the standard one, or the default scope where there is none.
    func insert(
        _ lookup: KeyLookup, at location: CodeLocation, factory: AnyFactory, traits: Registration.Traits,
        standard: ResolverScope? = nil, export: Export? = nil, forwardedKey: ServiceKey? = nil
    ) -> Registration {
        let environment = Environment.active
        let own = environment.own(self)
        let isExplicit = unsafe ThreadState.existing?.pointee.hookRunning == nil
        let traits = isExplicit ? traits.union(.isExplicit) : traits
        while true {
            if export == nil, let forward = own.export(under: lookup) {
                // A forward passes on to a typed factory, which is what is overridden.
                var override = Environment.Override(factory: factory, at: location, container: forward.container)
                override.forwardedKey = forwardedKey
                return environment.override(SlotPlace(forward), with: override)
            }
            var joined: Registration?
            let registration = Lock.changing { garbage in
                own.put(
                    lookup, at: location, factory: factory, traits: traits, standard: standard, export: export,
                    forwardedKey: forwardedKey, in: environment, joining: &joined, &garbage)
            }
            // An export joins what is registered already: both faces give that.
            if let export, let joined { environment.join(joined, to: SlotPlace(export)) }
            if let registration { return registration }
        }
    }

    /// The export in force under a key, where it passes on to another slot.
    private func export(under lookup: KeyLookup) -> Export? {
        Lock.held { unsafe registry.index(of: lookup).flatMap { unsafe registry.slots[$0].base?.export } }
    }

    /// Under the engine's lock; nil where the key has just been exported.
    private func put(
        _ lookup: KeyLookup, at location: CodeLocation, factory: AnyFactory, traits: Registration.Traits,
        standard: ResolverScope?, export: Export?, forwardedKey: ServiceKey?, in environment: Environment,
        joining joined: inout Registration?, _ garbage: inout Garbage
    ) -> Registration? {
        let index = unsafe registry.makeIndex(for: lookup)
        let base = unsafe registry.slots[index].base
        if export == nil, base?.export != nil { return nil }
        let isDeclared = base?.isDeclaration ?? false
        let scope: ResolverScope =
            if forwardedKey != nil || export != nil { .unique } else if isDeclared {
                base?.effectiveScope ?? .unique
            } else { lockedScope(for: standard ?? environment.settings.defaultScope) }
        let registration = unsafe Registration(
            registry.slots[index].key, at: location, home: environment.number, scope: scope, factory: factory,
            traits: traits, export: export, forwardedKey: forwardedKey)
        if let old = unsafe registry.slots[index].unconditional, old !== base || !isDeclared {
            if export != nil, old.isExplicit, old.export == nil {
                joined = old
            } else if old.isExplicit && !registration.isExplicit {
                return registration
            }
            if !isDeclared { registration.noteReplacing(old) }
        }
        environment.change(self, index, &garbage) { slot, garbage in
            if isDeclared { slot.setOverride(registration, &garbage) } else { slot.register(registration, &garbage) }
        }
        return registration
    }

    /// The scope an instance is kept by: this resolver's own where the container's is meant.
    func scope(for scope: ResolverScope) -> ResolverScope {
        scope is ResolverScopeContainer ? cache : scope
    }

    /// States how long the instance of a registration of this resolver lives.
    func setScope(_ scope: ResolverScope, of registration: Registration) {
        let scope = self.scope(for: scope)
        let environment = Environment.active
        Lock.changing { garbage in
            registration.setScope(scope)
            // An instance that the scope before has kept is not the new scope's.
            environment.drop(registration, &garbage)
        }
    }

    /// The same under the engine's lock.
    private func lockedScope(for scope: ResolverScope) -> ResolverScope {
        scope is ResolverScopeContainer ? scopeCache : scope
    }
}

extension Registration {
    /// Remembers what this one replaces, if that looks like an accident.
    ///
    /// Under the engine's lock.
    fileprivate func noteReplacing(_ old: Registration) {
        let isAccident =
            old.isExplicit == isExplicit && old.home == home && old.overrider == nil && location.isKnown
            && old.location.isKnown && old.location != location
        if isAccident { replaced = old.location }
    }
}
