import Foundation
import Resolver
import SafeFacade
import TestSupport
import Testing

/// A gate at which a construction waits until a test opens it.
private final class AsyncGate: Sendable {
    private let isOpen = Locked(false)
    let arrivals = Counter()
    let cancellations = Counter()

    func open() { isOpen.withLock { $0 = true } }

    /// Waits until the gate is open, even if the task is cancelled.
    func passInAnyCase() async {
        arrivals.add()
        while !isOpen.withLock({ $0 }) { await Task.yield() }
    }

    /// Waits until the gate is open; throws if the task is cancelled.
    func pass() async throws {
        arrivals.add()
        while !isOpen.withLock({ $0 }) {
            do { try await Task.sleep(nanoseconds: 500_000) } catch {
                cancellations.add()
                throw error
            }
        }
    }
}

private final class Connection: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
}

private struct Refused: Error, Equatable {
    let number: Int
}

private enum Place {
    @TaskLocal static var name = "none"
}

private final class Pool: SharedContainer {
    let manager = ContainerManager()
    let gate = AsyncGate()
    let made = Counter()
    init() {}

    var connection: AsyncFactory<Connection> {
        self { pool in
            try await pool.gate.pass()
            return Connection(pool.made.add())
        }.cached
    }
    var name: AsyncFactory<String> { self { Place.name }.cached }
    var priority: AsyncFactory<TaskPriority> { self { Task.currentPriority }.cached }
    /// Waits until an asker with a high priority has joined, and only then asks.
    var patient: AsyncFactory<TaskPriority> {
        self { pool in
            pool.gate.arrivals.add()
            while Task.currentPriority < .high { try await Task.sleep(nanoseconds: 500_000) }
            return try await pool.priority()
        }.cached
    }
    /// The login that a session needs; it waits at the gate.
    var login: AsyncFactory<Int> {
        self { pool in
            try await pool.gate.pass()
            return pool.made.add()
        }
    }
    var session: AsyncFactory<Connection> { self { pool in Connection(try await pool.login()) }.cached }
    /// A factory that only notices at its end that it is cancelled.
    var inattentive: AsyncFactory<Connection> {
        self { pool in
            await pool.gate.passInAnyCase()
            try Task.checkCancellation()
            return Connection(pool.made.add())
        }.cached
    }
    var stubborn: AsyncFactory<Connection> {
        self { pool in
            try? await pool.gate.pass()
            return Connection(pool.made.add())
        }.cached
    }
}

extension Container {
    fileprivate var lodge: AsyncFactory<Int> { self { try await $0.tower() }.cached }
    fileprivate var tower: AsyncFactory<Int> { self { 0 }.cached }
}

/// Blocks the thread until a condition holds, and then long enough for what follows it to end; gives up after a while.
///
/// Only for the main actor, which has a thread of its own: the condition needs the threads of tasks, which all tests share.
private func blockUntil(_ condition: () -> Bool) {
    let end = Date(timeIntervalSinceNow: 60)
    while !condition(), Date() < end { usleep(500) }
    usleep(50_000)
}

@Suite struct ConcurrencyFlightTests {
    @Test func allWhoAskMeanwhileAreGivenOneInstance() async throws {
        let pool = Pool()
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await pool.connection().number } }
            #expect(try await wait { pool.gate.arrivals.value > 0 })
            pool.gate.open()
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(numbers == [1] && pool.made.value == 1)
    }

    @Test @MainActor func oneWhoIsCancelledLeavesAlone() async throws {
        let pool = Pool()
        let first = Task { try await pool.connection() }
        #expect(try await wait { pool.gate.arrivals.value == 1 })
        let second = await joining { try await pool.connection() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        pool.gate.open()
        let connection = try await second.value
        #expect(connection.number == 1)
        #expect(pool.gate.cancellations.value == 0)
    }

    @Test(.inFreshSandbox) @MainActor func eachWhoWaitedShowsTheInstanceToItsDecorators() async throws {
        let pool = Pool()
        let seen = Locked<[String]>([])
        @Sendable func note(_ text: String) { seen.withLock { $0.append(text) } }
        pool.manager.decorator = { _, made in note("container \(made)") }
        Resolver.decorate = { note("all \(($0 as? Connection)?.number ?? 0)") }
        func ask(_ name: String) async -> Task<Connection, any Error> {
            await joining { try await pool.connection.decorator { _, made in note("\(name) \(made)") }() }
        }
        let first = await ask("first")
        let others = [await ask("second"), await ask("third")]
        #expect(try await wait { pool.gate.arrivals.value == 1 })
        pool.gate.open()
        let connection = try await first.value
        for other in others { #expect(try await other.value === connection) }
        let all = seen.withLock { $0 }
        #expect(all.first == "first true")
        #expect(
            all.sorted() == [
                "all 1", "all 1", "all 1", "container false", "container false", "container true", "first true",
                "second false", "third false",
            ])
    }

    @Test(.inFreshSandbox) @MainActor func whoJoinsIsToldWhenTheMakerHasAskedForOthers() async throws {
        let pool = Pool()
        let recording = Recording()
        Container.addObserver(recording)
        let first = await joining { try await pool.session() }
        #expect(try await wait { pool.gate.arrivals.value == 1 })
        let second = await joining { try await pool.session() }
        // The test asks for this time below.
        try await Task.sleep(nanoseconds: 20_000_000)
        pool.gate.open()
        #expect(try await first.value === second.value)
        #expect(try await wait { recording.events.count == 3 })
        let events = recording.events.filter { $0.factory == "Pool.session" }
        #expect(Set(events.map { "\($0.outcome)" }) == ["made", "reused"])
        // The login took at least as long as the gate held it back.
        for event in events { #expect(event.nanosecondsOfNeeds > 15_000_000) }
    }

    @Test func theLastWhoLeavesCancelsTheConstruction() async throws {
        let pool = Pool()
        let tasks = (0..<4).map { _ in Task { try await pool.connection() } }
        #expect(try await wait { pool.gate.arrivals.value == 1 })
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(try await wait { pool.gate.cancellations.value == 1 })
        pool.gate.open()
        let connection = try await pool.connection()
        #expect(connection.number == 1)
    }

    @Test @MainActor func whatTheClosureThrowsGoesToAllWhoWaitAndIsNotKept() async throws {
        let pool = Pool()
        pool.connection.register { [gate = pool.gate, made = pool.made] in
            try await gate.pass()
            throw Refused(number: made.add())
        }
        let first = await joining { try await pool.connection() }
        let second = await joining { try await pool.connection() }
        pool.gate.open()
        for asker in [first, second] {
            await #expect(throws: Refused(number: 1)) { try await asker.value }
        }
        await #expect(throws: Refused(number: 2)) { try await pool.connection() }
    }

    @Test func whoAsksWhileItUnwindsBeginsAnew() async throws {
        for _ in 0..<rounds(200, debug: 50) {
            let pool = Pool()
            let first = Task { try await pool.connection() }
            #expect(try await wait { pool.gate.arrivals.value == 1 })
            first.cancel()
            pool.gate.open()
            let connection = try await pool.connection()
            #expect(connection.number == 1)
            _ = try? await first.value
            #expect(pool.made.value == 1)
        }
    }

    @Test func anInstanceThatIsMadeInSpiteOfTheCancellationIsKept() async throws {
        let pool = Pool()
        let first = Task { try await pool.stubborn() }
        #expect(try await wait { pool.gate.arrivals.value == 1 })
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await wait { pool.made.value == 1 })
        let connection = try await pool.stubborn()
        #expect(connection.number == 1)
    }

    @Test func whoIsCancelledAlreadyBeginsNothing() async throws {
        let pool = Pool()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await pool.connection()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(pool.gate.arrivals.value == 0)
    }

    @Test func aResetGivesThoseWhoWaitedTheirsAndTheNextANewOne() async throws {
        let pool = Pool()
        let first = Task { try await pool.connection() }
        #expect(try await wait { pool.gate.arrivals.value == 1 })
        pool.connection.reset()
        let second = Task { try await pool.connection() }
        #expect(try await wait { pool.gate.arrivals.value == 2 })
        pool.gate.open()
        let numbers = try await [first.value.number, second.value.number]
        #expect(Set(numbers) == [1, 2])
        let last = try await pool.connection()
        #expect(last.number == numbers[1])
    }

    @Test func anOverrideMeanwhileCountsForTheNext() async throws {
        let pool = Pool()
        let first = Task { try await pool.connection() }
        #expect(try await wait { pool.gate.arrivals.value == 1 })
        pool.connection.register { Connection(-1) }
        let second = try await pool.connection()
        pool.gate.open()
        let numbers = [second.number, try await first.value.number, try await pool.connection().number]
        #expect(numbers == [-1, 1, -1])
    }

    @Test(.inFreshSandbox) @MainActor func whoMustAskAgainAndFindsItKeptShowsItToDecorators() async throws {
        let pool = Pool()
        let (recording, seen) = (Recording(), Locked<[String]>([]))
        Container.addObserver(recording)
        @Sendable func ask(_ name: String) async throws -> Connection {
            try await pool.inattentive.decorator { _, made in seen.withLock { $0.append("\(name) \(made)") } }()
        }
        let first = await joining { try await ask("first") }
        #expect(try await wait { pool.gate.arrivals.value == 1 })
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        // The second call waits for the cancelled construction, and only goes on when another call has made the instance.
        let second = await joining { try await ask("second") }
        let sandbox = SandboxContext.current
        let third = Task.detached { try await sandbox.run { try await ask("third") } }
        pool.gate.open()
        blockUntil { seen.withLock { $0 } == ["third true"] }
        #expect(try await second.value === third.value)
        #expect(seen.withLock { $0 } == ["third true", "second false"])
        #expect(try await wait { recording.events.count == 3 })
        #expect(recording.events.filter { "\($0.outcome)" == "reused" }.count == 1)
    }

    @Test @MainActor func whatIsBegunAnewForWhoHasWaitedIsNotKeptOnceItIsOverridden() async throws {
        let pool = Pool()
        let first = await joining { try await pool.inattentive() }
        #expect(try await wait { pool.gate.arrivals.value == 1 })
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let second = await joining { try await pool.inattentive() }
        pool.inattentive.register { Connection(-1) }
        pool.gate.open()
        let connection = try await second.value
        #expect(connection.number == 1)
        let override = try await pool.inattentive()
        #expect(override.number == -1)
        pool.inattentive.reset(.registration)
        #expect(try await pool.inattentive() !== connection)
    }

    @Test func theConstructionHasTheTaskLocalsOfTheFirstWhoAsks() async throws {
        let pool = Pool()
        let name = try await Place.$name.withValue("first") { try await pool.name() }
        #expect(name == "first")
        let again = try await pool.name()
        #expect(again == "first")
    }

    @Test func theConstructionHasThePriorityOfTheFirstWhoAsks() async throws {
        let pool = Pool()
        // No task waits for this task itself, as that would raise its priority.
        let given = AsyncStream.makeStream(of: TaskPriority?.self)
        Task(priority: .low) {
            given.continuation.yield(try? await pool.priority())
            given.continuation.finish()
        }
        for await priority in given.stream { #expect(priority == .low) }
    }

    // Raised priorities are not passed on to a running task on Apple's systems before version 26.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("own defect D81: a construction that is begun by one whose priority has risen has the risen one")
    func aRisenPriorityIsPassedOnToWhatIsBegunAfterwards() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            let pool = Pool()
            let first = Task(priority: .low) { try await pool.patient() }
            ensure(try await wait { pool.gate.arrivals.value == 1 })
            let second = Task(priority: .high) { try await pool.patient() }
            for task in [first, second] {
                let priority = try await task.value
                ensure(priority == .high, "\(priority)")
            }
        }
    }

    @Test("own defect D53: a construction has the priority of all who wait for it, also through others")
    func theHighestPriorityIsPassedOn() async {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            let stop = Stop()
            Container.shared.tower.register {
                stop.begin()
                // It waits as long as that takes on a busy machine.
                while Task.currentPriority < .high { try await Task.sleep(nanoseconds: 1_000_000) }
                return Int(Task.currentPriority.rawValue)
            }
            let low = Task(priority: .low) { try await Container.shared.lodge() }
            await stop.hasBegun()
            let high = Task(priority: .high) { try await Container.shared.lodge() }
            let priority = try await high.value
            ensure(priority >= Int(TaskPriority.high.rawValue), "\(priority)")
            _ = try await low.value
        }
    }

    @Test("Whatever is asked, cancelled and reset, nothing hangs, and no two are kept at once")
    func chaos() async throws {
        for round in 0..<rounds(200, debug: 40) {
            let pool = Pool()
            pool.gate.open()
            var random = SystemRandomNumberGenerator()
            let seed = random.next()
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<16 {
                    let choice = (seed >> UInt64(number)) & 3
                    group.addTask {
                        let task = Task { try await pool.connection() }
                        if choice == 0 { task.cancel() }
                        if choice == 1 { pool.connection.reset() }
                        do { _ = try await task.value } catch {
                            #expect(error is CancellationError && choice == 0, "round \(round)")
                        }
                    }
                }
            }
            let last = try await pool.connection()
            #expect(try await pool.connection() === last)
        }
    }
}
