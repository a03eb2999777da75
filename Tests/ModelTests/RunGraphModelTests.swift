import Resolver
import TestSupport
import Testing

extension ResolverScope {
    fileprivate static let firstRun = TaskScope()
    fileprivate static let secondRun = TaskScope()
}

private final class Piece: @unchecked Sendable {
    let number: Int
    let needs: [Piece?]
    var lazies: [LazyInjected<Piece>]

    init(_ number: Int, _ needs: [Piece?], _ lazies: [LazyInjected<Piece>]) {
        (self.number, self.needs, self.lazies) = (number, needs, lazies)
    }
}

/// Runs one random program against the model: it asks for services, and reads lazy wrappers, in runs inside runs.
private final class RunGraphProgram {
    private let seed: UInt64
    private var random: Random
    private var model: RunGraphModel
    private let names: [Resolver.Name]
    private var begun = 0
    private var made: [Int: Piece] = [:]
    private var withLazies: [Piece] = []
    /// The highest number of an instance that was compared.
    private var compared = 0
    /// For each factory that may read a lazy wrapper, whether it must do so.
    private var reads: ArraySlice<Bool> = []
    private var steps: [String] = []
    private var stepsLeft: Int

    init(seed: UInt64, steps: Int) {
        var random = Random(seed: seed)
        let count = 12
        let services = (0..<count).map { service -> RunGraphModel.Service in
            func others(_ most: Int) -> [Int] {
                guard service + 1 < count else { return [] }
                return (0..<random.below(most + 1)).map { _ in service + 1 + random.below(count - service - 1) }
            }
            let needs = others(4).map {
                RunGraphModel.Need(service: $0, isOptional: random.oneIn(3), readsLazy: random.oneIn(3))
            }
            let lifetimes: [RunGraphModel.Lifetime] = [.unique, .graph, .graph, .kept, .first, .second]
            return RunGraphModel.Service(
                lifetime: lifetimes.randomElement(using: &random) ?? .graph, needs: needs, lazies: others(2))
        }
        self.seed = seed
        self.random = random
        model = RunGraphModel(services: services)
        names = (0..<count).compactMap { .name(fromString: "service \($0)") }
        stepsLeft = steps
    }

    func run() async throws {
        Resolver.registerServices = nil
        for (index, service) in model.services.enumerated() {
            let scope: ResolverScope =
                switch service.lifetime {
                case .unique: .unique
                case .graph: .graph
                case .kept: .cached
                case .first: .firstRun
                case .second: .secondRun
                }
            Resolver.register(name: names[index]) { [unowned self] in try make(index) }.scope(scope)
        }
        while stepsLeft > 0 { try await step() }
    }

    private func make(_ index: Int) throws -> Piece {
        begun += 1
        let number = begun
        var needs: [Piece?] = []
        for need in model.services[index].needs {
            do {
                let given = try Resolver.require(Piece.self, name: names[need.service])
                needs.append(given)
                if need.readsLazy, !given.lazies.isEmpty, reads.popFirst() == true { _ = given.lazies[0].wrappedValue }
            } catch {
                guard need.isOptional else { throw error }
                needs.append(nil)
            }
        }
        let new = Piece(
            number, needs, model.services[index].lazies.map { LazyInjected(name: names[$0], container: nil) })
        made[number] = new
        if !new.lazies.isEmpty { withLazies.append(new) }
        return new
    }

    private func step() async throws {
        stepsLeft -= 1
        switch random.below(10) {
        case 0..<2 where model.runs.count < 5: try await nest()
        case 2..<6: ask(random.below(model.services.count))
        default: read()
        }
    }

    private func nest() async throws {
        let scope: RunGraphModel.Lifetime = random.oneIn(2) ? .first : .second
        let count = random.below(12)
        try await (scope == .first ? ResolverScope.firstRun : .secondRun).run {
            model.begin(scope)
            steps.append("begin a run of \(scope)")
            for _ in 0..<count where stepsLeft > 0 { try await step() }
            model.endRun()
            steps.append("end it")
        }
    }

    private func ask(_ service: Int) {
        let expected = try? model.ask(service)
        steps.append("ask for \(service)")
        reads = model.reads[...]
        compare(try? Resolver.require(Piece.self, name: names[service]), expected)
    }

    /// Reads a lazy wrapper of an instance, except where that would end the program.
    private func read() {
        guard let object = withLazies.randomElement(using: &random) else { return }
        let index = random.below(object.lazies.count)
        var copy = model
        guard let expected = try? copy.read(object.number, index) else { return }
        model = copy
        steps.append("read lazy wrapper \(index) of \(object.number)")
        reads = model.reads[...]
        compare(object.lazies[index].wrappedValue, expected)
    }

    /// Compares the instance that was given, and the instances that were given to everything that was made for it.
    private func compare(_ given: Piece?, _ expected: Int?) {
        compare(given?.number, expected, "what is given")
        while compared < max(begun, model.begun) {
            compared += 1
            compare(
                made[compared]?.needs.map { $0?.number }, model.instances[compared]?.needs,
                "what \(compared) was given")
        }
    }

    private func compare<Value: Equatable>(_ found: Value?, _ expected: Value?, _ what: String) {
        guard found != expected else { return }
        func text(_ value: Value?) -> String { value.map { "\($0)" } ?? "a failure" }
        fail("\(what) is \(text(found)), and not \(text(expected))")
    }

    private func fail(_ message: String) -> Never {
        let services = model.services.enumerated().map { "\($0): \($1)" }
        fatalError("seed \(seed): \(message)\n" + (services + steps.suffix(25)).joined(separator: "\n"))
    }
}

/// Runs random programs of graphs, runs and lazy wrappers against ``RunGraphModel``; a failure prints its seed, and
/// `MODEL_SEED=17` repeats that one.
@Suite(.ownThreads) struct RunGraphModelTests {
    @Test func graphsInRunsDoWhatTheModelDoes() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 600)
            for seed in ModelTests.seeds {
                try await withSandbox(.fresh) { try await RunGraphProgram(seed: seed, steps: ModelTests.steps).run() }
            }
        }
    }

    /// Does the same in the process's own environment.
    @Test func outsideOfSandboxesToo() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 600)
            for seed in ModelTests.seeds {
                Resolver.reset()
                try await RunGraphProgram(seed: seed, steps: ModelTests.steps).run()
            }
        }
    }
}
