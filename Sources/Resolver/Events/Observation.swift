// What a frame that is observed notes when its resolution begins and ends; `PendingEvents` has the notes, and tells observers.

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
    var isOfContainer: Bool { pointee.registration?.with { $0.key.isContainer } ?? false }

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
        takeOpen().map { BegunObservation($0) }
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
        end(service, outcome, of: began, chain)
    }

    /// Takes the notes that were made when this frame's resolution began.
    private func takeOpen() -> PendingEvents.Open? {
        let events = pointee.thread.events
        // A failure may have left notes of frames above this one.
        while let last = events.open.indices.last, events.open[last].frame != self { events.open.removeLast() }
        return events.open.popLast()
    }

    private func end(_ service: ObservedService, _ outcome: ResolutionEvent.Outcome) {
        guard let began = takeOpen() else { return }
        end(service, outcome, of: began, pointee.thread.observedLinks)
    }

    /// The same, with the notes that were made when the resolution began, and the chain that led to it.
    private func end(
        _ service: ObservedService, _ outcome: ResolutionEvent.Outcome, of began: PendingEvents.Open,
        _ chain: [ServiceLink]
    ) {
        let events = pointee.thread.events
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
