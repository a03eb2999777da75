/// An asynchronous construction that others can join: it makes the instance of one cell.
///
/// Every call that asks meanwhile waits for it. A cancelled task stops waiting, and the others go on; when nobody waits any
/// more, the construction is cancelled. All who wait are given its outcome; only an instance is kept.
@safe
final class Flight: @unchecked Sendable {
    // Sound because what changes is guarded by the engine's lock.

    /// The call that began it.
    let ask: AsyncAsk
    /// The run that keeps the instance, for a task scope.
    var run: TaskRun? { ask.runs?.run }
    /// The key of the service that it makes.
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

    /// The flights under way whose instances no run keeps, of all environments; also those that a reset has taken out of their
    /// cells.
    ///
    /// Sound because it is only touched under the engine's lock.
    fileprivate(set) nonisolated(unsafe) static var ofNoRun: [ObjectIdentifier: Flight] = [:]

    /// The waits for this flight.
    @safe @exclusivity(unchecked) private var waiting: [FlightWait] = []
    /// The waits of its own tasks for other flights.
    @safe @exclusivity(unchecked) fileprivate var waits: [FlightWait] = []
    @safe @exclusivity(unchecked) private var task: Task<Void, Never>?
    /// The same task, as code that runs in it sees it; nil while it does not run.
    @exclusivity(unchecked) private var running: UnsafeCurrentTask?
    fileprivate var isCancelled = false
    /// The highest priority of those who have joined.
    private var priority: TaskPriority?
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

    /// How the flight has ended, for those who waited.
    enum Landing: @unchecked Sendable {
        // Sound because an instance is `Sendable` where the public interface lets it be kept.

        /// An instance.
        case made(KeptValue)
        case failed(any Error)
        /// The run or the resolver that would have kept the instance has ended or was closed.
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
        // The task inherits the value that is bound here: binding it in the task would need functions that may suspend.
        let task = TaskState.$local.withValue(TaskReference(TaskState(in: ask.runs, construction))) {
            // By default, the task would have the priority with which its asker began, and not the one to which that has
            // risen since.
            Task(priority: Task.currentPriority) {
                begin()
                do { land(.made(try await make()), construction) } catch { land(.failed(error), construction) }
            }
        }
        adopt(task)
    }

    /// Notes the running task, from within.
    private func begin() {
        unsafe withUnsafeCurrentTask { task in Lock.held { unsafe running = unsafe task } }
    }

    /// Notes the task, and hands it the cancellation and the priority that have come meanwhile.
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

    /// Keeps the instance, unless the cell was reset meanwhile, and hands it to those who wait.
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

    /// Lists the cell with a scope, if it may keep the instance; a run's cells are listed together by the run.
    private func list(in scope: ResolverScope) -> Bool {
        run != nil && scope.isByRun
            || environment.with { $0.instances(of: scope) }.with { $0.add(cell, begunAfter: resets) }
    }

    /// Whether its cell still waits for the instance.
    ///
    /// Under the engine's lock.
    var isCurrent: Bool { cell.flight === self }

    // MARK: - Joining and leaving

    /// Makes a call wait for this flight, on behalf of the constructions that ask; the caller has looked those up before the
    /// lock.
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

    /// Ends one wait, and cancels the construction if that was the last one.
    fileprivate func leave(_ wait: FlightWait, with error: any Error) {
        let task = Lock.changing { garbage -> Task<Void, Never>? in
            guard !wait.isOver else { return nil }
            waiting.remove(wait)
            wait.end(.failed(error), &garbage)
            guard !isCancelled, waiting.isEmpty else { return nil }
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
            return self.task
        }
        task?.cancel()
    }

    /// Waits until it has ended.
    func wait() async {
        if let task = Lock.held({ task }) { await task.value } else { await Task.yield() }
    }

    /// Raises the priority of the construction, and of all for which it waits, to that of the current task, which waits for it.
    fileprivate func escalate() {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let priority = Task.currentPriority
        let tasks = Lock.held {
            var tasks: [Task<Void, Never>] = []
            var pending = [self]
            while let flight = pending.popLast() {
                // A flight with this priority has passed it on. So a thousand calls that join it go through its waits once.
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

    /// Whether the current task is the construction's own, and not one that its factory has started.
    ///
    /// Under the engine's lock.
    fileprivate var runsCurrentTask: Bool { unsafe withUnsafeCurrentTask { unsafe $0 != nil && $0 == running } }

    /// The waits by which this flight waits for another one, directly or through others; nil where it does not.
    ///
    /// Under the engine's lock.
    fileprivate func path(to other: Flight) -> [FlightWait]? {
        // A loop, and no recursion: thousands may wait for each other.
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
        // Before the lock: the call refers to its asker weakly, and the last reference might be released here.
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
                // Drop a value whose object is gone. The cell is listed already now, so that a reset finds it.
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

    private func error(_ cause: NotJoined) -> ResolutionError {
        switch cause {
        case .ended(let run): endedError(of: run)
        case .closed(let part): closedError(part)
        case .circle(let wait, let circle): wait.error(circle)
        }
    }
}

/// Why a call cannot wait for a flight; its error names who asks, and is made after the lock.
private enum NotJoined: Error {
    case ended(TaskRun)
    case closed(ClosedPart)
    case circle(FlightWait, [FlightWait])
}

/// The wait of one call for a flight.
@safe
final class FlightWait: LongWait, @unchecked Sendable {
    // Sound because what changes is guarded by the engine's lock.

    let flight: Flight
    fileprivate let ask: AsyncAsk
    /// The flight to which the call belonged when it began to wait.
    fileprivate let asking: Flight?
    /// The constructions that ask and run in the task of the asking flight, the innermost first; the last one is the flight's
    /// own.
    ///
    /// The wait holds them, as they may end before it.
    private let askers: [AsyncConstruction]
    /// Whether the asking flight's own task waits, so that it cannot go on before this wait is over.
    fileprivate let isCertain: Bool
    let since = monotonicTime()
    /// Counts the waits, in the order in which they begin.
    fileprivate let number = UniqueNumber.next()
    private let completion = Completion()

    // Guarded by the engine's lock.

    /// It came when the flight was cancelled already.
    fileprivate var comesLate = false
    /// Whether it counts as the call that made the instance: the first of those that still wait.
    ///
    /// The others reuse it.
    fileprivate(set) var isTheMakers = false
    /// How the wait has ended; nil until it has.
    private var outcome: Flight.Landing?

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

    /// Lets the waiting task go on, as the wait is over.
    fileprivate func resume() { completion.end() }

    /// Ends the wait if it is part of a circle whose waits have all lasted for long.
    ///
    /// In a newer circle, one wait may be that of a task for which nobody waits.
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
            // A flight that itself waits for another one is not reported, as the other one is.
            guard !isOver, !flight.isReported, flight.waits.isEmpty else { return false }
            flight.isReported = true
            return true
        }
        return isNew ? Failure.longFlight([ask.link] + ask.chain) : nil
    }

    // MARK: - Under the engine's lock

    var isOver: Bool { outcome != nil }

    /// Ends the wait with an outcome.
    fileprivate func end(_ outcome: Flight.Landing, _ garbage: inout Garbage) {
        asking?.waits.remove(self)
        LongWaits.forget(self)
        self.outcome = outcome
        garbage.add(self)
    }

    /// The outcome for this wait.
    ///
    /// An instance counts, even if it was made in spite of a cancellation.
    fileprivate func outcome(of landing: Flight.Landing) -> Flight.Landing {
        guard case .failed(let error) = landing else { return landing }
        // A call that came after the cancellation asks again.
        if comesLate { return .again }
        // This call still waits, so the flight was not cancelled because nobody did: an ending has cancelled it.
        if flight.isCancelled, error is CancellationError {
            let part = ask.environment.with {
                $0.closedPart(of: flight.registration, of: flight.owner, flight.scope)
            }
            return .ended(part)
        }
        return landing
    }

    /// The circle of this wait and those by which its flight waits for the asking one; nil where there is none.
    fileprivate var circle: [FlightWait]? {
        guard let asking else { return nil }
        return flight.path(to: asking).map { [self] + $0 }
    }

    /// The error of a circle of waits; its path begins with the wait that is nested least.
    fileprivate func error(_ circle: [FlightWait]) -> ResolutionError {
        let start = circle.indices.min { circle[$0].depth < circle[$1].depth } ?? 0
        let waits = circle[start...] + circle[..<start]
        let path = waits.flatMap { wait in
            wait.askers.reversed().dropFirst().map(\.ask.link).filter { !$0.isForward } + [wait.ask.link]
        }
        let first = waits.first?.askers.last
        return ResolutionError(cycle: [first?.ask.link ?? ask.link] + path, outer: first?.parent?.chain ?? [])
    }

    /// How deep the asking construction is nested.
    private var depth: UInt { askers.first?.depth ?? 0 }
}

extension [FlightWait] {
    /// Takes a wait out.
    ///
    /// The waits are in the order in which they began. So this is a binary search: thousands may leave at once.
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
