import Resolver
import SafeFacade
import TestSupport
import Testing

// Containers that are closed while they are being closed.

extension Scope {
    fileprivate static let job = TaskScope()
    fileprivate static let shift = Cached()
}

/// An object that counts how often it is closed.
private final class Ledger: Sendable {
    let closings = Counter()
}

extension Container {
    fileprivate var diary: Factory<Thing> {
        self { Thing() }.cached.onClose { _, _ async throws in
            await Stage.stop.pass()
            Stage.add("diary")
        }
    }
    fileprivate var ledger: Factory<Ledger> { self { Ledger() }.cached.onClose { ledger, _ in ledger.closings.add() } }
    fileprivate var chronicle: Factory<Ledger> {
        self { Ledger() }.singleton.onClose { _, _ in Stage.add("chronicle") }
    }
    fileprivate var clerk: Factory<Thing> {
        self { Thing() }.singleton.onClose { _, _ async throws in
            try await Scope.job.run { try await Container.shared.close() }
        }
    }
    fileprivate var closing: AsyncFactory<Bool> {
        self {
            try await Container.shared.close()
            return true
        }
    }
    fileprivate var janitor: Factory<Thing> {
        self { Thing() }.singleton.onClose { _, _ async throws in _ = try await Container.shared.closing() }
    }
}

extension Container {
    fileprivate var tool: Factory<Thing> { self { Thing() }.scope(.shift).onClose { _ in Stage.add("tool") } }
    /// Closes what does not keep it: a container that it has made, another shared one, and a scope of its own container.
    fileprivate var survey: AsyncFactory<Thing> {
        self { container in
            let own = Cabinet()
            _ = (own.drawer(), Cabinet.shared.drawer(), container.tool())
            try await own.close()
            try await Cabinet.shared.close()
            try await container.close(.shift)
            return Thing()
        }.singleton
    }
    /// Closes a scope of its own container once that is being closed.
    fileprivate var lateSurvey: AsyncFactory<Thing> {
        self { container in
            Stage.stop.begin()
            while !Task.isCancelled { await Task.yield() }
            Stage.add(await refusal { try await container.close(.shift) } ?? "closed")
            return Thing()
        }.singleton
    }
}

private final class Cabinet: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var drawer: Factory<Thing> { self { Thing() }.cached.onClose { _ in Stage.add("drawer") } }
    var ledger: Factory<Ledger> { self { Ledger() }.singleton }
    var perhaps: Factory<Ledger?> { self { nil }.singleton }
    var numbered: ParameterFactory<Int, Ledger> { self { _ in Ledger() }.singleton.scopeOnParameters }
    var later: AsyncFactory<Ledger> { self { Ledger() }.singleton }
    var numberedCloser: AsyncParameterFactory<Int, Ledger> {
        self { _ in
            try await Cabinet.shared.close()
            return Ledger()
        }.singleton.scopeOnParameters
    }
    var exportedCloser: AsyncFactory<Ledger> {
        self {
            try await Cabinet.shared.close(.singleton)
            return Ledger()
        }.singleton
    }
}

@Suite struct CloseAgainTests {
    @Test("own defect D175: a singleton of a container of one's own that an export has joined is closed, too")
    func aJoinedSingletonIsClosed() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { Ledger() }.scope(.application).onClose { (ledger: Ledger) in ledger.closings.add() }
            Resolver.register(\Cabinet.ledger)
            let ledger = Cabinet.shared.ledger()
            try await Cabinet.shared.close()
            ensure(ledger.closings.value == 1, "it was not closed")
            _ = Cabinet.shared.ledger()
        }
        let text = try failureText(result)
        #expect(text.contains("[closed]"))
    }

    @Test("own defect D175: a singleton by parameter that an export has joined is closed, too")
    func aJoinedSingletonByParameterIsClosed() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { (_, _) in Ledger() }.scope(.application)
                .onClose { (ledger: Ledger) in ledger.closings.add() }
            Resolver.register(\Cabinet.numbered)
            let ledger = Cabinet.shared.numbered(1)
            try await Cabinet.shared.close()
            ensure(ledger.closings.value == 1, "it was not closed")
            _ = Cabinet.shared.numbered(1)
        }
        let text = try failureText(result)
        #expect(text.contains("[closed]"))
    }

    @Test("own defect D175: an optional's or asynchronous singleton that an export has joined is closed, too")
    func joinedSingletonsAreClosed() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { Ledger() }.scope(.application)
            Resolver.register(\Cabinet.perhaps)
            ensure(Cabinet.shared.perhaps() != nil, "it was not joined")
            try await Cabinet.shared.close()
            _ = Cabinet.shared.perhaps()
        }
        let text = try failureText(result)
        #expect(text.contains("[closed]"))
        try await withSandbox(.fresh) { () async throws -> Void in
            Resolver.registerServices = nil
            let stop = Stop()
            Resolver.registerAsync { () async throws -> Ledger in
                stop.begin()
                try await Task.sleep(nanoseconds: 60_000_000_000)
                return Ledger()
            }.scope(.application)
            Resolver.register(\Cabinet.later)
            let asked = Task { try await Cabinet.shared.later() }
            await stop.hasBegun()
            try await Cabinet.shared.close()
            let refused = await refusal { _ = try await asked.value }
            #expect(refused == "closed")
        }
    }

    @Test func aCloserMayCloseInARun() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 20)
            _ = Container.shared.clerk()
            try await Container.shared.close()
        }
    }

    @Test func aCloserMayCloseByAFactoryThatNobodyKeeps() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 20)
            _ = Container.shared.janitor()
            try await Container.shared.close()
        }
    }

    @Test("own defect D79: what was closed is not brought back by pop(), and is closed once")
    func whatWasClosedIsNotBroughtBack() async throws {
        try await withSandbox(.fresh) {
            let container = Container.shared
            let first = container.ledger()
            container.push()
            try await container.close()
            container.pop()
            let second = container.ledger()
            #expect(second !== first)
            try await container.close()
            #expect(first.closings.value == 1)
            #expect(second.closings.value == 1)
        }
    }

    @Test func aPopWithoutAPushOpensNothingNorDoesASmallerReset() async throws {
        try await withSandbox(.fresh) {
            Resolver.register { Thing() }.scope(.application)
            let container = Container.shared
            try await container.close()
            container.pop()
            container.reset(.registration)
            container.reset(.scope(.cached))
            container.ledger.reset()
            Scope.cached.reset()
            Scope.singleton.reset()
            #expect(await refusal { _ = try Resolver.require(Thing.self) } == "closed")
            container.reset(.scope)
            #expect(await refusal { _ = try Resolver.require(Thing.self) } == nil)
        }
    }

    @Test func theRuntimeFaceClosesTheDefaultContainerAndASandboxBeginsOpen() async throws {
        let closed = try await withStage {
            Resolver.register { Thing() }.scope(.application)
            _ = Container.shared.chronicle()
            try await Resolver.main.close()
            #expect(await refusal { _ = try Resolver.require(Thing.self) } == "closed")
            await withSandbox { #expect(await refusal { _ = try Resolver.require(Thing.self) } == nil) }
        }
        #expect(closed == ["chronicle"])
    }

    @Test("own defect D126: all is closed after the scope that is being closed already, whose closers may use the rest")
    @MainActor func allIsClosedAfterTheScope() async throws {
        let closed = try await withStage {
            _ = (Container.shared.diary(), Container.shared.chronicle())
            async let part: Void = Container.shared.close(.cached)
            await Stage.stop.hasBegun()
            let all = await joining {
                try await Container.shared.close()
                return Stage.all
            }
            await letOthersGoOn()
            #expect(Stage.all == [])
            Stage.stop.open()
            let closedByAll = try await all.value
            #expect(closedByAll == ["diary", "chronicle"])
            try await part
        }
        #expect(closed == ["diary", "chronicle"])
    }

    @Test("own defect D406: what is kept may close, while it is made, what does not keep it")
    func whatDoesNotKeepItMayBeClosed() async throws {
        let closed = try await withStage { _ = try await Container.shared.survey() }
        #expect(closed == ["drawer", "drawer", "tool"])
    }

    @Test(arguments: [false, true]) func aSingletonMayNotCloseWhatKeepsIt(_ isCopied: Bool) async {
        await withSandbox(isCopied ? .copied : .fresh) {
            Resolver.registerServices = nil
            Resolver.register(\Cabinet.exportedCloser)
            let numbered = await refusal { _ = try await Cabinet.shared.numberedCloser(1) }
            let typed = await refusal { _ = try await Cabinet.shared.exportedCloser() }
            let byType = await refusal { _ = try await Resolver.requireAsync(Ledger.self) }
            #expect([numbered, typed, byType] == ["closed-inside", "closed-inside", "closed-inside"])
        }
    }

    @Test func whatIsBeingClosedAsAWholeWaitsForNoScopeThatItsOwnServiceCloses() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 20)
            let lines = try await withStage {
                let asked = Task { try await Container.shared.lateSurvey() }
                await Stage.stop.hasBegun()
                try await Container.shared.close()
                _ = try await asked.value
            }
            ensure(lines == ["closed-inside"], "\(lines)")
        }
    }
}
