import Resolver

// Where a declaration is in an environment: its key, its resolver, its slot.

extension Declaration {
    /// The key of the declaration, or of one of its variants.
    func key(of service: Any.Type, variant: Int = 0) -> ServiceKey {
        unsafe ServiceKey(
            service,
            DeclarationPlace(
                container: container, file: file, function: function, position: position(variant: variant),
                isStatic: has(DeclarationMarks.isStatic)))
    }

    func position(variant: Int) -> UInt64 {
        word & DeclarationPosition.mask & ~DeclarationPosition.variant
            | UInt64(variant) << DeclarationPosition.variantShift
    }

    /// The resolver in which it is declared: for a singleton that of its environment, whichever container is asked.
    func resolver(in environment: Environment) -> Resolver { resolver(in: environment, storage.currentResolver) }

    private func resolver(in environment: Environment, _ own: Resolver) -> Resolver {
        guard has(DeclarationMarks.isSingleton), storage != nil else { return own }
        return container == Container.self ? environment.main : environment.singletons
    }

    /// The declaration's own registration in the current environment, below any override; declares it if it was not.
    func registration(of service: Any.Type, variant: Int = 0, in environment: Environment) -> Registration {
        if let known = known(service, variant, in: resolver(in: environment), environment) { return known }
        let reference = slotReference(of: service, variant: variant)
        guard let declared = environment.declared(in: reference) else {
            fatalError("Resolver: \(reference.key) has no declaration; please report this")
        }
        return declared
    }

    /// Runs a body with that registration, which is not counted where it lives on.
    func withRegistration(
        of service: Any.Type, variant: Int, in environment: Environment, _ body: (Unheld<Registration>) -> Void
    ) {
        if !has(DeclarationMarks.isSingleton),
            let living = unsafe environment.livingDeclared(
                service, file: file, position: position(variant: variant), details)
        {
            return body(living)
        }
        let registration = registration(of: service, variant: variant, in: environment)
        withExtendedLifetime(registration) { body(Unheld(registration)) }
    }

    /// The declaration's own registration, if it was declared.
    private func known(
        _ service: Any.Type, _ variant: Int, in resolver: Resolver, _ environment: Environment
    ) -> Registration? {
        unsafe environment.declared(
            service, file: file, position: position(variant: variant),
            of: has(DeclarationMarks.isSingleton) ? container : nil, in: resolver)
    }

    /// The declaration's slot in the current environment; declares it if it was not.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - variant: The number of the closure for a context; 0 for the declared one.
    ///   - environment: The current environment, whose hook has run; callers that have it already pass it.
    /// - Returns: The slot.
    func slotReference(
        of service: Any.Type, variant: Int = 0, in environment: Environment = .activeAfterHook()
    ) -> SlotReference {
        let resolver = resolver(in: environment, storage.prepare())
        // Another thread may have declared a bridged one, and not bridged it yet.
        if !has(DeclarationMarks.isBridged), let known = known(service, variant, in: resolver, environment) {
            return SlotReference(resolver: resolver, key: known.key)
        }
        let reference = SlotReference(resolver: resolver, key: key(of: service, variant: variant))
        if has(DeclarationMarks.isSingleton) { requireShared(of: service) }
        // A `required()` factory need not state a lifetime: its binding may.
        if !has(DeclarationMarks.isRequired) || statedScope != nil {
            requireKept(by: statedScope ?? storage.currentResolver.currentContainerDefault, service)
        }
        let isBridged = variant == 0 && has(DeclarationMarks.isBridged)
        environment.declare(
            reference.key, in: resolver, stated: statedScope,
            isAsynchronous: has(DeclarationMarks.isAsynchronous),
            forwardedKey: has(DeclarationMarks.isLegacy) ? runtimeKey(of: service) : nil, closer: details?.closer,
            isBridged: isBridged)
        if isBridged { environment.bridge(reference, to: runtimeKey(of: service)) }
        return reference
    }

    /// The declaration's slot; if the factory has a closure for a context, declares the slot of that one, too.
    func slotReferenceWithVariant(of service: Any.Type) -> SlotReference {
        if let variant { _ = slotReference(of: service, variant: variant.number) }
        return slotReference(of: service)
    }

    /// The numbers of the closures for contexts that overrides count over: of all that do not always count.
    var variantsBelowOverrides: [Int] {
        guard contextCount > 0 else { return [] }
        var variants = closures?.all.map(\.variant) ?? []
        if let variant { variants.append(variant) }
        return variants.filter { !$0.isAlways }.map(\.number)
    }

    /// Reports a singleton of a container that has no `shared`: the next such container would be given it, too.
    func requireShared(of service: Any.Type) {
        guard storage != nil, !(container is any SharedContainer.Type) else { return }
        Failure.singletonOfMany(key(of: service), container).trap()
    }

    /// Reports a closer that would never run, as the scope does not keep instances strongly.
    func requireKept(
        by scope: @autoclosure () -> Scope, _ service: Any.Type, registeredAt location: CodeLocation? = nil
    ) {
        guard details?.closer != nil, !has(DeclarationMarks.isLegacy) else { return }
        let scope = scope()
        if scope.keeping == .strongly { return }
        Failure.neverClosed(key(of: service), scope, [], registered: location).trap()
    }

    /// Declares a factory that needs nothing else; returns false for any other.
    func declaresPlainly(_ service: Any.Type) -> Bool {
        guard details.concernsNoCall, !has(DeclarationMarks.isLegacy) else { return false }
        return Environment.active.nearerKey(than: slotReferenceWithVariant(of: service)) == nil
    }

    /// Its key of the runtime face: the one of the registration for which a `legacy()` factory stands, or of those that count
    /// for a bridged factory.
    func runtimeKey(of service: Any.Type) -> ServiceKey {
        ServiceKey(serviceType(of: service), name: details?.runtimeName?.rawValue)
    }
}
