import Resolver
import TestSupport
import Testing

@Suite struct ConcurrencyTests {
    @Test("Defect 1: register, resolve, reset and first lazy access at once never crash")
    func defect1() {
        let resolver = Resolver()
        let scope = ResolverScopeCache()
        resolver.register { Petrol() }.scope(scope)
        let lazy = LazyInjected<Petrol>(container: resolver)
        onThreads(4) { thread in
            for round in 0..<500 {
                switch (thread + round) % 4 {
                case 0: resolver.register { Petrol() }.scope(scope)
                case 1: #expect(resolver.resolve(Petrol.self).cylinders == 4)
                case 2: scope.reset()
                default:
                    #expect(lazy.wrappedValue.cylinders == 4)
                    lazy.release()
                }
            }
        }
    }

    @Test("Defect 1: the same, of the static functions, while everything is reset")
    func defect1Static() async {
        // In a process of its own, as threads do not inherit a sandbox.
        await #expect(processExitsWith: .success) {
            beginProcess()
            let failures = Counter()
            onThreads(6) { thread in
                for round in 0..<300 {
                    switch (thread + round) % 6 {
                    case 0: Resolver.reset()
                    case 1: Resolver.register { Petrol() }.implements((any Motor).self).scope(.application)
                    case 2: Resolver.register(name: Resolver.Name("\(round)")) { Petrol(cylinders: round) }
                    case 3: Resolver.root = Resolver(child: .main)
                    case 4: ResolverScope.application.reset()
                    default:
                        let lazy = WeakLazyInjected<Resolver>(name: "none")
                        if !lazy.isEmpty { failures.add() }
                    }
                    if let engine = Resolver.optional((any Motor).self), engine.cylinders != 4 {
                        failures.add()
                    }
                    let named = Resolver.optional(Petrol.self, name: Resolver.Name("\(round)"))
                    if let named, named.cylinders != round { failures.add() }
                }
            }
            ensure(failures.value == 0, "a thread was given the wrong service")
        }
    }

    @Test("Defect 2: eight threads make one instance, 1,000 times over", arguments: KeptScope.allCases)
    func defect2(_ kept: KeptScope) async {
        // In a process of its own, where no other test resets the scope.
        await #expect(processExitsWith: .success) { [kept = kept as KeptScope] in
            beginProcess()
            let scope = kept.scope
            let start = Barrier(of: 8)
            let current = Locked(Resolver())
            let made = Counter()
            let seen = Locked<[Int: [Petrol]]>([:])
            onThreads(8) { thread in
                for round in 0..<1_000 {
                    if thread == 0 {
                        let resolver = Resolver()
                        resolver.register { () -> Petrol in
                            made.add()
                            return Petrol(cylinders: round)
                        }.scope(scope)
                        current.withLock { $0 = resolver }
                    }
                    start.attend()
                    let petrol = current.withLock { $0 }.resolve(Petrol.self)
                    seen.withLock { $0[round, default: []].append(petrol) }
                    start.attend()
                }
            }
            ensure(made.value == 1_000, "made \(made.value)")
            let rounds = seen.withLock { $0.values }
            ensure(rounds.count == 1_000, "rounds are missing")
            ensure(
                rounds.allSatisfy { $0.count == 8 && Set($0.map(ObjectIdentifier.init)).count == 1 }, "there are two")
        }
    }

    @Test("Defect 3: a slow factory does not hold up other keys", arguments: KeptScope.allCases)
    func defect3(_ kept: KeptScope) {
        let scope = kept.scope
        let custom = ResolverScopeCache()
        let resolver = Resolver()
        let isMaking = Gate()
        let others = Gate()
        let didOthersEnd = Locked(false)
        resolver.register { () -> Petrol in
            isMaking.open()
            didOthersEnd.withLock { $0 = others.wait() }
            return Petrol()
        }.scope(scope)
        resolver.register { Electric() }.scope(scope)
        resolver.register(name: "custom") { Electric() }.scope(custom)
        _ = resolver.resolve(Electric.self, name: "custom")
        let slow = started { _ = resolver.resolve(Petrol.self) }
        #expect(isMaking.wait())
        let quick = started {
            // None of these calls would return before the slow factory if that held a lock.
            _ = resolver.resolve(Electric.self)
            resolver.register { Tyre(inches: 1) }
            _ = resolver.resolve(Tyre.self)
            _ = resolver.optional(Car.self)
            _ = LazyInjected<Electric>(container: resolver).wrappedValue
            custom.reset()
            _ = Resolver(child: resolver).resolve(Electric.self)
            others.open()
        }
        #expect(quick.wait() && slow.wait())
        #expect(didOthersEnd.withLock { $0 })
    }

    @Test("Defect 4: a factory may wait for another thread's resolve of another key", arguments: KeptScope.allCases)
    func defect4(_ kept: KeptScope) {
        let scope = kept.scope
        let resolver = Resolver()
        let didEnd = Locked(false)
        resolver.register { Electric() }.scope(scope)
        resolver.register { resolver -> Petrol in
            let other = started { _ = resolver.resolve(Electric.self) }
            didEnd.withLock { $0 = other.wait() }
            return Petrol()
        }.scope(scope)
        #expect(resolver.resolve(Petrol.self).cylinders == 4)
        #expect(didEnd.withLock { $0 })
    }

    @Test("own defect D121: who asks after a thread has ended in the factory makes the instance")
    func aThreadThatEndsInAFactory() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 30)
            let ends = Locked(true)
            let begun = Gate()
            let sleepers = Sleepers()
            Resolver.register { () -> Petrol in
                guard ends.withLock({ $0 }) else { return Petrol(cylinders: 9) }
                begun.open()
                sleepers.areAsleep(1)
                ends.withLock { $0 = false }
                endThread()
            }.scope(.application)
            onThreads(2) { thread in
                if thread == 1 {
                    ensure(begun.wait(), "the factory has not begun")
                    sleepers.join()
                }
                let petrol = Resolver.resolve(Petrol.self)
                ensure(petrol.cylinders == 9, "made by the thread that ended")
            }
            ensure(Resolver.resolve(Petrol.self).cylinders == 9, "nothing is kept")
        }
    }

    @Test("own defect D121: who asks after a thread has ended in the registration hook runs it")
    func aThreadThatEndsInTheHook() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 30)
            let ends = Locked(true)
            let begun = Gate()
            let sleepers = Sleepers()
            Resolver.registerServices = {
                if ends.withLock({ $0 }) {
                    begun.open()
                    sleepers.areAsleep(1)
                    ends.withLock { $0 = false }
                    endThread()
                }
                Resolver.register { Petrol(cylinders: 5) }
            }
            onThreads(2) { thread in
                if thread == 1 {
                    ensure(begun.wait(), "the hook has not begun")
                    sleepers.join()
                }
                let cylinders = Resolver.optional(Petrol.self)?.cylinders
                ensure(cylinders == 5, "the hook has not run")
            }
        }
    }
}
