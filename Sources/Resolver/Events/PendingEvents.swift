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

    /// Who asks for the thread's next observed resolution, which takes it; set before that begins.
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
