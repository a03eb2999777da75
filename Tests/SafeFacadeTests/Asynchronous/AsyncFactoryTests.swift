import Dispatch
import SafeFacade
import TestSupport
import Testing

private final class Database: Sendable {
    let name: String
    init(_ name: String = "live") { self.name = name }
}

private struct Broken: Error, Equatable {
    var number = 0
}

private let failures = Counter()
private let nils = Counter()

extension Container {
    fileprivate var path: Factory<String> { self { "notes.sqlite" } }
    fileprivate var database: AsyncFactory<Database> {
        self { container in
            await Task.yield()
            return Database(container.path())
        }.singleton
    }
    fileprivate var plain: AsyncFactory<Database> { self { Database() } }
    fileprivate var session: AsyncFactory<Database> { self { Database("session") }.scope(.asyncSession) }
    fileprivate var weak: AsyncFactory<Database> { self { Database("weak") }.shared }
    fileprivate var mailbox: AsyncParameterFactory<Int, Database> { self { id in Database("mailbox \(id)") } }
    fileprivate var keptMailbox: AsyncParameterFactory<Int, Database> {
        self { container, id in
            _ = try await container.database()
            return Database("mailbox \(id)")
        }.cached.scopeOnParameters
    }
    fileprivate var failing: AsyncFactory<Database> {
        self {
            await Task.yield()
            throw Broken(number: failures.add())
        }.cached
    }
    fileprivate var repository: AsyncFactory<[Database]> { self { [try await $0.database(), try await $0.plain()] } }
    fileprivate var optional: AsyncFactory<Database?> {
        self {
            nils.add()
            return nil
        }.cached
    }
    fileprivate var expiring: AsyncFactory<Database> { self { Database() }.cached.timeToLive(60) }
    fileprivate var first: AsyncFactory<Database> { self { try await $0.second() }.cached }
    fileprivate var second: AsyncFactory<Database> { self { try await $0.between() }.cached }
    fileprivate var between: AsyncFactory<Database> { self { try await $0.first() } }
    fileprivate var endless: AsyncFactory<Database> { self { try await $0.endless() } }
    fileprivate var way: AsyncFactory<Database> { self { try await $0.ping() } }
    fileprivate var ping: AsyncFactory<Database> { self { try await $0.pong() } }
    fileprivate var pong: AsyncFactory<Database> { self { try await $0.ping() } }
    fileprivate var slowLoop: AsyncParameterFactory<Int, Int> {
        self { container, depth in depth == 0 ? 0 : try await container.slowLoop(depth - 1) + 1 }
    }
}

extension Scope {
    fileprivate static let asyncSession = Cached()
}

private final class Payments: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var api: AsyncFactory<Database> { self { Database("payments") }.cached }
    var named: AsyncFactory<String> { self { try await $0.api().name } }
}

private enum Services {
    static let database = AsyncFactory { Database("static") }.singleton
    static let keptDatabase = AsyncFactory(scope: .cached) { Database("kept") }
    static let keptMailbox = AsyncParameterFactory(scope: .cached) { id in Database("mailbox \(id as Int)") }
}

/// Ends the process if it is not called on the main actor.
private func onMainActor() -> Bool { MainActor.assumeIsolated { true } }

extension Container {
    fileprivate nonisolated var fromCaller: AsyncFactory<Bool> { self { await isOnMainActor() } }
    fileprivate nonisolated var fromCallerWith: AsyncParameterFactory<Int, Bool> { self { _ in await isOnMainActor() } }
    fileprivate nonisolated var nested: AsyncFactory<Bool> {
        self { container in
            await Task.yield()
            return try await container.fromCaller()
        }
    }
}

@MainActor private func askOnTheMainActor() async throws {
    _ = try await Container.shared.fromCaller()
    _ = try await Container.shared.fromCaller.decorator { _ in }()
    _ = try await Container.shared.fromCallerWith(1)
    _ = try await Container.shared.nested()
    _ = try await Scope.onMain.run(isOnMainActor)
    _ = await withSandbox(.fresh, operation: isOnMainActor)
}
nonisolated(nonsending) private func isOnMainActor() async -> Bool {
    // A call that leaves the actor does so when it first suspends.
    await Task.yield()
    return onMainActor()
}
extension Scope {
    fileprivate static let onMain = TaskScope()
}

extension Container {
    fileprivate nonisolated var keptPlace: AsyncFactory<Bool> { self { isOnMainQueue() }.singleton }
    fileprivate nonisolated var keptPlaceOf: AsyncParameterFactory<Int, Bool> {
        self { _ in
            await Task.yield()
            return isOnMainQueue()
        }.cached.scopeOnParameters
    }
}

/// Whether the main actor's executor runs this; on Linux, its thread need not be the main one.
private func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueue) != nil }
private let mainQueue = DispatchSpecificKey<Void>()

/// Asks on its caller's actor, and checks that it is on that actor afterwards.
nonisolated(nonsending) private func askForWhatIsKept() async throws {
    for _ in 0..<2 {
        let places = [try await Container.shared.keptPlace(), try await Container.shared.keptPlaceOf(1)]
        ensure(places == [false, false], "it was made on the main actor")
        ensure(onMainActor(), "it has not returned")
    }
}
@MainActor private func askForWhatIsKeptOnTheMainActor() async throws {
    DispatchQueue.main.setSpecific(key: mainQueue, value: ())
    ensure(isOnMainQueue(), "the main actor has another queue")
    try await askForWhatIsKept()
}

@MainActor private final class TitleScreen {
    let title = "screen"
    init() {}
}

extension Container {
    fileprivate var titleScreen: AsyncFactory<TitleScreen> { self { await TitleScreen() } }
}

@Suite(.inFreshSandbox) struct AsyncFactoryTests {
    @Test func aSingletonIsMadeOnce() async throws {
        let database = try await Container.shared.database()
        #expect(database.name == "notes.sqlite")
        #expect(try await Container.shared.database() === database)
    }

    @Test func whatStatesNoLifetimeIsMadeAnew() async throws {
        let (one, two) = (try await Container.shared.plain(), try await Container.shared.plain())
        #expect(one !== two)
    }

    @Test func aGraphForADefaultIsNoLifetimeOfAnAsynchronousFactory() async throws {
        Container.shared.manager.defaultLifetime = .graph
        let (one, two) = (try await Container.shared.plain(), try await Container.shared.plain())
        #expect(one !== two)
    }

    @Test("own defect D11: an asynchronous override that states a lifetime has it in place of a declared scope")
    func anOverridesLifetimeCountsInPlaceOfADeclaredScope() async throws {
        Container.shared.session.register(scope: .cached) { Database("mock") }
        let mock = try await Container.shared.session()
        Scope.asyncSession.reset()
        #expect(try await Container.shared.session() === mock)
        Scope.cached.reset()
        #expect(try await Container.shared.session() !== mock)
    }

    @Test func aScopeKeepsItUntilItIsReset() async throws {
        let session = try await Container.shared.session()
        #expect(try await Container.shared.session() === session)
        Scope.asyncSession.reset()
        #expect(try await Container.shared.session() !== session)
    }

    @Test func whatIsSharedLivesAsLongAsSomebodyHoldsIt() async throws {
        weak var gone: Database?
        do {
            let weak = try await Container.shared.weak()
            #expect(try await Container.shared.weak() === weak)
            gone = weak
        }
        // The task that made the object may still be ending.
        #expect(try await wait { gone == nil })
    }

    @Test func aParameterIsHandedOn() async throws {
        let mailbox = try await Container.shared.mailbox(3)
        #expect(mailbox.name == "mailbox 3")
        let one = try await Container.shared.keptMailbox(1)
        let two = try await Container.shared.keptMailbox(2)
        #expect(one.name == "mailbox 1" && two.name == "mailbox 2")
        #expect(try await Container.shared.keptMailbox(1) === one)
    }

    @Test func anAsynchronousFactoryAsksOthers() async throws {
        let names = try await Container.shared.repository().map(\.name)
        #expect(names == ["notes.sqlite", "live"])
    }

    @Test func aFailureIsThrownAsItIsAndNotKept() async throws {
        var thrown: [Broken] = []
        for _ in 0..<2 {
            do { _ = try await Container.shared.failing() } catch let error as Broken { thrown.append(error) }
        }
        #expect(thrown.count == 2 && thrown[0] != thrown[1])
    }

    @Test func anOverrideMayBeSynchronous() async throws {
        let live = try await Container.shared.database()
        Container.shared.database.register { Database("mock") }
        let mock = try await Container.shared.database()
        #expect(mock.name == "mock")
        #expect(try await Container.shared.database() === mock)
        Container.shared.database.reset()
        let again = try await Container.shared.database()
        #expect(again !== live)
        #expect(again.name == "notes.sqlite")
    }

    @Test func pushAndPopBringInstancesBack() async throws {
        let session = try await Container.shared.session()
        Container.shared.push()
        Container.shared.session.register { Database("mock") }
        let mock = try await Container.shared.session()
        #expect(mock.name == "mock")
        Container.shared.pop()
        #expect(try await Container.shared.session() === session)
    }

    @Test func aContextHasItsOwnClosure() async throws {
        let database = try await Container.shared.database.onTest { Database("test") }()
        #expect(database.name == "test")
    }

    @Test func aDecoratorSeesEveryInstanceAndWhetherItWasMade() async throws {
        let seen = Locked<[Bool]>([])
        let factory = Container.shared.session.decorator { _, made in seen.withLock { $0.append(made) } }
        _ = try await factory()
        _ = try await factory()
        #expect(seen.withLock { $0 } == [true, false])
    }

    @Test func itsTimeToLiveBeginsWhenItIsMade() async throws {
        let time = Locked(100.0)
        TimeToLive.clock = { time.withLock { $0 } }
        let first = try await Container.shared.expiring()
        time.withLock { $0 = 161 }
        let second = try await Container.shared.expiring()
        #expect(second !== first)
        time.withLock { $0 = 220 }
        #expect(try await Container.shared.expiring() === second)
    }

    @Test func nilIsNotKept() async throws {
        for number in 1...2 {
            let none = try await Container.shared.optional()
            #expect(none == nil)
            #expect(nils.value == number)
        }
        Container.shared.optional.register { Database() }
        let some = try await Container.shared.optional()
        #expect(some != nil)
    }

    @Test func containersOfYourOwnHaveThemToo() async throws {
        let name = try await Payments.shared.named()
        let (one, two) = (try await Payments.shared.api(), try await Payments.shared.api())
        let other = try await Payments().api()
        #expect(name == "payments" && one === two && one !== other)
    }

    @Test @MainActor func whatIsKeptIsReturnedWithoutSuspending() async throws {
        let (database, mailbox) = (try await Container.shared.database(), try await Container.shared.keptMailbox(1))
        let others = Counter()
        // This task runs once the test has suspended.
        Task { @MainActor in others.add() }
        #expect(try await Container.shared.database() === database)
        #expect(try await Container.shared.keptMailbox(1) === mailbox)
        #expect(others.value == 0)
    }

    @Test func aStaticFactoryBelongsToTheCurrentSandbox() async throws {
        let outer = try await withSandbox { try await Services.database() }
        let inner = try await withSandbox { try await Services.database() }
        #expect(outer !== inner && outer.name == "static")
    }

    @Test func aStaticFactoryMayStateItsLifetime() async throws {
        let database = try await Services.keptDatabase()
        let mailbox = try await Services.keptMailbox(1)
        #expect(try await Services.keptDatabase() === database)
        // The parameter of the first call counts.
        #expect(try await Services.keptMailbox(2) === mailbox)
        #expect(mailbox.name == "mailbox 1")
    }

    @Test func anOverrideMayCaptureWhatIsNotSendable() async throws {
        final class Mock { var name = "mock" }
        let mock = Mock()
        Container.shared.plain.register(unchecked: { Database(mock.name) }, scope: .cached)
        Container.shared.mailbox.register(when: .test, unchecked: { id in Database("\(mock.name) \(id)") })
        let database = try await Container.shared.plain()
        #expect(try await Container.shared.plain() === database)
        let mailbox = try await Container.shared.mailbox(2)
        #expect([database.name, mailbox.name] == ["mock", "mock 2"])
    }

    @Test("own defect D303: as a scope, a graph keeps nothing of an asynchronous factory")
    func aGraphKeepsNothing() async throws {
        let scoped = Container.shared.plain.scope(.graph)
        #expect(try await scoped() !== scoped())
        Container.shared.plain.register(scope: .graph) { Database("mock") }
        #expect(try await Container.shared.plain() !== Container.shared.plain())
    }

    @Test @MainActor func whatIsNotSendableIsMadeInThePlaceOfItsCaller() async throws {
        let screen = try await Container.shared.titleScreen()
        #expect(screen.title == "screen")
    }

    @Test func whatIsNotKeptRunsOnTheActorOfItsCaller() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            try await askOnTheMainActor()
        }
    }

    @Test func whatIsKeptRunsOnNoActorAndReturnsToThatOfItsCaller() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            try await askForWhatIsKeptOnTheMainActor()
        }
    }

    @Test("own defect D52: a failure in an asynchronous factory names all who have asked")
    func aSynchronousFailureNamesWhoAskedAsynchronously() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await askFortress()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: nothing is bound to 'Container.keyring'  [unbound]
                  asked for by   Container.guarded   SafeFacadeTests/AsyncFactoryTests.swift:\(slots + 3)
                            in   Container.fortress  SafeFacadeTests/AsyncFactoryTests.swift:\(slots + 4)
                            in   resolve()           SafeFacadeTests/AsyncFactoryTests.swift:\(calls + 1)
                  declared       with required() at SafeFacadeTests/AsyncFactoryTests.swift:\(slots + 2)
                  to mend it     bind it at launch, with register { … }, and check with unbound(in:)
                """)
    }

    @Test func anObserverIsToldOfTheChain() async throws {
        let observer = Recorder()
        Container.addObserver(observer)
        _ = try await Container.shared.repository()
        _ = try await Container.shared.database()
        let events = observer.events.withLock { $0 }
        #expect(
            events == [
                "Container.path made <- Container.database Container.repository",
                "Container.database made <- Container.repository",
                "Container.plain made <- Container.repository", "Container.repository made <- ",
                "Container.database reused <- ",
            ])
    }
}

private let slots = #line
extension Container {
    fileprivate var keyring: Factory<[String]> { required() }
    fileprivate var guarded: AsyncFactory<[String]> { self { $0.keyring() }.cached }
    fileprivate var fortress: AsyncFactory<[String]> { self { try await $0.guarded() }.cached }
}

// This call is outside of the test macros, which count their lines differently.
private let calls = #line
private func askFortress() async throws { _ = try await Container.shared.fortress() }

private final class Recorder: ResolutionObserver {
    let events = Locked<[String]>([])
    func observe(_ event: ResolutionEvent) {
        let chain = event.chain.map(\.description).joined(separator: " ")
        events.withLock { $0.append("\(event.factory ?? "") \(event.outcome) <- \(chain)") }
    }
}

@Suite(.inFreshSandbox) struct AsyncCycleTests {
    @Test func aCycleIsThrownWithItsPath() async throws {
        let error = await cycle { _ = try await Container.shared.first() }
        let path = ["Container.first", "Container.second", "Container.between", "Container.first"]
        #expect(error?.cyclePath == path)
    }

    @Test func twoThatBeginAtOnceAreACycleForBoth() async throws {
        await withSandbox {
            for _ in 0..<50 {
                async let first = cycle { _ = try await Container.shared.first() }
                async let second = cycle { _ = try await Container.shared.second() }
                let errors = await [first, second]
                #expect(errors.allSatisfy { $0?.cyclePath != nil })
            }
        }
    }

    @Test func whatIsMadeAnewIsFoundByItsDepth() async throws {
        let error = await cycle { _ = try await Container.shared.endless() }
        #expect(error?.cyclePath == ["Container.endless", "Container.endless"])
    }

    @Test("own defect D66: what is made anew is told from where the cycle was entered")
    func whatIsMadeAnewIsToldFromWhereTheCycleWasEntered() async throws {
        let error = await cycle { _ = try await Container.shared.way() }
        #expect(error?.cyclePath == ["Container.ping", "Container.pong", "Container.ping"])
        #expect(error?.chain.map(\.description) == ["Container.way"])
    }

    @Test func whatIsOnlyDeepGoesOn() async throws {
        let depth = try await withSandbox { try await Container.shared.slowLoop(350) }
        #expect(depth == 350)
    }

    private func cycle(_ operation: @Sendable () async throws -> Void) async -> ResolutionError? {
        await failure(operation) as? ResolutionError
    }
}
