import Foundation
import Resolver
import TestSupport
import Testing

/// Registers services whose factories wait for the other threads, and then ask for the next service of a circle.
private func registerCircle(of count: Int, name: Resolver.Name? = nil) {
    let all = Barrier(of: count)
    if count == 2 {
        Resolver.register(name: name) { $0.circleA(all) }.scope(.application)
        Resolver.register { $0.circleB(all, before: CircleA.self, name) }.scope(name == nil ? .application : .cached)
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

    fileprivate func circleB<Next>(_ all: Barrier, before next: Next.Type, _ name: Resolver.Name? = nil) -> CircleB {
        all.attend()
        _ = resolve(next, name: name)
        return CircleB()
    }

    fileprivate func circleC(_ all: Barrier) -> CircleC {
        all.attend()
        _ = resolve(CircleA.self)
        return CircleC()
    }
}

/// Tests of threads that wait for instances which other threads make.
@Suite(.ownThreads) struct ConcurrencyCycleTests {
    private let file = "ResolverTests/ConcurrencyCycleTests.swift"

    @Test(
        "Defect 5: two threads that build A→B and B→A are reported with both chains, and do not hang",
        arguments: [nil, "left"] as [String?])
    func defect5(_ name: String?) async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [name = name as String?] in
            beginProcess(isShown: false)
            let name = name.map { Resolver.Name($0) }
            Resolver.registerServices = nil
            registerCircle(of: 2, name: name)
            onThreads(2) { thread in
                if thread == 0 {
                    _ = Resolver.resolve(CircleA.self, name: name)
                } else {
                    _ = Resolver.resolve(CircleB.self)
                }
            }
        }
        let text = try failureText(result)
        let named = name.map { " (name: \"\($0)\")" } ?? ""
        let padding = String(repeating: " ", count: named.count)
        let throughA = """
            ResolverTests.CircleB\(padding)  \(file):\(lineOfA)
                        in   ResolverTests.CircleA\(named)  \(file):\(line)
            """
        let throughB = """
            ResolverTests.CircleA\(named)  \(file):\(lineOfA + 6)
                        in   ResolverTests.CircleB\(padding)  \(file):\(line)
            """
        func report(_ service: String, _ mine: String, _ other: String) -> String {
            """
            Resolver: \(service) is being made by a thread that waits for this one  [cycle]
              this thread    \(mine)
              the other      \(other)
              to mend it     inject one of them with @LazyInjected that init does not read, or pass it in after both are made
            """
        }
        #expect(
            text == report("'ResolverTests.CircleB'", throughA, throughB)
                || text == report("'ResolverTests.CircleA'\(named)", throughB, throughA))
    }

    @Test("Defect 5: three threads that wait for each other are a cycle, whatever the scopes")
    func defect5Three() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            beginProcess(isShown: false)
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
        let services = ["CircleA", "CircleB", "CircleC"]
        let lines = [lineOfA, lineOfA + 6, lineOfA + 12]
        func chain(_ index: Int) -> String {
            """
            ResolverTests.\(services[(index + 1) % 3])  \(file):\(lines[index])
                        in   ResolverTests.\(services[index])  \(file):\(line)
            """
        }
        let reports = (0..<3).map { last in
            """
            Resolver: 'ResolverTests.\(services[(last + 1) % 3])' is being made by a thread that waits for this one  [cycle]
              this thread    \(chain(last))
              thread 2       \(chain((last + 1) % 3))
              thread 3       \(chain((last + 2) % 3))
              to mend it     inject one of them with @LazyInjected that init does not read, or pass it in after both are made
            """
        }
        #expect(reports.contains(text), "\(text)")
    }

    @Test func aLongWaitIsReportedOnceAndGoesOn() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let both = Barrier(of: 2)
            registerPetrolThatTakesLong(both, .application)
            onThreads(2) { index in
                if index == 1 { both.attend() }
                _ = Resolver.resolve(Petrol.self)
            }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'ResolverTests.Petrol' has not been made for 5 seconds by the thread that makes it  [long-wait]
                  this thread    ResolverTests.Petrol  \(file):\(line + 1)
                  the other      ResolverTests.Petrol  \(file):\(line + 1)
                  to mend it     see whether a factory waits for something that waits for it
                """)
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.split(separator: "\n").count { $0.hasSuffix("[long-wait]") } == 1)
    }

    @Test("own defect D208: a wait of five seconds is reported also where other threads go on meanwhile")
    func aLongWaitBesideShortOnes() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let both = Barrier(of: 2)
            registerPetrolThatTakesLong(both, .application)
            Resolver.register { () -> ShortLived in
                Thread.sleep(forTimeInterval: 0.5)
                return ShortLived()
            }.scope(.shared)
            // Two threads wait for each other repeatedly, and wake the thread that waits long.
            onThreads(4) { index in
                if index == 1 { both.attend() }
                if index < 2 { _ = Resolver.resolve(Petrol.self) }
                let end = Date(timeIntervalSinceNow: 7)
                while index >= 2, Date() < end { _ = Resolver.resolve(ShortLived.self) }
            }
        }
        let text = try failureText(result)
        #expect(text.hasPrefix("Resolver: 'ResolverTests.Petrol' has not been made for 5 seconds"))
    }

    @Test("own defect D195: a long wait for the registration hook is reported, and goes on")
    func aLongWaitForTheHook() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let both = Barrier(of: 2)
            Resolver.registerServices = {
                Resolver.register { Petrol() }
                both.attend()
                Thread.sleep(forTimeInterval: 6)
            }
            onThreads(2) { index in
                if index == 1 { both.attend() }
                _ = Resolver.resolve(Petrol.self)
            }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the hook, or what a container registers itself, has run for 5 seconds, and this thread waits for it  [long-wait]
                  asked for by   resolve()
                  to mend it     see whether it waits for something that waits for it, as for the main thread
                """)
    }

    @Test("own defect D99: a long wait for a lazy wrapper is reported, and goes on")
    func aLongWaitForALazyWrapper() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let both = Barrier(of: 2)
            registerPetrolThatTakesLong(both, .unique)
            let lazy = LazyInjected<Petrol>()
            onThreads(2) { index in
                if index == 1 { both.attend() }
                _ = lazy.wrappedValue
            }
        }
        let text = try failureText(result)
        #expect(text.hasPrefix("Resolver: 'ResolverTests.Petrol' has not been made for 5 seconds"))
    }
}

private final class ShortLived {}

/// Registers a service whose factory meets another thread, and then takes so long that the wait for it is reported.
private func registerPetrolThatTakesLong(_ both: Barrier, _ scope: ResolverScope) {
    Resolver.registerServices = nil
    Resolver.register { () -> Petrol in
        both.attend()
        Thread.sleep(forTimeInterval: 6)
        return Petrol()
    }.scope(scope)
}
