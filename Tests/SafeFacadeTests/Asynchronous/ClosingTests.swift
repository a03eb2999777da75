import Resolver
import SafeFacade
import TestSupport
import Testing

private let scopeLine = #line + 2
extension Scope {
    fileprivate static let request = TaskScope()
    fileprivate static let visit = Cached()
}

private struct Trouble: Error {}

private let losses = #line
extension Container {
    fileprivate var lost: Factory<Part> { self { Part("lost") }.onClose { _, _ in } }
    fileprivate var lostWeakly: AsyncFactory<Part> { self { Part("lost") }.onClose { _, _ in }.shared }
}

private final class Part: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

private let declarations = #line
extension Container {
    fileprivate var log: Factory<Part> {
        self { Part("log") }.scope(.request).onClose { part, outcome in
            Stage.add("\(part.name) \(outcome.hasSucceeded ? "done" : "undone")")
        }
    }
    fileprivate var work: AsyncFactory<Part> {
        self { container in
            _ = container.log()
            await Task.yield()
            return Part("work")
        }.scope(.request).onClose { part, outcome in
            await Task.yield()
            Stage.add("\(part.name) \(outcome.hasSucceeded ? "done" : "undone") \(Task.isCancelled)")
        }
    }
    fileprivate var broken: Factory<Part> {
        self { Part("broken") }.scope(.request).onClose { _, _ in throw Trouble() }
    }
    fileprivate var page: ParameterFactory<Int, Part> {
        self { Part("page \($0)") }.scope(.request).scopeOnParameters.onClose { part, _ in Stage.add(part.name) }
    }
    fileprivate var asking: Factory<Part> {
        self { Part("asking") }.scope(.request).onClose { [self] _, _ in _ = try await work() }
    }

    fileprivate var database: AsyncFactory<Part> {
        self { _ in
            await Task.yield()
            return Part("database")
        }.singleton.onClose { part, outcome in
            await Task.yield()
            Stage.add("\(part.name) \(outcome.hasSucceeded)")
        }
    }
    fileprivate var repository: AsyncFactory<Part> {
        self { container in
            _ = try await container.database()
            return Part("repository")
        }.cached.onClose { Stage.add($0.name) }
    }
    fileprivate var pool: Factory<Part> {
        self { Part("pool") }.singleton.onClose { part, _ in Stage.add(part.name) }
    }
    fileprivate var sketch: Factory<Part> {
        self { Part("sketch") }.scope(.visit).onClose { part, _ in Stage.add(part.name) }
    }
    fileprivate var plain: Factory<Part> { self { Part("plain") }.cached }
    fileprivate var failing: Factory<Part> { self { Part("failing") }.cached.onClose { _, _ in throw Trouble() } }
    fileprivate var closing: AsyncFactory<Part> {
        self { container in
            try await container.close()
            return Part("closing")
        }.cached
    }
    fileprivate var closingTwice: Factory<Part> {
        self { Part("closing twice") }.cached.onClose { part, _ in
            try await Container.shared.close()
            Stage.add(part.name)
        }
    }
    fileprivate var slow: AsyncFactory<Part> {
        self { _ in
            Stage.add("begun")
            try? await Task.sleep(nanoseconds: 60_000_000_000)
            return Part("slow")
        }.cached.onClose { part, _ in Stage.add(part.name) }
    }
}

extension Container {
    fileprivate var sweep: AsyncFactory<Part> {
        self { container in
            try await container.close()
            return Part("sweep")
        }.scope(.request)
    }
    fileprivate var thorough: Factory<Part> {
        self { Part("thorough") }.scope(.visit).onClose { [self] part, _ in
            Stage.add(part.name)
            try await close()
        }
    }
    fileprivate var careful: AsyncFactory<Part> {
        self { Part("careful") }.scope(.visit).onClose { [self] _, _ in
            Stage.add("begins")
            await Stage.stop.pass()
            Stage.add(try await database().name)
        }
    }
}

private final class TillContainer: SharedContainer {
    let manager = ContainerManager()
    init() {}
}
extension TillContainer {
    fileprivate var api: Factory<Part> { self { Part("api") }.singleton.onClose { part, _ in Stage.add(part.name) } }
    fileprivate var cart: Factory<Part> { self { Part("cart") }.cached.onClose { part, _ in Stage.add(part.name) } }
    fileprivate var line: AsyncFactory<Part> { self { Part("line") }.singleton.onClose { Stage.add($0.name) } }
}

/// Counts how many containers were made: the library's `shared` makes one if there is none.
private final class BoothContainer: SharedContainer {
    @TaskLocal static var made = Counter()
    let manager = ContainerManager()
    init() { BoothContainer.made.add() }
}

private let slotLine = #line + 2
extension Container {
    fileprivate var slot: Factory<Part> { required().onClose { part, _ in Stage.add(part.name) } }
    fileprivate var asyncSlot: AsyncFactory<Part> { required().onClose { Stage.add($0.name) } }
}

private final class Told: ResolutionObserver {
    let errors = Locked<[ClosingError]>([])
    func observe(_ event: ResolutionEvent) {}
    func observe(_ error: ClosingError) { errors.withLock { $0.append(error) } }
}

/// A number that tells the current task from others.
private func currentTask() -> Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }

private let askLine = #line + 1
private func askAfterwards() { _ = Container.shared.plain() }
private let bindLine = #line + 1
private func bindSlot() { Container.shared.slot.register { Part("bound") } }
private let closeLine = #line + 1
private func closeAll() async throws { try await Container.shared.close() }

extension Container {
    fileprivate var lostSlot: Factory<Part> { required().unique.onClose { (_: Part) in } }
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
    // MARK: - Runs

    @Test func aRunClosesWhatWasCompletedLastFirst() async throws {
        let closed = try await withStage {
            try await Scope.request.run {
                _ = try await Container.shared.work()
                #expect(Stage.all.isEmpty)
            }
        }
        #expect(closed == ["work done false", "log done"])
    }

    @Test func aRunThatFailsSaysSo() async throws {
        let closed = await withStage {
            await #expect(throws: Trouble.self) {
                try await Scope.request.run {
                    _ = try await Container.shared.work()
                    throw Trouble()
                }
            }
        }
        #expect(closed == ["work undone false", "log undone"])
    }

    @Test func closersThatDoNotSuspendRunInTheTaskOfTheRun() async throws {
        let closed = try await withStage {
            try await Scope.request.run { _ = (Container.shared.log(), Container.shared.place()) }
        }
        #expect(closed == ["closed in \(currentTask())", "log done"])
    }

    @Test("the closer that is stated last counts") func theLastCloserCounts() async throws {
        let closed = try await withStage {
            _ = Container.shared.pool.onClose { Stage.add("last of \($0.name)") }()
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

    @Test func cancellationReachesNoCloser() async throws {
        let closed = await withStage {
            let task = Task {
                try await Scope.request.run {
                    _ = try await Container.shared.work()
                    withUnsafeCurrentTask { unsafe $0?.cancel() }
                    try Task.checkCancellation()
                }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(closed == ["work undone false", "log undone"])
    }

    @Test func eachOfManyParametersIsClosed() async throws {
        let closed = try await withStage {
            try await Scope.request.run { for number in 0..<30 { _ = Container.shared.page(number) } }
        }
        #expect(closed == (0..<30).reversed().map { "page \($0)" })
    }

    @Test func nestedRunsCloseTheirOwn() async throws {
        let closed = try await withStage {
            try await Scope.request.run {
                _ = Container.shared.log()
                try await Scope.request.run { _ = Container.shared.page(1) }
                #expect(Stage.all == ["page 1"])
            }
        }
        #expect(closed == ["page 1", "log done"])
    }

    @Test func whatAResetDropsIsClosedByNobody() async throws {
        let closed = try await withStage {
            try await Scope.request.run {
                _ = Container.shared.log()
                Scope.request.reset()
                _ = Container.shared.page(1)
                Container.shared.page.reset()
                _ = Container.shared.page(2)
            }
        }
        #expect(closed == ["page 2"])
    }

    @Test(
        "own defect D70: what an override drops of a run is not closed, also where it is kept for a parameter",
        arguments: [false, true])
    func whatAnOverrideDropsOfARunIsNotClosed(isOfParameters: Bool) async throws {
        let closed = try await withStage {
            try await Scope.request.run {
                if isOfParameters {
                    _ = Container.shared.page(1)
                    Container.shared.page.register { _ in Part("mock") }
                } else {
                    _ = Container.shared.log()
                    Container.shared.log.register { Part("mock") }
                }
            }
        }
        #expect(closed == [])
    }

    @Test func anOverrideIsClosedAsWhatItOverrides() async throws {
        let closed = try await withStage {
            Container.shared.log.register { Part("mock") }
            try await Scope.request.run { _ = Container.shared.log() }
        }
        #expect(closed == ["mock done"])
    }

    @Test("own defect D296: a slot may state what closes the service that is bound to it")
    func whatIsBoundIsClosedAsItsSlotStates() async throws {
        let closed = try await withStage {
            #expect(Container.shared.unbound(in: [\.slot, \.asyncSlot]) == ["Container.slot", "Container.asyncSlot"])
            Container.shared.slot.register(scope: .cached) { Part("bound") }
            Container.shared.asyncSlot.register(scope: .cached) { Part("bound later") }
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

    @Test func anOverrideOfTheTypeThatIsWrappedIsClosedAsWhatItOverrides() async throws {
        let closed = try await withStage {
            Resolver.register(\.guest)
            Resolver.register { Part("mock") }
            try await Scope.request.run { #expect(Resolver.resolve(Part.self).name == "mock") }
            Resolver.register(\.lateGuest, name: "late")
            Resolver.registerAsync(name: "late") { Part("late mock") }
            try await Scope.request.run {
                let guest = try await Resolver.requireAsync(Part.self, name: "late")
                #expect(guest.name == "late mock")
            }
        }
        #expect(closed == ["mock", "late mock"])
    }

    @Test func anErrorOfACloserIsThrownAfterSuccess() async throws {
        let closed = await withStage {
            let thrown = await text {
                try await Scope.request.run {
                    _ = Container.shared.log()
                    _ = Container.shared.broken()
                }
            }
            #expect(
                thrown == """
                    Resolver: a service could not be closed  [closing-failed]
                      the closer     of 'Container.broken', declared at SafeFacadeTests/ClosingTests.swift:\(declarations + 18), threw SafeFacadeTests.Trouble: Trouble()
                      to mend it     catch in the closer what it can do without
                    """)
        }
        #expect(closed == ["log done"])
    }

    @Test func anErrorOfACloserNamesTheDeclarationOfWhatIsOverridden() async throws {
        await withStage {
            Container.shared.failing.register { Part("mock") }
            _ = Container.shared.failing()
            let thrown = await text { try await Container.shared.close() }
            let place = "SafeFacadeTests/ClosingTests.swift:\(declarations + 49)"
            #expect(thrown.contains("of 'Container.failing', declared at \(place), threw"))
        }
    }

    @Test func eachErrorOfACloserIsThrown() async throws {
        await withStage {
            let thrown = await text {
                try await Scope.request.run {
                    _ = Container.shared.broken()
                    _ = Container.shared.asking()
                }
            }
            #expect(thrown.hasPrefix("Resolver: 2 services could not be closed  [closing-failed]\n"))
            #expect(thrown.contains("the closer     of 'Container.broken', declared at"))
            #expect(thrown.contains("the closer     of 'Container.asking', declared at"))
        }
    }

    @Test func afterAFailureItIsToldToObservers() async throws {
        let told = Told()
        await withStage {
            Container.addObserver(told)
            await #expect(throws: CancellationError.self) {
                try await Scope.request.run {
                    _ = Container.shared.broken()
                    throw CancellationError()
                }
            }
        }
        let services = told.errors.withLock { $0.flatMap(\.failures).map { "\($0.service)" } }
        #expect(services == ["Container.broken"])
    }

    @Test("own defect D65: where nobody observes, it is printed")
    func withoutAnObserverItIsPrinted() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await withSandbox {
                try? await Scope.request.run {
                    _ = Container.shared.broken()
                    throw CancellationError()
                }
            }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: a service could not be closed  [closing-failed]
                  the closer     of 'Container.broken', declared at SafeFacadeTests/ClosingTests.swift:\(declarations + 18), threw SafeFacadeTests.Trouble: Trouble()
                  to mend it     catch in the closer what it can do without
                """)
    }

    @Test("own defect D409: a closer that asks for what ends is told what a closer may do")
    func aCloserThatAsksForWhatEndsIsToldSo() async throws {
        let thrown = await text {
            try await withSandbox { try await Scope.request.run { _ = Container.shared.asking() } }
        }
        #expect(
            thrown == """
                Resolver: a service could not be closed  [closing-failed]
                  the closer     of 'Container.asking', declared at SafeFacadeTests/ClosingTests.swift:\(declarations + 24), threw Resolver.ResolutionError: Resolver: 'Container.work' is asked for after the run of its scope has ended  [ended-run]
                                   asked for by   resolve()  SafeFacadeTests/ClosingTests.swift:\(declarations + 24)
                                   its scope      declared at SafeFacadeTests/ClosingTests.swift:\(scopeLine)
                                   to mend it     use, in a closer or a 'deinit', only what the service holds
                  to mend it     catch in the closer what it can do without
                """)
    }

    @Test func aCloserOfWhatNothingKeepsIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Container.shared.lost()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.lost' states onClose, and nothing keeps it until then  [never-closed]
                  declared       SafeFacadeTests/ClosingTests.swift:\(losses + 2)
                  its lifetime   unique
                  to mend it     state one that keeps it, or take onClose away and close it where it is used
                """)
    }

    @Test func aCloserOfASlotThatStatesALifetimeWhichKeepsNothingIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Container.shared.unbound(in: [\.lostSlot])
        }
        let text = try failureText(result)
        #expect(text.hasPrefix("Resolver: 'Container.lostSlot' states onClose, and nothing keeps it until then"))
    }

    @Test func aCloserOfWhatTheContainersDefaultDoesNotKeepIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Container.shared.manager.defaultLifetime = .graph
            _ = Container.shared.lost()
        }
        let text = try failureText(result)
        #expect(text.contains("its lifetime   graph"))
    }

    @Test func aCloserOfWhatIsHeldWeaklyIsReportedWhereItIsMadeAsynchronously() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try await Container.shared.lostWeakly()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.lostWeakly' states onClose, and nothing keeps it until then  [never-closed]
                  declared       SafeFacadeTests/ClosingTests.swift:\(losses + 3)
                  its lifetime   shared
                  to mend it     state one that keeps it, or take onClose away and close it where it is used
                """)
    }

    @Test("own defect D296: what is bound to a slot with a closer states a lifetime, where the slot does not")
    func whatIsBoundToASlotThatStatesOnCloseMustBeKept() async throws {
        withSandbox {
            Container.shared.slot.register(scope: .unique) { Part("mock") }
            Container.shared.slot.register(scope: .cached) { Part("bound") }
            // This override has the lifetime of the one that it replaces.
            Container.shared.slot.register { Part("mock") }
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            bindSlot()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.slot' states onClose, and nothing keeps it until then  [never-closed]
                  registered     SafeFacadeTests/ClosingTests.swift:\(bindLine)
                  declared       SafeFacadeTests/ClosingTests.swift:\(slotLine)
                  its lifetime   unique
                  to mend it     state one that keeps it, or take onClose away and close it where it is used
                """)
    }

    @Test func anOverrideMayHaveALifetimeThatKeepsNothing() async throws {
        let closed = try await withStage { () async throws -> Void in
            Container.shared.pool.register(scope: .unique) { Part("mock") }
            #expect(Container.shared.pool() !== Container.shared.pool())
            try await Container.shared.close()
        }
        #expect(closed == [])
    }

    @Test func nothingIsLeftAfterARun() async throws {
        let living = LivingObjects()
        try await withStage {
            Container.shared.log.register { living.counted(Part("log")) }
            Container.shared.work.register { living.counted(Part("work")) }
            for _ in 0..<10 {
                try await Scope.request.run { _ = (Container.shared.log(), try await Container.shared.work()) }
            }
            // The tasks that made the objects may still be ending.
            try await living.wait(untilAtMost: 0)
            #expect(living.count == 20 && living.alive == 0)
        }
    }

    // MARK: - Containers

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
            #expect(Container.shared.pool().name == "pool")
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

    @Test("own defect D409: a closer that asks for what is closed with it is told so")
    func aCloserThatAsksForWhatIsClosedWithItIsToldSo() async throws {
        let thrown = await withSandbox(.fresh) {
            await text {
                _ = Container.shared.pool.onClose { _ async throws in _ = try await Container.shared.database() }()
                try await Container.shared.close()
            }
        }
        #expect(thrown.contains("'Container.database' is asked for after it was closed  [closed]"))
        #expect(thrown.contains("use, in a closer or a 'deinit', only what the service holds"))
    }

    @Test func allErrorsOfClosersAreThrown() async throws {
        let closed = await withStage {
            _ = (Container.shared.pool(), Container.shared.failing())
            let thrown = await text { try await Container.shared.close() }
            #expect(
                thrown == """
                    Resolver: a service could not be closed  [closing-failed]
                      the closer     of 'Container.failing', declared at SafeFacadeTests/ClosingTests.swift:\(declarations + 49), threw SafeFacadeTests.Trouble: Trouble()
                      to mend it     catch in the closer what it can do without
                    """)
        }
        #expect(closed == ["pool"])
    }

    @Test func askingAfterwardsIsThrown() async throws {
        let line = #line + 4
        let thrown = await withSandbox {
            await text {
                try await Container.shared.close()
                _ = try await Container.shared.database()
            }
        }
        #expect(
            thrown == """
                Resolver: 'Container.database' is asked for after it was closed  [closed]
                  asked for by   resolve()  SafeFacadeTests/ClosingTests.swift:\(line)
                  closed         with close() at SafeFacadeTests/ClosingTests.swift:\(line - 1)
                  to mend it     ask before close(), or call reset() of its container to begin anew
                """)
    }

    @Test func askingAfterOneScopeWasClosedNamesThatCall() async throws {
        let line = #line + 4
        let thrown = await withSandbox {
            await text {
                try await Container.shared.close(.singleton)
                _ = try await Container.shared.database()
            }
        }
        let place = "SafeFacadeTests/ClosingTests.swift:\(line - 1)"
        #expect(thrown.contains("  closed         with close() at \(place)\n"), "\(thrown)")
    }

    @Test func askingAfterwardsTrapsWhereNothingCanBeThrown() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Container.shared.plain()
            try await closeAll()
            askAfterwards()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.plain' is asked for after it was closed  [closed]
                  asked for by   resolve()  SafeFacadeTests/ClosingTests.swift:\(askLine)
                  closed         with close() at SafeFacadeTests/ClosingTests.swift:\(closeLine)
                  to mend it     ask before close(), or call reset() of its container to begin anew
                """)
    }

    @Test func aConstructionThatClosesWhatKeepsItIsToldSo() async throws {
        let line = #line + 1
        let thrown = await withSandbox { await text { _ = try await Container.shared.closing() } }
        #expect(
            thrown == """
                Resolver: 'Container.closing' is being made by what closes it  [closed-inside]
                  asked for by   Container.closing  SafeFacadeTests/ClosingTests.swift:\(declarations + 52)
                            in   resolve()          SafeFacadeTests/ClosingTests.swift:\(line)
                  to mend it     call close() outside of factories, when what they make is there
                """)
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

    @Test func aContainerThatIsClosedInARunLeavesWhatTheRunKeeps() async throws {
        let closed = try await withStage {
            try await Scope.request.run {
                let log = Container.shared.log()
                try await Container.shared.close()
                #expect(Container.shared.log() === log)
                _ = Container.shared.page(1)
                #expect(Stage.all == [])
            }
        }
        #expect(closed == ["page 1", "log done"])
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
                return Part("late")
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

extension Container {
    fileprivate var place: Factory<Part> {
        self { Part("place") }.scope(.request).onClose { _ in Stage.add("closed in \(currentTask())") }
    }
    fileprivate var guest: Factory<Part?> {
        self { Part("guest") }.scope(.request).onClose { Stage.add($0?.name ?? "nobody") }
    }
    fileprivate var lateGuest: AsyncFactory<Part?> {
        self { Part("late guest") }.scope(.request).onClose { guest in
            await Task.yield()
            Stage.add(guest?.name ?? "nobody")
        }
    }
}
