import Foundation
import Resolver
import ResolverDiagnostics
import SafeFacade
import Testing

private final class Fast {}
private final class Slow {}
private final class Outer {}
private final class Typed: Sendable {}

extension Container {
    fileprivate var typed: Factory<Typed> {
        self {
            pause(20)
            return Typed()
        }
    }
    fileprivate var registered: Factory<Slow> { legacy() }
}

private func pause(_ milliseconds: Double) { Thread.sleep(forTimeInterval: milliseconds / 1000) }

@Suite struct ServiceTimesTests {
    /// What is measured, by the last part of the types' names.
    private func measured(_ register: () -> Void, _ run: () -> Void) -> [ServiceTimes.Entry] {
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            register()
            let times = ServiceTimes()
            Resolver.addObserver(times)
            run()
            return times.entries
        }
    }

    private func names(_ entries: [ServiceTimes.Entry]) -> [String] {
        entries.map { String($0.type.split(separator: ".").last ?? "") }
    }

    private func milliseconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1e6 }

    @Test func whatAServiceNeedsIsMadeBeforeItAndIsNoPartOfItsTime() {
        let entries = measured {
            Resolver.register { () -> Slow in
                pause(20)
                return Slow()
            }
            Resolver.register { Fast() }
            Resolver.register { resolver -> Outer in
                pause(10)
                _ = resolver.resolve(Fast.self)
                _ = resolver.resolve(Slow.self)
                return Outer()
            }
        } _: {
            _ = Resolver.resolve(Outer.self)
        }
        #expect(names(entries) == ["Fast", "Slow", "Outer"])
        #expect(entries.map(\.first.order) == [0, 1, 2])
        #expect(milliseconds(entries[0].nanoseconds) < 10)
        #expect(milliseconds(entries[1].nanoseconds) >= 20)
        #expect(milliseconds(entries[2].first.nanosecondsWithNeeds) >= 30)
        let (slow, outer) = (entries[1].first, entries[2].first)
        #expect(outer.nanoseconds <= outer.nanosecondsWithNeeds - slow.nanosecondsWithNeeds)
        #expect(milliseconds(outer.nanoseconds) >= 10)
    }

    @Test func makingsAreCountedAndCopiesAreNot() {
        let entries = measured {
            Resolver.register { Fast() }.scope(.unique)
            Resolver.register { Slow() }.scope(.cached)
        } _: {
            for _ in 0..<3 {
                _ = Resolver.resolve(Fast.self)
                _ = Resolver.resolve(Slow.self)
            }
        }
        #expect(names(entries) == ["Fast", "Slow"])
        #expect(entries.map(\.count) == [3, 1])
    }

    @Test func whatOneFacePassesOnIsSubtractedOnce() {
        let entries = measured {
            Resolver.register(\.typed)
            Resolver.register { () -> Slow in
                pause(20)
                return Slow()
            }.implements(AnyObject.self)
            Resolver.register { resolver -> Outer in
                pause(10)
                _ = resolver.resolve(Typed.self)
                _ = resolver.resolve(AnyObject.self)
                _ = Container.shared.registered()
                return Outer()
            }
        } _: {
            _ = Resolver.resolve(Outer.self)
        }
        #expect(names(entries) == ["Typed", "Slow", "Outer"])
        let outer = entries[2].first
        #expect(milliseconds(outer.nanoseconds) >= 10)
        let needs = entries[0].nanoseconds + entries[1].nanoseconds
        #expect(outer.nanoseconds <= outer.nanosecondsWithNeeds - needs)
    }
}
