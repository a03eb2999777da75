import Resolver
import SafeFacade
import TestSupport
import Testing

// What a container closes.

extension Scope {
    fileprivate static let request = TaskScope()
    fileprivate static let visit = Cached()
}

extension Container {
    fileprivate var database: AsyncFactory<Thing> {
        self { _ in
            await Task.yield()
            return Thing("database")
        }.singleton.onClose { part, outcome in
            await Task.yield()
            Stage.add("\(part.label) \(outcome.hasSucceeded)")
        }
    }
    fileprivate var repository: AsyncFactory<Thing> {
        self { container in
            _ = try await container.database()
            return Thing("repository")
        }.cached.onClose { Stage.add($0.label) }
    }
    fileprivate var pool: Factory<Thing> {
        self { Thing("pool") }.singleton.onClose { part, _ in Stage.add(part.label) }
    }
    fileprivate var sketch: Factory<Thing> {
        self { Thing("sketch") }.scope(.visit).onClose { part, _ in Stage.add(part.label) }
    }
    fileprivate var plain: Factory<Thing> { self { Thing("plain") }.cached }
    fileprivate var closingTwice: Factory<Thing> {
        self { Thing("closing twice") }.cached.onClose { part, _ in
            try await Container.shared.close()
            Stage.add(part.label)
        }
    }
    fileprivate var slow: AsyncFactory<Thing> {
        self { _ in
            Stage.add("begun")
            try? await Task.sleep(nanoseconds: 60_000_000_000)
            return Thing("slow")
        }.cached.onClose { part, _ in Stage.add(part.label) }
    }
}

extension Container {
    fileprivate var sweep: AsyncFactory<Thing> {
        self { container in
            try await container.close()
            return Thing("sweep")
        }.scope(.request)
    }
    fileprivate var thorough: Factory<Thing> {
        self { Thing("thorough") }.scope(.visit).onClose { [self] part, _ in
            Stage.add(part.label)
            try await close()
        }
    }
    fileprivate var careful: AsyncFactory<Thing> {
        self { Thing("careful") }.scope(.visit).onClose { [self] _, _ in
            Stage.add("begins")
            await Stage.stop.pass()
            Stage.add(try await database().label)
        }
    }
}

private final class TillContainer: SharedContainer {
    let manager = ContainerManager()
    init() {}
}
extension TillContainer {
    fileprivate var api: Factory<Thing> { self { Thing("api") }.singleton.onClose { part, _ in Stage.add(part.label) } }
    fileprivate var cart: Factory<Thing> { self { Thing("cart") }.cached.onClose { part, _ in Stage.add(part.label) } }
    fileprivate var line: AsyncFactory<Thing> { self { Thing("line") }.singleton.onClose { Stage.add($0.label) } }
}

/// Counts how many containers were made: the library's `shared` makes one if there is none.
private final class BoothContainer: SharedContainer {
    @TaskLocal static var made = Counter()
    let manager = ContainerManager()
    init() { BoothContainer.made.add() }
}

extension Container {
    fileprivate var slot: Factory<Thing> { required().onClose { part, _ in Stage.add(part.label) } }
    fileprivate var asyncSlot: AsyncFactory<Thing> { required().onClose { Stage.add($0.label) } }
}

extension Scope {
    fileprivate static let closingStage = Cached()
}

extension PaymentsContainer {
    fileprivate var ofStage: Factory<Thing> {
        self { Thing() }.scope(.closingStage).onClose { _ in Stage.add("stage") }
    }
}

@Suite struct ClosingTests {
    @Test("the closer that is stated last counts") func theLastCloserCounts() async throws {
        let closed = try await withStage {
            _ = Container.shared.pool.onClose { Stage.add("last of \($0.label)") }()
            try await Container.shared.close()
        }
        #expect(closed == ["last of pool"])
    }

    @Test func whatIsStatedAfterTheCloserLeavesIt() async throws {
        let closed = try await withStage {
            _ = Container.shared.pool.timeToLive(60).decorator { _ in }()
            try await Container.shared.close()
        }
        #expect(closed == ["pool"])
    }

    @Test("own defect D296: a slot may state what closes the service that is bound to it")
    func whatIsBoundIsClosedAsItsSlotStates() async throws {
        let closed = try await withStage {
            #expect(Container.shared.unbound(in: [\.slot, \.asyncSlot]) == ["Container.slot", "Container.asyncSlot"])
            Container.shared.slot.register(scope: .cached) { Thing("bound") }
            Container.shared.asyncSlot.register(scope: .cached) { Thing("bound later") }
            _ = (Container.shared.slot(), try await Container.shared.asyncSlot())
            try await Container.shared.close()
        }
        #expect(closed == ["bound later", "bound"])
    }

    @Test("own defect D300: no shared container is made because another one is closed")
    func closingAContainerThatNobodySharesMakesNoOther() async throws {
        let made = Counter()
        try await BoothContainer.$made.withValue(made) {
            try await withSandbox(.fresh) { try await BoothContainer().close() }
        }
        #expect(made.value == 1)
    }

    @Test func anOverrideMayHaveALifetimeThatKeepsNothing() async throws {
        let closed = try await withStage { () async throws -> Void in
            Container.shared.pool.register(scope: .unique) { Thing("mock") }
            #expect(Container.shared.pool() !== Container.shared.pool())
            try await Container.shared.close()
        }
        #expect(closed == [])
    }

    @Test func aContainerClosesWhatItKeeps() async throws {
        let closed = try await withStage {
            _ = try await Container.shared.repository()
            _ = (Container.shared.pool(), Container.shared.sketch(), TillContainer.shared.api())
            try await Container.shared.close()
        }
        #expect(closed == ["sketch", "pool", "repository", "database true"])
    }

    @Test func aContainerOfTheProgramsOwnClosesItsSingletonsToo() async throws {
        let closed = try await withStage {
            _ = (TillContainer.shared.api(), TillContainer.shared.cart(), Container.shared.pool())
            try await TillContainer.shared.close()
            #expect(Container.shared.pool().label == "pool")
        }
        #expect(closed == ["cart", "api"])
    }

    @Test func aContainerThatIsNotSharedClosesNoSingletons() async throws {
        let closed = try await withStage {
            _ = TillContainer().api()
            // No container is shared yet.
            try await TillContainer().close()
            #expect(Stage.all.isEmpty)
            try await TillContainer.shared.close()
        }
        #expect(closed == ["api"])
    }

    @Test func closingTwiceDoesNothing() async throws {
        let closed = try await withStage {
            _ = Container.shared.pool()
            try await Container.shared.close()
            try await Container.shared.close()
            try await Container.shared.close(.singleton)
        }
        #expect(closed == ["pool"])
    }

    @Test func aSecondCallWaitsForTheFirst() async throws {
        let closed = try await withStage {
            _ = try await Container.shared.database()
            async let first: Void = Container.shared.close()
            async let second: Void = {
                try await Container.shared.close()
                #expect(Stage.all == ["database true"])
            }()
            _ = try await (first, second)
        }
        #expect(closed == ["database true"])
    }

    @Test func afterAResetAllBeginsAnew() async throws {
        let closed = try await withStage {
            for _ in 0..<2 {
                _ = (try await Container.shared.database(), Container.shared.pool(), TillContainer.shared.api())
                try await Container.shared.close()
                try await TillContainer.shared.close()
                Container.shared.reset()
                TillContainer.shared.reset()
            }
        }
        #expect(closed == ["pool", "database true", "api", "pool", "database true", "api"])
    }

    @Test func aResetOfEverythingOpensSingletonsToo() async throws {
        let closed = try await withStage {
            for _ in 0..<2 {
                _ = try await TillContainer.shared.line()
                try await TillContainer.shared.close()
                Resolver.reset()
            }
        }
        #expect(closed == ["line", "line"])
    }

    @Test func onlyAResetOfAllInstancesOpensWhatWasClosedAsAWhole() async throws {
        let closed = try await withStage {
            try await Container.shared.close()
            for part in [.registration, .context, .scope(.visit)] as [ResetPart] {
                Container.shared.reset(part)
                let asked = await refusal { _ = try await Container.shared.database() }
                #expect(asked == "closed")
            }
            Container.shared.reset(.scope)
            _ = try await Container.shared.database()
        }
        #expect(closed == [])
    }

    @Test func oneScopeIsClosedUntilItIsReset() async throws {
        let closed = try await withStage {
            _ = (Container.shared.sketch(), Container.shared.pool())
            try await Container.shared.close(.visit)
            #expect(Stage.all == ["sketch"])
            let asked = await refusal { _ = try await Container.shared.careful() }
            #expect(asked == "closed")
            _ = Container.shared.plain()
            Scope.visit.reset()
            _ = Container.shared.sketch()
            try await Container.shared.close()
        }
        #expect(closed == ["sketch", "sketch", "pool"])
    }

    @Test func theSingletonsOfAContainerOfTheProgramsOwnAreClosedUntilTheyAreReset() async throws {
        let closed = try await withStage {
            _ = (TillContainer.shared.api(), TillContainer.shared.cart(), Container.shared.pool())
            try await TillContainer.shared.close(.singleton)
            #expect(Stage.all == ["api"])
            let asked = await refusal { _ = try await TillContainer.shared.line() }
            #expect(asked == "closed")
            _ = (TillContainer.shared.cart(), Container.shared.pool())
            TillContainer.shared.reset(.scope(.singleton))
            _ = try await TillContainer.shared.line()
            try await TillContainer.shared.close()
        }
        #expect(closed == ["api", "line", "cart"])
    }

    @Test func aCloserMayCloseMore() async throws {
        let closed = try await withStage {
            _ = (Container.shared.thorough(), Container.shared.pool())
            try await Container.shared.close(.visit)
        }
        #expect(closed == ["thorough", "pool"])
    }

    @Test func aResetOpensNothingOfAnotherContainer() async throws {
        try await withStage {
            try await TillContainer.shared.close()
            Container.shared.reset()
            let asked = await refusal { _ = try await TillContainer.shared.line() }
            #expect(asked == "closed")
        }
    }

    @Test @MainActor func closingAllWaitsForWhatClosesLess() async throws {
        let closed = try await withStage {
            _ = try await Container.shared.careful()
            async let less: Void = Container.shared.close(.visit)
            await Stage.stop.hasBegun()
            let all = await joining { try await Container.shared.close() }
            await letOthersGoOn()
            Stage.stop.open()
            try await all.value
            try await less
        }
        #expect(closed == ["begins", "database", "database true"])
    }

    @Test func aConstructionOfARunMayCloseTheContainer() async throws {
        let closed = try await withStage {
            _ = Container.shared.pool()
            try await Scope.request.run { _ = try await Container.shared.sweep() }
        }
        #expect(closed == ["pool"])
    }

    @Test func aCloserThatClosesDoesNotWaitForItself() async throws {
        let closed = try await withStage {
            _ = Container.shared.closingTwice()
            try await Container.shared.close()
        }
        #expect(closed == ["closing twice"])
    }

    @Test func whatIsBeingMadeIsCancelledAndThenClosed() async throws {
        let closed = try await withStage {
            let asking = Task { try await Container.shared.slow() }
            while Stage.all.isEmpty { await Task.yield() }
            try await Container.shared.close()
            _ = try? await asking.value
        }
        #expect(closed == ["begun", "slow"])
    }

    @Test func whatAThreadMakesIsWaitedFor() async throws {
        let closed = try await withStage {
            let (begun, goOn) = (Gate(), Gate())
            Container.shared.pool.register {
                begun.open()
                _ = goOn.wait()
                return Thing("late")
            }
            let context = SandboxContext.current
            let ended = started { context.run { _ = Container.shared.pool() } }
            try await wait { begun.wait(within: 0) }
            async let closing: Void = Container.shared.close()
            try await waitUntilClosed()
            goOn.open()
            try await closing
            try await wait { ended.wait(within: 0) }
        }
        #expect(closed == ["late"])
    }

    @Test func aScopeIsClosedByWhatKeepsTheInstance() async throws {
        let closed = try await withStage {
            let container = PaymentsContainer.shared
            _ = container.ofStage()
            Scope.closingStage.reset()
            _ = container.ofStage.cached()
            try await container.close(.closingStage)
            #expect(Stage.all.isEmpty)
            try await container.close(.cached)
        }
        #expect(closed == ["stage"])
    }
}
