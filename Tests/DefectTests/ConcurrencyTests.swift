import Foundation
import Resolver
import Synchronization
import TestSupport
import Testing

// defects.md, rows 1 to 8.

/// Registers services that wait for the other threads, and then ask for the next one of a circle.
private func registerCircle(of count: Int) {
    let all = Barrier(of: count)
    if count == 2 {
        Resolver.register { $0.circleA(all) }.scope(.application)
        Resolver.register { $0.circleB(all, before: CircleA.self) }.scope(.application)
    } else {
        Resolver.register { $0.circleA(all) }.scope(.cached)
        Resolver.register { $0.circleB(all, before: CircleC.self) }.scope(.container)
        Resolver.register { $0.circleC(all) }.scope(.shared)
    }
}

private final class CircleA: Sendable {}
private final class CircleB: Sendable {}
private final class CircleC: Sendable {}

private let lineOfA = #line + 4
extension Resolver {
    fileprivate func circleA(_ all: Barrier) -> CircleA {
        all.attend()
        _ = resolve(CircleB.self)
        return CircleA()
    }

    fileprivate func circleB<Next>(_ all: Barrier, before next: Next.Type) -> CircleB {
        all.attend()
        _ = resolve(next)
        return CircleB()
    }

    fileprivate func circleC(_ all: Barrier) -> CircleC {
        all.attend()
        _ = resolve(CircleA.self)
        return CircleC()
    }
}

@Suite("Concurrency defects") struct ConcurrencyTests {
    // MARK: - 1

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
            let failures = Atomic(0)
            onThreads(6) { thread in
                for round in 0..<300 {
                    switch (thread + round) % 6 {
                    case 0: Resolver.reset()
                    case 1: Resolver.register { Petrol() }.implements((any Engine).self).scope(.application)
                    case 2: Resolver.register(name: Resolver.Name("\(round)")) { Petrol(cylinders: round) }
                    case 3: Resolver.root = Resolver(child: .main)
                    case 4: ResolverScope.application.reset()
                    default:
                        let lazy = WeakLazyInjected<Resolver>(name: "none")
                        if !lazy.isEmpty { failures.add(1, ordering: .relaxed) }
                    }
                    if let engine = Resolver.optional((any Engine).self), engine.cylinders != 4 {
                        failures.add(1, ordering: .relaxed)
                    }
                    let named = Resolver.optional(Petrol.self, name: Resolver.Name("\(round)"))
                    if let named, named.cylinders != round { failures.add(1, ordering: .relaxed) }
                }
            }
            demand(failures.load(ordering: .relaxed) == 0, "a thread was given the wrong service")
        }
    }

    // MARK: - 2

    @Test("Defect 2: eight threads make one instance, 1,000 times over", arguments: KeptScope.allCases)
    func defect2(_ kept: KeptScope) async {
        // In a process of its own, where no other test resets the scope.
        await #expect(processExitsWith: .success) { [kept = kept as KeptScope] in
            let scope = kept.scope
            let start = Barrier(of: 8)
            let current = Locked(Resolver())
            let made = Atomic(0)
            let seen = Locked<[Int: [Petrol]]>([:])
            onThreads(8) { thread in
                for round in 0..<1_000 {
                    if thread == 0 {
                        let resolver = Resolver()
                        resolver.register { () -> Petrol in
                            made.add(1, ordering: .relaxed)
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
            demand(made.load(ordering: .relaxed) == 1_000, "made \(made.load(ordering: .relaxed))")
            let rounds = seen.withLock { $0.values }
            demand(rounds.count == 1_000, "rounds are missing")
            demand(
                rounds.allSatisfy { $0.count == 8 && Set($0.map(ObjectIdentifier.init)).count == 1 }, "there are two")
        }
    }

    // MARK: - 3

    @Test("Defect 3: a slow factory does not hold up other keys", arguments: KeptScope.allCases)
    func defect3(_ kept: KeptScope) {
        let scope = kept.scope
        let custom = ResolverScopeCache()
        let resolver = Resolver()
        let isMaking = Event()
        let others = Event()
        let didOthersEnd = Locked(false)
        resolver.register { () -> Petrol in
            isMaking.happen()
            didOthersEnd.withLock { $0 = others.comes() }
            return Petrol()
        }.scope(scope)
        resolver.register { Electric() }.scope(scope)
        resolver.register(name: "custom") { Electric() }.scope(custom)
        _ = resolver.resolve(Electric.self, name: "custom")
        let slow = started { _ = resolver.resolve(Petrol.self) }
        #expect(isMaking.comes())
        let quick = started {
            // None of it would return before the slow factory if that one held a lock.
            _ = resolver.resolve(Electric.self)
            resolver.register { Tyre(inches: 1) }
            _ = resolver.resolve(Tyre.self)
            _ = resolver.optional(Car.self)
            _ = LazyInjected<Electric>(container: resolver).wrappedValue
            custom.reset()
            _ = Resolver(child: resolver).resolve(Electric.self)
            others.happen()
        }
        #expect(quick.comes() && slow.comes())
        #expect(didOthersEnd.withLock { $0 })
    }

    // MARK: - 4

    @Test("Defect 4: a factory may wait for another thread's resolve of another key", arguments: KeptScope.allCases)
    func defect4(_ kept: KeptScope) {
        let scope = kept.scope
        let resolver = Resolver()
        let didEnd = Locked(false)
        resolver.register { Electric() }.scope(scope)
        resolver.register { resolver -> Petrol in
            let other = started { _ = resolver.resolve(Electric.self) }
            didEnd.withLock { $0 = other.comes() }
            return Petrol()
        }.scope(scope)
        #expect(resolver.resolve(Petrol.self).cylinders == 4)
        #expect(didEnd.withLock { $0 })
    }

    // MARK: - 5

    @Test("Defect 5: two threads that build A→B and B→A are reported with both chains, and do not hang")
    func defect5() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            registerCircle(of: 2)
            onThreads(2) { thread in
                if thread == 0 { _ = Resolver.resolve(CircleA.self) } else { _ = Resolver.resolve(CircleB.self) }
            }
        }
        let text = try failureText(result)
        let file = "DefectTests/ConcurrencyTests.swift"
        let throughA = """
            DefectTests.CircleB  \(file):\(lineOfA)
                        in   DefectTests.CircleA  \(file):\(line)
            """
        let throughB = """
            DefectTests.CircleA  \(file):\(lineOfA + 6)
                        in   DefectTests.CircleB  \(file):\(line)
            """
        func report(_ service: String, _ mine: String, _ other: String) -> String {
            """
            Resolver: 'DefectTests.\(service)' is being made by a thread that waits for this one  [cycle]
              this thread    \(mine)
              the other      \(other)
              to mend it     inject one of them with @LazyInjected, or pass it in after both are made
            """
        }
        #expect(text == report("CircleB", throughA, throughB) || text == report("CircleA", throughB, throughA))
    }

    @Test("Defect 5: so are three threads, whatever the scopes")
    func defect5Three() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            registerCircle(of: 3)
            onThreads(3) { thread in
                switch thread {
                case 0: _ = Resolver.resolve(CircleA.self)
                case 1: _ = Resolver.resolve(CircleB.self)
                default: _ = Resolver.resolve(CircleC.self)
                }
            }
        }
        let text = try failureText(result)
        let file = "DefectTests/ConcurrencyTests.swift"
        let services = ["CircleA", "CircleB", "CircleC"]
        let lines = [lineOfA, lineOfA + 6, lineOfA + 12]
        func chain(_ index: Int) -> String {
            """
            DefectTests.\(services[(index + 1) % 3])  \(file):\(lines[index])
                        in   DefectTests.\(services[index])  \(file):\(line)
            """
        }
        let reports = (0..<3).map { last in
            """
            Resolver: 'DefectTests.\(services[(last + 1) % 3])' is being made by a thread that waits for this one  [cycle]
              this thread    \(chain(last))
              thread 2       \(chain((last + 1) % 3))
              thread 3       \(chain((last + 2) % 3))
              to mend it     inject one of them with @LazyInjected, or pass it in after both are made
            """
        }
        #expect(reports.contains(text), "\(text)")
    }

    // MARK: - 6

    @Test("Defect 6: the first access of a lazy service by many threads resolves it once")
    func defect6() {
        for _ in 0..<200 {
            let resolver = Resolver()
            let made = Atomic(0)
            let electric = Electric()
            resolver.register { () -> Petrol in
                made.add(1, ordering: .relaxed)
                return Petrol()
            }.scope(.unique)
            resolver.register { () -> Electric in
                made.add(1, ordering: .relaxed)
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
            #expect(made.load(ordering: .relaxed) == 2)
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
            didEnd.withLock { $0 = thread.comes() }
            return Petrol()
        }
        let lazy = LazyInjected<Petrol>(container: resolver)
        #expect(lazy.wrappedValue.cylinders == 4)
        #expect(didEnd.withLock { $0 })
    }

    // MARK: - 7

    @Test("Defect 7: the registration hook runs once, and all who resolve meanwhile see its result")
    func defect7() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<100 {
                let runs = Atomic(0)
                let start = Barrier(of: 6)
                Resolver.reset()
                Resolver.registerServices = {
                    runs.add(1, ordering: .relaxed)
                    for cylinders in 1...20 { Resolver.register { Petrol(cylinders: cylinders) } }
                }
                onThreads(6) { _ in
                    start.attend()
                    demand(Resolver.resolve(Petrol.self).cylinders == 20, "resolved before the hook had ended")
                }
                demand(runs.load(ordering: .relaxed) == 1, "the hook ran more than once, or never")
            }
        }
    }

    @Test("Defect 7: who resolves while a slow hook runs waits for it")
    func defect7Slow() async {
        await #expect(processExitsWith: .success) {
            let isRunning = Event()
            let isAsked = Event()
            Resolver.registerServices = {
                isRunning.happen()
                demand(isAsked.comes(), "nobody asked")
                // Long enough for the other thread to come by here if nothing stopped it.
                Thread.sleep(forTimeInterval: 0.05)
                Resolver.register { Petrol() }
                // The hook itself may resolve.
                demand(Resolver.optional(Petrol.self) != nil, "the hook does not see what it registered")
            }
            let first = started { demand(Resolver.optional(Petrol.self) != nil, "the first sees nothing") }
            demand(isRunning.comes(), "the hook has not begun")
            let second = started {
                isAsked.happen()
                demand(Resolver.optional(Petrol.self) != nil, "the second came too early")
            }
            demand(first.comes() && second.comes(), "they hang")
        }
    }

    // MARK: - 8

    final class Pair: @unchecked Sendable {
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

    @Test("Defect 8: a thread that a factory starts has a graph of its own")
    func defect8Threads() {
        let resolver = Resolver()
        let ofOther = Locked<Petrol?>(nil)
        resolver.register { Petrol() }
        resolver.register { resolver -> Pair in
            let first: Petrol = resolver.resolve()
            onThreads(1) { _ in
                let petrol = resolver.resolve(Petrol.self)
                ofOther.withLock { $0 = petrol }
            }
            return Pair(first, resolver.resolve())
        }
        let pair = resolver.resolve(Pair.self)
        #expect(pair.first === pair.second)
        #expect(ofOther.withLock { $0 } !== pair.first)
    }

    @Test("Defect 8: graph instances are not kept after their resolution")
    func defect8Kept() throws {
        let resolver = Resolver()
        weak var petrol: Petrol?
        resolver.register { Petrol() }
        resolver.register { resolver -> Tyre in
            petrol = resolver.resolve(Petrol.self)
            // While the resolution lasts, it is kept.
            return Tyre(inches: petrol == nil ? 0 : 1)
        }
        #expect(resolver.resolve(Tyre.self).inches == 1)
        #expect(petrol == nil)
        // Also after one that failed.
        struct Flat: Error {}
        resolver.register { resolver -> Tyre in
            petrol = resolver.resolve(Petrol.self)
            throw Flat()
        }
        #expect(throws: ResolutionError.self) { try resolver.require(Tyre.self) }
        #expect(petrol == nil)
    }
}
