import Resolver
import TestSupport
import Testing

/// Threads do everything at once, with the same keys.
///
/// Nothing crashes; a resolved instance was made for its key, and is alive; in the end everything is released.
@Suite(.ownThreads) struct ConcurrencyChaosTests {
    @Test func everythingAtOnceInTheDefaultSandbox() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            Chaos(seed: 1).run(seconds: isSanitized ? 4 : 2)
        }
    }

    @Test func everythingAtOnceWhereSandboxesAreUsed() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            withSandbox {}
            Chaos(seed: 2).run(seconds: isSanitized ? 4 : 2)
        }
    }

    /// An instance is read in the way in which it is kept, even if another lifetime was stated since.
    @Test func aLifetimeIsChangedWhileOthersResolve() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let resolver = Resolver()
            let census = Census()
            let options = resolver.register {
                Gamma(item: Alpha(registration: 7, argument: nil, needs: [], census: census))
            }
            let parts = resolver.register(name: "part") {
                Alpha(registration: 7, argument: nil, needs: [], census: census) as any Part
            }
            let scopes: [ResolverScope] = [.cached, .shared, .application, .shared]
            let shared = Locked((options, parts))
            let end = ContinuousClock.now + .seconds(2)
            onThreads(4) { thread in
                let (options, parts) = shared.withLock { $0 }
                var round = 0
                while ContinuousClock.now < end {
                    round += 1
                    if thread == 0 {
                        options.scope(scopes[round % 4])
                        parts.scope(scopes[round % 4])
                    } else {
                        ensure(resolver.resolve(Gamma.self).item.registration == 7, "not a value")
                        ensure(resolver.resolve((any Part).self, name: "part").item.registration == 7, "not a part")
                    }
                }
            }
        }
    }
}

/// A resolver, its child, and threads that change and resolve the same few keys.
private final class Chaos: Sendable {
    private static let keys = 4
    private let resolver = Resolver()
    private let child = Resolver()
    private let census = Census()
    private let seed: UInt64
    private let session = ResolverScopeCache()
    /// The options of the last registrations under each key; options are values that share their registrations.
    private let options: [Locked<[ResolverOptions<Alpha>]>]
    private let registered = Counter()

    init(seed: UInt64) {
        self.seed = seed
        options = (0..<Chaos.keys).map { _ in Locked([]) }
        resolver.add(child: child)
        for key in 0..<Chaos.keys { register(key, with: child) }
    }

    func run(seconds: Double) {
        let end = ContinuousClock.now + .seconds(seconds)
        onThreads(6) { [self] thread in
            var random = Random(seed: seed &* 101 &+ UInt64(thread))
            var held: [any Thing] = []
            while ContinuousClock.now < end {
                for _ in 0..<50 { step(random: &random, held: &held) }
                let living = census.living
                for thing in held {
                    ensure(living.contains(thing.item.number), "\(thing.item.number) is held and dead")
                }
                held.removeAll()
            }
        }
        for options in options { options.withLock { $0 = [] } }
        for scope in [ResolverScope.application, .cached, .shared, session, resolver.cache, child.cache] {
            scope.reset()
        }
        ensure(census.living.isEmpty, "\(census.living.count) are left of \(census.made)")
        ensure(census.made > 100, "hardly anything was made")
    }

    private func name(_ key: Int) -> Resolver.Name { Resolver.Name("\(key)") }

    /// Makes a registration whose number shows its key, and that needs a service with a lower key.
    private func register(_ key: Int, with resolver: Resolver) {
        let number = registered.add() * Chaos.keys + key
        let new = resolver.register(name: name(key)) { [census] resolver, args -> Alpha in
            let needs = key == 0 ? [] : [resolver.resolve(Alpha.self, name: Resolver.Name("\(key - 1)"))]
            return Alpha(registration: number, argument: args.optional(), needs: needs, census: census)
        }
        .implements((any Part).self, name: name(key))
        options[key].withLock { options in
            options.append(new)
            if options.count > 3 { options.removeFirst() }
        }
    }

    private func step(random: inout Random, held: inout [any Thing]) {
        let key = random.below(Chaos.keys)
        let scopes = [
            ResolverScope.application, .cached, .shared, .container, .graph, .unique, session, resolver.cache,
        ]
        switch random.below(24) {
        case 0: register(key, with: random.oneIn(2) ? resolver : child)
        case 1, 2:
            // Outside the lock, as `scope` releases instances, whose deinitialisers take the census's lock.
            let chosen = options[key].withLock { $0.randomElement(using: &random) }
            chosen?.scope(scopes[random.below(scopes.count)])
        case 3: scopes[random.below(scopes.count)].reset()
        case 4: child.cache.reset()
        case 5: options[key].withLock { $0.randomElement(using: &random) }?.resolveProperties { _, _ in }
        case 6..<10: keep(resolver.resolve((any Part).self, name: name(key)), key, &held)
        case 10..<13: keep(resolver.resolve(Alpha.self, name: name(key), args: key), key, &held)
        case 13..<15: if let alpha = child.optional(Alpha.self, name: name(key)) { keep(alpha, key, &held) }
        case 15:
            for part in resolver.all((any Part).self) {
                keep(part, part.item.registration % Chaos.keys, &held)
            }
        default: keep(resolver.resolve(Alpha.self, name: name(key)), key, &held)
        }
    }

    private func keep(_ thing: any Thing, _ key: Int, _ held: inout [any Thing]) {
        ensure(thing.item.registration % Chaos.keys == key, "key \(key) gave one of \(thing.item.registration)")
        ensure(
            thing.item.needs.allSatisfy { $0.item.registration % Chaos.keys == key - 1 }, "key \(key) has a wrong need")
        held.append(thing)
    }
}
