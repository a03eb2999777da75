// What the typed face puts over declarations and registrations.

extension Environment {
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
    package func override(_ reference: SlotReference, with override: Override) -> Registration {
        let resolver = own(reference.resolver)
        let thread = ThreadState.current
        let isExplicit = !thread.pointee.isRunningHook
        var traits: Registration.Traits = isExplicit ? .isExplicit : .nothing
        if thread.pointee.isAutoRegistering { traits.add(.isAutomatic) }
        if override.context != nil { traits.add(.isForContext) }
        return Lock.changing { garbage in
            var result: Registration?
            change(resolver, resolver.registry.makeIndex(for: reference.key), &garbage) { slot, garbage in
                result = put(override, traits, over: &slot, of: resolver, &garbage)
            }
            guard let result else { fatalError("Resolver: an override came to nothing; please report this") }
            return result
        }
    }

    /// Puts an override into its slot, unless something that is there counts more; returns what was made, or counts.
    ///
    /// Under the engine's lock.
    private func put(
        _ override: Override, _ traits: Registration.Traits, over slot: inout Slot, of resolver: Resolver,
        _ garbage: inout Garbage
    ) -> Registration {
        if let known = traits.has(.isAutomatic) ? whatCounts(inPlaceOf: override, in: slot) : nil {
            if override.context == nil { slot.setOverride(known, &garbage) }
            return known
        }
        let unstated =
            scopeOfReplaced(by: override, in: slot).map { ($0, .nothing) }
            ?? unstatedScope(
                of: override.factory, over: slot.base, isForward: override.forwardedKey != nil, in: resolver)
        let scope = override.scope ?? unstated.scope
        // Over a registration of the runtime face, the typed one states what that has.
        let isSame = override.scope == nil || unstated.follows == .resolverCache && scope === slot.base?.scope
        let registration = Registration(
            slot.key, at: override.location, home: number, scope: scope,
            factory: override.factory.converted(to: slot.key.type), traits: traits,
            follows: isSame ? unstated.follows : .nothing, overrider: override.container,
            forwardedKey: override.forwardedKey, closer: slot.base?.closer)
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
        // Of two launch arguments that hold, the last registered counts; but what the hook or the container registers counts
        // less than what the program has registered itself.
        func isProgramsOwn(_ conditional: ConditionalRegistration) -> Bool {
            conditional.registration.isExplicit && !conditional.registration.traits.has(.isAutomatic)
        }
        let new = ConditionalRegistration(context: context, registration: registration)
        let others = slot.conditional.filter { $0.context != context }
        let (first, last) = (others.filter(isProgramsOwn), others.filter { !isProgramsOwn($0) })
        slot.setConditional(isProgramsOwn(new) ? [new] + first + last : first + [new] + last, &garbage)
        return registration
    }

    /// Puts what the runtime face has registered already over a declaration that is exported.
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

    /// A registration under a key of another type, an optional, that gives what another one does, with its instance.
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
        // What is asynchronous is made anew, as it is no synchronous call's.
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

    /// The scope that was stated for what an override replaces, where the declaration states none: a mock is kept as long as
    /// what it stands for.
    private func scopeOfReplaced(by override: Override, in slot: Slot) -> ResolverScope? {
        guard override.context == nil, override.forwardedKey == nil,
            let declared = slot.declared, declared.declaredScope == nil,
            let former = slot.override, former.overrider != nil || slot.base?.factory != nil, !former.isForward,
            former.follows == .nothing
        else { return nil }
        return former.scope
    }

    /// What counts in place of what a container registers itself: what the program has registered there, with `Resolver`,
    /// for a context or as a singleton; or the same line of code, for another instance of the container perhaps.
    private func whatCounts(inPlaceOf override: Override, in slot: Slot) -> Registration? {
        func counts(_ known: Registration) -> Bool {
            !known.traits.has(.isAutomatic) || known.location == override.location
        }
        if let context = override.context {
            return slot.conditional.first { $0.context == context && counts($0.registration) }?.registration
        }
        if let known = slot.override {
            // What it has registered with `Resolver`, whatever the lifetime.
            if slot.key.isDeclared, known.overrider == nil, known.isExplicit { return known }
            let isSingleton = slot.base?.ownScope === ResolverScope.application
            if isSingleton, override.scope ?? .application === ResolverScope.application, counts(known) { return known }
        }
        guard override.scope === ResolverScope.application else { return nil }
        return singletonOverrides[slot.key].flatMap { $0.location == override.location ? $0 : nil }
    }
}
