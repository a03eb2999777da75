// How a typed factory is resolved.

extension Engine {
    /// The instance of a typed factory without options; what takes `slowDeclared` is left to `otherwise`.
    ///
    /// Both closures are run in place and never passed on: a closure that is passed on copies the factory that it
    /// captures.
    @inlinable @inline(__always)
    package static func declared<Service>(
        _ type: Service.Type, _ facts: DeclarationFacts, _ context: DeclarationContext?,
        argument: UnsafeRawPointer? = nil, argumentType: Any.Type? = nil, site: CallSite, body: () -> Service,
        otherwise: () -> Service
    ) -> Service {
        var frame = unsafe Frame(argument: argument, type: argumentType, site: site)
        return unsafe _withUnprotectedUnsafeMutablePointer(to: &frame) { frame in
            let step = unsafe frame.begin(type, facts, context)
            switch unsafe step.kind {
            case .make:
                let value = body()
                if let entry = unsafe frame.leave() { unsafe GraphInstances.fill(entry, with: value) }
                return value
            case .copy:
                return unsafe copied(step, frame, as: type)
            default:
                return otherwise()
            }
        }
    }

    /// Finds the declaration's own registration, where nothing must be seen to first and nothing was ever put over it.
    @inline(__always)
    static func begin(
        _ type: Any.Type, _ facts: DeclarationFacts, _ context: DeclarationContext?, _ frame: Frame.Pointer
    ) -> Step {
        let conditions = reading { state.load() }
        let ignored = Condition.rootReplaced.rawValue | (context == nil ? 0 : Condition.mainReplaced.rawValue)
        guard conditions & Condition.mask & ~ignored == 0 else { return unsafe .none }
        var resolver = unsafe Unmanaged<Resolver>?.none
        if let context {
            guard !context.isOptions, let own = unsafe unsafeDowncast(context, to: ContainerHome.self).own else {
                return unsafe .none
            }
            unsafe resolver = Unmanaged.passUnretained(own)
        } else {
            unsafe resolver = self.resolver(at: processMain)
        }
        let place = facts.place
        let hash = place.hash(of: type)
        let word = reading { () -> UInt in
            let slot = unsafe resolver.unsafelyUnwrapped._withUnsafeGuaranteedRef {
                unsafe $0.registry.slot(type: type, place: place, hash: hash)
            }
            return unsafe slot?._withUnsafeGuaranteedRef { $0.current.load() } ?? 0
        }
        // A slot that was never replaced holds the declaration's own registration.
        guard word & ServiceSlot.replaced == 0, let pointer = unsafe UnsafeRawPointer(bitPattern: word) else {
            return unsafe .none
        }
        let registration = unsafe Unmanaged<Registration>.fromOpaque(pointer)
        let kind =
            facts.lifetime == .unspecified
            ? reading { unsafe registration._withUnsafeGuaranteedRef { $0.kind.load() } } : facts.lifetime.kind
        return unsafe step(
            of: registration, kind: kind, frame, on: ThreadState.current, limit: conditions >> 8, resolver: nil)
    }

    /// The instance of a typed factory that has options, is overridden or has not been used yet, or where a sandbox, a
    /// hook, an observer or another main resolver must be seen to first.
    package static func slowDeclared<Service>(
        _ type: Service.Type, _ core: DeclarationCore, arguments: Arguments, site: CallSite,
        options: DeclaredOptions = DeclaredOptions(), body: () -> Service
    ) -> Service {
        let sandbox = concernsSandbox ? Sandbox.prepared() : nil
        let home = ContainerHome.of(core)
        let slot = slot(of: type, core, in: home)
        if !options.isExported, let key = nearerKey(for: slot) {
            return unsafe passingOn(
                registration(in: slot), scope: core.statedScope, site: site, in: sandbox, on: ThreadState.current
            ) {
                unsafe resolved(
                    type, name: key.name.map { Resolver.Name($0) }, arguments: arguments, site: site, asked: nil)
            }
        }
        // That a container is made is no concern of who asked for one of its services.
        if core.facts.lifetime != .container { sandbox?.noteResolution(of: slot.key, at: site) }
        let root = (sandbox ?? .process).root
        let thread = unsafe ThreadState.current
        var registration = registration(in: slot)
        let (isOverride, standing) = locked { (registration.erased != nil, registration.scope) }
        let scope = isOverride ? nil : core.statedScope
        let kind =
            isOverride || core.facts.lifetime == .unspecified ? standing.kind.rawValue : core.facts.lifetime.kind
        // What stands for a registration makes nothing itself, and the registration's instance is decorated already.
        let isForward = registration.isForward
        if let parameter = options.parameter, !isForward {
            registration = self.registration(registration, for: parameter)
        }
        if let time = options.timeToLive { expire(registration, after: time, in: sandbox ?? .process) }

        let decorators = Decorators(
            declared: options.decorate, container: home.decorate, sandbox: isForward ? nil : sandbox?.decorate)
        defer { withExtendedLifetime((registration, root)) {} }
        do throws(ResolutionError) {
            let value = unsafe try observing(
                registration, scope: scope ?? standing, site: site, in: sandbox, on: thread
            ) { isMade throws(ResolutionError) -> Service? in
                let value = unsafe try instance(
                    type, of: Unmanaged.passUnretained(registration), kind: kind, scope: scope, arguments: arguments,
                    site: site, sandbox: sandbox, on: thread
                ) { () throws -> Service? in
                    isMade = true
                    let value: Service? =
                        isOverride ? try unsafe call(type, of: registration, in: root, arguments: arguments) : body()
                    if let value { decorators(value, !isForward) }
                    return value
                }
                if let value, !isMade { decorators(value, false) }
                return value
            }
            // Only what was registered with the runtime face can make nothing.
            guard let value else { throw returnedNil(registration, site: site) }
            return value
        } catch {
            trap(error)
        }
    }

    /// The registration in force for a declaration.
    static func registration(in slot: ServiceSlot) -> Registration {
        guard let registration = slot.registrationNow else { fatalError("a declaration has a registration") }
        return registration
    }

    /// The key of what the runtime face has nearer to the root than a declaration that is exported.
    static func nearerKey(for slot: ServiceSlot) -> ServiceKey? {
        let exports = locked { slot.exports }
        return exports.isEmpty ? nil : nearerKey(than: exports, in: .prepared())
    }

    /// The slot of a declaration, with its own registration in it.
    static func slot(of type: Any.Type, _ core: DeclarationCore, in home: ContainerHome) -> ServiceSlot {
        let resolver = home.resolver
        let existing = locked {
            unsafe resolver.registry.slot(type: type, place: core.facts.place, hash: core.facts.place.hash(of: type))?
                .takeUnretainedValue()
        }
        // Also where there is a slot: a reset lets the container register its own overrides again.
        if !home.hasPrepared, let container = core.container as? any PreparedContainer.Type {
            container.prepare(home)
        }
        if let existing { return existing }
        let key = ServiceKey(type, place: core.facts.place, display: core.display(of: type))
        let (stated, scope) = (core.statedScope, home.defaultScope)
        // A singleton is one in its sandbox, whatever container it is asked of.
        let main = stated ?? scope === ResolverScope.application ? Sandbox.active.main : resolver
        let legacyKey = core.legacy == nil ? nil : legacyKey(type, core)
        return locked {
            func slot(in resolver: Resolver, sharing other: Registration?) -> ServiceSlot {
                let slot = resolver.registry.makeSlot(for: key)
                if slot.first == nil {
                    _ = slot.replace(
                        with: Registration(
                            id: nextID(), key: key, site: .unknown, isExplicit: true, takesArguments: false,
                            scope: scope, declaredScope: stated, factory: nil, legacyKey: legacyKey, sharing: other))
                }
                return slot
            }
            guard main !== resolver else { return slot(in: resolver, sharing: nil) }
            return slot(in: resolver, sharing: slot(in: main, sharing: nil).first)
        }
    }

    /// The registration that keeps the instance for one parameter.
    ///
    /// The program's own hashing and comparing run outside the lock.
    private static func registration(_ registration: Registration, for parameter: AnyHashable) -> Registration {
        let hash = parameter.hashValue
        var compared = 0
        while true {
            let known = locked { registration.byParameter[hash] ?? [] }
            if known.count < compared { compared = 0 }
            if let entry = known[compared...].first(where: { $0.parameter == parameter }) { return entry.registration }
            compared = known.count
            let new = locked { () -> Registration? in
                guard (registration.byParameter[hash]?.count ?? 0) == compared else { return nil }
                let new = Registration(
                    id: nextID(), key: registration.key, site: registration.site, isExplicit: registration.isExplicit,
                    takesArguments: true, scope: registration.scope, declaredScope: registration.declaredScope,
                    factory: registration.erased)
                registration.byParameter[hash, default: []].append((parameter, new))
                return new
            }
            if let new { return new }
        }
    }

    /// Drops an instance that has not been asked for in time.
    private static func expire(_ registration: Registration, after time: UInt64, in sandbox: Sandbox) {
        let now = sandbox.now
        let garbage = locked { () -> [AnyObject] in
            var garbage: [AnyObject] = []
            let cell = sandbox.cell(of: registration, &garbage)
            defer { cell.lastUse = now }
            guard now >= cell.lastUse, now - cell.lastUse >= time, let content = cell.drop() else { return garbage }
            awaitCopies()
            return garbage + [content]
        }
        withExtendedLifetime(garbage) {}
    }
}

/// A container that registers something itself before it is used.
package protocol PreparedContainer {
    static func prepare(_ home: ContainerHome)
}

/// What a declaration may have beside its factory and lifetime.
package struct DeclaredOptions {
    /// For how many nanoseconds after it was last asked for an instance is kept.
    package var timeToLive: UInt64?
    /// What an instance is kept for.
    package var parameter: AnyHashable?
    package var decorate: ((Any, Bool) -> Void)?
    /// Whether the runtime face asks, which has found it the nearest.
    package var isExported = false

    package init() {}
}

/// Who sees an instance, in order.
private struct Decorators {
    let declared: ((Any, Bool) -> Void)?
    let container: (@Sendable (Any, Bool) -> Void)?
    let sandbox: Resolver.Decorator?

    func callAsFunction(_ service: some Any, _ made: Bool) {
        declared?(service, made)
        container?(service, made)
        sandbox?(service, made)
    }
}

extension Engine {
    // MARK: - Shared containers

    /// What the current sandbox's default container stands on; nil for the process's own.
    @inlinable package static var currentHome: ContainerHome? {
        reading { state.load() } & Condition.sandboxes.rawValue == 0 ? nil : Sandbox.currentHome
    }

    /// The one instance of a container type in the current sandbox.
    @inlinable @inline(__always)
    package static func sharedContainer<Container>(
        _ type: Container.Type, home: (Container) -> ContainerHome, make: () -> Container
    ) -> Container {
        var facts = DeclarationFacts(file: "", line: 0, column: 0, function: "shared", isStatic: true)
        facts.lifetime = .container
        return unsafe declared(
            type, facts, nil, site: .unknown, body: make,
            otherwise: { newSharedContainer(type, facts, home: home, make: make) })
    }

    @usableFromInline @inline(never)
    static func newSharedContainer<Container>(
        _ type: Container.Type, _ facts: DeclarationFacts, home: (Container) -> ContainerHome, make: () -> Container
    ) -> Container {
        unsafe slowDeclared(type, DeclarationCore(facts, container: type, home: nil), arguments: nil, site: .unknown) {
            let container = make()
            Sandbox.active.adopt(home(container), as: type)
            return container
        }
    }

    // MARK: - Failures

    /// Reports that the declaration which is being resolved has no implementation.
    package static func unbound() -> Never {
        start()
        let chain = unsafe chain(from: ThreadState.current.pointee.top)
        Failure.unbound(chain).trap()
    }

    /// Reports that the declaration which is being resolved is asked for off the main actor, if it is.
    package static func requireMainActor() {
        guard !isOnMainActor() else { return }
        start()
        let chain = unsafe chain(from: ThreadState.current.pointee.top)
        Failure.offMainActor(chain).trap()
    }

    /// Reports a parameter of the wrong type.
    package static func wrongParameter(expected: Any.Type, found: Any?) -> Never {
        start()
        Failure.wrongParameter(expected: expected, found: found).trap()
    }
}
