import Foundation
import Resolver
import TestSupport
import Testing

/// Registering, and the registration hook, on many threads at once.
@Suite(.ownThreads) struct ConcurrencyRegistryTests {
    @Test func noRegistrationIsLost() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let count = rounds(2_000, debug: 700)
            for round in 0..<4 {
                let resolver = Resolver()
                let census = Census()
                onThreads(6) { thread in
                    var random = Random(seed: UInt64(round * 100 + thread))
                    for number in 0..<count where thread < 4 {
                        let key = thread * count + number
                        resolver.register(name: Resolver.Name("\(key)")) {
                            Alpha(registration: key, argument: nil, needs: [], census: census)
                        }.scope(number % 2 == 0 ? .cached : .unique)
                        let found = resolver.optional(Alpha.self, name: Resolver.Name("\(key)"))
                        ensure(found?.registration == key, "\(key) is not there for the thread that registered it")
                    }
                    for _ in 0..<count where thread >= 4 {
                        let key = random.below(4 * count)
                        if let alpha = resolver.optional(Alpha.self, name: Resolver.Name("\(key)")) {
                            ensure(alpha.registration == key, "\(key) gave \(alpha.registration)")
                        }
                    }
                }
                for key in 0..<4 * count {
                    let alpha = resolver.optional(Alpha.self, name: Resolver.Name("\(key)"))
                    ensure(alpha?.registration == key, "\(key) is lost")
                }
                ensure(resolver.all(Alpha.self).count == 4 * count, "all does not give all")
            }
        }
    }

    @Test func childrenAreAddedWhileOthersSearch() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let parent = Resolver()
            let census = Census()
            onThreads(4) { thread in
                for number in 0..<rounds(300, debug: 150) {
                    if thread < 2 {
                        let key = number * 2 + thread
                        let child = Resolver()
                        child.register(name: Resolver.Name("\(key)")) {
                            Alpha(registration: key, argument: nil, needs: [], census: census)
                        }
                        parent.add(child: child)
                        ensure(parent.optional(Alpha.self, name: Resolver.Name("\(key)"))?.registration == key, "lost")
                    } else {
                        let key = Resolver.Name("\(number * 2)")
                        if let alpha = parent.optional(Alpha.self, name: key) {
                            ensure(alpha.registration == number * 2, "another")
                        }
                    }
                }
            }
            ensure(parent.all(Alpha.self).count == 2 * rounds(300, debug: 150), "all does not give all")
        }
    }

    @Test func theHookRunsOnceAndIsDoneBeforeAnybodyResolves() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let census = Census()
            for round in 0..<rounds(400, debug: 150) {
                Resolver.reset()
                let runs = Counter()
                Resolver.registerServices = {
                    runs.add()
                    for key in 0..<8 {
                        Resolver.register(name: Resolver.Name("\(key)")) {
                            Alpha(registration: key, argument: nil, needs: [], census: census)
                        }
                    }
                    ensure(Resolver.resolve(Alpha.self, name: "3").registration == 3, "the hook may resolve")
                }
                onThreads(6) { thread in
                    for key in (0..<8).reversed() {
                        let alpha = Resolver.optional(Alpha.self, name: Resolver.Name("\(key)"))
                        ensure(alpha?.registration == key, "round \(round), thread \(thread): \(key) is not there")
                    }
                }
                ensure(runs.value == 1, "the hook ran \(runs.value) times")
            }
            ensure(census.living.isEmpty, "\(census.living.count) are left")
        }
    }

    /// A reset while the hook runs arms it again: the run that began before does not count as done.
    @Test func aResetWhileTheHookRunsArmsItAgain() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let census = Census()
            for _ in 0..<rounds(300, debug: 100) {
                Resolver.reset()
                let runs = Counter()
                @Sendable func hook() {
                    let run = runs.add()
                    if run == 1 {
                        Resolver.reset()
                        Resolver.registerServices = hook
                        usleep(500)
                    } else {
                        usleep(1_000)
                        Resolver.register { Alpha(registration: run, argument: nil, needs: [], census: census) }
                    }
                }
                Resolver.registerServices = hook
                onThreads(4) { _ in
                    while runs.value < 2 { _ = Resolver.optional(Beta.self) }
                    ensure(Resolver.main.optional(Alpha.self)?.registration == 2, "the hook has not run")
                }
            }
        }
    }
}
