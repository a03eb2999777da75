/// What a container of typed factories stands on: the resolver that holds its registrations, and its settings.
@usableFromInline
package final class ContainerHome: DeclarationContext, @unchecked Sendable {
    // Sound because `own` and `sandbox` never change, `isPrepared` is a shared word, and the rest is guarded by the
    // engine's lock.

    /// The container's own resolver; nil for a default container, which stands on its sandbox's main.
    let own: Resolver?
    private weak let sandbox: Sandbox?
    /// The container's type, once it is known.
    private var containerType: Any.Type?
    /// The scope of declarations that state none.
    private var scope: ResolverScope = .unique
    private var decorator: (@Sendable (Any, Bool) -> Void)?
    /// Whether the container has registered what it registers itself.
    @usableFromInline let isPrepared = SharedWord()
    private var preparation = InstanceCell()
    private var saved: [Snapshot] = []

    /// Makes the home of a container with a resolver of its own.
    ///
    /// - Parameter container: The container's type, where it is known.
    package init(of container: Any.Type? = nil) {
        own = Resolver()
        sandbox = nil
        containerType = container
        super.init(isOptions: false)
        Engine.start()
    }

    init(sandbox: Sandbox) {
        own = nil
        self.sandbox = sandbox
        super.init(isOptions: false)
    }

    /// The container's type, nil for a default container.
    package var container: Any.Type? { Engine.locked { containerType } }

    /// The home a declaration is registered in.
    static func of(_ core: DeclarationCore) -> ContainerHome {
        core.home ?? (core.facts.isStatic ? Sandbox.active : .process).containerHome
    }

    /// The resolver that holds the container's registrations.
    package var resolver: Resolver {
        if let own { return own }
        guard let sandbox else { Failure.endedSandbox(Resolver.self, .unknown).trap() }
        return sandbox.main
    }

    /// The resolver of a container that nobody shares, which has runtime registrations of its own; nil for others, whose
    /// runtime registrations are the root's.
    var isolatedResolver: Resolver? {
        guard let own, !Sandbox.active.shares(self) else { return nil }
        return own
    }

    // MARK: - Settings

    /// The scope of declarations that state none.
    package var defaultScope: ResolverScope {
        get { Engine.locked { scope } }
        set {
            let resolver = resolver
            Engine.locked { setDefaultScope(newValue, in: resolver) }
        }
    }

    /// Called under the engine's lock.
    private func setDefaultScope(_ new: ResolverScope, in resolver: Resolver) {
        scope = new
        for slot in resolver.registry.slots where slot.key.isFactory { slot.first?.setScope(new) }
    }

    /// Sees every instance that the container's factories give, and whether it was just made.
    package var decorate: (@Sendable (Any, Bool) -> Void)? {
        get { Engine.locked { decorator } }
        set {
            Engine.replacing(decorator) {
                decorator = newValue
                if newValue != nil { Engine.set(.decorated, true) }
            }
        }
    }

    /// Whether the container has registered its own overrides.
    @inlinable package var hasPrepared: Bool { Engine.reading { isPrepared.load() } != 0 }

    /// Runs what registers the container's own overrides, once.
    package func prepare(_ container: Any.Type? = nil, _ register: () -> Void) {
        guard !hasPrepared else { return }
        if let container { Engine.locked { containerType = container } }
        let thread = unsafe ThreadState.current
        let cell = Engine.locked { preparation }
        if unsafe Engine.isConstructing(cell, on: thread) { return }
        let link = ChainLink(key: ServiceKey(ContainerHome.self, name: nil), site: .unknown)
        do throws(ResolutionError) {
            _ = unsafe try Engine.instance(
                in: cell, for: link, on: thread, begin: { _ in (.cached, []) },
                make: { () throws(ResolutionError) -> Bool? in
                    register()
                    return true
                })
        } catch {
            Engine.trap(error)
        }
        Engine.locked { if cell === preparation { isPrepared.store(1) } }
    }

    /// Lets the container register its own overrides again.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func rearm() -> [AnyObject] {
        defer { saved = [] }
        isPrepared.store(0)
        preparation = InstanceCell()
        return saved
    }

    // MARK: - Copies

    /// A home with the same settings, and with the same registrations once the copies are filled.
    ///
    /// Called under the engine's lock.
    func copy(_ copies: inout ResolverCopies) -> ContainerHome {
        let home = ContainerHome()
        _ = home.copyContents(of: self, &copies)
        return home
    }

    /// Takes over settings, and registrations once the copies are filled.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func copyContents(of other: ContainerHome, _ copies: inout ResolverCopies) -> [AnyObject] {
        if let own, let others = other.own { copies.add(own, of: others) }
        return copySettings(of: other)
    }

    /// Called under the engine's lock; what is returned is released after it.
    func copySettings(of other: ContainerHome) -> [AnyObject] {
        defer { decorator = other.decorator }
        scope = other.scope
        containerType = other.containerType
        isPrepared.store(other.isPrepared.load())
        return [Box(decorator)]
    }

    // MARK: - Reset

    /// Which part of a container, or of one factory, a reset concerns.
    package struct Part: Sendable {
        package let registrations: Bool
        package let instances: Bool
        /// The one scope whose instances are meant.
        package let scope: ResolverScope?

        package init(registrations: Bool, instances: Bool, scope: ResolverScope? = nil) {
            self.registrations = registrations
            self.instances = instances
            self.scope = scope
        }
    }

    /// Drops a part of what a container of a type holds; singletons only where their scope is named.
    package func reset(_ part: Part, of container: Any.Type) {
        let slots = slots(of: container)
        let sandbox = Sandbox.active
        let garbage = Engine.locked {
            var garbage: [AnyObject] = []
            for slot in slots {
                garbage += slot.reset(
                    part, overriddenBy: ObjectIdentifier(container), keepsSingletons: true, in: sandbox)
            }
            if part.registrations && part.instances { garbage += rearm() }
            Engine.awaitCopies()
            return garbage
        }
        withExtendedLifetime(garbage) {}
    }

    /// The slots of the container's declarations, and of registrations that it has overridden.
    private func slots(of container: Any.Type) -> [ServiceSlot] {
        let sandbox = Sandbox.active
        let overrider = ObjectIdentifier(container)
        let home = resolver
        let others = isolatedResolver == nil ? sandbox.rootAsItStands.searched(in: sandbox) : []
        return Engine.locked {
            home.registry.slots.filter(\.key.isFactory)
                + ([home] + others.filter { $0 !== home }).flatMap { resolver in
                    resolver.registry.slots.filter { $0.key.place == nil && $0.isOverridden(by: overrider) }
                }
        }
    }

    /// Drops everything.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func removeAll() -> [AnyObject] {
        let garbage = rearm()
        guard let own else { return garbage }
        return garbage
            + own.registry.slots.flatMap {
                $0.reset(Part(registrations: true, instances: true), keepsSingletons: false, in: .process)
            }
    }

    // MARK: - Push and pop

    /// What a container held: its overrides, and its instances but for singletons.
    private final class Snapshot {
        struct Entry {
            let slot: ServiceSlot
            /// The override in force, as it was.
            let override: (registration: Registration, state: RegistrationState)?
            let alternatives: [ServiceSlot.Alternative]
            let instances: [(registration: Registration, content: InstanceCell.Content)]
            /// The registrations that keep an instance for each parameter.
            let byParameter: [(registration: Registration, known: Registration.ByParameter)]
        }
        let entries: [Entry]
        let scope: ResolverScope
        let decorator: (@Sendable (Any, Bool) -> Void)?

        init(entries: [Entry], scope: ResolverScope, decorator: (@Sendable (Any, Bool) -> Void)?) {
            self.entries = entries
            self.scope = scope
            self.decorator = decorator
        }
    }

    /// Saves the container's overrides and instances, until `pop`.
    package func push(_ container: Any.Type) {
        let slots = slots(of: container)
        let sandbox = Sandbox.active
        let overrider = ObjectIdentifier(container)
        let garbage = Engine.locked {
            var garbage: [AnyObject] = []
            let entries = slots.map { slot in
                let registrations = slot.registrations(of: overrider)
                return Snapshot.Entry(
                    slot: slot,
                    override: slot.registration.flatMap { $0.overrider == overrider ? ($0, $0.state) : nil },
                    alternatives: slot.alternatives.filter { $0.registration.overrider == overrider },
                    instances: registrations.compactMap { registration in
                        let cell = sandbox.cell(of: registration, &garbage)
                        guard cell.scope !== ResolverScope.application else { return nil }
                        return cell.saved.map { (registration, $0) }
                    },
                    byParameter: registrations.map { ($0, $0.byParameter) })
            }
            saved.append(Snapshot(entries: entries, scope: scope, decorator: decorator))
            return garbage
        }
        withExtendedLifetime(garbage) {}
    }

    /// Brings back what was saved last; returns whether anything was.
    package func pop(_ container: Any.Type) -> Bool {
        let resolver = resolver
        let slots = slots(of: container)
        let sandbox = Sandbox.active
        let overrider = ObjectIdentifier(container)
        var garbage: [AnyObject] = []
        defer { withExtendedLifetime(garbage) {} }
        return Engine.locked {
            guard let snapshot = saved.popLast() else { return false }
            garbage += [snapshot, Box(decorator)]
            setDefaultScope(snapshot.scope, in: resolver)
            decorator = snapshot.decorator
            for slot in slots {
                garbage += slot.reset(
                    Part(registrations: true, instances: true), overriddenBy: overrider, keepsSingletons: true,
                    in: sandbox)
            }
            for entry in snapshot.entries {
                if let (override, state) = entry.override {
                    garbage += entry.slot.override(with: override)
                    garbage.append(override.restore(state))
                }
                if !entry.alternatives.isEmpty {
                    garbage += entry.slot.setAlternatives(entry.slot.alternatives + entry.alternatives)
                }
                for (registration, known) in entry.byParameter { registration.addParameters(known) }
                for (registration, content) in entry.instances {
                    let cell = sandbox.cell(of: registration, &garbage)
                    if let old = cell.restore(content) { garbage.append(old) }
                    if let scope = cell.scope { garbage += sandbox.keep(cell, by: scope) }
                }
            }
            Engine.awaitCopies()
            return true
        }
    }
}
