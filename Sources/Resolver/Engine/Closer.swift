/// What closes the instances of a registration: the program's closure, without the service's type.
package final class Closer: Sendable {
    /// The closure, which says whether it may suspend.
    enum Body: Sendable {
        case synchronous(@Sendable (KeptValue, RunOutcome) throws -> Void)
        case asynchronous(@Sendable (KeptValue, RunOutcome) async throws -> Void)
    }

    let body: Body

    /// Makes a closer that does not suspend.
    package init<Service>(_ close: @escaping @Sendable (Service, RunOutcome) throws -> Void) {
        body = .synchronous { value, outcome in
            if value.type == Service.self {
                try close(unsafe value.address.assumingMemoryBound(to: Service.self).pointee, outcome)
            } else if let service = value.content(as: Service.self) {
                try close(service, outcome)
            }
        }
    }

    /// Makes a closer that may suspend.
    package init<Service>(async close: @escaping @Sendable (Service, RunOutcome) async throws -> Void) {
        body = .asynchronous { if let service = $0.content(as: Service.self) { try await close(service, $1) } }
    }

    var isAsynchronous: Bool {
        if case .asynchronous = body { return true }
        return false
    }
}

/// That an instance is to be closed, and when: what is kept knows it.
final class ClosingDuty {
    let key: ServiceKey
    let closer: Closer
    /// What was completed later has a higher number.
    let order = ClosingDuty.numbers.next()

    init(_ key: ServiceKey, _ closer: Closer) {
        self.key = key
        self.closer = closer
    }

    func failure(_ error: any Error) -> ClosingError.ServiceFailure {
        ClosingError.ServiceFailure(service: ResolutionError.Link(key), error: error)
    }

    private static let numbers = UniqueNumbers()
}

/// The end of what is kept together: in a run of a task scope, or in a resolver.
///
/// Nothing new is made there any more. What is under way is cancelled and waited for, then all instances are taken
/// away, so that nobody is given one that is closed, and those that have a closer are closed, the one completed last
/// first.
enum Ending {
    /// What there is at one moment.
    enum State {
        /// An asynchronous construction is under way.
        case flight(Flight)
        /// A thread makes an instance.
        case making(ServiceKey, Completion)
        /// Nothing is under way; these instances were taken away, to be closed in this order.
        case taken([KeptValue])
    }

    /// Takes all instances out of cells, unless something is being made for one of them.
    ///
    /// Under the engine's lock.
    ///
    /// - Parameters:
    ///   - each: Runs a body with each cell.
    ///   - garbage: What is released after the lock.
    /// - Returns: What there is.
    static func take(from each: ((InstanceCell.Pointer) -> Void) -> Void, _ garbage: inout Garbage) -> State {
        var underWay: State?
        unsafe each { cell in
            guard underWay == nil else { return }
            if let flight = unsafe cell.pointee.flight {
                underWay = .flight(unsafe flight.takeUnretainedValue())
            } else if let frame = unsafe cell.frameInMaking {
                underWay = .making(unsafe frame.key, Completion.ofMaking(UInt(bitPattern: frame)))
            }
        }
        if let underWay { return underWay }
        var taken: [KeptValue] = []
        unsafe each { cell in
            if let value = unsafe cell.kept, value.duty != nil { taken.append(value) }
            unsafe cell.empty(&garbage)
        }
        if taken.count > 1 { taken.sort { $0.duty?.order ?? 0 > $1.duty?.order ?? 0 } }
        return .taken(taken)
    }

    /// Waits until nothing is under way, and closes what was taken then; in a task that nobody cancels.
    ///
    /// - Parameters:
    ///   - state: What there was at first.
    ///   - run: The run that ends; nil for what is kept longer.
    ///   - outcome: What the closers are told.
    ///   - take: Tells what there is.
    /// - Returns: What has failed.
    static func settled(
        _ state: State, of run: TaskRun?, _ outcome: RunOutcome, _ take: @escaping @Sendable () -> State
    ) async -> ClosingError? {
        var state = state
        while true {
            switch state {
            case .flight(let flight): await watched(flight.key, isMade: false) { await flight.cancelAndWait() }
            case .making(let key, let end): await watched(key, isMade: false) { await end.wait() }
            case .taken(let values):
                // A closer belongs to a run that has ended, so that what it asks for there fails with words.
                let state = TaskState(run: run, TaskState.current?.construction, isClosing: true)
                return await TaskState.$current.withValue(state) { await close(values, outcome) }
            }
            state = take()
        }
    }

    /// Closes instances, one after the other.
    private static func close(_ values: [KeptValue], _ outcome: RunOutcome) async -> ClosingError? {
        var failures: [ClosingError.ServiceFailure] = []
        for value in values {
            guard let duty = value.duty else { continue }
            do {
                try await watched(duty.key, isMade: true) {
                    switch duty.closer.body {
                    case .synchronous(let close): try close(value, outcome)
                    case .asynchronous(let close): try await close(value, outcome)
                    }
                }
            } catch {
                failures.append(duty.failure(error))
            }
        }
        return failures.isEmpty ? nil : ClosingError(failures: failures)
    }

    /// The same in a run where no closer suspends: to watch each would cost more than most of them do, and one that
    /// blocks shows in the run's own thread.
    static func closeAtOnce(_ values: [KeptValue], _ outcome: RunOutcome) -> ClosingError? {
        var failures: [ClosingError.ServiceFailure] = []
        for value in values {
            guard let duty = value.duty, case .synchronous(let close) = duty.closer.body else { continue }
            do { try close(value, outcome) } catch { failures.append(duty.failure(error)) }
        }
        return failures.isEmpty ? nil : ClosingError(failures: failures)
    }

    /// Reports a wait that takes long: for the closing of a service, or the making of one that is not there yet.
    private static func watched(_ key: ServiceKey, isMade: Bool, _ wait: () async throws -> Void) async rethrows {
        let watch = EndingWatch(key, isMade: isMade)
        LongWaits.watch(watch)
        defer { watch.end() }
        try await wait()
    }
}

/// Watches a wait in the end of a run or a resolver: the program's code may make it wait for ever.
final class EndingWatch: LongWait, @unchecked Sendable {
    // Sound because what changes is guarded by the engine's lock.

    private let key: ServiceKey
    private let isMade: Bool
    let since = monotonicTime()
    private(set) var isOver = false

    init(_ key: ServiceKey, isMade: Bool) {
        self.key = key
        self.isMade = isMade
    }

    func end() {
        Lock.held {
            LongWaits.forget(self)
            isOver = true
        }
    }

    func endCircle() -> Bool { false }

    func report() {
        let isWaiting = Lock.held {
            LongWaits.forget(self)
            return !isOver
        }
        if isWaiting { writeToStandardError(Failure.longClosing(key, isMade: isMade).text) }
    }
}
