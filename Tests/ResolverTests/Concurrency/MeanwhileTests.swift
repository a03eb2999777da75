import Resolver
import TestSupport
import Testing

// What happens to an instance, or to the hook, if something else is done while it is being made or run.

/// A factory in which the first caller stays until it is told to go on.
private final class SlowFactory: Sendable {
    let isEntered = Gate()
    let mayLeave = Gate()
    private let calls = Counter()

    func make() -> Thing {
        if calls.add() == 1 {
            isEntered.open()
            // If the test waits for this factory, it goes on by itself.
            _ = mayLeave.wait(within: 3)
        }
        return Thing()
    }
}

/// Makes an instance on a new thread, runs a body in the meantime, and returns the instance.
private func madeWhile(_ factory: SlowFactory, _ body: () -> Void, resolve: @escaping @Sendable () -> Thing) -> Thing {
    let context = SandboxContext.current
    let made = Locked<Thing?>(nil)
    let ended = started {
        let thing = context.run { resolve() }
        made.withLock { $0 = thing }
    }
    ensure(factory.isEntered.wait())
    body()
    factory.mayLeave.open()
    ensure(ended.wait())
    guard let thing = made.withLock({ $0 }) else { fatalError("nothing was made") }
    return thing
}

@Suite struct MeanwhileTests {
    @Test(
        "own defect D1: who asks after a reset shares no instance that began before it",
        arguments: Surroundings.allCases)
    func askingAfterAReset(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let factory = SlowFactory()
                Resolver.register { factory.make() }.scope(.cached)
                let asked = Locked<Thing?>(nil)
                let early = madeWhile(factory) {
                    ResolverScope.cached.reset()
                    let late = Resolver.resolve(Thing.self)
                    asked.withLock { $0 = late }
                } resolve: {
                    Resolver.resolve(Thing.self)
                }
                let late = asked.withLock { $0 }
                ensure(late !== early, "it was made before the reset")
                ensure(late === Resolver.resolve(Thing.self), "two who asked after the reset have two instances")
            }
        }
    }

    @Test(
        "own defect D2: a reset of everything counts for the first instance that a scope is about to keep",
        arguments: Surroundings.allCases)
    func resettingEverything(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let factory = SlowFactory()
                let resolver = Resolver()
                resolver.register { factory.make() }.scope(.cached)
                let early = madeWhile(factory) {
                    Resolver.reset()
                } resolve: {
                    resolver.resolve(Thing.self)
                }
                ensure(resolver.resolve(Thing.self) !== early)
            }
        }
    }

    @Test(
        "own defect D2: a reset counts, however many scopes are reset after it", arguments: Surroundings.allCases)
    func resettingManyScopes(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let factory = SlowFactory()
                let session = ResolverScopeCache()
                Resolver.register { factory.make() }.scope(session)
                let early = madeWhile(factory) {
                    session.reset()
                    for _ in 0..<100 { ResolverScopeCache().reset() }
                } resolve: {
                    Resolver.resolve(Thing.self)
                }
                ensure(Resolver.resolve(Thing.self) !== early)
            }
        }
    }

    @Test("own defect D3: a sandbox that is opened before the hook has run does not run it for the process")
    func aSandboxBeforeTheHook() async {
        await #expect(processExitsWith: .success) {
            Resolver.registerServices = { Resolver.register { Thing() } }
            for _ in 0..<2 { withSandbox { ensure(Resolver.optional(Thing.self) != nil) } }
            ensure(Resolver.optional(Thing.self) != nil)
            withSandbox { ensure(Resolver.optional(Thing.self) != nil) }
        }
    }
}
