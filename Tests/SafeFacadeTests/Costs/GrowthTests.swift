import Resolver
import SafeFacade
import TestSupport
import Testing

// Memory must stay as bounded as the number of instances that are alive.

extension Container {
    fileprivate var growUnique: ParameterFactory<Int, Thing> { self { _ in Thing() }.scopeOnParameters }
    fileprivate var growGraph: ParameterFactory<Int, Thing> { self { _ in Thing() }.graph.scopeOnParameters }
    fileprivate var growShared: ParameterFactory<Int, Thing> { self { _ in Thing() }.shared.scopeOnParameters }
    fileprivate var growSharedValue: ParameterFactory<Int, Settings> {
        self { Settings(volume: $0) }.shared.scopeOnParameters
    }
    fileprivate var growExpired: ParameterFactory<Int, Thing> {
        self { _ in Thing() }.cached.timeToLive(0).scopeOnParameters
    }
    fileprivate var growCached: ParameterFactory<Int, Thing> { self { Thing("\($0)") }.cached.scopeOnParameters }
    fileprivate var growPlain: Factory<Thing> { self { Thing() } }
    fileprivate var growInRun: ParameterFactory<Int, Thing> {
        self { _ in Thing() }.scope(.growth).scopeOnParameters
    }
    /// Each construction waits for the one before it, and the first one for the test.
    fileprivate var growNested: AsyncParameterFactory<Int, Thing> {
        self { container, depth in
            if depth > 0 { return try await container.growNested(depth - 1) }
            await Nesting.stop.pass()
            return Thing()
        }.cached.scopeOnParameters
    }
}

extension Scope {
    fileprivate static let growth = TaskScope()
}

private enum Nesting {
    @TaskLocal static var stop = Stop()
}

private enum NotKept: String, CaseIterable, Codable, Sendable {
    case unique, graph, shared, sharedValue, expired

    func resolve(_ number: Int) {
        let container = Container.shared
        switch self {
        case .unique: _ = container.growUnique(number)
        case .graph: _ = container.growGraph(number)
        case .shared: _ = container.growShared(number)
        case .sharedValue: _ = container.growSharedValue(number)
        case .expired: _ = container.growExpired(number)
        }
    }
}

/// Less than a byte for each of 20,000 rounds, and more than tables of a fixed size need.
private let noise = 16_384

@Suite(.disabled(if: heapBytes() == 0, "the system does not tell what is allocated"))
struct GrowthTests {
    @Test(
        "own defect A7: parameters whose instances nobody keeps cost no memory", arguments: NotKept.allCases,
        Surroundings.allCases)
    fileprivate func parametersOfWhatIsNotKept(_ kind: NotKept, _ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [kind, surroundings] in
            surroundings.run {
                let growth = heapGrowth(in: 20_000) { kind.resolve($0) }
                ensure(growth < noise, "\(kind)")
            }
        }
    }

    @Test("own defect A7: a reset drops what was kept for parameters", arguments: Surroundings.allCases)
    func parametersAfterAReset(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let growth = heapGrowth(in: 20) { round in
                    for number in 0..<1_000 {
                        let parameter = round * 1_000 + number
                        ensure(Container.shared.growCached(parameter) === Container.shared.growCached(parameter))
                    }
                    if round % 2 == 0 { Scope.cached.reset() } else { Container.shared.reset(.scope) }
                }
                ensure(growth < noise)
            }
        }
    }

    @Test(
        "containers that come and go take their instances for parameters with them", arguments: Surroundings.allCases)
    func parametersOfContainersThatAreGone(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let growth = heapGrowth(in: 2_000) { _ = Container().growCached($0) }
                ensure(growth < noise)
            }
        }
    }

    @Test("pushing and popping costs no memory for the parameters there are", arguments: Surroundings.allCases)
    func parametersOfAContainerThatIsPushed(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                _ = Container.shared.growCached(1)
                let growth = heapGrowth(in: 16) { _ in
                    Container.shared.push()
                    Container.shared.pop()
                }
                ensure(growth < noise)
            }
        }
    }

    @Test("own defect A7: a reset costs no more for the parameters there once were", arguments: Surroundings.allCases)
    func resetsAfterManyParameters(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                func cost() -> Double { processorTime { for _ in 0..<500 { Scope.cached.reset() } } }
                func use(_ numbers: Range<Int>) {
                    for number in numbers { _ = Container.shared.growCached(number) }
                    Scope.cached.reset()
                }
                use(0..<20)
                let before = cost()
                use(0..<20_000)
                ensure(cost() < 10 * before)
            }
        }
    }

    @Test(
        "own defect A14: exporting a factory that is overridden again and again costs no memory",
        arguments: Surroundings.allCases)
    func exportsOverAnOverride(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Container.shared.growPlain.register { Thing("override") }
                let growth = heapGrowth(in: 20_000) { _ in
                    Resolver.register(\.growPlain)
                    ensure(Resolver.resolve(Thing.self).label == "override")
                }
                ensure(growth < noise)
            }
        }
    }

    @Test(
        "own defect A14: registering with options through an export costs no memory", arguments: Surroundings.allCases)
    func registrationsThroughAnExport(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Container.shared.growPlain.register { Thing("override") }
                Resolver.register(\.growPlain)
                let growth = heapGrowth(in: 20_000) { number in
                    Resolver.register { Thing("\(number % 10)") }.resolveProperties { _, _ in }
                        .scope(number % 2 == 0 ? .cached : .unique)
                    ensure(Container.shared.growPlain().label == "\(number % 10)")
                }
                ensure(growth < noise)
            }
        }
    }

    @Test("own defect A14: exports of resolvers that are gone cost no memory", arguments: Surroundings.allCases)
    func exportsOfResolversThatAreGone(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let growth = heapGrowth(in: 20_000) { number in
                    let resolver = Resolver()
                    resolver.register(\.growPlain, name: .init("\(number)"))
                    _ = resolver.resolve(Thing.self, name: .init("\(number)"))
                }
                ensure(growth < noise)
            }
        }
    }

    @Test("own defect D250: what a run keeps takes as much memory, whatever numbers its services have")
    func numbersOfWhatARunKeeps() async {
        await #expect(processExitsWith: .success) {
            let parameters = Counter()
            func growth(_ between: Int) async throws -> Int {
                try await Scope.growth.run {
                    let before = heapBytes()
                    for _ in 0..<300 {
                        _ = Container.shared.growInRun(parameters.add())
                        // Each task scope takes a number.
                        for _ in 0..<between { _ = TaskScope() }
                    }
                    return heapBytes() - before
                }
            }
            _ = try await growth(0)
            let least = try await growth(0)
            for between in [127, 1_022, 1_023, 1_024] {
                let growth = try await growth(between)
                ensure(growth < 2 * least, "\(between): \(growth), \(least)")
            }
        }
    }

    @Test("own defect D249: constructions that wait for each other take memory for each, not for each pair")
    func nestedConstructions() async {
        await #expect(processExitsWith: .success) {
            func growth(_ depth: Int) async throws -> Int {
                let before = heapBytes()
                return try await Nesting.$stop.withValue(Stop()) {
                    let task = Task { try await Container.shared.growNested(depth) }
                    await Nesting.stop.hasBegun()
                    let growth = heapBytes() - before
                    Nesting.stop.open()
                    _ = try await task.value
                    Scope.cached.reset()
                    return growth
                }
            }
            _ = try await growth(100)
            let few = try await growth(500)
            let many = try await growth(2_500)
            ensure(many < 7 * few, "\(many), \(few)")
        }
    }
}

/// A parameter that is an object.
private final class Key: Hashable, Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }

    static func == (one: Key, other: Key) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private final class Cupboard: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var growKeyed: ParameterFactory<Key, Thing> { self { _ in Thing() }.cached.scopeOnParameters }
}

@Suite struct ParameterGrowthTests {
    @Test("own defect D359: parameters are forgotten where a container, or everything, is reset")
    func parametersAfterAReset() {
        withSandbox {
            let living = LivingObjects()
            for reset in [{ Cupboard.shared.reset() }, { Resolver.reset() }] as [() -> Void] {
                for number in 0..<100 { _ = Cupboard.shared.growKeyed(living.counted(Key(number))) }
                #expect(living.alive == 100)
                reset()
                #expect(living.alive == 0)
            }
        }
    }
}
