import Resolver
import SafeFacade
import TestSupport
import Testing

// Tasks that a factory starts, and that go on after it has ended: what they make is no part of the factory's instance.

extension Scope {
    fileprivate static let errand = TaskScope()
}

private final class Servant: Sendable {
    let work: Task<Void, any Error>
    init(_ work: Task<Void, any Error>) { self.work = work }
}

private final class Carrier: @unchecked Sendable {
    @LazyInjected(\.purse) var purse
}

extension Container {
    fileprivate var servant: AsyncFactory<Servant> { self { Servant(Task {}) }.singleton }
    fileprivate var purse: Factory<Thing> { self { Thing() }.scope(.errand) }
    fileprivate var asyncPurse: AsyncFactory<Thing> { self { Thing() }.scope(.errand) }
    fileprivate var carrier: Factory<Carrier> { self { Carrier() } }
    fileprivate var successor: AsyncFactory<Thing> { self { Thing() } }
    fileprivate var heir: AsyncParameterFactory<Thing, Thing> { self { $0 } }
    fileprivate var gatehouse: AsyncFactory<Thing> { self { Thing() }.cached }
    fileprivate var drawbridge: AsyncFactory<Thing> { self { try await $0.gatehouse() }.cached }
    fileprivate var single: AsyncFactory<Thing> { self { await thingThatIsAskedFor(\.single) }.singleton }
    fileprivate var cached: AsyncFactory<Thing> { self { await thingThatIsAskedFor(\.cached) }.cached }
}

private let followers = Locked<[Task<Thing, any Error>]>([])

/// A thing whose factory starts a task that asks for it; the thing is there once that task waits for it.
private func thingThatIsAskedFor(_ path: any KeyPath<Container, AsyncFactory<Thing>> & Sendable) async -> Thing {
    followers.withLock { $0.append(Task { try await Container.shared[keyPath: path]() }) }
    // Two calls wait: the asker's, and the task's.
    while LongWaits.count < 2 { await Task.yield() }
    return Thing()
}

/// Runs work in a task that the factory of a singleton has started, once the singleton is there.
private func afterwards(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let isThere = AsyncStream.makeStream(of: Void.self)
    Container.shared.servant.register {
        Servant(
            Task {
                for await _ in isThere.stream {}
                try await work()
            })
    }
    let servant = try await Container.shared.servant()
    isThere.continuation.finish()
    try await servant.work.value
}

/// The parameter of a construction that starts the next one before it ends.
private struct Errand: Sendable {
    let number: Int
    let content: Thing
    let begun: @Sendable () -> Void
}

extension Container {
    fileprivate var runner: AsyncParameterFactory<Errand, Thing> {
        self { container, errand in
            errand.begun()
            if errand.number > 0 {
                await withCheckedContinuation { next in
                    let errand = Errand(number: errand.number - 1, content: living.counted(Thing())) { next.resume() }
                    Task { try await container.runner(errand) }
                }
            } else {
                // If the last construction held the others, they would live as long as it does.
                try? await living.wait(untilAtMost: 10)
                ensure(living.alive <= 10, "\(living.alive) of \(living.count)")
                ended.continuation.finish()
            }
            return Thing()
        }
    }
}
private let living = LivingObjects()
private let ended = AsyncStream.makeStream(of: Void.self)

@Suite struct FactoryTaskTests {
    @Test("own defect D206: constructions that each start the next one are held by nobody once they have ended")
    func constructionsThatStartTheNextAreNotHeld() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            _ = try await Container.shared.runner(Errand(number: 20_000, content: living.counted(Thing())) {})
            for await _ in ended.stream {}
            ensure(living.count == 20_001)
        }
    }

    @Test func itMayCloseTheContainer() async {
        await withSandbox(.fresh) {
            await #expect(throws: Never.self) { try await afterwards { try await Container.shared.close() } }
        }
    }

    @Test func itsRunsMayHaveLazyWrappers() async {
        await #expect(processExitsWith: .success) {
            try await afterwards {
                try await Scope.errand.run {
                    let carrier = Container.shared.carrier()
                    ensure(carrier.purse === Container.shared.purse())
                }
            }
        }
    }

    @Test func itIsOutsideOfAnyRunAndNoKeeper() async {
        let error = await withSandbox(.fresh) {
            await #expect(throws: ResolutionError.self) {
                try await afterwards { _ = try await Container.shared.asyncPurse() }
            }
        }
        #expect(error?.identifier == "outside-run")
    }

    @Test func generationsOfThemAreNoCycle() async throws {
        try await withSandbox(.fresh) {
            let errors = AsyncStream.makeStream(of: (any Error).self)
            let generation = Counter()
            Container.shared.successor.register {
                // This is more than the depth limit.
                guard generation.add() < 120 else {
                    errors.continuation.finish()
                    return Thing()
                }
                Task {
                    do { _ = try await Container.shared.successor() } catch {
                        errors.continuation.yield(error)
                        errors.continuation.finish()
                    }
                }
                return Thing()
            }
            _ = try await Container.shared.successor()
            for await error in errors.stream { Issue.record(error) }
            #expect(generation.value == 120)
        }
    }

    @Test func generationsOfThemHoldNothingOfThoseBefore() async throws {
        try await withSandbox(.fresh) {
            let living = LivingObjects()
            let end = AsyncStream.makeStream(of: Int.self)
            Container.shared.heir.register { thing in
                guard living.count < 20 else {
                    // The tasks of earlier constructions may still be ending. A task holds the construction in which it was
                    // started; if it asks before that construction has ended, it also holds those that have asked for it.
                    try await living.wait(untilAtMost: 10)
                    end.continuation.yield(living.alive)
                    end.continuation.finish()
                    return thing
                }
                Task { _ = try await Container.shared.heir(living.counted(Thing())) }
                return thing
            }
            _ = try await Container.shared.heir(living.counted(Thing()))
            for await alive in end.stream { #expect(alive <= 10) }
        }
    }

    @Test func itMayWaitForWhatItsFactoryMakes() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            for path in [\Container.single, \Container.cached]
                as [any KeyPath<Container, AsyncFactory<Thing>> & Sendable]
            {
                let thing = try await Container.shared[keyPath: path]()
                let follower = followers.withLock { $0.removeLast() }
                ensure(try await follower.value === thing, "it was given another one")
            }
        }
    }

    @Test func itIsToldOfACircleWhereItsFactoryTakesLong() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            LongWaits.patience = 100_000_000
            let isTold = AsyncStream.makeStream(of: Void.self)
            Container.shared.servant.register {
                let servant = Servant(
                    Task {
                        defer { isTold.continuation.finish() }
                        _ = try await Container.shared.servant()
                    })
                for await _ in isTold.stream {}
                return servant
            }
            let servant = try await Container.shared.servant()
            let told = await text { try await servant.work.value }
            ensure(told.contains("[cycle]"), told)
        }
    }

    @Test(
        "own defect D54: a task that a kept instance's factory has started is no part of who asked for that",
        .ownThreads)
    func aTaskThatOutlivesItsFactoryIsNoPartOfAnother() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            LongWaits.patience = 100_000_000
            let stop = Stop()
            let job = Locked<Task<Thing, any Error>?>(nil)
            Container.shared.gatehouse.register {
                job.withLock {
                    $0 = Task {
                        await stop.hasBegun()
                        // The call that led here is still under way.
                        return try await Container.shared.drawbridge()
                    }
                }
                return Thing()
            }
            Container.shared.drawbridge.register {
                let vault = try await Container.shared.gatehouse()
                await stop.pass()
                return vault
            }
            async let drawbridge = Container.shared.drawbridge()
            await stop.hasBegun()
            // This is several times as long as a wait in a circle may take.
            try await Task.sleep(nanoseconds: 1_000_000_000)
            stop.open()
            let made = try await job.withLock { $0 }?.value
            let asked = try await drawbridge
            ensure(made === asked)
        }
    }
}
