// The functions that every `register` calls.

extension Resolver {
    /// Registers a service.
    @usableFromInline @inline(never)
    func insert<Service>(
        _ type: Service.Type, name: Resolver.Name?, at location: CodeLocation, takesArguments: Bool,
        make: @escaping MakeService<Service>
    ) -> ResolverOptions<Service> {
        let factory = unsafe AnyFactory.of(Service.self, make: make).takingArguments(takesArguments)
        return insert(type, name: name, at: location, factory)
    }

    /// Registers a service whose factory takes nothing.
    @usableFromInline @inline(never)
    func insert<Service>(
        _ type: Service.Type, name: Resolver.Name?, at location: CodeLocation,
        plain make: @escaping () throws -> Service
    ) -> ResolverOptions<Service> {
        insert(type, name: name, at: location, AnyFactory.of(Service.self, plain: make))
    }

    @inline(__always)
    private func insert<Service>(
        _ type: Service.Type, name: Resolver.Name?, at location: CodeLocation, _ made: AnyFactory
    ) -> ResolverOptions<Service> {
        // Not `inForce`, which is not inlined.
        let name = Name.isImplied(by: type) ? Name.of(type, name) : name
        let factory = _isOptional(Service.self) ? made.unwrapped : made
        let registration = insert(factory, name: name, at: location)
        return ResolverOptions(
            resolver: self, registration: registration, otherKey: registration.otherKey(name, of: factory))
    }

    /// Puts a registration in force, and returns it.
    ///
    /// The registration hook does not replace a registration that the program has made itself. Then the hook's registration is
    /// returned, but is never in force. Under a key that a typed factory answers, a registration overrides that factory. Its
    /// scope is that of the overridden factory, or else the default scope.
    ///
    /// - Parameters:
    ///   - factory: The factory, of the type under which it is registered.
    ///   - name: The name under which it is registered.
    ///   - location: Where it is registered.
    ///   - export: Where it forwards to, if that is a typed factory that has another slot.
    ///   - forwardedKey: For `implements`: the key to which it forwards.
    /// - Returns: The registration.
    @discardableResult
    package func insert(
        _ factory: AnyFactory, name: Resolver.Name?, at location: CodeLocation, export: Export? = nil,
        forwardedKey: ServiceKey? = nil
    ) -> Registration {
        let lookup = KeyLookup(factory.service, name: name?.rawValue)
        return Environment.withActive { environment in
            environment.withOwn(self) { own in
                // Before the lock, as `target` runs the program's code.
                let exported = export.map { export in
                    let declaration = export.target()
                    return SlotReference(resolver: environment.own(declaration.resolver), key: declaration.key)
                }
                let result = Lock.changing { garbage in
                    own.put(
                        factory, as: lookup, at: location, export: export, exported, forwardedKey: forwardedKey,
                        in: environment, &garbage)
                }
                switch result {
                case .put(let registration): return registration
                case .overrides(let forward):
                    // The key only passes on a typed factory's service, so that typed factory is overridden.
                    let override = Environment.Override(
                        factory: factory, at: location, container: forward.container, forwardedKey: forwardedKey)
                    return environment.override(forward.target(), with: override)
                }
            }
        }
    }

    /// The result of `put`.
    private enum Insertion {
        case put(Registration)
        /// Nothing is put in force yet: the registration is to override the typed factory that is exported under the key.
        case overrides(Export)
    }

    /// Under the engine's lock.
    private func put(
        _ factory: AnyFactory, as lookup: KeyLookup, at location: CodeLocation, export: Export?,
        _ exported: SlotReference?, forwardedKey: ServiceKey?, in environment: Environment, _ garbage: inout Garbage
    ) -> Insertion {
        var index = registry.makeIndex(for: lookup)
        if let export, let base = registry.slots[index].base, base.isDeclaration {
            let (isExported, isItself) = (base.factory != nil, export.declaration == base.key)
            // The key finds the slot of another typed factory, which was exported under the key and now loses it. Or the key
            // finds the slot of this typed factory, which is only bridged to the key, and would override itself.
            if isExported != isItself { index = registry.separate(lookup, &garbage) }
        }
        // For most registrations, nothing but these traits is read of the slot's base, and no reference is counted.
        let base = Unheld(registry.slots[index].base)?.with { $0.traits } ?? .nothing
        if export == nil, base.has(.isForward), let forward = registry.slots[index].base?.export {
            return .overrides(forward)
        }
        let isDeclared = base.has(.isDeclaration)
        let declared = isDeclared ? registry.slots[index].base : nil
        // A declaration without a factory is only bridged to the key. A registration over it overrides nothing.
        let overridden = declared?.factory == nil ? nil : declared
        let unstated = environment.unstatedScope(
            of: factory, over: overridden, isForward: forwardedKey != nil || export != nil, in: self)
        let isOfHook = ThreadState.existing?.pointee.isRunningHook == true
        let registration = Registration(
            registry.slots[index].key, at: location, home: environment.number, scope: unstated.scope, factory: factory,
            traits: isOfHook ? .nothing : .isExplicit, follows: unstated.follows, export: export,
            forwardedKey: forwardedKey, closer: overridden?.closer)
        var joined: Registration?
        if let old = Unheld(registry.slots[index].unconditional), old != Unheld(declared) {
            let isOfProgram = old.with { environment.isOfProgram($0) }
            if export != nil, isOfProgram, old.with({ $0.export == nil }) {
                joined = old.object
            } else if isOfProgram && !registration.isExplicit {
                return .put(registration)
            }
            if !isDeclared, joined == nil { old.with { registration.noteReplacing($0) } }
        }
        func fill(_ slot: inout Slot, _ garbage: inout Garbage) {
            if isDeclared { slot.setOverride(registration, &garbage) } else { slot.register(registration, &garbage) }
        }
        guard let joined, let exported else {
            environment.change(self, index, &garbage, fill)
            return .put(registration)
        }
        // An export joins a registration that is there already: both faces then give that registration's instance.
        registry.change(index, &garbage, fill)
        environment.join(joined, to: exported, &garbage)
        return .put(registration)
    }

    /// States how long the instance of a registration of this resolver lives.
    func setScope(_ scope: ResolverScope, of registration: Registration) {
        let follows: Registration.Follows = scope is ResolverScopeContainer ? .resolverCache : .nothing
        let scope = self.scope(for: scope)
        change(registration) { own, environment, garbage in
            // The new scope must not give an instance of the former scope. It is dropped before the scope is set: once the
            // registration keeps nothing, `drop` does nothing.
            if own.scope !== scope { environment.drop(own, &garbage) }
            own.setScope(scope, follows: follows)
        }
    }

    /// States the closer of a registration's instances.
    func setCloser(_ closer: Closer, of registration: Registration) {
        change(registration) { own, _, garbage in own.setCloser(closer, &garbage) }
    }

    /// Changes a registration of this resolver for the current environment, which copies one of another environment first.
    func change<Result>(
        _ registration: Registration, _ change: (Registration, Environment, inout Garbage) -> Result
    ) -> Result {
        Environment.withActive { environment in
            environment.withOwn(self) { _ in
                Lock.changing { garbage in
                    change(environment.changeable(registration, &garbage), environment, &garbage)
                }
            }
        }
    }
}

extension Registration {
    /// The key that the service was registered under, if the registration overrides a typed factory and has its key; else nil.
    func otherKey(_ name: Resolver.Name?, of factory: AnyFactory) -> ServiceKey? {
        key.isDeclared ? ServiceKey(factory.service, name: name?.rawValue) : nil
    }

    /// Notes where the registration was made that this one replaces, if the replacement looks like an accident.
    ///
    /// Under the engine's lock.
    fileprivate func noteReplacing(_ old: Registration) {
        let isAccident =
            old.isExplicit == isExplicit && old.home == home && old.overrider == nil && location.isKnown
            && old.location.isKnown && old.location != location
        if isAccident { replaced = old.location }
    }
}
