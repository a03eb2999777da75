import Resolver
import TestSupport
import Testing

extension ResolverScope {
    fileprivate static let delivery = TaskScope()
}

private final class Parcel: Sendable {}
private final class Receipt: Sendable {}

/// The instances that a run keeps, and what a reset does to them.
@Suite struct ConcurrencyRunInstancesTests {
    @Test("A run keeps one of each of very many services, whichever tasks ask for them first")
    func manyServices() async throws {
        try await withSandbox { () async throws -> Void in
            let living = LivingObjects()
            // There are more services than a run stores side by side at first, and than after that.
            let names = (0..<rounds(5_000, debug: 700)).map { Resolver.Name("parcel \($0)") }
            for name in names { Resolver.register(name: name) { living.counted(Parcel()) }.scope(.delivery) }
            try await ResolverScope.delivery.run {
                let asked = await withTaskGroup(of: [Parcel].self) { group in
                    for task in 0..<4 {
                        group.addTask {
                            // Each task begins at another service, so that each is the first to ask for some.
                            let order = names.indices.map { ($0 + task * names.count / 4) % names.count }
                            var parcels: [Int: Parcel] = [:]
                            for index in order { parcels[index] = Resolver.resolve(name: names[index]) }
                            return names.indices.compactMap { parcels[$0] }
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                let first = asked[0]
                #expect(Set(first.map(ObjectIdentifier.init)).count == names.count)
                #expect(asked.allSatisfy { zip($0, first).allSatisfy { $0 === $1 } })
                #expect(living.count == names.count)
            }
            // A child task that has answered may hold its result for a moment more.
            try await living.wait(untilAtMost: 0)
            #expect(living.alive == 0)
        }
    }

    @Test("A reset of the scope drops what all runs keep that are under way, and leaves those that have ended")
    func resetOfAllRuns() async throws {
        try await withSandbox { () async throws -> Void in
            let living = LivingObjects()
            Resolver.register { living.counted(Parcel()) }.scope(.delivery)
            let (count, asked, resets) = (8, Counter(), Counter())
            // A run that has ended before is none of those that are counted.
            try await ResolverScope.delivery.run { _ = Resolver.resolve(Parcel.self) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<count {
                    group.addTask {
                        try await ResolverScope.delivery.run {
                            _ = Resolver.resolve(Parcel.self)
                            asked.add()
                            // Some runs end before the reset, in any order.
                            if number % 2 == 0 { return }
                            while resets.value == 0 { await Task.yield() }
                            let parcel = Resolver.resolve(Parcel.self)
                            #expect(parcel === Resolver.resolve(Parcel.self))
                        }
                    }
                }
                while asked.value < count || living.alive > count / 2 { await Task.yield() }
                ResolverScope.delivery.reset()
                #expect(living.alive == 0)
                resets.add()
                try await group.waitForAll()
            }
            #expect(living.alive == 0 && living.count == 1 + count + count / 2)
            ResolverScope.delivery.reset()
        }
    }

    @Test("What is being made in a run while its scope is reset goes to who has asked, and is not kept")
    func resetWhileItIsMade() async throws {
        try await withSandbox { () async throws -> Void in
            Resolver.register { Receipt() }.scope(.delivery)
            Resolver.register { () -> Parcel in
                ResolverScope.delivery.reset()
                return Parcel()
            }.scope(.delivery)
            try await ResolverScope.delivery.run {
                let receipt = Resolver.resolve(Receipt.self)
                let parcel = Resolver.resolve(Parcel.self)
                #expect(Resolver.resolve(Parcel.self) !== parcel && Resolver.resolve(Receipt.self) !== receipt)
            }
        }
    }

    @Test("Runs that begin, ask and end while others reset the scope lose nothing, and leave nothing")
    func runsAndResets() async throws {
        try await withSandbox { () async throws -> Void in
            let living = LivingObjects()
            Resolver.register { living.counted(Parcel()) }.scope(.delivery)
            Resolver.register { living.counted(Receipt()) }.scope(.delivery).onClose { (_: Receipt) in }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<4 {
                    group.addTask {
                        for round in 0..<rounds(2_000, debug: 200) {
                            if task == 0 && round % 3 == 0 { ResolverScope.delivery.reset() }
                            try await ResolverScope.delivery.run {
                                _ = (Resolver.resolve(Parcel.self), Resolver.resolve(Receipt.self))
                                if round % 5 == 0 { await Task.yield() }
                                _ = (Resolver.resolve(Parcel.self), Resolver.resolve(Receipt.self))
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(living.alive == 0)
        }
    }

    @Test("A reset finds what a run keeps once, where two tasks are the first to ask at the same moment")
    func firstAskedForByTwo() async throws {
        try await withSandbox { () async throws -> Void in
            let living = LivingObjects()
            Resolver.register { living.counted(Parcel()) }.scope(.delivery)
            for round in 0..<rounds(10_000, debug: 2_000) {
                let meeting = Meeting()
                try await ResolverScope.delivery.run {
                    let parcels = await withTaskGroup(of: Parcel.self) { group in
                        for task in 0..<2 {
                            group.addTask {
                                meeting.come(late: task == 0 ? round % 40 : 0)
                                return Resolver.resolve()
                            }
                        }
                        return await group.reduce(into: []) { $0.append($1) }
                    }
                    #expect(parcels[0] === parcels[1])
                    ResolverScope.delivery.reset()
                }
                // A child task that has answered may hold its result for a moment more.
                try await living.wait(untilAtMost: 0)
                #expect(living.alive == 0)
            }
        }
    }

    @Test("A reset finds nothing of a run that is gone, of which a task was the first to ask when it ended")
    func firstAskedForAtTheEnd() async throws {
        try await withSandbox { () async throws -> Void in
            let living = LivingObjects()
            Resolver.register { living.counted(Parcel()) }.scope(.delivery)
            for round in 0..<rounds(20_000, debug: 4_000) {
                let meeting = Meeting()
                let task = try await ResolverScope.delivery.run {
                    let task = Task {
                        meeting.come()
                        _ = try? Resolver.require(Parcel.self)
                    }
                    meeting.come(late: round % 80)
                    return task
                }
                await task.value
                if round % 10 == 0 { ResolverScope.delivery.reset() }
                #expect(living.alive == 0)
            }
            ResolverScope.delivery.reset()
        }
    }
}

/// A point at which two threads meet, so that they go on at the same moment.
private final class Meeting: Sendable {
    private let come = Counter()

    /// Waits for the other thread, but not for long; then for a few more turns.
    func come(late turns: Int = 0) {
        come.add()
        // On a machine with one processor, the other thread cannot come.
        var turnsLeft = 10_000
        while come.value < 2 && turnsLeft > 0 { turnsLeft -= 1 }
        for _ in 0..<turns { _ = come.value }
    }
}
