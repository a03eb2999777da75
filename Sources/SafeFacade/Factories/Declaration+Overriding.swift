import Resolver

// Overrides and resets of a declaration. The public functions are those of `ServiceDeclaration`. These are not generic, so that
// they are compiled once, and a declaration is copied without the factory's metadata.

extension Declaration {
    // Consuming: else generic callers would release each field through its type's metadata.
    /// Puts an override over the declaration, or over the registration for which a `legacy()` factory stands.
    ///
    /// - Parameters:
    ///   - service: The service's type.
    ///   - factory: Makes the service.
    ///   - context: The only context in which the override counts; nil if it always counts.
    ///   - scope: The override's scope; nil for that of what it overrides.
    ///   - location: Where the override is made.
    consuming func override(
        _ service: Any.Type, _ factory: AnyFactory, when context: ContextKey?, scope: Scope?, _ location: CodeLocation
    ) {
        if scope === Scope.singleton { requireShared(of: service) }
        let environment = Environment.activeAfterHook()
        if has(DeclarationMarks.isLegacy) {
            storage.prepare()
            let reference = legacySlot(of: service, in: environment)
            environment.override(
                legacyTarget(of: reference, in: environment),
                with: Environment.Override(
                    factory: factory, at: location, container: container,
                    scope: scope ?? environment.lowestScope(of: reference.key, from: reference.resolver),
                    context: context))
            return
        }
        let registered = environment.override(
            slotReference(of: service, in: environment),
            with: Environment.Override(
                factory: factory, at: location, container: container, scope: scope, context: context))
        // A `required()` factory may state a closer and no lifetime. A lifetime that is stated here is not checked: a mock
        // need not be closed.
        if scope == nil { requireKept(by: registered.ownScope, service, registeredAt: location) }
        for variant in variantsBelowOverrides where context == nil {
            environment.reset(
                slotReference(of: service, variant: variant, in: environment), ResetPart.scope.selection)
        }
    }

    /// Drops overrides and instances, as the selection says.
    func reset(_ selection: ResetSelection, _ service: Any.Type) {
        let environment = Environment.activeAfterHook()
        if has(DeclarationMarks.isLegacy) { return resetLegacy(selection, service, in: environment) }
        for variant in 0...contextCount {
            environment.reset(slotReference(of: service, variant: variant, in: environment), selection)
        }
    }

    /// Reports modifiers of a `legacy()` factory.
    func requireUnmodified(_ service: Any.Type, at location: CodeLocation) {
        guard has(DeclarationMarks.isLegacy),
            has(DeclarationMarks.hasLifetime) || contextCount > 0 || details?.timeToLive != nil
                || details?.makeParameter != nil || details?.closer != nil
        else { return }
        Failure.modifiedLegacy(key(of: service), runtimeKey(of: service), location).trap()
    }

    // MARK: - Legacy factories

    /// The slot in which a `legacy()` factory first looks for its registration, and in which it overrides that.
    private func legacySlot(of service: Any.Type, in environment: Environment) -> SlotReference {
        SlotReference(
            resolver: storage.isolatedResolver ?? environment.root, key: runtimeKey(of: service))
    }

    /// The slot to override or reset for a slot of the runtime face: if an export has that, the slot of the exported factory.
    private func legacyTarget(of reference: SlotReference, in environment: Environment) -> SlotReference {
        environment.registration(in: reference)?.export?.target() ?? reference
    }

    /// The slot of a `legacy()` factory's registration; nil where nothing is registered that counts now.
    ///
    /// What its container does not have is looked for in the root, as a call does.
    func legacyReference(of service: Any.Type) -> SlotReference? {
        let environment = Environment.activeAfterHook()
        let first = legacySlot(of: service, in: environment)
        let nearest =
            environment.nearest(first.key, from: first.resolver)
            ?? environment.nearest(first.key, from: environment.root)
        return nearest.map { legacyTarget(of: $0, in: environment) }
    }

    private func resetLegacy(_ selection: ResetSelection, _ service: Any.Type, in environment: Environment) {
        let first = legacySlot(of: service, in: environment)
        let nearest = environment.nearest(first.key, from: first.resolver)
        // An override of a child's registration, for a context that does not hold, is in the first slot.
        if nearest?.resolver !== environment.own(first.resolver) { environment.reset(first, selection) }
        if let nearest { environment.reset(legacyTarget(of: nearest, in: environment), selection) }
    }
}
