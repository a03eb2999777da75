// What observers are told of. The engine only knows that a frame is watched; all else is here.

extension ObservedService {
    /// A registration, with the lifetime that counts.
    init(_ registration: Registration, _ lifetime: Resolver.Lifetime) {
        let traits = registration.traits
        self.init(
            key: traits.has(.isVariant) ? registration.key.withoutVariant : registration.key,
            registered: traits.has(.isDeclaration) ? .unknown : registration.location, lifetime: lifetime,
            isForward: traits.has(.isForward), isForContext: traits.has(.isForContext | .isVariant))
    }

    init(missing key: ServiceKey) {
        self.init(key: key, registered: nil, lifetime: .unique, isForward: false)
    }
}

/// What a thread has to tell once its outermost resolution has ended.
@safe
final class PendingEvents {
    // No access is checked at run time: only its own thread uses it, and each access ends before the next begins.

    /// The observed resolutions that are under way, each with who asked for it and when it began.
    @safe @exclusivity(unchecked) var open: [Open] = []
    @safe
    struct Open {
        let frame: Frame.Pointer
        let owner: LazyOwner?
        let start: UInt64
        /// The key that was asked for, where it is another one.
        let asked: ServiceKey?
        /// When what it needs was asked for, on this thread.
        var needs = TimeSpans()
    }

    /// What the program asked for, where one face asks the other for it under another key.
    ///
    /// It is set before that lookup, and the next resolution of this thread that is observed takes it.
    @safe @exclusivity(unchecked) var asked: ServiceKey?
    /// What has ended, with the environment whose observers are told.
    @safe @exclusivity(unchecked) var events: [(environment: Environment, event: ResolutionEvent)] = []
    /// Whether observers are being told: what they resolve is not observed.
    @safe @exclusivity(unchecked) var isTelling = false
    /// Whose lazy property asks next.
    @safe @exclusivity(unchecked) var owner: LazyOwner?
    /// What is prepared on this thread; nil where nothing is.
    @safe @exclusivity(unchecked) private(set) var prepared: Prepared?
    @safe
    struct Prepared {
        /// The frame in whose making that began; nil where nothing was being made.
        let top: Frame.Pointer?
    }
    /// The threads are numbered as they are first observed.
    let thread: Int

    init() {
        thread = Lock.held {
            unsafe PendingEvents.lastThread += 1
            return unsafe PendingEvents.lastThread
        }
    }
    // Sound because it is only touched under the engine's lock.
    nonisolated(unsafe) private static var lastThread = 0

    /// Runs the registration hook, or what a container registers itself.
    ///
    /// What is resolved there is not told as a need of what is being made on this thread, which only happened to ask first.
    static func preparing(on thread: ThreadState.Pointer, _ body: () -> Void) {
        guard let events = thread.pointee.pendingEvents else { return body() }
        let outer = (events.owner, events.asked, events.prepared)
        (events.owner, events.asked) = (nil, nil)
        events.prepared = Prepared(top: thread.pointee.top)
        body()
        (events.owner, events.asked, events.prepared) = outer
    }

    /// Tells observers what has come to pass on this thread.
    ///
    /// It waits until the outermost resolution has ended, so that an observer can resolve whatever it likes: nothing is
    /// under construction on this thread, which it might wait for, and no chain goes on to which its own would belong.
    func tell() {
        guard !isTelling, open.isEmpty, !events.isEmpty, !ThreadState.current.preparesContainer else { return }
        var events: [(environment: Environment, event: ResolutionEvent)] = []
        swap(&events, &self.events)
        isTelling = true
        // Moved out, as an event is slow to copy.
        events.reverse()
        // A factory may open a sandbox, which has observers of its own.
        if events.count > 1, events.indices.contains(where: { events[$0].environment !== events[0].environment }) {
            tellOfSeveral(&events)
        }
        var known: [any ResolutionObserver]?
        while let (environment, event) = events.popLast() {
            // Read once: an observer that is told of what a service needed is told of the service, too, also when it is
            // removed meanwhile.
            let observers = known ?? environment.setting { $0.observers }
            known = observers
            for observer in observers { observer.observe(event) }
        }
        isTelling = false
        // The memory is used again. What observers resolve is not observed, so that there is nothing new.
        self.events = events
    }

    /// Tells events of several environments, which are in reverse order, and marks for each observer the last one it is told
    /// of: one that a sandbox has taken over is told of what is resolved there and outside.
    @inline(never) private func tellOfSeveral(_ events: inout [(environment: Environment, event: ResolutionEvent)]) {
        /// The observers of each environment, read once as above.
        var observers: [ObjectIdentifier: [any ResolutionObserver]] = [:]
        /// The index of the last event that each observer is told of.
        var lasts: [ObjectIdentifier: Int] = [:]
        for (index, entry) in events.enumerated() where observers[ObjectIdentifier(entry.environment)] == nil {
            let found = entry.environment.setting { $0.observers }
            observers[ObjectIdentifier(entry.environment)] = found
            for observer in found where lasts[ObjectIdentifier(observer)] == nil {
                lasts[ObjectIdentifier(observer)] = index
            }
        }
        while let (environment, told) = events.popLast() {
            var event = told
            for observer in observers[ObjectIdentifier(environment)] ?? [] {
                event.isOutermost = lasts[ObjectIdentifier(observer)] == events.count
                observer.observe(event)
            }
        }
    }
}

/// What has been noted of a resolution that goes on in a task; on the heap, as few are observed.
final class BegunObservation: @unchecked Sendable {
    // Sound because what changes is guarded by the engine's lock, and the frame in it, which is gone, is not used.
    fileprivate let open: PendingEvents.Open
    /// When what its factory needs was asked for, in whatever task; the factory may have gone on beside it.
    private var spans = TimeSpans()
    fileprivate init(_ open: PendingEvents.Open) { self.open = open }

    var needs: TimeSpans { Lock.held { spans } }

    func addNeed(_ span: Range<UInt64>) { Lock.held { spans.add(span) } }
}

extension ThreadState.Pointer {
    /// Whether it runs the hook, or makes a shared container, or lets one register its own overrides: an observer that
    /// resolved something then would find it unfinished.
    fileprivate var preparesContainer: Bool {
        if isPreparing { return true }
        guard let top = pointee.top else { return false }
        return top.frames.contains { $0.isOfContainer && $0.pointee.duties.has(.observe) }
    }

    var events: PendingEvents {
        if let events = pointee.pendingEvents { return events }
        let events = PendingEvents()
        pointee.pendingEvents = events
        return events
    }
}

extension Frame.Pointer {
    /// Remembers when an observed resolution begins, and who asks for it; removes the duty to tell where there is
    /// nobody to tell.
    func beginObservation() {
        let events = pointee.thread.events
        // A shared container is a declaration, too, but no service: what is noted is for the one that is asked for next.
        if isOfContainer { return }
        defer { (events.owner, events.asked) = (nil, nil) }
        guard !events.isTelling else {
            pointee.duties.remove(.observe)
            return
        }
        events.open.append(
            PendingEvents.Open(frame: self, owner: events.owner, start: monotonicTime(), asked: events.asked))
    }

    /// Tells how an observed resolution has ended.
    func observe(_ outcome: ResolutionEvent.Outcome) {
        guard let service = observedService else { return }
        // What a container's initializer has resolved is told once it has ended.
        if service.key.isContainer { return ThreadState.current.events.tell() }
        end(service, outcome)
    }

    /// Whether it makes a shared container.
    fileprivate var isOfContainer: Bool { pointee.registration?.with { $0.key.isContainer } ?? false }

    /// What is resolved; nil where nothing was found.
    private var observedService: ObservedService? {
        pointee.registration?.with { ObservedService($0, lifetime) }
    }

    /// The lifetime of what is resolved.
    var lifetime: Resolver.Lifetime {
        // Of most, the word says it without the lock.
        keeping.onlyLifetime ?? Lock.held { scopeThatKeeps.object }.lifetime
    }

    /// Tells that nothing is registered for a key.
    func observeMissing(_ key: ServiceKey) {
        beginObservation()
        if pointee.duties.has(.observe) { end(ObservedService(missing: key), .missing) }
    }

    /// Takes an observed resolution off its thread, as it goes on in a task.
    func endObservation() -> BegunObservation? {
        takeOpen(pointee.thread.events).map { BegunObservation($0) }
    }

    /// Tells how an asynchronous resolution has ended, which is no longer that of a thread.
    ///
    /// - Parameters:
    ///   - outcome: What came of it.
    ///   - begun: What has been noted of its beginning.
    ///   - needs: When what the factory needs was asked for.
    ///   - chain: What has asked for it.
    func observe(
        _ outcome: ResolutionEvent.Outcome, of begun: BegunObservation, needs: TimeSpans, chain: [ServiceLink]
    ) {
        guard let service = observedService else { return }
        var began = begun.open
        began.needs = needs
        end(service, outcome, of: began, chain, pointee.thread.events)
    }

    /// What the frame has begun to observe.
    private func takeOpen(_ events: PendingEvents) -> PendingEvents.Open? {
        // A failure may have left some behind.
        while let last = events.open.indices.last, events.open[last].frame != self { events.open.removeLast() }
        return events.open.popLast()
    }

    private func end(_ service: ObservedService, _ outcome: ResolutionEvent.Outcome) {
        let events = pointee.thread.events
        guard let began = takeOpen(events) else { return }
        end(service, outcome, of: began, pointee.thread.observedLinks, events)
    }

    /// The same, with what has been noted of its beginning, and the chain that led to it.
    private func end(
        _ service: ObservedService, _ outcome: ResolutionEvent.Outcome, of began: PendingEvents.Open,
        _ chain: [ServiceLink], _ events: PendingEvents
    ) {
        let links = chain.map(\.service)
        let isMissing = if case .missing = outcome { true } else { false }
        let span = began.start..<monotonicTime()
        events.addNeed(span)
        func add(
            _ service: ObservedService, _ outcome: ResolutionEvent.Outcome, _ links: [ObservedService],
            owner: LazyOwner? = nil
        ) {
            // What only passes on makes nothing itself.
            let outcome: ResolutionEvent.Outcome =
                if case .made = outcome, service.isForward { .passedOn } else { outcome }
            let event = ResolutionEvent(
                observed: service, location: pointee.location, links: links, owner: owner, outcome: outcome,
                nanoseconds: isMissing ? 0 : span.upperBound - span.lowerBound,
                nanosecondsOfNeeds: began.needs.total(since: began.start), thread: events.thread)
            events.events.append((environmentOrProcess, event))
        }
        if let asked = began.asked {
            // The program asked one face, which passes on what the other one gives, as a registration does that forwards.
            let registered = pointee.registration?.with { $0.location } ?? service.registered
            let face = ObservedService(key: asked, registered: registered, lifetime: service.lifetime, isForward: true)
            add(service, outcome, [face] + links)
            switch outcome {
            case .made, .reused: add(face, .passedOn, links, owner: began.owner)
            default: add(face, outcome, links, owner: began.owner)
            }
        } else {
            add(service, outcome, links, owner: began.owner)
        }
        guard events.open.isEmpty else { return }
        events.events[events.events.count - 1].event.isOutermost = true
        events.tell()
    }
}

extension LazyOwner {
    /// The service that is being made on this thread, for a lazy property that is made in its making.
    static func current(holds: Bool, in environment: Environment) -> LazyOwner? {
        guard environment.isObserved, let link = ThreadState.current.observedLinks.first else { return nil }
        return LazyOwner(service: link.service, holds: holds)
    }

    /// Resolves for a lazy property.
    static func asking<Service>(for owner: LazyOwner?, _ resolve: () -> Service) -> Service {
        guard let owner else { return resolve() }
        let events = ThreadState.current.events
        events.owner = owner
        // Nobody has taken it where nobody observes any more.
        defer { events.owner = nil }
        return resolve()
    }
}

extension PendingEvents {
    /// Runs a lookup of one face for what was asked of the other, which passes on what it gives, and is no link of the chain.
    static func asking<Result, Failure>(
        for key: ServiceKey?, _ look: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let key, Environment.active.isObserved else { return try look() }
        let events = ThreadState.current.events
        events.asked = key
        // Nobody has taken it where nothing was found.
        defer { events.asked = nil }
        return try look()
    }
}
