/// The end of what is kept together: in a run of a task scope, or in a resolver.
///
/// Nothing new is made there any more. What is under way is cancelled and waited for, then all instances are taken
/// away, so that nobody is given one that is closed, and those that have a closer are closed, the one completed last
/// first. What it waits for is the program's code, and may take for ever: so it is watched.
final class Ending: LongWait, @unchecked Sendable {
    // Sound because what changes is guarded by the engine's lock.

    /// What there is at one moment.
    enum State: @unchecked Sendable {
        // Sound because what was taken is nobody else's any more.

        /// Asynchronous constructions are under way.
        case flights([Flight])
        /// A thread makes an instance.
        case making(ServiceKey, Completion)
        /// Nothing is under way; these instances were taken away, to be closed in this order.
        case taken([Taken])

        /// What is waited for first.
        fileprivate var awaited: Awaited? {
            switch self {
            case .flights(let flights): flights.first.map { ($0.key, isMade: false) }
            case .making(let key, _): (key, isMade: false)
            case .taken(let instances): instances.first.map { ($0.duty.key, isMade: true) }
            }
        }
    }

    /// What it waits for: for the closing of a service, or for the making of one that is not there yet.
    fileprivate typealias Awaited = (key: ServiceKey, isMade: Bool)

    /// An instance that was taken away to be closed.
    struct Taken {
        let value: KeptValue
        let duty: ClosingDuty
    }

    private let outcome: RunOutcome
    private let take: @Sendable () -> State

    // Guarded by the engine's lock.

    @safe @exclusivity(unchecked) private var awaited: Awaited?
    @safe @exclusivity(unchecked) private(set) var isOver = false
    /// 0 until it is watched.
    @safe @exclusivity(unchecked) private(set) var since: UInt64 = 0
    @safe @exclusivity(unchecked) var index: Int?

    /// - Parameters:
    ///   - outcome: What the closers are told.
    ///   - take: Tells what there is.
    init(_ outcome: RunOutcome, _ take: @escaping @Sendable () -> State) {
        self.outcome = outcome
        self.take = take
    }

    /// Begins it: waits until nothing is under way, and closes what was taken then; in a task that nobody cancels.
    ///
    /// - Parameters:
    ///   - state: What there is at first.
    ///   - isOfRun: Whether a run ends, whose thread is used where it can be. Most closers do not suspend, though they may,
    ///     and need no other thread then. What is kept longer may block when it is closed: so its task is another thread's,
    ///     and watched.
    /// - Returns: The task.
    func begin(from state: State, isOfRun: Bool) -> Task<ClosingError?, Never> {
        // Nobody else has it yet.
        awaited = state.awaited
        guard isOfRun, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return Task { await settle(state) }
        }
        return Task.immediate { await settle(state) }
    }

    /// Waits for the task.
    ///
    /// What blocks before it first suspends is not watched: it shows in the run's own thread.
    ///
    /// - Returns: What has failed.
    func settled(by task: Task<ClosingError?, Never>) async -> ClosingError? {
        watch()
        return await task.value
    }

    // One function, as each asynchronous one that is called takes as long as a resolution. What it calls is never inlined: it
    // would be compiled once for each place at which this one may suspend.
    private func settle(_ first: State) async -> ClosingError? {
        var state = first
        while true {
            switch state {
            case .flights(let flights):
                // All before one is waited for, as it may wait for another.
                for flight in flights { flight.cancel() }
                await flights[0].wait()
            case .making(_, let end):
                await end.wait()
            case .taken(let instances):
                var failures: [ClosingError.ServiceFailure] = []
                for (number, instance) in instances.enumerated() {
                    if number > 0 { wait(for: (instance.duty.key, isMade: true)) }
                    do { try await instance.duty.closer.close(instance.value, outcome) } catch {
                        failures.append(Ending.failure(instance.duty, error))
                    }
                }
                end()
                return failures.isEmpty ? nil : ClosingError(failures: failures)
            }
            state = take()
            wait(for: state.awaited)
        }
    }

    /// The same where no closer of a run suspends, without a task.
    ///
    /// Nothing is watched: who blocks shows in the run's own thread.
    static func closeAtOnce(_ instances: [Taken], _ outcome: RunOutcome) -> ClosingError? {
        var failures: [ClosingError.ServiceFailure] = []
        for instance in instances {
            do { try instance.duty.closer.closeAtOnce(instance.value, outcome) } catch {
                failures.append(failure(instance.duty, error))
            }
        }
        return failures.isEmpty ? nil : ClosingError(failures: failures)
    }

    @inline(never)
    private static func failure(_ duty: ClosingDuty, _ error: any Error) -> ClosingError.ServiceFailure {
        ClosingError.ServiceFailure(
            service: ResolutionError.Link(duty.key), error: error, place: ResolutionEvent.Place(duty.location),
            isDeclared: duty.key.isDeclared)
    }

    /// Takes all instances out of cells, unless a thread makes one.
    ///
    /// Under the engine's lock.
    ///
    /// - Parameters:
    ///   - each: Runs a body with each cell.
    ///   - garbage: What is released after the lock.
    /// - Returns: What there is.
    static func take(from each: ((InstanceCell.Pointer) -> Void) -> Void, _ garbage: inout Garbage) -> State {
        var underWay: State?
        each { cell in
            guard underWay == nil, let frame = cell.frameInMaking else { return }
            underWay = .making(frame.key, Completion.ofMaking(frame.bits))
        }
        if let underWay { return underWay }
        var taken: [Taken] = []
        each { cell in
            guard let value = cell.take(&garbage) else { return }
            guard let duty = value.duty else { return garbage.add(value) }
            duty.isTaken = true
            taken.append(Taken(value: value, duty: duty))
        }
        if taken.count > 1 { taken.sort { $0.duty.order > $1.duty.order } }
        return .taken(taken)
    }

    // MARK: - What takes long

    /// Watches it from now on; most are over by then.
    private func watch() {
        let isUnderWay = Lock.held {
            if !isOver { since = monotonicTime() }
            return !isOver
        }
        if isUnderWay { LongWaits.watch(self) }
    }

    @inline(never)
    private func wait(for awaited: Awaited?) {
        let isWatched = Lock.held {
            self.awaited = awaited
            if since != 0 { since = monotonicTime() }
            return since != 0
        }
        // Anew, as what was reported is watched no more.
        if isWatched { LongWaits.watch(self) }
    }

    @inline(never)
    private func end() {
        Lock.held {
            isOver = true
            LongWaits.forget(self)
        }
    }

    func endCircle() -> Bool { false }

    func report() -> FailureText? {
        let awaited = Lock.held { () -> Awaited? in
            // What was waited for may be another thing by now.
            guard !isOver, LongWaits.isDue(self) else { return nil }
            LongWaits.forget(self)
            return self.awaited
        }
        return awaited.map { Failure.longClosing($0.key, isMade: $0.isMade) }
    }
}
