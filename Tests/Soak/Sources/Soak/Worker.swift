import Foundation
import Resolver
import SafeFacade

/// The random work of one thread.
///
/// All workers make steps in the same few environments at once, where each instance must be alive and of the right kind. Other
/// rounds run in an environment of their own, where everything is known exactly.
struct Worker {
    let number: Int
    var random: Random
    /// The process's environment, and sandboxes that all workers share.
    let arenas: [SandboxContext]

    mutating func work(until end: ContinuousClock.Instant) {
        while ContinuousClock.now < end { step() }
    }

    mutating func step() {
        switch random.below(10) {
        case 0:
            Progress.note(number, "a sandbox of its own")
            withSandbox { exactly() }
        case 1:
            Progress.note(number, "a fresh sandbox")
            withSandbox(.fresh) { beginAnew() }
        case 2:
            Progress.note(number, "a resolver of its own")
            ownResolver()
        case 3 where random.below(8) == 0:
            Progress.note(number, "watching")
            anyArena.run { watched() }
        case 4 where random.below(200) == 0:
            Progress.note(number, "validating")
            anyArena.run { validate() }
        default:
            anyArena.run { shared() }
        }
    }

    // MARK: - In the environments that are shared

    private var anyArena: SandboxContext { mutating get { arenas[random.below(arenas.count)] } }

    mutating func shared() {
        let kind = random.below(6)
        let scopes = [ResolverScope.application, .cached, .shared, .container, .graph, .unique, .session]
        let scope = scopes[random.below(scopes.count)]
        let choice = random.below(30)
        Progress.note(number, "shared step \(choice) with kind \(kind)")
        switch choice {
        case 0: Resolver.registerKind(kind, in: .main).scope(scope)
        case 1: Resolver.registerKind(6 + kind % 2, in: .main).scope(scope)
        case 2: scope.reset()
        case 3: Resolver.main.cache.reset()
        case 4:
            do {
                try Resolver.require(Thing.self, name: name(6 + kind % 2)).check(6 + kind % 2)
            } catch {
                guard case .factoryThrew(let thrown) = error.reason, thrown is Unlucky else { fail("\(error)") }
            }
        case 5: Resolver.resolve(Thing.self, name: "exported").check(Kind.exported)
        case 6: for thing in Resolver.main.all(Note.self) where thing.text != "note" { fail("another note") }
        case 7: useModel()
        case 8: Container.shared.single.register { Thing(Kind.single) }
        case 9: Container.shared.cached.register { Thing(Kind.cached) }
        case 10: Container.shared.weakly.reset()
        case 11: Container.shared.reset(.scope)
        case 12: FactoryContext.current = random.below(2) == 0 ? [.arg("soak")] : []
        case 13: Container.shared.exported.register { Thing(Kind.exported) }
        case 14: Depot.shared.part().check(Kind.part)
        case 15:
            let parameter = random.below(40)
            Container.shared.parameters(parameter).check(Kind.parameters + parameter)
        case 16: Container.shared.registered().check(1)
        case 17: Container.shared.session().check(Kind.session)
        case 18: Container.shared.contextual().check(Kind.contextual)
        case 19: Container.shared.exported().check(Kind.exported)
        case 20: Container.shared.single().check(Kind.single)
        case 21: Container.shared.cached().check(Kind.cached)
        case 22: Container.shared.weakly().check(Kind.weakly)
        case 23, 24:
            let plain = Container.shared.plain()
            plain.check(Kind.plain)
            if plain.needs[0] !== plain.needs[1] { fail("a graph has two instances of one service") }
        case 25: Container.shared.reset()
        case 26: decorated()
        default: Resolver.resolve(Thing.self, name: name(kind)).check(kind)
        }
    }

    private func useModel() {
        let model = Model()
        let context = SandboxContext.current
        let read = atOnce(2) { context.run { (model.lazy, model.typed) } }
        if read[0].0 !== read[1].0 || read[0].1 !== read[1].1 { fail("a lazy wrapper has given two instances") }
        read[0].0.check(2)
        read[0].1.check(Kind.cached)
        model.weak?.check(3)
        model.injected.check(Kind.plain)
    }

    // MARK: - Where everything is known

    /// Several threads ask for a service that is made once; its factory first throws a chosen number of times.
    private mutating func exactly() {
        let failures = random.below(3)
        let calls = Counter()
        let scopes = [ResolverScope.application, .cached, .container, .session]
        let scope = scopes[random.below(scopes.count)]
        let isReset = random.below(3) == 0
        Resolver.register { () throws -> Thing in
            let number = calls.add()
            if Chance.oneIn(4) { linger() }
            if number <= failures { throw Unlucky() }
            return Thing(42)
        }.scope(scope)
        let context = SandboxContext.current
        let given = atOnce(4) { () -> Thing? in
            context.run {
                while true { if let thing = try? Resolver.require(Thing.self) { return thing } }
            }
        }.compactMap { $0 }
        expectOne(given, "four threads that ask for a \(scope) at once")
        let count = calls.value
        if count != failures + 1 { fail("a factory that fails \(failures) times ran \(count) times") }

        if isReset { resetMeanwhile(scope, context) }
        typedExactly(context)
        parametersMeanwhile(context)
    }

    /// One thread resets while others ask: what it asks for afterwards is a single instance, made after the reset.
    private func resetMeanwhile(_ scope: ResolverScope, _ context: SandboxContext) {
        let former = Resolver.resolve(Thing.self)
        let order = Counter()
        _ = atOnce(3) {
            context.run {
                guard order.add() == 1 else {
                    for _ in 0..<3 { Resolver.resolve(Thing.self).check(42) }
                    return
                }
                for _ in 0..<3 {
                    if scope === ResolverScope.container { Resolver.main.cache.reset() } else { scope.reset() }
                    let (one, other) = (Resolver.resolve(Thing.self), Resolver.resolve(Thing.self))
                    if one !== other { fail("two instances are given after a reset") }
                    if one === former { fail("an instance is given that was made before the reset") }
                }
            }
        }
    }

    private mutating func typedExactly(_ context: SandboxContext) {
        let calls = Counter()
        let make = { @Sendable () -> Thing in
            calls.add()
            if Chance.oneIn(4) { linger() }
            return Thing(42)
        }
        Container.shared.push()
        Container.shared.cached.register(make)
        expectOne(atOnce(4) { context.run { Container.shared.cached() } }, "four threads that ask for a cached factory")
        Container.shared.single.register(make)
        expectOne(atOnce(4) { context.run { Container.shared.single() } }, "four threads that ask for a singleton")
        let count = calls.value
        if count != 2 { fail("two typed factories ran \(count) times") }
        Container.shared.pop()
        Container.shared.cached().check(Kind.cached)
        // After a reset, every caller asks a container that has registered itself again.
        for _ in 0..<2 {
            Depot.shared.reset()
            for part in atOnce(3, { context.run { Depot.shared.part() } }) { part.check(Kind.part) }
        }
    }

    /// Several threads ask for a few parameters, while one thread resets them.
    ///
    /// They share nothing else, as any other ordering of the threads would hide a race from the thread sanitizer.
    private func parametersMeanwhile(_ context: SandboxContext) {
        let order = Counter()
        _ = atOnce(3) {
            context.run {
                let resets = order.add() == 1
                for turn in 0..<60 {
                    if resets, turn.isMultiple(of: 3) { ResolverScope.cached.reset() }
                    Container.shared.parameters(turn % 2).check(Kind.parameters + turn % 2)
                }
            }
        }
    }

    private func expectOne(_ given: [Thing], _ who: String) {
        for thing in given {
            thing.check(42)
            if thing !== given[0] { fail("\(who) are given two instances") }
        }
    }

    /// Resets everything, with other roots, and finds what the hook registers.
    private mutating func beginAnew() {
        for _ in 0..<2 {
            Resolver.resolve(Thing.self, name: "4").check(4)
            Container.shared.registered().check(1)
            let mocks = Resolver(child: .main)
            mocks.register(name: "1") { Thing(1) }
            Resolver.root = mocks
            Container.shared.registered().check(1)
            Depot.shared.part().check(Kind.part)
            if random.below(2) == 0 { withSandbox { shared() } }
            Resolver.reset()
        }
        Resolver.resolve(Thing.self, name: "exported").check(Kind.exported)
    }

    /// Uses a resolver and a scope that no other worker knows, in the process's environment.
    private mutating func ownResolver() {
        let calls = Counter()
        let resolver = Resolver(child: Resolver())
        let scope = ResolverScopeCache()
        resolver.register { () -> Thing in
            calls.add()
            return Thing(42)
        }.scope(random.below(2) == 0 ? scope : resolver.cache).implements((any Sendable).self)
        expectOne(atOnce(3) { resolver.resolve(Thing.self) }, "three threads that ask a resolver of their own")
        (resolver.resolve((any Sendable).self) as? Thing)?.check(42)
        let count = calls.value
        if count != 1 { fail("a kept instance of a resolver of its own was made \(count) times") }
    }
}
