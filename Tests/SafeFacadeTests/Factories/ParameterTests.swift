import Resolver
import SafeFacade
import TestSupport
import Testing

/// A parameter whose values all have the same hash.
private struct Colliding: Hashable, Sendable {
    let id: Int
    func hash(into hasher: inout Hasher) {}
}

/// A parameter that holds an object.
private struct Identity: Hashable, Sendable {
    private let object: Network

    init(of object: Network) { self.object = object }

    static func == (left: Identity, right: Identity) -> Bool { left.object === right.object }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}

extension Container {
    fileprivate var client: ParameterFactory<Identity, Thing> { self { _ in Thing() }.cached.scopeOnParameters }
    fileprivate var collided: ParameterFactory<Colliding, Conversation> {
        self { Conversation(id: $1.id, loader: $0.loader()) }.scopeOnParameters.cached
    }
    fileprivate var first: ParameterFactory<Int, Settings> { self { Settings(volume: $0) }.cached }
    fileprivate var asynchronous: AsyncParameterFactory<Int, Settings> { self { volume in Settings(volume: volume) } }
}

extension Container {
    fileprivate var any: ParameterFactory<Any?, String> { self { (given: Any?) in text(given) } }
    fileprivate var anyForTests: ParameterFactory<Any?, String> {
        self { (given: Any?) in text(given) }.onTest { (given: Any?) in text(given) }
    }
    fileprivate var tile: ParameterFactory<Double, Thing> { self { Thing("\($0)") }.cached.scopeOnParameters }
    fileprivate var nested: ParameterFactory<Int??, String> { self { text($0) } }
    fileprivate var nestedEach: ParameterFactory<Int??, Thing> { self { Thing(text($0)) }.cached.scopeOnParameters }
    fileprivate var anyAsync: AsyncParameterFactory<Int??, String> { self { given in text(given) } }
    fileprivate var whatever: ParameterFactory<Any, String> { self { (given: Any) in text(given) } }
    fileprivate var whateverAsync: AsyncParameterFactory<any Sendable, String> {
        self { (given: any Sendable) in text(given) }
    }
    fileprivate var described: ParameterFactory<any CustomDebugStringConvertible, String> { self { text($0) } }
}

/// Says which of the nested optionals is nil.
private func text(_ given: Int??) -> String { given.map { $0.map { "\($0)" } ?? "inner nil" } ?? "nil" }

private func text(_ given: Any?) -> String {
    guard let given else { return "nil" }
    // If the value were an optional, the argument would have been wrapped once too often.
    return Mirror(reflecting: given).displayStyle == .optional ? "optional" : "\(given)"
}

/// Tests of instances whose factories take a parameter.
@Suite(.inFreshSandbox) struct ParameterTests {
    @Test func theFirstParameterWinsUntilReset() {
        #expect(Container.shared.first(1).volume == 1)
        #expect(Container.shared.first(2).volume == 1)
        Container.shared.first.reset(.scope)
        #expect(Container.shared.first(2).volume == 2)
    }

    @Test func eachParameterMayHaveAnInstance() {
        let one = Container.shared.each(1)
        #expect(Container.shared.each(2) !== one)
        #expect(Container.shared.each(1) === one)
        Scope.singleton.reset()
        #expect(Container.shared.each(1) !== one)
    }

    @Test("Defect 19: parameters that hash alike and are not equal get instances of their own")
    func defect19() {
        let all = (1...5).map { Container.shared.collided(Colliding(id: $0)) }
        #expect(all.map(\.id) == [1, 2, 3, 4, 5])
        for one in all { #expect(Container.shared.collided(Colliding(id: one.id)) === one) }
    }

    @Test("own defect D470: a reset of a factory, its container or its scope forgets parameters")
    func aResetForgetsParameters() {
        func isForgotten(by reset: () -> Void) -> Bool {
            weak var parameter: Network?
            do {
                let network = Network()
                parameter = network
                _ = Container.shared.client(Identity(of: network))
            }
            ensure(parameter != nil)
            reset()
            return parameter == nil
        }
        #expect(isForgotten { Container.shared.client.reset(.scope) })
        #expect(isForgotten { Container.shared.client.reset() })
        #expect(isForgotten { Container.shared.reset(.scope) })
        #expect(isForgotten { Scope.cached.reset() })
    }

    @Test func instancesByParameterFollowTheDefaultLifetime() {
        let container = Container()
        func isOne() -> Bool {
            Factory {
                let factory = container.conversation.scopeOnParameters
                return factory(1) === factory(1)
            }()
        }
        #expect(!isOne())
        container.manager.defaultLifetime = .graph
        #expect(isOne())
    }

    @Test func aGraphHasOneInstanceForEachOfManyParameters() {
        let factory = Container.shared.conversation.graph.scopeOnParameters
        let hasOneEach = Factory {
            let all = (1...40).map { factory($0) }
            return all.allSatisfy { factory($0.id) === $0 }
        }
        #expect(hasOneEach())
    }

    @Test func anotherScopeOfAnOverrideIsThatOfItsInstancesByParameter() {
        let factory = Container.shared.conversation.scopeOnParameters
        Resolver.register(\.conversation)
        let options = Resolver.register { _, args in Conversation(id: args(), loader: Loader("runtime")) }
        options.scope(.cached)
        let one = factory(1)
        #expect(factory(1) === one)
        options.scope(.unique)
        #expect(factory(1) !== factory(1))
        options.scope(.shared)
        let another = factory(1)
        #expect(another !== one)
        #expect(factory(1) === another)
    }

    @Test func anOptionalParameterArrivesAsItIs() async throws {
        let container = Container.shared
        let all: [Int??] = [1, .some(nil), nil]
        let texts = ["1", "inner nil", "nil"]
        func expectThem() {
            #expect([container.any(1), container.any(nil)] == ["1", "nil"])
            #expect([container.anyForTests(1), container.anyForTests(nil)] == ["1", "nil"])
            #expect(all.map { container.nested($0) } == texts)
            #expect(all.map { container.nestedEach($0).label } == texts)
        }
        expectThem()
        FactoryContext.current = []
        expectThem()
        container.any.register { (given: Any?) in text(given) }
        container.anyForTests.register { (given: Any?) in text(given) }
        container.nested.register { text($0) }
        container.nestedEach.register { Thing(text($0)) }
        expectThem()
        container.anyAsync.register { given in text(given) }
        var answers: [String] = []
        for given in all { answers.append(try await container.anyAsync(given)) }
        #expect(answers == texts)
    }

    @Test("own defect D413: an argument for a parameter of any type is not wrapped in an optional")
    func anArgumentOfAnyType() async throws {
        Resolver.register(\.whatever)
        Resolver.register(\.described, name: "described")
        Resolver.register(\.whateverAsync, name: "asynchronous")
        func expectIt() async throws {
            #expect(Resolver.resolve(String.self, args: 1) == "1")
            #expect(Resolver.resolve(String.self, name: "described", args: "1") == "1")
            #expect(try await Resolver.requireAsync(String.self, name: "asynchronous", args: 1) == "1")
        }
        try await expectIt()
        Container.shared.whatever.register { (given: Any) in text(given) }
        Container.shared.described.register { text($0) }
        Container.shared.whateverAsync.register { (given: any Sendable) in text(given) }
        try await expectIt()
    }

    @Test func anOptionalParameterIsTheSameToBothFaces() {
        Resolver.register(\.nestedEach)
        let all: [Int??] = [1, .some(nil), nil]
        for given in all {
            #expect(Resolver.resolve(Thing.self, args: given as Any) === Container.shared.nestedEach(given))
        }
    }

    @Test func popBringsBackInstancesByParameter() {
        let container = Container.shared
        let factory = container.conversation.scopeOnParameters.cached
        let (one, two) = (factory(1), factory(2))
        container.push()
        factory.reset(.scope)
        #expect(factory(1) !== one)
        container.pop()
        #expect(factory(1) === one)
        #expect(factory(2) === two)
    }

    @Test func resetOfAContainerKeepsSingletonsByParameter() {
        let factory = Container.shared.conversation.scopeOnParameters.singleton
        let one = factory(1)
        Container.shared.push()
        let two = factory(2)
        Container.shared.reset()
        #expect(factory(1) === one)
        Container.shared.pop()
        #expect(factory(1) === one)
        #expect(factory(2) === two)
        Container.shared.reset(.scope(.singleton))
        #expect(factory(1) !== one)
    }

    @Test func argumentsThatAreHandedOnAreTheParameter() async throws {
        Resolver.register(\.each)
        Resolver.register(\.asynchronous)
        Resolver.register(name: "outer") { resolver, args in resolver.resolve(Conversation.self, args: args) }
        let outer = Resolver.resolve(Conversation.self, name: "outer", args: 42)
        #expect(outer.id == 42)
        #expect(outer === Container.shared.each(42))
        let settings = try await Resolver.requireAsync(Settings.self, args: 7)
        #expect(settings.volume == 7)
        Container.shared.each.register { id in Container.shared.each.body(id + 1) }
        #expect(Resolver.resolve(Conversation.self, name: "outer", args: 42).id == 43)
    }

    @Test("own defect D136: pop brings back what was kept for a parameter, also where it was made anew in between")
    func popByParameter() {
        let first = Container.shared.nestedEach(1)
        Container.shared.push()
        Container.shared.nestedEach.register { Thing("mock \(text($0))") }
        Container.shared.nestedEach.reset()
        _ = Container.shared.nestedEach(1)
        Container.shared.pop()
        #expect(Container.shared.nestedEach(1) === first)
    }

    @Test("own defect D140: for what is not equal to itself one instance is kept")
    func whatIsNotEqualToItself() {
        let first = Container.shared.tile(.nan)
        #expect(Container.shared.tile(.nan) === first)
        #expect(Container.shared.tile(1) !== first)
        #expect(Container.shared.tile(1) === Container.shared.tile(1))
    }
}

extension Container {
    fileprivate var labelled: ParameterFactory<(Int, String), String> { self { (a, b) in "\(a)\(b)" } }
    fileprivate var pair: ParameterFactory<(Int, Int), [String: Any]> { self { a, b in ["a": a, "b": b] } }
    fileprivate var difference: ParameterFactory<(Int, Int), Int> { self { $0.pair($1).count + $1.0 - $1.1 } }
    fileprivate var mainLabelled: MainActorParameterFactory<(Int, String), String> { self { (a, b) in "\(a)\(b)" } }
    fileprivate var awaitedLabelled: AsyncParameterFactory<(Int, String), String> { self { (a, b) in "\(a)\(b)" } }
}

private final class PairContainer: SharedContainer {
    let manager = ContainerManager()

    var labelled: ParameterFactory<(Int, String), String> { self { (a, b) in "\(a)\(b)" } }
    var handed: ParameterFactory<Int, String> { self { container, a in "\(container.labelled((a, "x")))" } }
    var awaited: AsyncParameterFactory<(Int, String), String> { self { (a, b) in "\(a)\(b)" } }
}

private final class KeepingContainer: SharedContainer {
    typealias Default = Cached
    let manager = ContainerManager()

    var labelled: ParameterFactory<(Int, String), String> { self { (a, b) in "\(a)\(b)" } }
    var unchecked: ParameterFactory<(Int, String), String> { unchecked { (a, b) in "\(a)\(b)" } }
    var handed: ParameterFactory<Int, String> { self { container, a in "\(container.labelled((a, "a")))" } }
    var main: MainActorParameterFactory<(Int, String), String> { self { (a, b) in "\(a)\(b)" } }
}

/// What a graph of factories with parameters has.
private struct Scales: Sendable {
    let volumes: [Int]
    let counts: [Int]
}

private let weighed = Counter()

extension Container {
    fileprivate var weight: ParameterFactory<Int, Settings> {
        self {
            weighed.add()
            return Settings(volume: $0)
        }.graph.scopeOnParameters
    }
    fileprivate var volume: ParameterFactory<Int, Settings> { self { Settings(volume: $0) }.graph }
    fileprivate var note: ParameterFactory<String, Loader> { self { Loader($0) }.graph }
    fileprivate var scales: Factory<Scales> {
        self { container in
            let first = weighed.value
            return Scales(
                volumes: [1, 2, 1].map { container.weight($0).volume }, counts: [weighed.value - first])
        }
    }
}

@Suite(.inFreshSandbox) struct GraphParameterTests {
    @Test func aGraphHasOneValueForEachParameter() {
        let scales = Container.shared.scales()
        #expect(scales.volumes == [1, 2, 1])
        #expect(scales.counts == [2])
    }

    @Test func aGraphKeepsTheInstanceOfTheFirstParameterAndNoValue() {
        let volumes = Factory { [1, 2, 1].map { Container.shared.volume($0).volume } }
        #expect(volumes() == [1, 2, 1])
        let notes = Factory { ["a", "b"].map { Container.shared.note($0).origin } }
        #expect(notes() == ["a", "a"])
    }

    @Test("what is registered over factories with parameters is released with its sandbox", arguments: [true, false])
    func whatIsRegisteredIsReleased(isGraph: Bool) async {
        weak var captured: Thing?
        await withSandbox(.fresh) {
            let thing = Thing()
            captured = thing
            if isGraph {
                Container.shared.weight.register { volume in Settings(volume: volume + thing.label.count) }
                #expect(Container.shared.scales().volumes == [1, 2, 1])
            } else {
                Container.shared.heard.register { _ in thing }
                await #expect(throws: ResolutionError.self) { try await Container.shared.heard(1) }
            }
        }
        #expect(captured == nil)
    }
}

extension Scope {
    fileprivate static let hearing = TaskScope()
}

extension Container {
    fileprivate var heard: AsyncParameterFactory<Int, Thing> {
        self { _ in Thing() }.scopeOnParameters.scope(.hearing)
    }
}

@Suite struct PairParameterTests {
    @Test("own defect D49: a closure of two is given the pair, not the container, wherever either would compile")
    func aClosureOfTwoIsGivenThePair() async throws {
        #expect(Container.shared.labelled((1, "a")) == "1a")
        #expect(Container.shared.pair((1, 2)) as? [String: Int] == ["a": 1, "b": 2])
        #expect(PairContainer.shared.labelled((1, "a")) == "1a")
        #expect(KeepingContainer.shared.labelled((1, "a")) == "1a")
        #expect(KeepingContainer.shared.unchecked((1, "a")) == "1a")
        let awaited = [
            await Container.shared.mainLabelled((1, "a")), try await Container.shared.awaitedLabelled((1, "a")),
            try await PairContainer.shared.awaited((1, "a")), await KeepingContainer.shared.main((1, "a")),
        ]
        #expect(awaited == ["1a", "1a", "1a", "1a"])
    }

    @Test func aClosureThatOnlyTheContainerFitsIsHandedIt() {
        #expect(Container.shared.difference((5, 3)) == 4)
        #expect(PairContainer.shared.handed(1) == "1x")
        #expect(KeepingContainer.shared.handed(1) == "1a")
    }
}
