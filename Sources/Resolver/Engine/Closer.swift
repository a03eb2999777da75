/// What closes the instances of a registration: the program's closure, without the service's type.
package final class Closer: Sendable {
    /// The closure, which says whether it may suspend.
    enum Body: Sendable {
        case synchronous(@Sendable (Any, RunOutcome) throws -> Void)
        case asynchronous(@Sendable (Any, RunOutcome) async throws -> Void)
    }

    let body: Body

    /// Makes a closer that does not suspend.
    package init<Service>(_ close: @escaping @Sendable (Service, RunOutcome) throws -> Void) {
        body = .synchronous { if let service = $0 as? Service { try close(service, $1) } }
    }

    /// Makes a closer that may suspend.
    package init<Service>(async close: @escaping @Sendable (Service, RunOutcome) async throws -> Void) {
        body = .asynchronous { if let service = $0 as? Service { try await close(service, $1) } }
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

    var isAsynchronous: Bool {
        if case .asynchronous = closer.body { return true }
        return false
    }

    private static let numbers = UniqueNumbers()
}

/// The end of what is kept together: in a run of a task scope, or in a resolver.
///
/// Nothing new is made there any more. What is under way is cancelled and waited for, then all instances are taken away, so
/// that nobody is given one that is closed, and those that have a closer are closed, the one completed last first.
enum Ending {
    /// What there is at one moment.
    enum State {
        /// An asynchronous construction is under way.
        case flight(Flight)
        /// A thread makes an instance.
        case making(ServiceKey)
        /// Nothing is under way; these instances were taken away, to be closed in this order.
        case taken([KeptValue])
    }

    /// Takes all instances out of cells, unless something is being made for one of them.
    ///
    /// Under the engine's lock.
    static func take(from cells: [InstanceCell.Pointer], _ garbage: inout Garbage) -> State {
        // swift-format-ignore
        for unsafe cell in unsafe cells {
            if let flight = unsafe cell.pointee.flight { return .flight(unsafe flight.takeUnretainedValue()) }
            if let key = unsafe cell.keyInMaking { return .making(key) }
        }
        var taken: [(value: KeptValue, order: UInt)] = []
        // swift-format-ignore
        for unsafe cell in unsafe cells {
            if let value = unsafe cell.kept, let duty = value.duty { taken.append((value, duty.order)) }
            unsafe cell.empty(&garbage)
        }
        return .taken(taken.sorted { $0.order > $1.order }.map(\.value))
    }

    /// Waits until nothing is under way, and closes what was taken then; in a task that nobody cancels.
    ///
    /// - Parameters:
    ///   - run: The run that ends; nil for what is kept longer.
    ///   - outcome: What the closers are told.
    ///   - take: Tells what there is.
    /// - Returns: What has failed.
    static func settled(
        of run: TaskRun?, _ outcome: RunOutcome, _ take: @escaping @Sendable () -> State
    ) async -> ClosingError? {
        let watch = EndingWatch()
        while true {
            switch take() {
            case .flight(let flight):
                watch.begin(flight.key, isMade: false)
                await flight.cancelAndWait()
            case .making(let key):
                watch.begin(key, isMade: false)
                // A thread's construction cannot tell when it ends without a cost for all the others.
                try? await Task.sleep(nanoseconds: 1_000_000)
            case .taken(let values):
                watch.end()
                return await close(values, of: run, outcome)
            }
        }
    }

    /// Closes instances, one after the other.
    ///
    /// A closer is told of a run that has ended, so that what it asks for there fails with words.
    static func close(_ values: [KeptValue], of run: TaskRun?, _ outcome: RunOutcome) async -> ClosingError? {
        let watch = EndingWatch()
        defer { watch.end() }
        let state = TaskState(run: run, TaskState.current?.construction, isClosing: true)
        return await TaskState.$current.withValue(state) {
            var failures: [ClosingError.ServiceFailure] = []
            for value in values {
                guard let duty = value.duty else { continue }
                watch.begin(duty.key, isMade: true)
                let service = unsafe anyValue(at: value.address, value.type)
                do {
                    switch duty.closer.body {
                    case .synchronous(let close): try close(service, outcome)
                    case .asynchronous(let close): try await close(service, outcome)
                    }
                } catch {
                    failures.append(ClosingError.ServiceFailure(service: ResolutionError.Link(duty.key), error: error))
                }
            }
            return failures.isEmpty ? nil : ClosingError(failures: failures)
        }
    }
}

/// Watches the end of a run or a resolver, which may wait for the program's code for ever.
final class EndingWatch: LongWait, @unchecked Sendable {
    // Sound because everything is guarded by the engine's lock.

    private var key: ServiceKey?
    private var isMade = false
    private(set) var since: UInt64 = 0

    /// What is waited for now: the closing of a service, or the making of one that is not there yet.
    func begin(_ key: ServiceKey, isMade: Bool) {
        let isNew = Lock.held {
            guard self.key != key || self.isMade != isMade else { return false }
            self.key = key
            self.isMade = isMade
            since = monotonicTime()
            return true
        }
        if isNew { LongWaits.watch(self) }
    }

    func end() {
        Lock.held {
            LongWaits.forget(self)
            key = nil
        }
    }

    var isOver: Bool { key == nil }

    func endCircle() -> Bool { false }

    func report() {
        let waiting = Lock.held {
            LongWaits.forget(self)
            return key.map { ($0, isMade) }
        }
        if let (key, isMade) = waiting { writeToStandardError(Failure.longClosing(key, isMade: isMade).text) }
    }
}
