import Foundation
import Resolver
import ResolverDiagnostics
import SafeFacade
import TestSupport
import Testing

private final class Fast {}
private final class Slow {}
private final class Outer {}
private final class Typed: Sendable {}

private final class Part: Sendable {}
private final class Whole: Sendable {}

extension Container {
    fileprivate var part: AsyncFactory<Part> {
        self {
            try await sleep(40)
            return Part()
        }.cached
    }
    fileprivate var other: AsyncFactory<Typed> {
        self {
            try await sleep(40)
            return Typed()
        }
    }
    fileprivate var partByPart: AsyncFactory<Whole> {
        self {
            _ = (try await $0.part(), try await $0.other(), $0.typed())
            return Whole()
        }
    }
    fileprivate var sideBySide: AsyncFactory<Whole> {
        self { container in
            async let part = container.part()
            async let other = container.other()
            _ = try await (part, other)
            try await sleep(20)
            return Whole()
        }.cached
    }
    fileprivate var typed: Factory<Typed> {
        self {
            pause(20)
            return Typed()
        }
    }
    fileprivate var registered: Factory<Slow> { legacy() }
}

private func sleep(_ milliseconds: UInt64) async throws { try await Task.sleep(nanoseconds: milliseconds * 1_000_000) }

private func pause(_ milliseconds: Double) { Thread.sleep(forTimeInterval: milliseconds / 1000) }

@Suite struct ServiceTimesTests {
    /// The entries that are measured, each named by the last part of its type's name.
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
        let timeOfFast = Locked(Duration.zero)
        let entries = measured {
            Resolver.register { () -> Slow in
                pause(20)
                return Slow()
            }
            Resolver.register { Fast() }
            Resolver.register { resolver -> Outer in
                pause(10)
                let time = ContinuousClock().measure { _ = resolver.resolve(Fast.self) }
                timeOfFast.withLock { $0 = time }
                _ = resolver.resolve(Slow.self)
                return Outer()
            }
        } _: {
            _ = Resolver.resolve(Outer.self)
        }
        #expect(names(entries) == ["Fast", "Slow", "Outer"])
        #expect(entries.map(\.first.order) == [0, 1, 2])
        #expect(Duration.nanoseconds(entries[0].nanoseconds) <= timeOfFast.withLock { $0 })
        #expect(milliseconds(entries[1].nanoseconds) >= 20)
        #expect(milliseconds(entries[2].first.nanosecondsWithNeeds) >= 30)
        let (slow, outer) = (entries[1].first, entries[2].first)
        #expect(outer.nanoseconds <= outer.nanosecondsWithNeeds - slow.nanosecondsWithNeeds)
        #expect(milliseconds(outer.nanoseconds) >= 10)
    }

    @Test func makingsAreCountedAndCopiesAreNot() {
        let recording = Recording()
        let entries = measured {
            Resolver.register { () -> Fast in
                // The clock must go on, or no time could be missed.
                let start = ContinuousClock.now
                while ContinuousClock.now == start {}
                return Fast()
            }.scope(.unique)
            Resolver.register { Slow() }.scope(.cached)
        } _: {
            Resolver.addObserver(recording)
            for _ in 0..<3 {
                _ = Resolver.resolve(Fast.self)
                _ = Resolver.resolve(Slow.self)
            }
        }
        #expect(names(entries) == ["Fast", "Slow"])
        #expect(entries.map(\.count) == [3, 1])
        // The times of all makings are added.
        let times = recording.events.filter { $0.service == entries[0].type }.map(\.nanoseconds)
        #expect(times.count == 3 && times.allSatisfy { $0 > 0 })
        #expect(entries[0].nanoseconds == times.reduce(0, +))
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

    /// The entry of an asynchronous factory's service, and the entries of the services that it needs.
    private func measured(
        _ make: () async throws -> Void
    ) async throws -> (whole: ServiceTimes.First, needs: [ServiceTimes.First]) {
        let times = ServiceTimes()
        try await withSandbox(.fresh) {
            Container.addObserver(times)
            try await make()
        }
        let entries = times.entries
        #expect(names(entries).last == "Whole")
        return (try #require(entries.last).first, entries.dropLast().map(\.first))
    }

    @Test("own defect D57: what an asynchronous factory waits for is no part of its time")
    func whatAnAsynchronousFactoryWaitsForIsNoPartOfItsTime() async throws {
        let (whole, needs) = try await measured { _ = try await Container.shared.partByPart() }
        #expect(needs.count == 3)
        let sum = needs.reduce(0) { $0 + $1.nanosecondsWithNeeds }
        #expect(milliseconds(sum) >= 100)
        #expect(whole.nanoseconds <= whole.nanosecondsWithNeeds - sum)
    }

    @Test("own defect D57: what it waits for side by side is subtracted once")
    func whatIsWaitedForSideBySideIsSubtractedOnce() async throws {
        let (whole, needs) = try await measured { _ = try await Container.shared.sideBySide() }
        #expect(needs.count == 2)
        let longest = needs.map(\.nanosecondsWithNeeds).max() ?? 0
        #expect(milliseconds(whole.nanoseconds) >= 20)
        #expect(whole.nanoseconds <= whole.nanosecondsWithNeeds - longest)
    }
}
