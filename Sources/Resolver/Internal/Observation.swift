// What observers are told of. The fast path knows nothing of it: an observer is a condition of the state word, so that
// whatever there is to tell goes through the slow path, with a sandbox in hand.

/// A service as observers see it, made without a name's being put together.
struct ObservedService: Sendable {
    let key: ServiceKey
    /// Where it is registered; nil where it is not.
    let registered: CallSite?
    let lifetime: ResolutionEvent.Lifetime
    /// Whether it only passes on what another service gives.
    let isForward: Bool

    /// A registration, with the scope that counts where that is not its own.
    init(_ registration: Registration, scope: ResolverScope? = nil, isForward: Bool = false) {
        key = registration.key
        registered = registration.site
        lifetime = ResolutionEvent.Lifetime(
            scope ?? registration.declaredScope ?? Engine.locked { registration.scope })
        self.isForward = isForward || registration.isForward || registration.legacyKey != nil
    }

    init(missing key: ServiceKey) {
        self.key = key
        registered = nil
        lifetime = .unique
        isForward = false
    }

    var name: Resolver.Name? { key.place == nil ? key.name.map { Resolver.Name($0) } : nil }
    var declared: ResolutionEvent.Place? { key.place.map { ResolutionEvent.Place($0) } }
}

/// The service in whose making a lazy property was made.
struct LazyOwner: Sendable {
    let service: ObservedService
    /// Whether the property holds what it resolves.
    let holds: Bool
}

/// What a thread has to tell once its outermost resolution has ended.
struct PendingEvents {
    /// How many observed resolutions are under way.
    var depth = 0
    var events: [(sandbox: Sandbox, event: ResolutionEvent)] = []
    /// Whether observers are being told: what they resolve is not observed.
    var isTelling = false
    /// Whether what is asked for next is asked for by a typed factory that passes it on, and is no link of the chain.
    var passesOn = false
    /// Whose lazy property asks next.
    var owner: LazyOwner?
    /// The thread's number, 0 until it is first observed.
    var thread = 0
}

extension Engine {
    /// Runs the resolution of a registration, and tells the sandbox's observers, if any, how it has ended.
    static func observing<Service>(
        _ registration: Registration, scope: ResolverScope? = nil, site: CallSite, in sandbox: Sandbox?,
        on thread: ThreadState.Pointer, _ resolution: (_ isMade: inout Bool) throws(ResolutionError) -> Service?
    ) throws(ResolutionError) -> Service? {
        var isMade = false
        guard let sandbox, unsafe isObserved(registration.key, in: sandbox, on: thread) else {
            return try resolution(&isMade)
        }
        let service = ObservedService(registration, scope: scope)
        let asker = unsafe begin(on: thread)
        let start = monotonicTime()
        func end(_ outcome: ResolutionEvent.Outcome) {
            unsafe self.end(
                service, site: site, asker: asker, outcome, nanoseconds: monotonicTime() - start, in: sandbox,
                on: thread)
        }
        do throws(ResolutionError) {
            let value = try resolution(&isMade)
            end(value == nil ? .returnedNil : service.isForward ? .passedOn : isMade ? .made : .reused)
            return value
        } catch {
            end(.failed(error))
            throw error
        }
    }

    /// Resolves, for a typed factory, what the runtime face has nearer to the root, and tells the sandbox's observers, if
    /// any, that the factory has passed it on.
    static func passingOn<Service>(
        _ registration: Registration, scope: ResolverScope?, site: CallSite, in sandbox: Sandbox?,
        on thread: ThreadState.Pointer, _ resolve: () -> Service
    ) -> Service {
        guard let sandbox, unsafe isObserved(registration.key, in: sandbox, on: thread) else { return resolve() }
        let service = ObservedService(registration, scope: scope, isForward: true)
        let asker = unsafe begin(on: thread)
        let start = monotonicTime()
        unsafe thread.pointee.pending.passesOn = true
        let value = resolve()
        unsafe end(
            service, site: site, asker: asker, .passedOn, nanoseconds: monotonicTime() - start, in: sandbox, on: thread)
        return value
    }

    /// Tells observers that nothing is registered for a key.
    static func observeMissing(
        _ key: ServiceKey, site: CallSite, in sandbox: Sandbox, on thread: ThreadState.Pointer
    ) {
        guard unsafe isObserved(key, in: sandbox, on: thread) else { return }
        let asker = unsafe begin(on: thread)
        unsafe end(
            ObservedService(missing: key), site: site, asker: asker, .missing, nanoseconds: 0, in: sandbox, on: thread)
    }

    /// A shared container is a declaration, too, but no service.
    private static func isObserved(_ key: ServiceKey, in sandbox: Sandbox, on thread: ThreadState.Pointer) -> Bool {
        unsafe sandbox.isObserved && !thread.pointee.pending.isTelling && !key.isContainer
    }

    /// Who asks for a service without being a link of the chain.
    private typealias Asker = (owner: LazyOwner?, passesOn: Bool)

    private static func begin(on thread: ThreadState.Pointer) -> Asker {
        unsafe thread.pointee.pending.depth += 1
        let asker = unsafe (thread.pointee.pending.owner, thread.pointee.pending.passesOn)
        unsafe thread.pointee.pending.owner = nil
        unsafe thread.pointee.pending.passesOn = false
        return asker
    }

    private static func end(
        _ service: ObservedService, site: CallSite, asker: Asker, _ outcome: ResolutionEvent.Outcome,
        nanoseconds: UInt64, in sandbox: Sandbox, on thread: ThreadState.Pointer
    ) {
        if unsafe thread.pointee.pending.thread == 0 { unsafe thread.pointee.pending.thread = nextThreadNumber() }
        let event = unsafe ResolutionEvent(
            observed: service, site: site, links: observedLinks(on: thread), owner: asker.owner,
            passesOn: asker.passesOn, outcome: outcome, nanoseconds: nanoseconds, thread: thread.pointee.pending.thread)
        unsafe thread.pointee.pending.events.append((sandbox, event))
        unsafe thread.pointee.pending.depth -= 1
        if unsafe thread.pointee.pending.depth == 0 { unsafe tell(on: thread) }
    }

    /// Tells observers what has come to pass on a thread.
    ///
    /// It waits until the outermost resolution has ended, so that an observer can resolve whatever it likes: nothing is
    /// under construction on this thread, which it might wait for, and no chain goes on to which its own would belong.
    static func tell(on thread: ThreadState.Pointer) {
        guard unsafe !thread.pointee.pending.isTelling else { return }
        let events = unsafe thread.pointee.pending.events
        unsafe thread.pointee.pending.events = []
        unsafe thread.pointee.pending.isTelling = true
        defer { unsafe thread.pointee.pending.isTelling = false }
        for index in events.indices {
            var event = events[index].event
            event.isOutermost = index == events.count - 1
            for observer in events[index].sandbox.observers { observer.observe(event) }
        }
    }

    /// What is being made on this thread, the innermost first.
    static func observedLinks(on thread: ThreadState.Pointer) -> [ObservedService] {
        unsafe frames(from: thread.pointee.top).compactMap { frame in
            let registration = unsafe frame.pointee.registration._withUnsafeGuaranteedRef { $0 }
            return registration.key.isContainer ? nil : ObservedService(registration)
        }
    }

    /// The service that is being made on this thread, for a lazy property that is made in its making.
    static func lazyOwner(holds: Bool, in sandbox: Sandbox) -> LazyOwner? {
        guard sandbox.isObserved, let link = unsafe observedLinks(on: ThreadState.current).first else { return nil }
        return LazyOwner(service: link, holds: holds)
    }

    /// Resolves for a lazy property.
    static func asking<Service>(
        for owner: LazyOwner?, on thread: ThreadState.Pointer, _ resolve: () -> Service
    ) -> Service {
        guard let owner else { return resolve() }
        unsafe thread.pointee.pending.owner = owner
        // Nobody has taken it where nobody observes any more.
        defer { unsafe thread.pointee.pending.owner = nil }
        return resolve()
    }

    private static func nextThreadNumber() -> Int {
        locked {
            unsafe lastThread += 1
            return unsafe lastThread
        }
    }
    // Sound because it is only touched under the engine's lock.
    nonisolated(unsafe) private static var lastThread = 0
}

extension ServiceKey {
    /// Whether it is the key of a shared container.
    fileprivate var isContainer: Bool { place.map { $0.line == 0 } ?? false }
}

// MARK: - Observers of a sandbox

extension Sandbox {
    func addObserver(_ observer: any ResolutionObserver) {
        changeObservers { observers in
            if !observers.contains(where: { $0 === observer }) { observers.append(observer) }
        }
    }

    func removeObserver(_ observer: any ResolutionObserver) {
        changeObservers { $0.removeAll { $0 === observer } }
    }
}
