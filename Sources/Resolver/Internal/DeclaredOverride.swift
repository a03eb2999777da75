// What is registered over typed factories at run time.

/// Where a registration is put over what a typed factory gives.
///
/// It is found without the lock, as key paths and registration hooks are the program's own code, and used under it while
/// `isCurrent`: else it is found anew.
struct OverridePlace {
    /// The declaration's slot, or that of the registration that it stands for.
    let slot: ServiceSlot
    /// The lifetime of an override that states none.
    let scope: ResolverScope
    /// The type of the container that overrides.
    let container: ObjectIdentifier
    /// The exports that led here, each with the slot where it is in force.
    let exports: [(slot: ServiceSlot, export: Export)]
    /// What is exported in its own slot, for a typed factory that stands for what it is exported as: that is a mistake
    /// which resolving it reports.
    let export: Export?

    /// Whether the program would still be led here.
    ///
    /// Called under the engine's lock.
    var isCurrent: Bool {
        slot.registration?.export === export && exports.allSatisfy { $0.slot.registration?.export === $0.export }
    }
}

extension Engine {
    /// Overrides a declaration.
    package static func override<Service>(
        _ type: Service.Type, _ core: DeclarationCore, scope: ResolverScope?, when condition: DeclaredCondition?,
        site: CallSite, make: @escaping (_ parameter: Any?) -> Service
    ) {
        let factory = unsafe TypedFactory<Service> { _, arguments in unsafe make(arguments?.pointee ?? nil) }
        while override(
            overridable(type, core), scope: scope, when: condition, site: site, factory: factory) == nil
        {}
    }

    /// Puts a registration over a declaration, or over the registration that it stands for, and returns it; nil where the
    /// place must be found anew.
    ///
    /// The registration hook does not replace what the program registered itself: what it registers then is returned,
    /// and never in force. For the options of an export, the override that is in force does.
    static func override(
        _ place: OverridePlace, scope stated: ResolverScope? = nil, when condition: DeclaredCondition? = nil,
        site: CallSite, factory: AnyFactory, alias: Alias? = nil, options export: Export? = nil
    ) -> Registration? {
        let sandbox = Sandbox.active
        let slot = place.slot
        let (factory, alias) = (factory.fitting(slot.key.type), alias?.fitting(slot.key.type))
        let isExplicit = unsafe ThreadState.current.pointee.hookRunning == nil
        var garbage: [AnyObject] = []
        defer { withExtendedLifetime(garbage) {} }
        return locked {
            guard place.isCurrent else { return nil }
            if let export, let override = slot.registration, override.overrider != nil,
                isExplicit || !override.isExplicit
            {
                override.noteOptions(of: export)
                return override
            }
            let new = Registration(
                id: nextID(), key: slot.key, site: site, isExplicit: isExplicit, takesArguments: false,
                scope: alias == nil ? stated ?? place.scope : .unique, factory: factory, alias: alias,
                overrider: place.container, isForOptions: export != nil)
            if let export { new.noteOptions(of: export) }
            let alternative = condition.flatMap { condition in slot.alternatives.first { $0.tag == condition.tag } }
            let old = condition == nil ? slot.registration : alternative?.registration
            if let old {
                // A declaration's own registration is nobody's.
                if old.isExplicit && !isExplicit && (slot.key.place == nil || old !== slot.first) { return new }
                garbage += sandbox.dropInstance(of: old)
            }
            if let condition {
                garbage += slot.setAlternatives(
                    slot.alternatives.filter { $0.tag != condition.tag } + [
                        .init(
                            rank: condition.rank, tag: condition.tag, isActive: condition.isActive, registration: new)
                    ])
            } else {
                garbage += slot.override(with: new)
            }
            return new
        }
    }

    /// Where an override of a declaration is put.
    static func overridable(
        _ type: Any.Type, _ core: DeclarationCore, exports: [(slot: ServiceSlot, export: Export)] = []
    ) -> OverridePlace {
        let (slot, scope) = overridableSlot(type, core)
        let export = locked { slot.registration?.export }
        if let export, !exports.contains(where: { $0.slot === slot }) {
            return overridable(export.type, export.declaration(), exports: exports + [(slot, export)])
        }
        return OverridePlace(
            slot: slot, scope: scope, container: ObjectIdentifier(core.container), exports: exports,
            export: export)
    }

    /// The slot that an override of a declaration is put into, and the lifetime that it has if none is stated.
    private static func overridableSlot(_ type: Any.Type, _ core: DeclarationCore) -> (ServiceSlot, ResolverScope) {
        let home = ContainerHome.of(core)
        guard core.legacy != nil else {
            return (slot(of: type, core, in: home), core.statedScope ?? home.defaultScope)
        }
        let sandbox = Sandbox.prepared()
        let resolver = home.isolatedResolver ?? sandbox.root
        let key = legacyKey(type, core)
        let standing = resolver.slots(of: key, in: sandbox).first
        let defaultScope = sandbox.defaultScope
        return locked {
            let scope = (standing?.overridden ?? standing?.registration)?.scope
            return (resolver.registry.makeSlot(for: key), scope ?? defaultScope)
        }
    }

    /// Drops a part of what a declaration's slot holds, or that of the registration that it stands for.
    package static func reset(_ type: Any.Type, _ core: DeclarationCore, _ part: ContainerHome.Part) {
        guard let slot = resettableSlot(type, core) else { return }
        let sandbox = Sandbox.active
        let garbage = locked {
            let garbage = slot.reset(part, keepsSingletons: false, in: sandbox)
            awaitCopies()
            return garbage
        }
        withExtendedLifetime(garbage) {}
    }

    /// The slot that a reset of a declaration concerns; nil where nothing is registered.
    private static func resettableSlot(
        _ type: Any.Type, _ core: DeclarationCore, passed: [ServiceSlot] = []
    ) -> ServiceSlot? {
        var slot: ServiceSlot?
        if core.legacy != nil {
            let resolver = ContainerHome.of(core).isolatedResolver ?? Sandbox.prepared().root
            slot = resolver.slots(of: legacyKey(type, core), in: .active).first
        } else {
            slot = self.slot(of: type, core, in: .of(core))
        }
        // What is exported as what it stands for leads back here.
        guard let slot, !passed.contains(where: { $0 === slot }),
            let export = locked({ slot.registration?.export })
        else { return slot }
        return resettableSlot(export.type, export.declaration(), passed: passed + [slot])
    }

    /// Whether something counts more than what a declaration says.
    package static func isOverridden(_ type: Any.Type, _ core: DeclarationCore) -> Bool {
        let slot = slot(of: type, core, in: .of(core))
        let registration = registration(in: slot)
        return locked { registration.erased != nil } || nearerKey(for: slot) != nil
    }

    /// How reports name a declaration.
    package static func display(of type: Any.Type, _ core: DeclarationCore) -> String { core.display(of: type) }
}

/// The condition under which an override counts.
package struct DeclaredCondition: Sendable {
    /// The lower, the more it counts among those whose condition holds.
    package let rank: Int
    /// Tells conditions apart.
    package let tag: String
    package let isActive: @Sendable () -> Bool

    package init(rank: Int, tag: String, isActive: @escaping @Sendable () -> Bool) {
        self.rank = rank
        self.tag = tag
        self.isActive = isActive
    }
}
