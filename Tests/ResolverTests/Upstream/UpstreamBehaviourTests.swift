import Resolver
import TestSupport
import Testing

// Behaviour on which programs for Resolver 1.5.1 rely.

private final class PromiseRecording: ResolutionObserver {
    private let list = Locked<[String]>([])
    var outcomes: [String] { list.withLock { $0 } }

    func observe(_ event: ResolutionEvent) {
        guard event.service == "any ResolverTests.Driveable" else { return }
        let text = "\(event.outcome)"
        list.withLock { $0.append(text) }
    }
}

private struct Owner {
    @OptionalInjected var driveable: (any Driveable)?
    @OptionalInjected(name: "other") var other: (any Driveable)?
}

@Suite struct UpstreamBehaviourTests {
    /// Registers a radio with the false promise that it is driveable.
    private static func registerABrokenPromise(_ resolver: Resolver, _ scope: ResolverScope = .graph) {
        resolver.register { Radio() }.implements((any Driveable).self)
            .implements((any Driveable).self, name: "other").scope(scope)
    }

    @Test(
        "own defect B4: optional gives nil for an instance that is not what implements promised",
        arguments: Surroundings.allCases)
    func aBrokenPromiseIsNil(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                UpstreamBehaviourTests.registerABrokenPromise(.main)
                ensure(Resolver.optional((any Driveable).self) == nil)
                ensure(Resolver.optional((any Driveable).self, name: "other") == nil)
                ensure(Resolver.main.optional((any Driveable).self) == nil)
                ensure(Resolver.main.optional((any Driveable).self, args: 7) == nil)
                ensure(Owner().driveable == nil && Owner().other == nil)
                // The service itself can be resolved.
                ensure(Resolver.optional(Radio.self) != nil)
                // A promise that is true is kept.
                Resolver.register { Car(engine: Petrol()) }.implements((any Driveable).self)
                ensure(Resolver.optional((any Driveable).self) is Car)
            }
        }
    }

    @Test(
        "own defect B4: optional gives nil for a kept instance, a child's and an optional type, too",
        arguments: Surroundings.allCases)
    func aBrokenPromiseElsewhere(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                for scope in [ResolverScope.application, .cached, .container, .shared, .unique] {
                    let child = Resolver()
                    let parent = Resolver(child: child)
                    UpstreamBehaviourTests.registerABrokenPromise(child, scope)
                    for _ in 0..<2 { ensure(parent.optional((any Driveable).self) == nil) }
                    ensure(parent.resolve((any Driveable)?.self) == nil)
                }
            }
        }
    }

    @Test(
        "own defect B4: the observer is told of an instance that is not what was promised",
        arguments: Surroundings.allCases)
    func theObserverIsTold(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                UpstreamBehaviourTests.registerABrokenPromise(.main)
                let recording = PromiseRecording()
                Resolver.addObserver(recording)
                _ = Resolver.optional((any Driveable).self)
                ensure(recording.outcomes.count == 1, "\(recording.outcomes)")
                let good = ["made", "reused", "passedOn", "missing"]
                ensure(!good.contains(recording.outcomes.first ?? "made"), "\(recording.outcomes)")
            }
        }
    }

    @Test("own defect B4: resolve still traps with words for an instance that is not what was promised")
    func resolveTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            UpstreamBehaviourTests.registerABrokenPromise(.main)
            _ = Resolver.resolve((any Driveable).self)
        }
        let text = try failureText(result)
        #expect(text.contains("ResolverTests.Radio") && text.contains("ResolverTests.Driveable"), "\(text)")
    }

    @Test("own defect B6: the empty key names the only argument", arguments: Surroundings.allCases)
    func theOnlyArgument(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Resolver.register { (_, args) in Radio(station: args("")) }
                Resolver.register(name: "get") { (_, args) in Radio(station: args.get("")) }
                Resolver.register(name: "optional") { (_, args) in Radio(station: args.optional("") ?? "none") }
                Resolver.register(name: "handed on") { (resolver, args) in resolver.resolve(Radio.self, args: args) }
                for name: Resolver.Name? in [nil, "get", "optional", "handed on"] {
                    ensure(Resolver.resolve(Radio.self, name: name, args: "one").station == "one", "\(name as Any)")
                    let several: [String: Any] = ["": "two", "other": 3]
                    ensure(Resolver.resolve(Radio.self, name: name, args: several).station == "two", "\(name as Any)")
                }
            }
        }
    }

    @Test(
        "own defect B6: a dictionary with text for keys is arguments with keys, never the only one",
        arguments: Surroundings.allCases)
    func aDictionary(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Resolver.register { (_, args) -> Radio in
                    let texts: [String: Int]? = args.optional()
                    let numbers: [Int: Int]? = args.optional()
                    return Radio(station: "\(texts as Any) \(numbers as Any)")
                }
                func station(_ args: Any?) -> String { Resolver.resolve(Radio.self, args: args).station }
                ensure(station(["a": 1]) == "nil nil", station(["a": 1]))
                ensure(station(["a": 1, "b": 2]) == "nil nil", station(["a": 1, "b": 2]))
                ensure(station(["a": ["b": 2]]) == "Optional([\"b\": 2]) nil", station(["a": ["b": 2]]))
                ensure(station([1: 2]) == "nil Optional([1: 2])", station([1: 2]))
                ensure(station([:] as [String: Int]) == "nil nil")
            }
        }
    }
}
