import Foundation
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

/// Who asks, as a construction sees it.
private enum Asker {
    @TaskLocal static var number = 0
}

/// The constructions: each waits until the test lets it go on, or until it is cancelled.
private final class Constructions: Sendable {
    private struct State {
        var begun = 0
        var askers: [Int: Int] = [:]
        var priorities: [Int: TaskPriority] = [:]
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        var cancelled: Set<Int> = []
        var closed: [String] = []
    }
    private let state = Locked(State())

    @TaskLocal static var current = Constructions()

    var begun: Int { state.withLock { $0.begun } }
    /// How many wait to be let go on.
    var waiting: Int { state.withLock { $0.waiting.count } }
    func asker(of number: Int) -> Int? { state.withLock { $0.askers[number] } }
    /// The priority with which a construction has ended.
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

    func makeAtOnce() -> TaskThing { TaskThing(begin()) }

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
        return TaskThing(number)
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

    fileprivate func factory(_ service: Int) -> AsyncFactory<TaskThing> { [first, second, third, fourth][service] }
}

/// One random program, run against the model: asking, cancelling, finishing, failing, resets, overrides, closing, runs.
private final class TaskModelRun {
    private let seed: UInt64
    private var random: Random
    private var model = TaskModel()
    private let constructions = Constructions()
    private let container = Container.shared
    private var asks: [Int: Task<Void, Never>] = [:]
    private let answers = Locked<[Int: TaskModel.Answer]>([:])
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
            for number in model.flights.keys.sorted() { await finish(number, fails: false) }
            await settle("the end")
        }
    }

    private func step() async {
        stepsLeft -= 1
        let service = random.below(TaskModel.services)
        switch random.below(16) {
        case 0..<6: await ask(service)
        case 6, 7:
            guard let asker = asks.keys.filter({ model.answers[$0] == nil }).sorted().randomElement(using: &random)
            else { return }
            model.cancel(asker)
            asks[asker]?.cancel()
            await settle("cancel \(asker)")
        case 8..<11:
            guard let number = model.flights.keys.sorted().randomElement(using: &random) else { return }
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
        case 14:
            model.close()
            do { try await container.close() } catch { fail("close() threw \(error)") }
            await settle("close")
        default: if model.levels.count < 4 { await nest() }
        }
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
        // A typed call that cannot throw ends the process where there is no run.
        if TaskModel.isSynchronous(service), model.levels.count == 1 { return }
        let asker = asks.count + 1
        let priority = [.low, .medium, .high].randomElement(using: &random) ?? TaskPriority.medium
        model.ask(service, asker: asker, priority: priority)
        let (container, answers) = (container, answers)
        asks[asker] = Asker.$number.withValue(asker) {
            Task(priority: priority) {
                let answer: TaskModel.Answer
                do {
                    let isSynchronous = TaskModel.isSynchronous(service)
                    let thing = isSynchronous ? container.fifth() : try await container.factory(service)()
                    answer = .instance(thing.number)
                } catch let error as Trouble {
                    answer = .trouble(error.number)
                } catch is CancellationError {
                    answer = .cancelled
                } catch let error as ResolutionError {
                    answer =
                        switch error.reason {
                        case .closed: .closed
                        default: .outside
                        }
                } catch {
                    answer = .trouble(-1)
                }
                answers.withLock { $0[asker] = answer }
            }
        }
        await settle("\(asker) asks for \(service)")
        // The construction has the task-locals of the first who asked.
        if let flight = model.flights[model.begun], constructions.asker(of: model.begun) != flight.firstAsker {
            fail("construction \(model.begun) has the task-locals of another")
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

    /// Waits until all has come to pass that the model says, and fails if it does not, or if more does.
    private func settle(_ step: String) async {
        steps.append(step)
        for round in 0..<200_000 {
            if isSettled { return }
            if round < 200 { await Task.yield() } else { try? await Task.sleep(nanoseconds: 500_000) }
        }
        fail(
            """
            it is otherwise: begun \(constructions.begun), not \(model.begun); waiting \(constructions.waiting), \
            not \(model.flights.count); waits \(LongWaits.count), not \(model.waiting); \
            answers \(answers.withLock { $0.filter { model.answers[$0.key] != $0.value } }), \
            not \(model.answers.filter { answer in answers.withLock { $0[answer.key] != answer.value } }); \
            closed \(constructions.closed), not \(model.closed)
            """)
    }

    private var isSettled: Bool {
        constructions.begun == model.begun && constructions.waiting == model.flights.count
            && LongWaits.count == model.waiting && constructions.closed == model.closed
            && answers.withLock { $0 == model.answers }
    }

    private func fail(_ message: String) -> Never {
        fatalError("seed \(seed): \(message)\n" + steps.suffix(25).joined(separator: "\n"))
    }
}

/// Random programs of tasks against ``TaskModel``; a failure prints its seed, and `MODEL_SEED=17` takes it again.
@Suite struct ConcurrencyTaskModelTests {
    @Test func tasksDoWhatTheModelDoes() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 600)
            for seed in ModelTests.seeds {
                await withSandbox { await TaskModelRun(seed: seed, steps: ModelTests.steps).run() }
            }
        }
    }

    /// In the process's own environment.
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
