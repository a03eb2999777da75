// How an override is put into its slot: one of the typed face, or one that the runtime face makes under a key that forwards to
// a typed factory.

extension Environment {
    /// Whether a typed factory has ever made an override of a registration of the runtime face, in any environment.
    // Sound because it is only touched under the engine's lock.
    nonisolated(unsafe) static var hasOverriddenRegistrations = false

    /// What is stated for a new override, before it is a registration.
    package struct Override {
        package let factory: AnyFactory
        package let location: CodeLocation
        /// The type of the container through which the override is made; its reset drops the override.
        package let container: Any.Type
        /// The scope that is stated; nil if the override takes its scope from what it overrides.
        package let scope: ResolverScope?
        /// The only context in which the override counts; nil if it always counts.
        package let context: ContextKey?
        /// For `implements`: the key of the registration whose service the override gives.
        let forwardedKey: ServiceKey?

        package init(
            factory: AnyFactory, at location: CodeLocation, container: Any.Type, scope: ResolverScope? = nil,
            context: ContextKey? = nil, forwardedKey: ServiceKey? = nil
        ) {
            self.factory = factory
            self.location = location
            self.container = container
            self.scope = scope
            self.context = context
            self.forwardedKey = forwardedKey
        }
    }

    /// Puts an override over what is declared or registered under a key.
    ///
    /// Two rules keep what the program has registered itself:
    ///
    /// - The registration hook does not replace it. The hook's override is then returned, but is never in force.
    /// - What a container registers in `autoRegister` does not replace it, if it is for the same context, was registered with
    ///   `Resolver`, or is a singleton.
    ///
    /// Each instance of a container runs `autoRegister`. If that registers a singleton, the first instance's override counts
    /// for all: otherwise each new instance of the container would replace the singleton.
    ///
    /// - Returns: The override, or the registration that counts in its place.
    @discardableResult
    package func override(_ reference: SlotReference, with override: Override) -> Registration {
        let resolver = own(reference.resolver)
        let thread = ThreadState.current
        let isExplicit = !thread.pointee.isRunningHook
        var traits: Registration.Traits = isExplicit ? .isExplicit : .nothing
        if thread.pointee.autoRegistering != nil { traits.add(.isAutomatic) }
        if override.context != nil { traits.add(.isForContext) }
        return Lock.changing { garbage in
            var result: Registration?
            change(resolver, resolver.registry.makeIndex(for: reference.key), &garbage) { slot, garbage in
                let base = reference.key.isDeclared ? slot.base : slot.runtimeBase
                result = put(override, traits, over: base, in: &slot, of: resolver, &garbage)
            }
            guard let result else { fatalError("Resolver: an override came to nothing; please report this") }
            return result
        }
    }

    /// Puts an override into its slot, unless a registration of the program counts more.
    ///
    /// It has the scope and the closer of `base`, which it overrides, where it states none. Returns what `override(_:with:)`
    /// returns.
    ///
    /// Under the engine's lock.
    private func put(
        _ override: Override, _ traits: Registration.Traits, over base: Registration?, in slot: inout Slot,
        of resolver: Resolver, _ garbage: inout Garbage
    ) -> Registration {
        if let known = traits.has(.isAutomatic) ? whatCounts(inPlaceOf: override, in: slot) : nil {
            if override.context == nil { slot.setOverride(known, &garbage) }
            return known
        }
        let unstated =
            scopeOfReplaced(by: override, in: slot).map { ($0, .nothing) }
            ?? unstatedScope(
                of: override.factory, over: base, isForward: override.forwardedKey != nil, in: resolver)
        let scope = override.scope ?? unstated.scope
        // A `legacy()` factory states the scope of the registration that it overrides. If that scope is the resolver's own one,
        // the override must follow it, as if it had stated none.
        let isSame = override.scope == nil || unstated.follows == .resolverCache && scope === base?.scope
        let registration = Registration(
            slot.key, at: override.location, home: number, scope: scope,
            factory: override.factory.converted(to: slot.key.type), traits: traits,
            follows: isSame ? unstated.follows : .nothing, overrider: override.container,
            forwardedKey: override.forwardedKey, closer: base?.closer)
        if !slot.key.isDeclared { unsafe Environment.hasOverriddenRegistrations = true }
        if !registration.isExplicit, let former = slot.registration(for: override.context), isOfProgram(former),
            !former.isDeclaration
        {
            return registration
        }
        if override.scope === ResolverScope.application, override.context == nil {
            garbage.add(singletonOverrides.updateValue(registration, forKey: slot.key))
        }
        guard let context = override.context else {
            slot.setOverride(registration, &garbage)
            return registration
        }
        // Contexts of one rank can hold together: two launch arguments, for instance. The first in this list then counts, since
        // `setConditional` keeps the order within a rank. So the override that was registered last comes first; but what the
        // hook or `autoRegister` has registered comes after what the program has registered itself.
        func isProgramsOwn(_ conditional: ConditionalRegistration) -> Bool {
            conditional.registration.isExplicit && !conditional.registration.traits.has(.isAutomatic)
        }
        let new = ConditionalRegistration(context: context, registration: registration)
        let others = slot.conditional.filter { $0.context != context }
        let (first, last) = (others.filter(isProgramsOwn), others.filter { !isProgramsOwn($0) })
        slot.setConditional(isProgramsOwn(new) ? [new] + first + last : first + [new] + last, &garbage)
        return registration
    }

    /// Makes a registration of the runtime face, which was there before an export, the override of the exported declaration.
    ///
    /// So both faces give the instance of that registration: a test that registers its mock first keeps it.
    ///
    /// Under the engine's lock.
    func join(
        _ registered: Registration, to declaration: SlotReference, _ garbage: inout Garbage
    ) {
        let resolver = declaration.resolver
        guard let index = resolver.registry.index(of: declaration.key) else { return }
        let key = resolver.registry.slots[index].key
        let own = registered.owner == number ? registered : Registration(copying: registered, owner: number)
        own.noteJoined(key)
        let override = key.type == own.key.type ? own : passing(on: own, of: resolver, as: key)
        change(resolver, index, &garbage) { $0.setOverride(override, &$1) }
    }

    /// A registration for a declaration of an optional type that gives the service of a registration of the wrapped type.
    ///
    /// The declaration's key has the optional type, so the registration cannot itself be in the declaration's slot. A
    /// synchronous one is run by the new registration, so both give one instance.
    ///
    /// Under the engine's lock.
    private func passing(on registered: Registration, of owner: Resolver, as key: ServiceKey) -> Registration {
        func passing<Service>(_ type: Service.Type) -> AnyFactory {
            unsafe AnyFactory.of(optional: type) { [weak owner] resolver, arguments in
                guard let owner = owner.map({ Environment.active.own($0) }) else { return nil }
                return try unsafe Engine.instance(
                    type, of: registered, in: owner, asked: resolver, arguments: arguments, at: Engine.innermostLocation
                )
            }
            .takingArguments(registered.takesArguments)
        }
        // The closure above makes a synchronous call, which an asynchronous registration refuses. So an asynchronous one is
        // registered again, with the same factory.
        guard registered.isAsynchronous else {
            return Registration(
                key, at: registered.location, home: number, scope: .unique,
                factory: _openExistential(registered.key.type, do: passing).converted(to: key.type),
                traits: registered.traits, overrider: registered.overrider, passesOn: registered)
        }
        return Registration(
            key, at: registered.location, home: number, scope: registered.scope,
            factory: registered.factory?.converted(to: key.type), traits: registered.traits,
            overrider: registered.overrider, closer: registered.closer)
    }

    /// The scope that was stated for the override that a new one replaces; nil if the new one does not take that scope.
    ///
    /// A mock is kept as long as the service that it replaces. A scope that the declaration states counts more.
    private func scopeOfReplaced(by override: Override, in slot: Slot) -> ResolverScope? {
        guard override.context == nil, override.forwardedKey == nil,
            let declared = slot.declared, declared.declaredScope == nil,
            let former = slot.override, former.overrider != nil || slot.base?.factory != nil, !former.isForward,
            former.follows == .nothing
        else { return nil }
        return former.scope
    }

    /// The registration that counts in place of an override that a container makes in `autoRegister`; nil if there is none.
    ///
    /// The program has made it itself: with `Resolver`, for the same context, or of a singleton. Or the same line of
    /// `autoRegister` has made it, for the same context or of a singleton, perhaps for another instance of the container.
    private func whatCounts(inPlaceOf override: Override, in slot: Slot) -> Registration? {
        func counts(_ known: Registration) -> Bool {
            !known.traits.has(.isAutomatic) || known.location == override.location
        }
        if let context = override.context {
            return slot.conditional.first { $0.context == context && counts($0.registration) }?.registration
        }
        if let known = slot.override {
            // The program has registered it with `Resolver`. It counts whatever its lifetime.
            if slot.key.isDeclared, known.overrider == nil, known.isExplicit { return known }
            let isSingleton = slot.base?.ownScope === ResolverScope.application
            if isSingleton, override.scope ?? .application === ResolverScope.application, counts(known) { return known }
        }
        guard override.scope === ResolverScope.application else { return nil }
        return singletonOverrides[slot.key].flatMap { $0.location == override.location ? $0 : nil }
    }
}
