// What is registered over typed factories at run time.

extension Engine {
    /// Overrides a declaration.
    package static func override<Service>(
        _ type: Service.Type, _ core: DeclarationCore, scope: ResolverScope?, when condition: DeclaredCondition?,
        site: CallSite, make: @escaping (_ parameter: Any?) -> Service
    ) {
        let factory = unsafe TypedFactory<Service> { _, arguments in unsafe make(arguments?.pointee ?? nil) }
        let erased = core.legacy == nil ? nil : (type as? any OptionalService.Type)?.unwrapping(factory).factory
        _ = override(type, core, scope: scope, when: condition, site: site, factory: erased ?? factory)
    }

    /// Puts a registration over a declaration, or over the registration that it stands for.
    ///
    /// The registration hook does not replace what the program registered itself.
    static func override(
        _ type: Any.Type, _ core: DeclarationCore, scope stated: ResolverScope?, when condition: DeclaredCondition?,
        site: CallSite, factory: AnyFactory, alias: Alias? = nil, isForOptions: Bool = false
    ) -> Registration {
        let sandbox = Sandbox.active
        let (slot, standing) = overridable(type, core)
        if let export = locked({ slot.registration?.export }) {
            return override(
                export, scope: stated, when: condition, site: site, factory: factory, alias: alias,
                isForOptions: isForOptions)
        }
        let scope = alias == nil ? stated ?? standing : .unique
        let isExplicit = unsafe ThreadState.current.pointee.hookRunning == nil
        var garbage: [AnyObject] = []
        defer { withExtendedLifetime(garbage) {} }
        return locked {
            let new = Registration(
                id: nextID(), key: slot.key, site: site, isExplicit: isExplicit, takesArguments: false, scope: scope,
                factory: factory, alias: alias, overrider: ObjectIdentifier(core.facts.container),
                isForOptions: isForOptions)
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

    /// The slot that an override of a declaration is put into, and the lifetime that it has if none is stated.
    private static func overridable(_ type: Any.Type, _ core: DeclarationCore) -> (ServiceSlot, ResolverScope) {
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
        let sandbox = Sandbox.active
        let slot: ServiceSlot?
        if core.legacy != nil {
            let resolver = ContainerHome.of(core).isolatedResolver ?? Sandbox.prepared().root
            slot = resolver.slots(of: legacyKey(type, core), in: sandbox).first
        } else {
            slot = self.slot(of: type, core, in: .of(core))
        }
        guard let slot else { return }
        if let export = locked({ slot.registration?.export }) { return reset(export.type, export.declaration(), part) }
        let garbage = locked {
            let garbage = slot.reset(part, keepsSingletons: false, in: sandbox)
            awaitCopies()
            return garbage
        }
        withExtendedLifetime(garbage) {}
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
