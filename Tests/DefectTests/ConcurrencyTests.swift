import Foundation
import Resolver
import Synchronization
import TestSupport
import Testing

// defects.md, rows 1 to 8. Row 5 is held whole in ResolverTests/Diagnostics/CycleTests.swift.
@Suite("Concurrency defects") struct ConcurrencyTests {
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

    @Test("Defect 2: eight threads make one instance, 1,000 times over")
    func defect2() {
        let resolver = Resolver()
        let made = Atomic(0)
        let scope = ResolverScopeCache()
        resolver.register { () -> Petrol in
            made.add(1, ordering: .relaxed)
            return Petrol()
        }.scope(scope)
        let start = Barrier(of: 8)
        let seen = Locked<[Int: Set<ObjectIdentifier>]>([:])
        onThreads(8) { thread in
            for round in 0..<1_000 {
                start.attend()
                let petrol = resolver.resolve(Petrol.self)
                _ = seen.withLock { $0[round, default: []].insert(ObjectIdentifier(petrol)) }
                start.attend()
                if thread == 0 { scope.reset() }
            }
        }
        #expect(made.load(ordering: .relaxed) == 1_000)
        #expect(seen.withLock { $0.values.allSatisfy { $0.count == 1 } })
    }

    @Test("Defect 3: a slow factory does not hold up other keys")
    func defect3() {
        let resolver = Resolver()
        let isMaking = DispatchSemaphore(value: 0)
        let goOn = DispatchSemaphore(value: 0)
        resolver.register { () -> Petrol in
            isMaking.signal()
            goOn.wait()
            return Petrol()
        }.scope(.container)
        resolver.register { Electric() }.scope(.container)
        onThreads(2) { thread in
            if thread == 0 {
                _ = resolver.resolve(Petrol.self)
            } else {
                isMaking.wait()
                // Would never return if the other factory held a lock.
                _ = resolver.resolve(Electric.self)
                resolver.register { Tyre(inches: 1) }
                _ = resolver.resolve(Tyre.self)
                goOn.signal()
            }
        }
    }

    @Test("Defect 4: a factory may wait for another thread's resolve of another key")
    func defect4() {
        let resolver = Resolver()
        resolver.register { Electric() }.scope(.container)
        resolver.register { resolver -> Petrol in
            onThreads(1) { _ in _ = resolver.resolve(Electric.self) }
            return Petrol()
        }.scope(.container)
        #expect(resolver.resolve(Petrol.self).cylinders == 4)
    }

    @Test("Defect 5: two threads that build A→B and B→A are reported, and do not hang")
    func defect5() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let both = Barrier(of: 2)
            Resolver.registerServices = nil
            Resolver.register { resolver -> Petrol in
                both.attend()
                _ = resolver.resolve(Electric.self)
                return Petrol()
            }.scope(.application)
            Resolver.register { resolver -> Electric in
                both.attend()
                _ = resolver.resolve(Petrol.self)
                return Electric()
            }.scope(.application)
            onThreads(2) { thread in
                if thread == 0 { _ = Resolver.resolve(Petrol.self) } else { _ = Resolver.resolve(Electric.self) }
            }
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("is being made by a thread that waits for this one  [cycle]"))
        #expect(output.contains("  this thread    DefectTests."))
        #expect(output.contains("  the other      DefectTests."))
    }

    @Test("Defect 6: the first access of a lazy service by many threads resolves it once, with no lock held")
    func defect6() {
        for _ in 0..<50 {
            let resolver = Resolver()
            let made = Atomic(0)
            resolver.register { resolver -> Petrol in
                made.add(1, ordering: .relaxed)
                // Would never end if the wrapper held a lock that another resolution needs.
                onThreads(1) { _ in _ = resolver.optional(Tyre.self) }
                return Petrol()
            }.scope(.unique)
            let electric = Electric()
            resolver.register { () -> Electric in
                made.add(1, ordering: .relaxed)
                return electric
            }.scope(.unique)
            let strong = LazyInjected<Petrol>(container: resolver)
            let weak = WeakLazyInjected<Electric>(container: resolver)
            let seen = Locked<Set<ObjectIdentifier>>([])
            onThreads(4) { _ in
                let petrol = strong.wrappedValue
                _ = seen.withLock { $0.insert(ObjectIdentifier(petrol)) }
                #expect(weak.wrappedValue === electric)
            }
            #expect(seen.withLock { $0.count } == 1)
            #expect(made.load(ordering: .relaxed) == 2)
        }
    }

    @Test("Defect 7: the registration hook runs once, and all who resolve meanwhile see its result")
    func defect7() async {
        // In a process of its own, as threads do not inherit a sandbox.
        await #expect(processExitsWith: .success) {
            for _ in 0..<50 {
                let runs = Atomic(0)
                Resolver.reset()
                Resolver.registerServices = {
                    runs.add(1, ordering: .relaxed)
                    for cylinders in 1...20 { Resolver.register { Petrol(cylinders: cylinders) } }
                }
                onThreads(6) { _ in
                    precondition(Resolver.resolve(Petrol.self).cylinders == 20)
                }
                precondition(runs.load(ordering: .relaxed) == 1)
            }
        }
    }

    @Test("Defect 8: graph instances belong to one resolution on one thread, and are not kept")
    func defect8() {
        final class Pair: @unchecked Sendable {
            // Sound because it is only compared.
            let first: Petrol
            let second: Petrol
            init(_ first: Petrol, _ second: Petrol) {
                self.first = first
                self.second = second
            }
        }
        let resolver = Resolver()
        resolver.register { Petrol() }
        resolver.register { Pair($0.resolve(), $0.resolve()) }
        let pairs = Locked<[Pair]>([])
        onThreads(4) { _ in
            for _ in 0..<250 {
                let pair = resolver.resolve(Pair.self)
                pairs.withLock { $0.append(pair) }
            }
        }
        let all = pairs.withLock { $0 }
        #expect(all.allSatisfy { $0.first === $0.second })
        #expect(Set(all.map { ObjectIdentifier($0.first) }).count == 1_000)
    }
}
