/// The end of all instances that a run of a task scope, or a resolver, keeps.
///
/// Nothing new is made there any more. Constructions under way are cancelled and waited for. Then all instances are taken out
/// of their cells, so that nobody is given one that is closed. Those that have a closer are closed, the one completed last
/// first. An ending waits for code of the program, which may take for ever: so `LongWaits` watches it.
final class Ending: LongWait, @unchecked Sendable {
    // Sound because one word is a shared word, and what else changes is guarded by the engine's lock.

    /// What an ending finds when it looks at the cells.
    enum State: @unchecked Sendable {
        // Sound because nobody else has the instances that were taken.

        /// Asynchronous constructions are under way.
        case flights([Flight])
        /// A thread makes an instance.
        case making(ServiceKey, Completion)
        /// Nothing is under way; these instances were taken out of their cells, to be closed in this order.
        case taken([Taken])

        /// What is waited for first.
        fileprivate var awaited: Awaited? {
            switch self {
            case .flights(let flights): flights.first.map { .making($0.key) }
            case .making(let key, _): .making(key)
            case .taken(let instances): instances.first.map { .closing($0.duty) }
            }
        }
    }

    /// What an ending waits for.
    fileprivate enum Awaited {
        case making(ServiceKey)
        /// It has the duty, as all threads that end runs would write the count of a key.
        case closing(ClosingDuty)
    }

    /// An instance that was taken out of its cell to be closed.
    struct Taken {
        let value: KeptValue
        let duty: ClosingDuty

        /// The instance as a closer sees it.
        ///
        /// The caller holds it until the closer has ended.
        var seen: SeenInstance { unsafe SeenInstance(address: value.address, type: value.type, isMade: false) }
    }

    /// 0 until it is watched or over, 1 while it is watched, and 2 once it is over.
    @exclusivity(unchecked) private var storedWords: StoredWords.One = 0
    private let outcome: RunOutcome
    private let take: @Sendable () -> State

    // Guarded by the engine's lock.

    @safe @exclusivity(unchecked) private var awaited: Awaited?
    /// 0 until it is watched.
    @safe @exclusivity(unchecked) private(set) var since: UInt64 = 0

    /// - Parameters:
    ///   - outcome: What the closers are told.
    ///   - take: Looks at the cells, and takes all instances out if nothing is under way.
    init(_ outcome: RunOutcome, _ take: @escaping @Sendable () -> State) {
        self.outcome = outcome
        self.take = take
    }

    /// Begins it, in a task that nobody cancels: waits until nothing is under way, and closes the instances.
    ///
    /// - Parameters:
    ///   - state: What was found at first.
    ///   - isOfRun: Whether a run ends. Its task then begins on this thread, where the system can do that: most closers that
    ///     may suspend do not. For other instances the task runs on another thread, so that a closer that blocks is watched.
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
    /// A run's closer that blocks before it first suspends is not watched: it blocks the run's own thread, where it can be
    /// seen.
    ///
    /// - Returns: The errors that closers have thrown; nil if there are none.
    func settled(by task: Task<ClosingError?, Never>) async -> ClosingError? {
        watch()
        return await task.value
    }

    // One function, as calling another asynchronous one takes as long as a resolution. The functions that it calls are never
    // inlined, as each would be compiled once for every place at which this one may suspend.
    private func settle(_ first: State) async -> ClosingError? {
        var state = first
        while true {
            switch state {
            case .flights(let flights):
                // Cancel all before waiting for the first, as that one may wait for another.
                for flight in flights { flight.cancel() }
                await flights[0].wait()
            case .making(_, let end):
                await end.wait()
            case .taken(let instances):
                var failures: [ClosingError.ServiceFailure] = []
                for (number, instance) in instances.enumerated() {
                    defer { withExtendedLifetime(instance) {} }
                    if number > 0 { wait(for: .closing(instance.duty)) }
                    do {
                        switch instance.duty.closer {
                        case .synchronous(let close): try close(instance.seen, outcome)
                        case .asynchronous(let close): try await close(instance.seen, outcome)
                        }
                    } catch {
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

    /// Closes the instances of a run without a task, where no closer may suspend.
    ///
    /// It is not watched: a closer that blocks does so in the run's own thread, where it can be seen.
    static func closeAtOnce(_ instances: [Taken], _ outcome: RunOutcome) -> ClosingError? {
        var failures: [ClosingError.ServiceFailure] = []
        for instance in instances {
            defer { withExtendedLifetime(instance) {} }
            guard case .synchronous(let close) = instance.duty.closer else {
                fatalError("Resolver: a closer that may suspend was run at once; please report this")
            }
            do { try close(instance.seen, outcome) } catch {
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

    /// Takes all instances out of cells, unless one is being made.
    ///
    /// Under the engine's lock.
    ///
    /// - Parameters:
    ///   - each: Runs a body with each cell.
    ///   - flights: The asynchronous constructions under way.
    ///   - garbage: What is released after the lock.
    /// - Returns: What was found: what is being made, or all instances.
    static func take(
        from each: ((InstanceCell.Pointer) -> Void) -> Void, after flights: [Flight], _ garbage: inout Garbage
    ) -> State {
        if !flights.isEmpty { return .flights(flights) }
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

    private var progress: Word { Word(firstStoredIn: self) }

    var isOver: Bool { progress.loadInOrder() == 2 }

    /// Has the ending watched from now on; most endings are over by now, and take no lock.
    private func watch() {
        guard progress.replace(0, with: 1) else { return }
        Lock.held { since = monotonicTime() }
        LongWaits.watch(self)
    }

    @inline(never)
    private func wait(for awaited: Awaited?) {
        let isWatched = Lock.held {
            self.awaited = awaited
            if since != 0 { since = monotonicTime() }
            return since != 0
        }
        // Watch it anew: a wait that was reported is watched no more.
        if isWatched { LongWaits.watch(self) }
    }

    @inline(never)
    private func end() {
        if progress.exchange(2) == 1 { Lock.held { LongWaits.forget(self) } }
    }

    func endCircle() -> Bool { false }

    func report() -> FailureText? {
        let awaited = Lock.held { () -> Awaited? in
            // The ending may wait for something else by now, and not for long.
            guard !isOver, LongWaits.isDue(self) else { return nil }
            LongWaits.forget(self)
            return self.awaited
        }
        return switch awaited {
        case .making(let key): Failure.longClosing(key, isMade: false)
        case .closing(let duty): Failure.longClosing(duty.key, isMade: true)
        case nil: nil
        }
    }
}
