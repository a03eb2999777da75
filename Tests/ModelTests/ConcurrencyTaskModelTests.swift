import Resolver
import SafeFacade
import TestSupport
import Testing

private struct Trouble: Error { let number: Int }
private struct Failed: Error {}

private final class TaskThing: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
}

extension Scope {
    fileprivate static let modelRun = TaskScope()
}

/// The asker, as a construction sees it through a task-local value.
private enum Asker {
    @TaskLocal static var number = 0
}

/// The constructions; each waits until the test lets it go on, or until it is cancelled.
private final class Constructions: Sendable {
    private struct State {
        var begun = 0
        var given = 0
        var askers: [Int: Int] = [:]
        var priorities: [Int: TaskPriority] = [:]
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        var cancelled: Set<Int> = []
        var closed: [String] = []
    }
    private let state = Locked(State())
    /// All objects that were made.
    let living = LivingObjects()

    @TaskLocal static var current = Constructions()

    var begun: Int { state.withLock { $0.begun } }
    /// How many parts all constructions were given.
    var given: Int { state.withLock { $0.given } }
    /// How many constructions wait for the test.
    var waiting: Int { state.withLock { $0.waiting.count } }
    func asker(of number: Int) -> Int? { state.withLock { $0.askers[number] } }
    /// The priority that a construction had when it ended.
    func priority(of number: Int) -> TaskPriority? { state.withLock { $0.priorities[number] } }
    var closed: [String] { state.withLock { $0.closed } }
    func noteClosed(_ thing: TaskThing, _ outcome: RunOutcome) {
        state.withLock { $0.closed.append("\(thing.number) \(outcome.hasSucceeded)") }
    }

    private func begin() -> Int {
        state.withLock { state in
            state.begun += 1
            state.askers[state.begun] = Asker.number
            return state.begun
        }
    }

    private func thing(_ number: Int) -> TaskThing { living.counted(TaskThing(number)) }

    func makeAtOnce() -> TaskThing { thing(begin()) }

    /// Makes an instance after asking for its parts; it does not wait for the test.
    func makeOfParts(_ container: Container) async throws -> TaskThing {
        let number = begin()
        for part in TaskModel.parts {
            _ = try await container.factory(part)()
            state.withLock { $0.given += 1 }
        }
        return thing(number)
    }

    func make() async throws -> TaskThing {
        let number = begin()
        defer { state.withLock { $0.priorities[number] = Task.currentPriority } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    guard !state.cancelled.contains(number) else { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.cancelled.insert(number)
                return state.waiting.removeValue(forKey: number)
            }
            waiting?.resume(throwing: CancellationError())
        }
        return thing(number)
    }

    func finish(_ number: Int, fails: Bool) {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: number) }
        if fails { waiting?.resume(throwing: Trouble(number: number)) } else { waiting?.resume() }
    }
}

private func make(_: Container) async throws -> TaskThing { try await Constructions.current.make() }
private func noteClosed(_ thing: TaskThing, _ outcome: RunOutcome) { Constructions.current.noteClosed(thing, outcome) }

extension Container {
    fileprivate var first: AsyncFactory<TaskThing> {
        self { try await make($0) }.singleton.onClose { noteClosed($0, $1) }
    }
    fileprivate var second: AsyncFactory<TaskThing> {
        self { try await make($0) }.cached.onClose { thing, outcome in
            await Task.yield()
            noteClosed(thing, outcome)
        }
    }
    fileprivate var third: AsyncFactory<TaskThing> {
        self { try await make($0) }.scope(.modelRun).onClose { noteClosed($0, $1) }
    }
    fileprivate var fourth: AsyncFactory<TaskThing> {
        self { try await make($0) }.scope(.modelRun).onClose { thing, outcome in
            await Task.yield()
            noteClosed(thing, outcome)
        }
    }

    fileprivate var fifth: Factory<TaskThing> {
        self { Constructions.current.makeAtOnce() }.scope(.modelRun).onClose { noteClosed($0, $1) }
    }

    fileprivate var sixth: AsyncFactory<TaskThing> {
        self { try await Constructions.current.makeOfParts($0) }.scope(.modelRun).onClose { noteClosed($0, $1) }
    }

    fileprivate func factory(_ service: Int) -> AsyncFactory<TaskThing> {
        TaskModel.hasParts(service) ? sixth : [first, second, third, fourth][service]
    }
}

/// The askers, and the answers that they were given.
private final class Askers: Sendable {
    private let answers = Locked<[Int: TaskModel.Answer]>([:])
    var all: [Int: TaskModel.Answer] { answers.withLock { $0 } }

    func ask(_ service: Int, as asker: Int, _ container: Container) async {
        let given = await Asker.$number.withValue(asker) { await answer(of: service, container) }
        answers.withLock { $0[asker] = given }
    }

    private func answer(of service: Int, _ container: Container) async -> TaskModel.Answer {
        do {
            let isSynchronous = TaskModel.isSynchronous(service)
            let thing = isSynchronous ? container.fifth() : try await container.factory(service)()
            return .instance(thing.number)
        } catch let error as Trouble {
            return .trouble(error.number)
        } catch is CancellationError {
            return .cancelled
        } catch let error as ResolutionError {
            if case .closed = error.reason { return .closed }
            return .outside
        } catch {
            return .trouble(-1)
        }
    }
}

/// Runs one random program against the model.
///
/// Its steps are asking, also in task groups, cancelling, finishing, failing, resets, overrides, closing, and runs.
private final class TaskModelRun {
    private let seed: UInt64
    private var random: Random
    private var model = TaskModel()
    private let constructions = Constructions()
    private let container = Container.shared
    private var asks: [Int: Task<Void, Never>] = [:]
    private let askers = Askers()
    private var steps: [String] = []
    private var stepsLeft: Int

    init(seed: UInt64, steps: Int) {
        self.seed = seed
        random = Random(seed: seed)
        stepsLeft = steps
    }

    func run() async {
        await Constructions.$current.withValue(constructions) {
            while stepsLeft > 0 { await step() }
            while let number = model.held.first { await finish(number, fails: false) }
            await close()
            await release()
        }
    }

    /// Releases the kept instances and the askers; then nothing may be alive.
    private func release() async {
        container.reset()
        for asker in asks.values { await asker.value }
        asks = [:]
        // The tasks that made the objects may still be ending.
        try? await constructions.living.wait(untilAtMost: 0)
        let alive = constructions.living.alive
        if alive > 0 { fail("\(alive) of \(constructions.living.count) are alive at the end") }
    }

    private func step() async {
        stepsLeft -= 1
        let service = random.below(TaskModel.services)
        switch random.below(16) {
        case 0..<5: await ask(service)
        case 5: await askInGroup()
        case 6, 7: await cancel()
        case 8..<11:
            guard let number = model.held.randomElement(using: &random) else { return }
            await finish(number, fails: random.oneIn(3))
        case 11:
            let scope = TaskModel.isOfRun(service) ? Scope.modelRun : [Scope.singleton, Scope.cached][service]
            for other in 0..<TaskModel.services where min(other, 2) == min(service, 2) { model.drop(other) }
            scope.reset()
            await settle("reset the scope of \(service)")
        case 12:
            let override = random.oneIn(2) ? stepsLeft + 1 : 0
            model.override(service, with: override)
            if TaskModel.isSynchronous(service) {
                if override == 0 {
                    container.fifth.reset()
                } else {
                    container.fifth.register { Constructions.current.makeAtOnce() }
                }
            } else if override == 0 {
                container.factory(service).reset()
            } else {
                container.factory(service).register { try await Constructions.current.make() }
            }
            await settle("override \(service) by \(override)")
        case 13:
            model.resetContainer()
            container.reset()
            await settle("reset the container")
        case 14: await close()
        default: if model.levels.count < 4 { await nest() }
        }
    }

    /// Cancels an asker; if it is in a group, cancels all members that still wait.
    private func cancel() async {
        let asking = asks.keys.filter { model.answers[$0] == nil }.sorted()
        guard let asker = asking.randomElement(using: &random), let task = asks[asker] else { return }
        for other in asking where asks[other] == task { model.cancel(other) }
        task.cancel()
        await settle("cancel \(asker)")
    }

    private func close() async {
        model.close()
        do { try await container.close() } catch { fail("close() threw \(error)") }
        await settle("close")
    }

    private func nest() async {
        let fails = random.oneIn(2)
        let count = random.below(20)
        do {
            try await Scope.modelRun.run {
                model.beginRun()
                await settle("begin a run")
                for _ in 0..<count where stepsLeft > 0 { await step() }
                model.endRun(hasSucceeded: !fails)
                steps.append("end a run, failing: \(fails)")
                if fails { throw Failed() }
            }
            if fails { fail("the run did not throw") }
        } catch is Failed {
        } catch {
            fail("the run threw \(error)")
        }
        await settle("the run has ended")
    }

    private func ask(_ service: Int) async {
        guard mayAsk(service) else { return }
        let (asker, priority) = (asks.count + 1, somePriority())
        asks[asker] = Task(priority: priority) { [askers, container] in
            await askers.ask(service, as: asker, container)
        }
        await settleAsk(service, asker, priority, "\(asker)")
    }

    /// Asks in child tasks, one after the other, which are cancelled together.
    private func askInGroup() async {
        let members = AsyncStream.makeStream(of: (asker: Int, service: Int).self)
        let priority = somePriority()
        let group = Task(priority: priority) { [askers, container] in
            await withTaskGroup(of: Void.self) { group in
                for await (asker, service) in members.stream {
                    group.addTask { await askers.ask(service, as: asker, container) }
                }
            }
        }
        for _ in 0..<2 + random.below(3) {
            let service = random.below(TaskModel.services)
            guard mayAsk(service) else { continue }
            let asker = asks.count + 1
            asks[asker] = group
            members.continuation.yield((asker, service))
            await settleAsk(service, asker, priority, "\(asker), in a group,")
        }
        members.continuation.finish()
    }

    /// A typed call that cannot throw ends the process outside of a run, so it may not be made there.
    private func mayAsk(_ service: Int) -> Bool { !TaskModel.isSynchronous(service) || model.levels.count > 1 }

    private func somePriority() -> TaskPriority { [.low, .medium, .high].randomElement(using: &random) ?? .medium }

    private func settleAsk(_ service: Int, _ asker: Int, _ priority: TaskPriority, _ who: String) async {
        model.ask(service, asker: asker, priority: priority, inRun: model.levels.count - 1)
        await settle("\(who) asks for \(service)")
        // A construction has the task-locals of the first asker, also of one that has asked through another construction.
        for (number, flight) in model.flights {
            if let asker = constructions.asker(of: number), flight.firstAskers.contains(asker) { continue }
            fail("construction \(number) has the task-locals of another")
        }
    }

    private func finish(_ number: Int, fails: Bool) async {
        let joined = model.flights[number]?.priority ?? .low
        model.finish(number, fails: fails)
        constructions.finish(number, fails: fails)
        await settle("finish \(number), failing: \(fails)")
        let priority = constructions.priority(of: number)
        if let priority, priority < joined { fail("construction \(number) had priority \(priority), not \(joined)") }
    }

    /// Waits until everything has happened that the model says; fails if it does not happen, or if more does.
    private func settle(_ step: String) async {
        steps.append(step)
        for round in 0..<200_000 {
            if isSettled { return }
            if round < 200 { await Task.yield() } else { try? await Task.sleep(nanoseconds: 500_000) }
        }
        fail(
            """
            it is otherwise: begun \(constructions.begun), not \(model.begun); \
            given \(constructions.given), not \(model.given); waiting \(constructions.waiting), \
            not \(model.held.count); waits \(LongWaits.count), not \(model.waiting); \
            answers \(askers.all.filter { model.answers[$0.key] != $0.value }), \
            not \(model.answers.filter { askers.all[$0.key] != $0.value }); \
            closed \(constructions.closed), not \(model.closed)
            """)
    }

    private var isSettled: Bool {
        constructions.begun == model.begun && constructions.given == model.given
            && constructions.waiting == model.held.count
            && LongWaits.count == model.waiting && constructions.closed == model.closed
            && askers.all == model.answers
    }

    private func fail(_ message: String) -> Never {
        fatalError("seed \(seed): \(message)\n" + steps.suffix(25).joined(separator: "\n"))
    }
}

/// Runs random programs of tasks against ``TaskModel``; a failure prints its seed, and `MODEL_SEED=17` repeats that one.
@Suite(.ownThreads) struct ConcurrencyTaskModelTests {
    @Test func tasksDoWhatTheModelDoes() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 600)
            for seed in ModelTests.seeds {
                await withSandbox { await TaskModelRun(seed: seed, steps: ModelTests.steps).run() }
            }
        }
    }

    /// Does the same in the process's own environment.
    @Test func outsideOfSandboxesToo() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 600)
            for seed in ModelTests.seeds {
                Resolver.reset()
                await TaskModelRun(seed: seed, steps: ModelTests.steps).run()
            }
        }
    }
}
