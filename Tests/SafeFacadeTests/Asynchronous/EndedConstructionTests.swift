import SafeFacade
import TestSupport
import Testing

// Asynchronous constructions whose run ends, or whose container is closed, while they are under way.

extension Scope {
    fileprivate static let visit = TaskScope()
    fileprivate static let member = Cached()
}

private final class Thing: Sendable {}

private enum Current {
    @TaskLocal static var stop = Stop()
    @TaskLocal static var closed = Locked<[String]>([])
}

extension Container {
    fileprivate var note: Factory<Thing> { self { Thing() }.scope(.visit) }
    fileprivate var slowNote: AsyncFactory<Thing> {
        self { container in
            await Current.stop.pass()
            return container.note()
        }.scope(.visit)
    }
    fileprivate var settingsOfBase: Factory<Thing> { self { Thing() }.singleton }
    fileprivate var base: AsyncFactory<Thing> {
        self { container in
            await Current.stop.pass()
            return container.settingsOfBase()
        }.singleton
    }
    fileprivate var endless: AsyncFactory<Thing> {
        self {
            Current.stop.begin()
            try await Task.sleep(nanoseconds: 60_000_000_000)
            return Thing()
        }.singleton
    }
    fileprivate var endlessOfVisit: AsyncFactory<Thing> { self { try await $0.endless() }.scope(.visit) }
    fileprivate var slowMember: AsyncFactory<Thing> {
        self {
            await Current.stop.pass()
            return Thing()
        }.scope(.member)
    }
    fileprivate var member: AsyncFactory<Thing> {
        self { Thing() }.scope(.member).onClose { _, _ in Current.closed.withLock { $0.append("member") } }
    }
    fileprivate var seal: Factory<Thing> {
        self { Thing() }.scope(.visit).onClose { _, _ in
            let text = Task.isCancelled ? "cancelled" : "not cancelled"
            Current.closed.withLock { $0.append(text) }
        }
    }
    /// Whether a lazy wrapper, made and read in a run of its own, finds that run's note.
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

    /// A run of another scope within a construction of a run.
    fileprivate var host: AsyncFactory<Thing> {
        self { container in try await Scope.talk.run { try await container.guest() } }.scope(.visit)
    }
    fileprivate var guest: AsyncFactory<Thing> {
        self { container in
            await Current.stop.pass()
            return container.note()
        }.scope(.talk)
    }

    /// Starts a task in which something of no lifetime asks after the run has ended.
    fileprivate var starter: AsyncFactory<Task<Bool, Never>> {
        self { container in
            Task {
                do {
                    _ = try await container.lateNote()
                    return false
                } catch { return true }
            }
        }.scope(.visit)
    }
    fileprivate var lateNote: AsyncFactory<Thing> {
        self { container in
            await Current.stop.pass()
            return try await container.visitNote()
        }
    }
    fileprivate var visitNote: AsyncFactory<Thing> { self { Thing() }.scope(.visit) }

    /// Waits for something in a task of its own, so that no cancellation is passed on.
    fileprivate var shield: AsyncFactory<Thing> {
        self { container in try await Task { try await container.endlessPart() }.value }.scope(.visit)
    }
    fileprivate var endlessPart: AsyncFactory<Thing> {
        self {
            Current.stop.begin()
            try await Task.sleep(nanoseconds: 60_000_000_000)
            return Thing()
        }.scope(.visit)
    }
}

// Outside the macros, which count their lines differently.
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
        #expect(
            try failureText(result) == """
                Resolver: 'Container.archived' is asked for after it was closed  [closed]
                  asked for by   Container.visitor  SafeFacadeTests/EndedConstructionTests.swift:\(archives + 3)
                            in   resolve()          SafeFacadeTests/EndedConstructionTests.swift:\(calls + 2)
                  closed         with close() at SafeFacadeTests/EndedConstructionTests.swift:\(calls + 1)
                  to mend it     ask before close(), or call reset() of its container to begin anew
                """)
    }

    @Test func aConstructionInAnInnerRunIsGivenWhatItNeedsOfTheOuterOne() async {
        await withSandbox(.fresh) {
            await Current.$stop.withValue(Stop()) {
                let stop = Current.stop
                let visit = Task { try await Scope.visit.run { try await Container.shared.host() } }
                await stop.hasBegun()
                visit.cancel()
                try? await Task.sleep(nanoseconds: 20_000_000)
                stop.open()
                await #expect(throws: (any Error).self) { try await visit.value }
            }
        }
    }

    @Test func aTaskThatOutlivesItsConstructionIsGivenNothingOfTheRun() async throws {
        try await withSandbox(.fresh) {
            try await Current.$stop.withValue(Stop()) {
                let stop = Current.stop
                let task = try await Scope.visit.run {
                    let task = try await Container.shared.starter()
                    await stop.hasBegun()
                    return task
                }
                stop.open()
                #expect(await task.value)
            }
        }
    }

    @Test func anEndCancelsAllThatIsUnderWay() async {
        await withSandbox(.fresh) {
            await Current.$stop.withValue(Stop()) {
                let stop = Current.stop
                let visit = Task { try await Scope.visit.run { try await Container.shared.shield() } }
                await stop.hasBegun()
                visit.cancel()
                await #expect(throws: (any Error).self) { try await visit.value }
            }
        }
    }

    @Test func aCancelledRunGivesWhatItWaitsForAllThatItNeeds() async {
        await withSandbox(.fresh) {
            await Current.$stop.withValue(Stop()) {
                let stop = Current.stop
                let visit = Task { try await Scope.visit.run { try await Container.shared.slowNote() } }
                await stop.hasBegun()
                visit.cancel()
                // Time for the operation to end, and the run to wait.
                try? await Task.sleep(nanoseconds: 20_000_000)
                stop.open()
                await #expect(throws: CancellationError.self) { try await visit.value }
            }
        }
    }

    @Test func whatClosingWaitsForIsGivenAllThatItNeeds() async throws {
        try await withSandbox(.fresh) {
            try await Current.$stop.withValue(Stop()) {
                let stop = Current.stop
                let asker = Task { try await Container.shared.base() }
                await stop.hasBegun()
                asker.cancel()
                async let close: Void = Container.shared.close()
                try await Task.sleep(nanoseconds: 20_000_000)
                stop.open()
                try await close
                await #expect(throws: (any Error).self) { try await Container.shared.base() }
            }
        }
    }

    @Test(arguments: [false, true])
    func whatIsMadeAfterAResetIsNotClosedByAnOlderEnd(_ isOfTheContainer: Bool) async throws {
        try await withSandbox(.fresh) {
            try await Current.$closed.withValue(Locked([])) {
                try await Current.$stop.withValue(Stop()) {
                    let stop = Current.stop
                    let asker = Task { try await Container.shared.slowMember() }
                    await stop.hasBegun()
                    async let close: Void = Container.shared.close(.member)
                    try await Task.sleep(nanoseconds: 20_000_000)
                    if isOfTheContainer { Container.shared.reset() } else { Scope.member.reset() }
                    let member = try await Container.shared.member()
                    stop.open()
                    try await close
                    _ = try? await asker.value
                    #expect(try await Container.shared.member() === member)
                    #expect(Current.closed.withLock { $0 } == [])
                }
            }
        }
    }

    @Test func whoWaitsForWhatIsClosedIsToldSo() async throws {
        try await withSandbox(.fresh) {
            try await Current.$stop.withValue(Stop()) {
                let stop = Current.stop
                let asker = Task { try await Container.shared.endless() }
                let another = Task { try await Scope.visit.run { try await Container.shared.endlessOfVisit() } }
                await stop.hasBegun()
                try await Task.sleep(nanoseconds: 20_000_000)
                try await Container.shared.close()
                for asker in [asker, another] {
                    let error = await #expect(throws: ResolutionError.self) { try await asker.value }
                    guard case .closed = error?.reason else {
                        Issue.record("\(error as Any)")
                        continue
                    }
                }
            }
        }
    }

    @Test func aJobOfWhatIsBeingMadeHasLazyWrappersOfItsOwnRun() async throws {
        let isOwn = try await withSandbox(.fresh) { try await Container.shared.worker() }
        #expect(isOwn)
    }

    @Test func aCloserDoesNotSeeThatTheTaskIsCancelled() async throws {
        try await withSandbox(.fresh) {
            try await Current.$closed.withValue(Locked([])) {
                let visit = Task {
                    try await Scope.visit.run {
                        _ = Container.shared.seal()
                        withUnsafeCurrentTask { $0?.cancel() }
                    }
                }
                try await visit.value
                #expect(Current.closed.withLock { $0 } == ["not cancelled"])
            }
        }
    }

    @Test func oneWhoHasWaitedOnIsToldThatTheInstanceWasMade() async throws {
        try await withSandbox(.fresh) {
            try await Current.$stop.withValue(Stop()) {
                let watcher = Watcher()
                Container.addObserver(watcher)
                let stop = Current.stop
                let first = Task { try await Container.shared.slowMember() }
                await stop.hasBegun()
                let second = Task { try await Container.shared.slowMember() }
                try await Task.sleep(nanoseconds: 20_000_000)
                first.cancel()
                await #expect(throws: CancellationError.self) { try await first.value }
                stop.open()
                _ = try await second.value
                #expect(watcher.outcomes.withLock { $0 } == ["another", "made"])
            }
        }
    }
}
