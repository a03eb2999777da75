/// An asynchronous construction that others can join: it makes the instance of one cell.
///
/// Everybody who asks meanwhile waits for it. A task that is cancelled stops waiting, and no other does; when nobody waits
/// any more, the construction is cancelled. Its outcome goes to all who wait; only an instance is kept.
@safe
final class Flight: @unchecked Sendable {
    // Sound because what changes is guarded by the engine's lock.

    /// The call that began it.
    let ask: AsyncAsk
    /// The run that keeps the instance, for a task scope.
    var run: TaskRun? { ask.runs?.run }
    /// What it makes.
    var key: ServiceKey { ask.registration.key }
    var registration: Registration { ask.registration }
    var owner: Resolver { ask.owner }
    var environment: EnvironmentReference { ask.environment }
    /// The scope that kept the instance when it began.
    let scope: ResolverScope
    private let cell: InstanceCell.Pointer
    /// How many resets there had been when it began.
    private let resets: UInt

    // Guarded by the engine's lock. Most accesses are not checked at run time: none begins while another is under way.

    /// Those under way whose instances no run keeps, of all environments; those that are taken out of their cells, too.
    ///
    /// Sound because it is only touched under the engine's lock.
    fileprivate(set) nonisolated(unsafe) static var ofNoRun: [ObjectIdentifier: Flight] = [:]

    /// Those who wait for it.
    @safe @exclusivity(unchecked) private var waiting: [FlightWait] = []
    /// What its own tasks wait for.
    @safe @exclusivity(unchecked) fileprivate var waits: [FlightWait] = []
    @safe @exclusivity(unchecked) private var task: Task<Void, Never>?
    /// The task, as it is known in itself, while it runs.
    @exclusivity(unchecked) private var running: UnsafeCurrentTask?
    private var isCancelled = false
    /// The highest priority of those who have joined.
    private var priority: TaskPriority?
    /// Whether it was cancelled as what would keep the instance has ended.
    fileprivate var isEnded = false
    private var hasLanded = false
    /// Where it is in the list of its run.
    var indexInRun = 0
    /// Whether it has been reported that it takes long.
    fileprivate var isReported = false

    /// Under the engine's lock.
    fileprivate init(_ ask: AsyncAsk, _ cell: InstanceCell.Pointer, keptBy scope: ResolverScope) {
        self.ask = ask
        self.scope = scope
        self.cell = cell
        resets = ask.environment.with { $0.resets }
        unsafe running = nil
    }

    /// What came of it, for those who waited.
    enum Landing: @unchecked Sendable {
        // Sound because an instance is `Sendable` where the public interface lets it be kept.

        /// An instance.
        case made(KeptValue)
        case failed(any Error)
        /// What would have kept the instance has ended.
        case ended(ClosedPart?)
        /// It was cancelled before this waiter came, which must ask again.
        case again
    }

    // MARK: - Running

    /// Runs the factory in a task on no actor, with the task-locals of the first who asked.
    ///
    /// - Parameter make: The factory.
    fileprivate func start(_ make: @escaping @Sendable () async throws -> KeptValue) {
        let construction = AsyncConstruction(ask, flight: self)
        // The task takes over what is bound here: to bind it there would take functions that may suspend.
        let task = TaskState.$local.withValue(TaskReference(TaskState(in: ask.runs, construction))) {
            // A task would begin with the priority with which its asker began, and not with the one to which that has
            // risen.
            Task(priority: Task.currentPriority) {
                begin()
                do { land(.made(try await make()), construction) } catch { land(.failed(error), construction) }
            }
        }
        adopt(task)
    }

    /// Remembers the task in itself.
    private func begin() {
        unsafe withUnsafeCurrentTask { task in Lock.held { unsafe running = unsafe task } }
    }

    /// Takes over the task, and what has come for it meanwhile.
    private func adopt(_ task: Task<Void, Never>) {
        let (isCancelled, priority) = Lock.held {
            self.task = task
            return (self.isCancelled, self.priority)
        }
        if isCancelled { task.cancel() }
        if let priority, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            task.escalatePriority(to: priority)
        }
    }

    /// Keeps what was made, unless it was reset meanwhile, and hands it to those who wait.
    private func land(_ landing: Landing, _ construction: AsyncConstruction) {
        let made: KeptValue? = if case .made(let value) = landing { value } else { nil }
        if let made { ask.decorate(made, isMade: true) }
        construction.end()
        let scope = ask.scope
        if let time = ask.options?.timeToLive { made?.use(within: time, at: environment.with { $0.now }) }
        let isNil = made?.isNil ?? true
        // The scope may have been stated anew since the cell was found.
        let kept =
            switch scope.keeping {
            case .strongly: made
            case .weakly: made?.weakCopy()
            case .nowhere, .graph: KeptValue?.none
            }
        let landed = Lock.changing { garbage in
            hasLanded = true
            task = nil
            unsafe running = nil
            if let run { run.end(self) } else { unsafe Flight.ofNoRun[ObjectIdentifier(self)] = nil }
            let isCurrent = isCurrent
            if isCurrent { cell.empty(&garbage) }
            if let kept, !isNil, isCurrent, list(in: scope) {
                let registration = ask.registration
                kept.noteDuty(registration.key, registered: registration.location, registration.closer)
                cell.content.exchange(InstanceCell.word(owning: kept))
            }
            let landed = waiting
            waiting = []
            landed.first?.isTheMakers = true
            for wait in landed { wait.end(wait.outcome(of: landing), &garbage) }
            return landed
        }
        for wait in landed { wait.resume() }
    }

    /// Lists the cell among what a scope keeps, if it may keep the instance; that of a run is listed with the run's.
    private func list(in scope: ResolverScope) -> Bool {
        run != nil && scope.isByRun
            || environment.with { $0.instances(of: scope) }.with { $0.add(cell, begunAfter: resets) }
    }

    /// Whether its cell still waits for the instance.
    ///
    /// Under the engine's lock.
    var isCurrent: Bool { cell.flight === self }

    // MARK: - Joining and leaving

    /// Lets one wait for the construction, on behalf of the constructions that ask, which were looked for before the lock.
    ///
    /// Under the engine's lock.
    fileprivate func join(_ ask: AsyncAsk, by askers: [AsyncConstruction]) -> Result<FlightWait, NotJoined> {
        let wait = FlightWait(for: self, ask, by: askers)
        wait.comesLate = isCancelled
        if let circle = wait.circle, circle.allSatisfy(\.isCertain) { return .failure(.circle(wait, circle)) }
        waiting.append(wait)
        wait.asking?.waits.append(wait)
        return .success(wait)
    }

    /// Lets one go that waits no more, and cancels the construction if it was the last.
    fileprivate func leave(_ wait: FlightWait, with error: any Error) {
        let task = Lock.changing { garbage -> Task<Void, Never>? in
            guard !wait.isOver else { return nil }
            waiting.remove(wait)
            wait.end(.failed(error), &garbage)
            guard !isCancelled, !hasLanded, waiting.isEmpty else { return nil }
            isCancelled = true
            return self.task
        }
        task?.cancel()
        wait.resume()
    }

    /// Cancels the construction, whoever waits for it: nothing keeps the instance any more.
    func cancel() {
        let task = Lock.held {
            isCancelled = true
            isEnded = true
            return self.task
        }
        task?.cancel()
    }

    /// Waits until it has ended.
    func wait() async {
        if let task = Lock.held({ task }) { await task.value } else { await Task.yield() }
    }

    /// Raises the priority of the construction to that of one who waits for it, and of all that it waits for.
    fileprivate func escalate() {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let priority = Task.currentPriority
        let tasks = Lock.held {
            var tasks: [Task<Void, Never>] = []
            var pending = [self]
            while let flight = pending.popLast() {
                // One that has it has passed it on: a thousand who join one construction look at what it waits for once.
                if let known = flight.priority, known >= priority { continue }
                flight.priority = priority
                if let task = flight.task { tasks.append(task) }
                pending += flight.waits.map(\.flight)
            }
            return tasks
        }
        for task in tasks { task.escalatePriority(to: priority) }
    }

    // MARK: - Who waits for whom

    /// Whether the construction itself, and not a task that it has started, is the one that asks.
    ///
    /// Under the engine's lock.
    fileprivate var runsCurrentTask: Bool { unsafe withUnsafeCurrentTask { unsafe $0 != nil && $0 == running } }

    /// The waits by which this flight waits for another one, directly or through others; nil where it does not.
    ///
    /// Under the engine's lock.
    fileprivate func path(to other: Flight) -> [FlightWait]? {
        if hasLanded || other.hasLanded { return nil }
        // No function that calls itself: thousands may wait for each other.
        var arrivals: [ObjectIdentifier: FlightWait] = [:]
        var pending = [self]
        while let flight = pending.popLast(), flight !== other {
            for wait in flight.waits where arrivals[ObjectIdentifier(wait.flight)] == nil {
                arrivals[ObjectIdentifier(wait.flight)] = wait
                pending.append(wait.flight)
            }
        }
        var path: [FlightWait] = []
        var last = other
        while last !== self {
            guard let wait = arrivals[ObjectIdentifier(last)], let asking = wait.asking else { return nil }
            path.append(wait)
            last = asking
        }
        return path.reversed()
    }
}

extension AsyncAsk {
    /// Waits for the flight that makes the instance, or for a new one.
    ///
    /// - Parameter make: The factory, which a new flight runs.
    /// - Returns: The instance; nil where one was there already.
    /// - Throws: What the factory throws, the error of a cycle, or that of a cancellation.
    func landed(_ make: @escaping @Sendable () async throws -> KeptValue) async throws -> KeptValue? {
        while true {
            try Task.checkCancellation()
            guard let (wait, isFirst) = try join() else { return nil }
            if isFirst { wait.flight.start(make) }
            switch await wait.landing() {
            case .made(let value):
                if !wait.isTheMakers { decorate(value, isMade: false) }
                observe(wait.isTheMakers ? .made : .reused, of: wait.flight.ask)
                return value
            case .failed(let error): throw error
            case .ended(let part): throw wait.flight.run.map(endedError) ?? closedError(part)
            case .again: continue
            }
        }
    }

    /// Begins to wait for the flight that makes the instance, or for a new one; the first who waits must start it.
    ///
    /// - Returns: Nil where there is an instance by now.
    private func join() throws(ResolutionError) -> (wait: FlightWait, isFirst: Bool)? {
        let scope = scope
        guard let cell else { return nil }
        // The asker is referred to weakly: read under the lock, it might end there.
        let askers = asker?.allOfOneFlight ?? []
        let joined: Result<(wait: FlightWait, isFirst: Bool)?, NotJoined> = Lock.changing { garbage in
            if cell.keepsInstance(&garbage) { return .success(nil) }
            let known = cell.flight
            let flight = known ?? Flight(self, cell, keptBy: scope)
            if known == nil {
                if let run = runs?.run {
                    if !run.begin(flight) { return .failure(.ended(run)) }
                } else if let part = environment.with({ $0.closedPart(of: registration, of: owner, scope) }) {
                    return .failure(.closed(part))
                } else {
                    unsafe Flight.ofNoRun[ObjectIdentifier(flight)] = flight
                }
                // What was held weakly is gone. Listed already, so that a reset finds it.
                cell.empty(&garbage)
                if runs == nil { environment.with { $0.instances(of: scope) }.with { $0.add(cell) } }
                cell.pointee.flightBits = Unheld(flight).bits
            }
            garbage.add(flight)
            return flight.join(self, by: askers).map { ($0, isFirst: known == nil) }
        }
        let result = try joined.mapError { error($0) }.get()
        if let result, !result.isFirst { result.wait.flight.escalate() }
        return result
    }
}

/// Why a call cannot wait for a flight; its error names who asks, and is made after the lock.
private enum NotJoined: Error {
    case ended(TaskRun)
    case closed(ClosedPart)
    case circle(FlightWait, [FlightWait])
}

extension AsyncAsk {
    private func error(_ cause: NotJoined) -> ResolutionError {
        switch cause {
        case .ended(let run): endedError(of: run)
        case .closed(let part): closedError(part)
        case .circle(let wait, let circle): wait.error(circle)
        }
    }
}

/// One who waits for a flight.
@safe
final class FlightWait: LongWait, @unchecked Sendable {
    // Sound because what changes is guarded by the engine's lock.

    let flight: Flight
    fileprivate let ask: AsyncAsk
    /// The flight in which it asked when it began to wait.
    fileprivate let asking: Flight?
    /// The constructions that asked and run in the task of the flight that asks, which is the last one's, held as long as the
    /// wait: they may have ended.
    private let askers: [AsyncConstruction]
    /// Whether the flight in which it asks cannot go on before this wait is over.
    fileprivate let isCertain: Bool
    let since = monotonicTime()
    /// Counts the waits, in the order in which they begin.
    fileprivate let number = UniqueNumber.next()
    private let completion = Completion()

    // Guarded by the engine's lock.

    /// It came when the flight was cancelled already.
    fileprivate var comesLate = false
    /// Whether it stands for the construction among those who are given the instance: the first who has waited on.
    fileprivate(set) var isTheMakers = false
    /// What has come of it; nil until it is over.
    private var outcome: Flight.Landing?
    var index: Int?

    fileprivate init(for flight: Flight, _ ask: AsyncAsk, by askers: [AsyncConstruction]) {
        self.flight = flight
        self.ask = ask
        self.askers = askers
        asking = askers.last?.own
        isCertain = asking?.runsCurrentTask ?? false
    }

    /// Waits for the outcome.
    @inline(__always)
    fileprivate func landing() async -> Flight.Landing {
        LongWaits.watch(self)
        await withTaskCancellationHandler {
            await completion.wait()
        } onCancel: {
            flight.leave(self, with: CancellationError())
        }
        return Lock.held { outcome ?? .again }
    }

    /// Lets the one who waits go on, now that it is over.
    fileprivate func resume() { completion.end() }

    /// Ends a wait that is part of a circle, all of which has lasted for long: one that has just been closed may be no more
    /// than a task that nobody waits for.
    func endCircle() -> Bool {
        let found = Lock.held { () -> [FlightWait]? in
            guard !isOver, let circle, circle.allSatisfy(LongWaits.isDue) else { return nil }
            return circle
        }
        guard let found else { return false }
        flight.leave(self, with: error(found))
        return true
    }

    func report() -> FailureText? {
        let isNew = Lock.held {
            // What waits for another construction itself is not reported: that one is.
            guard !isOver, !flight.isReported, flight.waits.isEmpty else { return false }
            flight.isReported = true
            return true
        }
        return isNew ? Failure.longFlight([ask.link] + ask.chain) : nil
    }

    // MARK: - Under the engine's lock

    var isOver: Bool { outcome != nil }

    /// Says what has come of it.
    fileprivate func end(_ outcome: Flight.Landing, _ garbage: inout Garbage) {
        asking?.waits.remove(self)
        LongWaits.forget(self)
        self.outcome = outcome
        garbage.add(self)
    }

    /// What comes of it for this one; an instance that was made in spite of a cancellation is one.
    fileprivate func outcome(of landing: Flight.Landing) -> Flight.Landing {
        guard case .failed(let error) = landing else { return landing }
        // One that came after the cancellation begins anew.
        if comesLate { return .again }
        // Nobody has cancelled the one who waits.
        if flight.isEnded, error is CancellationError {
            let part = ask.environment.with {
                $0.closedPart(of: flight.registration, of: flight.owner, flight.scope)
            }
            return .ended(part)
        }
        return landing
    }

    /// The waits by which the flight that is waited for waits for the one that asks; nil where it does not.
    fileprivate var circle: [FlightWait]? {
        guard let asking else { return nil }
        return flight.path(to: asking).map { [self] + $0 }
    }

    /// The error of a circle of waits, told from the construction on that began as the outermost.
    fileprivate func error(_ circle: [FlightWait]) -> ResolutionError {
        let start = circle.indices.min { circle[$0].depth < circle[$1].depth } ?? 0
        let waits = circle[start...] + circle[..<start]
        let path = waits.flatMap { wait in
            wait.askers.reversed().dropFirst().map(\.ask.link).filter { !$0.isForward } + [wait.ask.link]
        }
        let first = waits.first?.askers.last
        return ResolutionError(cycle: [first?.ask.link ?? ask.link] + path, outer: first?.parent?.chain ?? [])
    }

    /// How deep it is nested.
    private var depth: UInt { askers.first?.depth ?? 0 }
}

extension [FlightWait] {
    /// Takes one out; they are in the order in which they began.
    ///
    /// It is not searched for one by one: thousands may leave at once.
    fileprivate mutating func remove(_ wait: FlightWait) {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].number < wait.number { low = middle + 1 } else { high = middle }
        }
        if low < endIndex, self[low] === wait { remove(at: low) }
    }
}

extension InstanceCell.Pointer {
    /// The construction of its instance that others can join.
    ///
    /// Under the engine's lock.
    var flight: Flight? {
        unsafe Unheld(bits: pointee.flightBits)?.object
    }
}
