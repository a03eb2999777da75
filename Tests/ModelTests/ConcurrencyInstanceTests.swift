import Resolver
import TestSupport
import Testing

// Each test runs in a process of its own, so that a crash is seen as one. In a process that has never used a sandbox,
// resolutions take the path without locks.

/// Tests of kept instances that many threads ask for, make and drop.
@Suite(.ownThreads) struct ConcurrencyInstanceTests {
    @Test func manyThreadsMakeOneInstanceForEachKey() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let scopes: [ResolverScope] = [.application, .cached, .shared, .container, ResolverScopeCache()]
            for round in 0..<rounds(400, debug: 150) {
                let resolver = Resolver()
                let made = (0..<12).map { _ in Counter() }
                let census = Census()
                for key in 0..<12 {
                    // Each service needs two with a lower number, so that threads also meet inside constructions.
                    resolver.register(name: Resolver.Name("\(key)")) { resolver -> Alpha in
                        made[key].add()
                        let needs = [key / 2, key / 3].filter { $0 < key }.map {
                            resolver.resolve(Alpha.self, name: Resolver.Name("\($0)"))
                        }
                        return Alpha(registration: key, argument: nil, needs: needs, census: census)
                    }
                    .implements((any Part).self, name: Resolver.Name("\(key)"))
                    .scope(scopes[(round + key) % scopes.count])
                }
                let seen = Locked<[Int: Set<Int>]>([:])
                let held = Locked<[any Part]>([])
                onThreads(6) { thread in
                    var random = Random(seed: UInt64(round * 100 + thread))
                    for key in (0..<12).shuffled(using: &random) {
                        let name = Resolver.Name("\(key)")
                        let part: any Part =
                            random.oneIn(2) ? resolver.resolve(name: name) : resolver.resolve(Alpha.self, name: name)
                        held.withLock { $0.append(part) }
                        seen.withLock { _ = $0[key, default: []].insert(part.item.number) }
                    }
                }
                for key in 0..<12 {
                    ensure(made[key].value == 1, "round \(round): key \(key) made \(made[key].value) times")
                    ensure(seen.withLock { $0[key]?.count } == 1, "round \(round): key \(key) seen twice")
                }
            }
        }
    }

    /// Crashes within a few seconds if `ReaderMark.awaitReaders` does not wait, and much sooner in debug builds.
    ///
    /// A reader has found an instance, but has not retained it yet, when the resetting thread releases it. Not even the thread
    /// sanitizer detects that.
    @Test func aResetWaitsForThoseWhoCopy() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let resolver = Resolver()
            let scope = ResolverScopeCache()
            let census = Census()
            @Sendable func make() -> Alpha { Alpha(registration: 7, argument: nil, needs: [], census: census) }
            resolver.register { make() }.scope(scope)
            resolver.register(name: "shared") { make() as any Part }.scope(.shared)
            resolver.register(name: "value") { Gamma(item: make()) }.scope(scope)
            let end = ContinuousClock.now + .seconds(isOptimized ? 5 : 1)
            onThreads(6) { thread in
                while ContinuousClock.now < end {
                    for round in 0..<100 {
                        // Nobody else holds these instances, so that the reset releases them.
                        if thread < 2 || round == 0 {
                            _ = resolver.resolve(Alpha.self)
                            _ = resolver.resolve(Gamma.self, name: "value")
                            scope.reset()
                            if thread == 0 { ResolverScope.shared.reset() }
                        } else {
                            ensure(resolver.resolve(Alpha.self).registration == 7, "not an instance")
                            guard thread == 5 else { continue }
                            ensure(resolver.resolve((any Part).self, name: "shared").item.registration == 7, "not one")
                            let value = resolver.resolve(Gamma.self, name: "value")
                            ensure(value.item.registration == 7 && value.rest.4 == 5, "not a value")
                        }
                    }
                }
            }
            scope.reset()
            ensure(census.living.isEmpty, "\(census.living.count) are left of \(census.made)")
        }
    }

    /// Does the same for registrations that are replaced while other threads resolve them.
    @Test func registeringAgainWaitsForThoseWhoCopy() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let resolver = Resolver()
            let census = Census()
            @Sendable func register(_ number: Int) {
                let token = Alpha(registration: number, argument: nil, needs: [], census: census)
                resolver.register {
                    Alpha(registration: token.registration, argument: nil, needs: [], census: census)
                }.scope(number % 2 == 0 ? .unique : .cached)
            }
            register(0)
            let end = ContinuousClock.now + .seconds(isOptimized ? 5 : 3)
            onThreads(6) { thread in
                while ContinuousClock.now < end {
                    for number in 0..<100 {
                        if thread < 2 {
                            register(number)
                        } else {
                            ensure(resolver.resolve(Alpha.self).registration >= 0, "not an instance")
                        }
                    }
                }
            }
            ResolverScope.cached.reset()
            // The slot keeps the first registration, and the last one is in force: each of the two holds its token.
            ensure(census.living.count == 2, "\(census.living.count) are left of \(census.made)")
        }
    }

    @Test func aFailureIsNotCachedAndOneWaiterBuildsAnew() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            struct Broken: Error {}
            for round in 0..<rounds(500, debug: 200) {
                let resolver = Resolver()
                let failures = round % 6
                let calls = Counter()
                let running = Counter()
                let census = Census()
                resolver.register { () throws -> Alpha in
                    ensure(running.add() == 1, "two threads build at once")
                    defer { running.add(-1) }
                    if calls.add() <= failures { throw Broken() }
                    return Alpha(registration: 1, argument: nil, needs: [], census: census)
                }.scope(round % 2 == 0 ? .cached : .shared)
                let thrown = Counter()
                let held = Locked<[Alpha]>([])
                onThreads(8) { _ in
                    do throws(ResolutionError) {
                        let alpha = try resolver.require(Alpha.self)
                        held.withLock { $0.append(alpha) }
                    } catch {
                        guard case .factoryThrew(let cause) = error.reason, cause is Broken else {
                            fatalError("\(error)")
                        }
                        thrown.add()
                    }
                }
                ensure(thrown.value == failures, "\(thrown.value) of \(failures) failures were thrown")
                ensure(calls.value == failures + 1, "the factory ran \(calls.value) times for \(failures) failures")
                ensure(Set(held.withLock { $0.map(\.number) }).count == 1, "several instances")
                ensure(held.withLock { $0.count } == 8 - failures, "a thread has neither an instance nor an error")
            }
        }
    }

    @Test func lazyServicesAreResolvedOnce() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let census = Census()
            Resolver.register { Alpha(registration: 1, argument: nil, needs: [], census: census) }.scope(.unique)
            Resolver.register { Beta(registration: 2, argument: nil, needs: [], census: census) }.scope(.shared)
            struct Model: Sendable {
                @LazyInjected var alpha: Alpha
                @WeakLazyInjected var beta: Beta?
            }
            for _ in 0..<rounds(2_000, debug: 400) {
                ResolverScope.shared.reset()
                let model = Model()
                let before = census.made
                let seen = Locked<[Item]>([])
                onThreads(4) { _ in
                    let items: [Item] = [model.alpha, model.beta].compactMap { $0 }
                    ensure(items.count == 2, "a weak one has gone though its maker holds it")
                    seen.withLock { $0 += items }
                    ensure(model.alpha === items[0] && model.beta === items[1], "another instance")
                }
                ensure(Set(seen.withLock { $0.map(\.number) }).count == 2, "several instances")
                ensure(census.made == before + 2, "made \(census.made - before)")
            }
            // Some threads release and set the properties while others read them.
            let model = Model()
            onThreads(6) { thread in
                for round in 0..<rounds(20_000, debug: 4_000) {
                    switch thread {
                    case 0: model.$alpha.release()
                    case 1 where round % 16 == 0:
                        model.alpha = Alpha(registration: 1, argument: nil, needs: [], census: census)
                    default: ensure(model.alpha.registration == 1, "not an instance")
                    }
                }
            }
            model.$alpha.release()
            ensure(census.living.isEmpty, "\(census.living.count) are left of \(census.made)")
        }
    }
}
