import SafeFacade
import TestSupport
import Testing

// Asynchronous constructions that are under way when their run ends, or when their container is closed.

extension Scope {
    fileprivate static let visit = TaskScope()
    fileprivate static let member = Cached()
}

/// Waits at the stop, makes a thing, and adds a line once that is given.
private func given(_ make: () -> Thing) async -> Thing {
    await Stage.stop.pass()
    let thing = make()
    Stage.add("given")
    return thing
}

extension Container {
    fileprivate var note: Factory<Thing> { self { Thing() }.scope(.visit) }
    fileprivate var slowNote: AsyncFactory<Thing> {
        self { container in await given { container.note() } }.scope(.visit)
    }
    fileprivate var settingsOfBase: Factory<Thing> { self { Thing() }.singleton }
    fileprivate var base: AsyncFactory<Thing> {
        self { container in await given { container.settingsOfBase() } }.singleton
    }
    fileprivate var endless: AsyncFactory<Thing> {
        self {
            Stage.stop.begin()
            try await Task.sleep(nanoseconds: 60_000_000_000)
            return Thing()
        }.singleton
    }
    fileprivate var endlessOfVisit: AsyncFactory<Thing> { self { try await $0.endless() }.scope(.visit) }
    fileprivate var slowMember: AsyncFactory<Thing> {
        self {
            await Stage.stop.pass()
            return Thing()
        }.scope(.member)
    }
    fileprivate var member: AsyncFactory<Thing> {
        self { Thing() }.scope(.member).onClose { _, _ in Stage.add("member") }
    }
    fileprivate var memberProbe: AsyncParameterFactory<Int, Thing> {
        self { _ in Thing() }.scope(.member).scopeOnParameters
    }
    /// Whether a lazy wrapper that is made and read in a run inside this one finds the inner run's note.
    fileprivate var worker: AsyncFactory<Bool> {
        self { container in
            let job = Task { try await Scope.visit.run { Errand().note === container.note() } }
            return try await job.value
        }.singleton
    }
}

private final class Errand: @unchecked Sendable {
    @LazyInjected(\.note) var note
}

private final class Watcher: ResolutionObserver {
    let outcomes = Locked<[String]>([])
    func observe(_ event: ResolutionEvent) {
        let text =
            switch event.outcome {
            case .made: "made"
            case .reused: "reused"
            default: "another"
            }
        outcomes.withLock { $0.append(text) }
    }
}

extension Scope {
    fileprivate static let talk = TaskScope()
}

private let archives = #line
extension Container {
    fileprivate var archived: Factory<Thing> { self { Thing() }.singleton }
    fileprivate var visitor: AsyncFactory<Thing> { self { $0.archived() }.scope(.visit) }

    /// Begins a run of another scope inside a construction of a run.
    fileprivate var host: AsyncFactory<Thing> {
        self { container in try await Scope.talk.run { try await container.guest() } }.scope(.visit)
    }
    fileprivate var guest: AsyncFactory<Thing> {
        self { container in await given { container.note() } }.scope(.talk)
    }

    /// Starts a task in which a service without a lifetime asks after the run has ended.
    fileprivate var starter: AsyncFactory<Task<String?, Never>> {
        self { container in Task { await refusal { _ = try await container.lateNote() } } }.scope(.visit)
    }
    fileprivate var lateNote: AsyncFactory<Thing> {
        self { container in
            await Stage.stop.pass()
            return try await container.visitNote()
        }
    }
    fileprivate var visitNote: AsyncFactory<Thing> { self { Thing() }.scope(.visit) }

    /// Waits for a part in a task of its own, so that a cancellation is not passed on.
    fileprivate var shield: AsyncFactory<Thing> {
        self { container in try await Task { try await container.endlessPart() }.value }.scope(.visit)
    }
    fileprivate var endlessPart: AsyncFactory<Thing> {
        self {
            Stage.stop.begin()
            do { try await Task.sleep(nanoseconds: 60_000_000_000) } catch { Stage.add("cancelled") }
            return Thing()
        }.scope(.visit)
    }
}

// These calls are outside of the test macros, which count their lines differently.
private let calls = #line
private func closeAll() async throws { try await Container.shared.close() }
private func askForAVisitor() async throws { _ = try await Container.shared.visitor() }

@Suite struct EndedConstructionTests {
    @Test func whatAClosedContainerKeepsIsRefusedToWhatARunMakes() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            beginProcess(isShown: false)
            _ = Container.shared.archived()
            try await closeAll()
            try await Scope.visit.run { try await askForAVisitor() }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.archived' is asked for after it was closed  [closed]
                  asked for by   Container.visitor  SafeFacadeTests/EndedConstructionTests.swift:\(archives + 3)
                            in   resolve()          SafeFacadeTests/EndedConstructionTests.swift:\(calls + 2)
                  closed         with close() at SafeFacadeTests/EndedConstructionTests.swift:\(calls + 1)
                  to mend it     ask before close(), or call reset() of its container to begin anew
                """)
    }

    /// Cancels a run that waits for a construction, and then lets that construction go on; it must be given what it asks for.
    private func expectGivenInACancelledRun(_ construct: @escaping @Sendable () async throws -> Void) async {
        let lines = await withStage {
            let visit = Task {
                try await Scope.visit.run {
                    Task {
                        try await waitUntilRunEnds { _ = try await Container.shared.visitNote() }
                        Stage.stop.open()
                    }
                    try await construct()
                }
            }
            await Stage.stop.hasBegun()
            visit.cancel()
            await #expect(throws: CancellationError.self) { try await visit.value }
        }
        #expect(lines == ["given"])
    }

    @Test func aConstructionInAnInnerRunIsGivenWhatItNeedsOfTheOuterOne() async {
        await expectGivenInACancelledRun { _ = try await Container.shared.host() }
    }

    @Test func aTaskThatOutlivesItsConstructionIsGivenNothingOfTheRun() async throws {
        try await withStage {
            let task = try await Scope.visit.run {
                let task = try await Container.shared.starter()
                await Stage.stop.hasBegun()
                return task
            }
            Stage.stop.open()
            let asked = await task.value
            #expect(asked == "ended-run")
        }
    }

    @Test func anEndCancelsAllThatIsUnderWay() async {
        let told = await withStage {
            let visit = Task { try await Scope.visit.run { try await Container.shared.shield() } }
            await Stage.stop.hasBegun()
            visit.cancel()
            await #expect(throws: CancellationError.self) { try await visit.value }
        }
        #expect(told == ["cancelled"])
    }

    @Test func aCancelledRunGivesWhatItWaitsForAllThatItNeeds() async {
        await expectGivenInACancelledRun { _ = try await Container.shared.slowNote() }
    }

    @Test func whatClosingWaitsForIsGivenAllThatItNeeds() async throws {
        try await withStage {
            let asker = Task { try await Container.shared.base() }
            await Stage.stop.hasBegun()
            asker.cancel()
            async let close: Void = Container.shared.close()
            try await waitUntilClosed()
            Stage.stop.open()
            try await close
            #expect(Stage.all == ["given"])
            let asked = await refusal { _ = try await Container.shared.base() }
            #expect(asked == "closed")
        }
    }

    @Test(arguments: [false, true])
    func whatIsMadeAfterAResetIsNotClosedByAnOlderEnd(_ isOfTheContainer: Bool) async throws {
        try await withStage {
            let asker = Task { try await Container.shared.slowMember() }
            await Stage.stop.hasBegun()
            async let close: Void = Container.shared.close(.member)
            try await waitUntilClosed { try await Container.shared.memberProbe($0) }
            if isOfTheContainer { Container.shared.reset() } else { Scope.member.reset() }
            let member = try await Container.shared.member()
            Stage.stop.open()
            try await close
            _ = try? await asker.value
            #expect(try await Container.shared.member() === member)
            #expect(Stage.all == [])
        }
    }

    @Test @MainActor func whoWaitsForWhatIsClosedIsToldSo() async throws {
        try await withStage {
            let first = Task { try await Scope.visit.run { try await Container.shared.endlessOfVisit() } }
            await Stage.stop.hasBegun()
            let second = await joining { try await Container.shared.endless() }
            try await Container.shared.close()
            for asker in [first, second] {
                let asked = await refusal { _ = try await asker.value }
                #expect(asked == "closed")
            }
        }
    }

    @Test func aJobOfWhatIsBeingMadeHasLazyWrappersOfItsOwnRun() async throws {
        let isOwn = try await withSandbox(.fresh) { try await Container.shared.worker() }
        #expect(isOwn)
    }

    @Test @MainActor func oneWhoHasWaitedOnIsToldThatTheInstanceWasMade() async throws {
        try await withStage {
            let watcher = Watcher()
            Container.addObserver(watcher)
            let first = Task { try await Container.shared.slowMember() }
            await Stage.stop.hasBegun()
            let second = await joining { try await Container.shared.slowMember() }
            first.cancel()
            await #expect(throws: CancellationError.self) { try await first.value }
            Stage.stop.open()
            _ = try await second.value
            #expect(watcher.outcomes.withLock { $0 } == ["another", "made"])
        }
    }
}
