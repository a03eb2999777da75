import Foundation
import SafeFacade
import Synchronization
import TestSupport
import Testing

extension Container {
    var counted: Factory<Counted> { self { Counted() }.singleton }
    var slow: Factory<Network> {
        self {
            Thread.sleep(forTimeInterval: 0.5)
            return Network(host: "slow")
        }.cached
    }
    var waiting: Factory<Network> {
        self {
            let host = Locked("")
            onThreads(1) { _ in
                let name = Container.shared.settings().volume.description
                host.withLock { $0 = name }
            }
            return Network(host: host.withLock { $0 })
        }.cached
    }
}

final class Counted: Sendable {
    static let made = Atomic(0)
    init() { Counted.made.add(1, ordering: .relaxed) }
}

// These run in the process's own sandbox, as threads of one's own see no other.
@Suite(.serialized) struct TypedConcurrencyTests {
    @Test func aSingletonIsMadeOnceHoweverManyThreadsAsk() {
        let rounds = 200
        let before = Counted.made.load(ordering: .relaxed)
        for _ in 0..<rounds {
            let seen = Locked<Set<ObjectIdentifier>>([])
            onThreads(8) { _ in
                let instance = Container.shared.counted()
                seen.withLock { _ = $0.insert(ObjectIdentifier(instance)) }
            }
            #expect(seen.withLock { $0.count } == 1)
            Container.shared.counted.reset()
        }
        #expect(Counted.made.load(ordering: .relaxed) - before == rounds)
    }

    @Test func aSlowFactoryHoldsUpNobodyElse() {
        let began = ContinuousClock.now
        let others = Locked<Duration>(.zero)
        onThreads(2) { index in
            if index == 0 {
                _ = Container.shared.slow()
            } else {
                Thread.sleep(forTimeInterval: 0.05)
                _ = Container.shared.cachedLoader()
                others.withLock { $0 = ContinuousClock.now - began }
            }
        }
        #expect(others.withLock { $0 } < .milliseconds(400))
    }

    @Test func aFactoryMayWaitForAnotherThread() {
        #expect(Container.shared.waiting().host == "11")
    }

    @Test func registeringResettingAndResolvingMayRunAtOnce() {
        onThreads(4) { index in
            for round in 0..<500 {
                switch index {
                case 0: Container.shared.sharedLoader.register { Loader("\(round)") }
                case 1: Container.shared.sharedLoader.reset()
                default: _ = Container.shared.sharedLoader().origin
                }
            }
        }
        Container.shared.sharedLoader.reset()
        #expect(Container.shared.sharedLoader().origin == "live")
    }

    @Test func parametersHaveOneInstanceEachHoweverManyThreadsAsk() {
        let seen = Locked<Set<ObjectIdentifier>>([])
        let kept = Locked<[Conversation]>([])
        onThreads(8) { index in
            for id in 0..<50 {
                let instance = Container.shared.each(id)
                kept.withLock { $0.append(instance) }
                seen.withLock { _ = $0.insert(ObjectIdentifier(instance)) }
            }
        }
        #expect(seen.withLock { $0.count } == 50)
        Container.shared.each.reset()
    }
}
