// How observers are told of resolutions. The engine only knows that a frame is observed; all else is here.

extension ObservedService {
    /// Describes a registration, with the lifetime that counts for the call.
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

/// The events that a thread tells its observers once its outermost resolution has ended.
@safe
final class PendingEvents {
    // No access is checked at run time: only the thread itself uses these events, and each access ends before the next begins.

    /// The observed resolutions that are under way, the innermost last.
    @safe @exclusivity(unchecked) var open: [Open] = []
    @safe
    struct Open {
        let frame: Frame.Pointer
        let asker: Asker
        /// When the resolution began.
        let start: UInt64
        /// When this thread resolved services that this one needs.
        var needs = TimeSpans()
    }

    /// What is known of a resolution before it begins, of how the program asked for it.
    @safe
    struct Asker {
        /// The key that the program asked for, if one face passes the call on to the other face under another key.
        var key: ServiceKey?
        /// If a lazy property asks, the service in whose making the property was made.
        var owner: LazyOwner?
    }

    /// It is set before the resolution begins, and the thread's next observed resolution takes it.
    @safe @exclusivity(unchecked) var asker = Asker()
    /// The resolutions that have ended, each with the environment whose observers are told.
    @safe @exclusivity(unchecked) var events: [(environment: Environment, event: ResolutionEvent)] = []
    /// Whether observers are being told; what they resolve meanwhile is not observed.
    @safe @exclusivity(unchecked) var isTelling = false
    /// The preparation that this thread runs, of an environment or a container; nil if it runs none.
    @safe @exclusivity(unchecked) private(set) var prepared: Prepared?
    @safe
    struct Prepared {
        /// The thread's topmost frame when the preparation began; nil if nothing was being made.
        let top: Frame.Pointer?
    }
    /// The thread's number; threads are numbered in the order in which they are first observed.
    var thread: Int {
        if number == 0 {
            number = Lock.held {
                unsafe PendingEvents.lastThread += 1
                return unsafe PendingEvents.lastThread
            }
        }
        return number
    }
    /// The same; 0 until the thread is observed.
    @safe @exclusivity(unchecked) private var number = 0
    // Sound because the number is only touched under the engine's lock.
    nonisolated(unsafe) private static var lastThread = 0

    /// Runs a preparation: the registration hook, or a container's `autoRegister`.
    ///
    /// The services that it resolves are not told as needs of the service that is being made on this thread, as that service
    /// only happened to ask first.
    static func preparing(on thread: ThreadState.Pointer, _ body: () -> Void) {
        // Also where the thread is not observed yet: the body may add an observer, or run where there is one.
        let events = thread.events
        let outer = (events.asker, events.prepared)
        events.asker = Asker()
        events.prepared = Prepared(top: thread.pointee.top)
        body()
        (events.asker, events.prepared) = outer
    }

    /// Runs a lookup of one face on behalf of the other face, which was asked, and which has no frame and so no link.
    static func asking<Result, Failure>(
        for key: ServiceKey?, _ look: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let key, Environment.active.isObserved else { return try look() }
        let events = ThreadState.current.events
        events.asker.key = key
        // If nothing was found, no resolution has taken the key.
        defer { events.asker.key = nil }
        return try look()
    }

    /// Tells observers of the resolutions that have ended on this thread, once the outermost one has ended.
    ///
    /// So an observer can resolve whatever it likes: nothing is being made on this thread for which it might wait, and its
    /// resolutions belong to no other chain.
    func tell() {
        guard !isTelling, open.isEmpty, !events.isEmpty, !ThreadState.current.preparesContainer else { return }
        var events: [(environment: Environment, event: ResolutionEvent)] = []
        swap(&events, &self.events)
        isTelling = true
        // Reversed, so that each event can be moved out of the end: an event is slow to copy.
        events.reverse()
        // A factory may have opened a sandbox, which has observers of its own.
        if events.count > 1, events.indices.contains(where: { events[$0].environment !== events[0].environment }) {
            tellOfSeveral(&events)
        }
        var known: [any ResolutionObserver]?
        while let (environment, event) = events.popLast() {
            // Read once: an observer that is told of a service's needs is told of the service, too, even if it is removed
            // meanwhile.
            let observers = known ?? environment.setting { $0.observers }
            known = observers
            for observer in observers { observer.observe(event) }
        }
        isTelling = false
        // The array's memory is used again. No event has been added, as what observers resolve is not observed.
        self.events = events
    }

    /// Tells events of several environments, which are in reverse order, and marks the last event for each observer.
    ///
    /// A sandbox takes over the observers of the environment around it, so one observer may be told of resolutions in both.
    @inline(never) private func tellOfSeveral(_ events: inout [(environment: Environment, event: ResolutionEvent)]) {
        /// The observers of each environment, read once for the reason that `tell` gives.
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

/// The notes about a resolution that began on a thread, and goes on in a task.
///
/// They are on the heap, as few such resolutions are observed.
final class BegunObservation: @unchecked Sendable {
    // Sound because the engine's lock guards what changes, and nobody uses the frame in `open`, which is gone.
    fileprivate let open: PendingEvents.Open
    /// When services that its factory needs were resolved, in whatever task; the factory may have gone on meanwhile.
    private var spans = TimeSpans()
    fileprivate init(_ open: PendingEvents.Open) { self.open = open }

    var needs: TimeSpans { Lock.held { spans } }

    func addNeed(_ span: Range<UInt64>) { Lock.held { spans.add(span) } }
}

extension ThreadState.Pointer {
    /// Whether the thread prepares an environment or a container, or makes a shared container.
    ///
    /// An observer that resolved something then would find an unfinished environment or container.
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
    /// Notes when an observed resolution begins, and who asks for it.
    ///
    /// If an observer resolves, nobody is told, and the frame's duty to observe is removed.
    func beginObservation() {
        let events = pointee.thread.events
        // A shared container is a declaration, too, but no service. The owner and the key are for the next service.
        if isOfContainer { return }
        defer { events.asker = PendingEvents.Asker() }
        guard !events.isTelling else {
            pointee.duties.remove(.observe)
            return
        }
        events.open.append(PendingEvents.Open(frame: self, asker: events.asker, start: monotonicTime()))
    }

    /// Notes how an observed resolution has ended, and tells observers if it was the outermost.
    func observe(_ outcome: ResolutionEvent.Outcome) {
        guard let service = observedService else { return }
        // Observers are told now what the container's initializer has resolved.
        if service.key.isContainer { return ThreadState.current.events.tell() }
        end(service, outcome)
    }

    /// Whether the frame makes a shared container.
    fileprivate var isOfContainer: Bool { pointee.registration?.with { $0.key.isContainer } ?? false }

    /// The service that is resolved; nil if no registration was found.
    private var observedService: ObservedService? {
        pointee.registration?.with { ObservedService($0, lifetime) }
    }

    /// The lifetime of the service that is resolved.
    var lifetime: Resolver.Lifetime {
        // For most lifetimes, the word says which it is, and the lock is not needed.
        keeping.onlyLifetime ?? Lock.held { scopeThatKeeps.object }.lifetime
    }

    /// Notes that nothing is registered for a key.
    func observeMissing(_ key: ServiceKey) {
        beginObservation()
        if pointee.duties.has(.observe) { end(ObservedService(missing: key), .missing) }
    }

    /// Takes the notes of an observed resolution off its thread, as the resolution goes on in a task.
    func endObservation() -> BegunObservation? {
        takeOpen(pointee.thread.events).map { BegunObservation($0) }
    }

    /// Notes how an asynchronous resolution has ended, whose notes are no longer on a thread.
    ///
    /// - Parameters:
    ///   - outcome: What came of the resolution.
    ///   - begun: The notes that were made when it began.
    ///   - needs: When services that the factory needs were resolved.
    ///   - chain: The services that have asked for it, the innermost first.
    func observe(
        _ outcome: ResolutionEvent.Outcome, of begun: BegunObservation, needs: TimeSpans, chain: [ServiceLink]
    ) {
        guard let service = observedService else { return }
        var began = begun.open
        began.needs = needs
        end(service, outcome, of: began, chain, pointee.thread.events)
    }

    /// Takes the notes that were made when this frame's resolution began.
    private func takeOpen(_ events: PendingEvents) -> PendingEvents.Open? {
        // A failure may have left notes of frames above this one.
        while let last = events.open.indices.last, events.open[last].frame != self { events.open.removeLast() }
        return events.open.popLast()
    }

    private func end(_ service: ObservedService, _ outcome: ResolutionEvent.Outcome) {
        let events = pointee.thread.events
        guard let began = takeOpen(events) else { return }
        end(service, outcome, of: began, pointee.thread.observedLinks, events)
    }

    /// The same, with the notes that were made when the resolution began, and the chain that led to it.
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
            // A service that only passes on another one's instance makes nothing itself.
            let outcome: ResolutionEvent.Outcome =
                if case .made = outcome, service.isForward { .passedOn } else { outcome }
            let event = ResolutionEvent(
                observed: service, location: pointee.location, links: links, owner: owner, outcome: outcome,
                nanoseconds: isMissing ? 0 : span.upperBound - span.lowerBound,
                nanosecondsOfNeeds: began.needs.total(since: began.start), thread: events.thread)
            events.events.append((environmentOrProcess, event))
        }
        if let asked = began.asker.key {
            // The program asked one face, which passed the call on to the other. It is told like a registration that forwards.
            let registered = pointee.registration?.with { $0.location } ?? service.registered
            let face = ObservedService(key: asked, registered: registered, lifetime: service.lifetime, isForward: true)
            add(service, outcome, [face] + links)
            switch outcome {
            case .made, .reused: add(face, .passedOn, links, owner: began.asker.owner)
            default: add(face, outcome, links, owner: began.asker.owner)
            }
        } else {
            add(service, outcome, links, owner: began.asker.owner)
        }
        guard events.open.isEmpty else { return }
        events.events[events.events.count - 1].event.isOutermost = true
        events.tell()
    }
}

extension LazyOwner {
    /// The owner of a lazy property that is made now: the innermost service that is being made on this thread.
    static func current(holds: Bool, in environment: Environment) -> LazyOwner? {
        guard environment.isObserved, let link = ThreadState.current.observedLinks.first else { return nil }
        return LazyOwner(service: link.service, holds: holds)
    }

    /// Resolves for a lazy property that has an owner.
    static func asking<Service>(for owner: LazyOwner?, _ resolve: () -> Service) -> Service {
        guard let owner else { return resolve() }
        let events = ThreadState.current.events
        events.asker.owner = owner
        // If there is no observer any more, no resolution has taken the owner.
        defer { events.asker.owner = nil }
        return resolve()
    }
}
