import Resolver
import TestSupport
import Testing

/// Graphs on several threads.
@Suite struct ConcurrencyScopeTests {
    final class Twins: @unchecked Sendable {
        // Sound because it never changes.
        let first: Petrol
        let second: Petrol
        init(_ first: Petrol, _ second: Petrol) {
            self.first = first
            self.second = second
        }
    }

    @Test("Defect 8: graph instances belong to one resolution on one thread")
    func defect8() {
        let resolver = Resolver()
        resolver.register { Petrol() }
        resolver.register { Twins($0.resolve(), $0.resolve()) }
        let pairs = Locked<[Twins]>([])
        onThreads(4) { _ in
            for _ in 0..<250 {
                let pair = resolver.resolve(Twins.self)
                pairs.withLock { $0.append(pair) }
            }
        }
        let all = pairs.withLock { $0 }
        #expect(all.allSatisfy { $0.first === $0.second })
        #expect(Set(all.map { ObjectIdentifier($0.first) }).count == 1_000)
    }

    @Test("Defect 8: a thread that a factory starts has a graph of its own")
    func defect8Threads() {
        let resolver = Resolver()
        let ofOther = Locked<Petrol?>(nil)
        resolver.register { Petrol() }
        resolver.register { resolver -> Twins in
            let first: Petrol = resolver.resolve()
            onThreads(1) { _ in
                let petrol = resolver.resolve(Petrol.self)
                ofOther.withLock { $0 = petrol }
            }
            return Twins(first, resolver.resolve())
        }
        let pair = resolver.resolve(Twins.self)
        #expect(pair.first === pair.second)
        #expect(ofOther.withLock { $0 } !== pair.first)
    }

    @Test("own defect D77: a resolver may go while a scope that keeps its instances is reset")
    func aResolverGoesWhileItsScopeIsReset() async throws {
        let (scope, living, ended) = (ResolverScopeCache(), LivingObjects(), Counter())
        onThreads(3) { index in
            if index == 0 {
                while ended.value < 2 { scope.reset() }
                return
            }
            for round in 0..<rounds(20_000, debug: 4_000) {
                let resolver = Resolver()
                // Not all are counted, as the threads would wait for each other.
                for name in ["a", "b", "c"] {
                    resolver.register(name: .init(name)) { round % 50 == 0 ? living.counted(Petrol()) : Petrol() }
                        .scope(scope)
                }
                for name in ["a", "b", "c"] { _ = resolver.resolve(Petrol.self, name: .init(name)) }
            }
            ended.add()
        }
        // A thread of another test may be about to release the last of them.
        try await living.wait(untilAtMost: 0)
        #expect(living.count > 0 && living.alive == 0)
    }
}
