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
    }

    /// An instance that was taken away to be closed.
    struct Taken {
        let value: KeptValue
        let duty: ClosingDuty
    }

    private let runs: VisibleRuns?
    private let outcome: RunOutcome
    private let take: @Sendable () -> State

    // Guarded by the engine's lock.

    /// What it waits for: for the closing of a service, or for the making of one that is not there yet.
    private var awaited: (key: ServiceKey, isMade: Bool)?
    private(set) var since: UInt64 = 0
    private var isWatched = false
    private(set) var isOver = false
    var index: Int?

    /// - Parameters:
    ///   - runs: The run that ends, and those around it; nil for what is kept longer.
    ///   - outcome: What the closers are told.
    ///   - take: Tells what there is.
    init(of runs: VisibleRuns?, _ outcome: RunOutcome, _ take: @escaping @Sendable () -> State) {
        self.runs = runs
        self.outcome = outcome
        self.take = take
    }

    /// Waits until nothing is under way, and closes what was taken then; in a task that nobody cancels.
    ///
    /// What blocks before it first suspends is not watched: it shows in the run's own thread.
    ///
    /// - Parameter state: What there is at first.
    /// - Returns: What has failed.
    func settled(from state: State) async -> ClosingError? {
        let task = started(from: state)
        watch()
        return await task.value
    }

    /// The task, which runs at once in a run where it can.
    ///
    /// Most closers do not suspend, though they may, and need no other thread then. What is kept longer may block when
    /// it is closed: so its task is another thread's, and watched.
    private func started(from state: State) -> Task<ClosingError?, Never> {
        // A closer belongs to a run that has ended, so that what it asks for there fails with words.
        let closing = TaskState(in: runs, TaskState.construction, isClosing: true)
        return TaskState.$current.withValue(closing) {
            guard runs != nil, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
                return Task { await settle(state) }
            }
            return Task.immediate { await settle(state) }
        }
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
                wait(for: flights[0].key, isMade: false)
                await flights[0].wait()
            case .making(let key, let end):
                wait(for: key, isMade: false)
                await end.wait()
            case .taken(let instances):
                var failures: [ClosingError.ServiceFailure] = []
                for instance in instances {
                    wait(for: instance.duty.key, isMade: true)
                    do { try await instance.duty.closer.close(instance.value, outcome) } catch {
                        failures.append(Ending.failure(instance.duty, error))
                    }
                }
                end()
                return failures.isEmpty ? nil : ClosingError(failures: failures)
            }
            state = take()
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
            service: ResolutionError.Link(duty.key), error: error, place: duty.key.declaration?.location)
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
        let isOver = Lock.held {
            isWatched = true
            since = monotonicTime()
            return self.isOver
        }
        if !isOver { LongWaits.watch(self) }
    }

    @inline(never)
    private func wait(for key: ServiceKey, isMade: Bool) {
        let isWatched = Lock.held {
            awaited = (key, isMade)
            if self.isWatched { since = monotonicTime() }
            return self.isWatched
        }
        // Anew, as what was reported is watched no more.
        if isWatched { LongWaits.watch(self) }
    }

    @inline(never)
    private func end() {
        Lock.held {
            isOver = true
            if isWatched { LongWaits.forget(self) }
        }
    }

    func endCircle() -> Bool { false }

    func report() {
        let awaited = Lock.held { () -> (key: ServiceKey, isMade: Bool)? in
            // What was waited for may be another thing by now.
            guard !isOver, LongWaits.isDue(self) else { return nil }
            LongWaits.forget(self)
            return self.awaited
        }
        if let awaited { Failure.longClosing(awaited.key, isMade: awaited.isMade).write() }
    }
}
