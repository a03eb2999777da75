import Resolver
import TestSupport
import Testing

/// Tests of lazy services for which many threads ask first.
@Suite struct ConcurrencyLazyTests {
    @Test("Defect 6: the first access of a lazy service by many threads resolves it once")
    func defect6() {
        for _ in 0..<200 {
            let resolver = Resolver()
            let made = Counter()
            let electric = Electric()
            resolver.register { () -> Petrol in
                made.add()
                return Petrol()
            }.scope(.unique)
            resolver.register { () -> Electric in
                made.add()
                return electric
            }.scope(.unique)
            let strong = LazyInjected<Petrol>(container: resolver)
            let weak = WeakLazyInjected<Electric>(container: resolver)
            let start = Barrier(of: 4)
            let seen = Locked<[Petrol]>([])
            onThreads(4) { _ in
                start.attend()
                let petrol = strong.wrappedValue
                seen.withLock { $0.append(petrol) }
                #expect(weak.wrappedValue === electric)
            }
            let all = seen.withLock { $0 }
            #expect(all.allSatisfy { $0 === all[0] })
            #expect(made.value == 2)
        }
    }

    @Test("Defect 6: no lock is held while a lazy service is resolved")
    func defect6Lock() {
        let resolver = Resolver()
        let other = LazyInjected<Electric>(container: resolver)
        let didEnd = Locked(false)
        resolver.register { Electric() }
        resolver.register { resolver -> Petrol in
            let thread = started {
                _ = other.wrappedValue
                other.release()
                resolver.register { Tyre(inches: 1) }
            }
            didEnd.withLock { $0 = thread.wait() }
            return Petrol()
        }
        let lazy = LazyInjected<Petrol>(container: resolver)
        #expect(lazy.wrappedValue.cylinders == 4)
        #expect(didEnd.withLock { $0 })
    }
}
