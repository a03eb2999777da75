import Resolver
import SafeFacade
import TestSupport
import Testing

private final class User: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

private let scopeLine = #line + 2
extension Scope {
    fileprivate static let visit = TaskScope()
}

private let closed = Locked<[String]>([])

private let declarations = #line
extension Container {
    fileprivate var user: Factory<User> { required().scope(.visit) }
    fileprivate var asyncUser: AsyncFactory<User> { required().scope(.visit) }
    fileprivate var guest: Factory<User> {
        self { User("guest") }.scope(.visit).onClose { user, _ in
            closed.withLock { $0.append(user.name) }
        }
    }
    fileprivate var nobody: Factory<User?> { self { nil }.scope(.visit) }
    fileprivate var userGreeting: AsyncFactory<String> { self { "Hello, \($0.user().name)" }.scope(.visit) }
    fileprivate var cachedUser: Factory<User> { required().cached }
    fileprivate var testUser: Factory<User> {
        self { User("declared") }.scope(.visit).onTest { User("of the test") }
    }
    fileprivate var alwaysUser: Factory<User> {
        self { User("declared") }.scope(.visit).on(.test, always: true) { User("always") }
    }
    fileprivate var selfBound: AsyncFactory<User> {
        self { container in
            container.selfBound.bind(User("Ann"))
            return User("made")
        }.scope(.visit)
    }
}

extension Container {
    fileprivate var expiringUser: Factory<User> { required().scope(.visit).timeToLive(60) }
    fileprivate var renewedUser: Factory<User> { self { User("made") }.scope(.visit).timeToLive(60) }
    fileprivate var desk: MainActorFactory<Screen> { self { Screen(title: "made") }.scope(.visit) }
    fileprivate var expiringAsyncUser: AsyncFactory<User> { required().scope(.visit).timeToLive(60) }
}

private let keptBinderLine = #line + 4
extension Container {
    fileprivate var keptBinder: AsyncFactory<User> {
        self { container in
            container.user.bind(User("Ann"))
            return User("binder")
        }.singleton
    }
}

private final class OfficeContainer: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    var user: Factory<User> { required().scope(.visit) }
    var other: Factory<User> { required().scope(.visit) }

    func autoRegister() { user.register { User("registered") } }
}

private func visit<Result>(_ operation: () async throws -> Result) async throws -> Result {
    try await Scope.visit.run(operation)
}

private func resetUserInASandbox() { withSandbox { Container.shared.user.reset() } }

// These calls are outside of the test macros, which count their lines differently.
private let calls = #line
private func bindUser() { Container.shared.user.bind(User("Ann")) }
private func bindCached() { Container.shared.cachedUser.bind(User("Ann")) }
private func askUser() { _ = Container.shared.user() }
private func askAsyncUser() async throws { _ = try await Container.shared.asyncUser() }
private func bindAsyncUser() { Container.shared.asyncUser.bind(User("Ann")) }
@MainActor private func bindDesk() { Container.shared.desk.bind(Screen()) }

@Suite(.inFreshSandbox) struct RunBindingTests {
    @Test func aRunHasWhatItIsGiven() async throws {
        for name in ["Ann", "Mary"] {
            let user = User(name)
            try await visit {
                Container.shared.user.bind(user)
                #expect(Container.shared.user() === user)
                let greeting = try await Container.shared.userGreeting()
                #expect(greeting == "Hello, \(name)")
            }
        }
    }

    @Test(
        "own defect D96: what a run is given counts more than a closure for a context, but for one that always counts")
    func aClosureForAContext() async throws {
        FactoryContext.current = [.test]
        try await visit {
            Container.shared.testUser.bind(User("Ann"))
            #expect(Container.shared.testUser().name == "Ann")
            Container.shared.alwaysUser.bind(User("Ann"))
            #expect(Container.shared.alwaysUser().name == "always")
            FactoryContext.current = []
            #expect(Container.shared.testUser().name == "Ann")
            #expect(Container.shared.alwaysUser().name == "Ann")
        }
    }

    @Test func bothFacesAreGivenIt() async throws {
        Resolver.register(\.user)
        let user = User("Ann")
        try await visit {
            Container.shared.user.bind(user)
            #expect(Resolver.resolve(User.self) === user)
            let required = try await Resolver.requireAsync(User.self)
            #expect(required === user)
        }
    }

    @Test func theHookRunsBeforeAnythingIsBound() async throws {
        // The factory is declared in a resolver that is no longer main after the hook.
        Container.shared.user.reset()
        Resolver.registerServices = { Resolver.main = Resolver() }
        let user = User("Ann")
        try await visit {
            Container.shared.user.bind(user)
            #expect(Container.shared.user() === user)
        }
    }

    @Test func whatAContainerRegistersItselfCountsMore() async throws {
        for _ in 1...2 {
            try await visit {
                OfficeContainer.shared.user.bind(User("Ann"))
                #expect(OfficeContainer.shared.user().name == "registered")
                OfficeContainer.shared.other.bind(User("Mary"))
                #expect(OfficeContainer.shared.other().name == "Mary")
            }
            // The container is declared from now on, and must be prepared again.
            OfficeContainer.shared.reset()
        }
    }

    @Test("own defect D299: no time to live ends what a run was given, as nobody could make it again")
    func whatIsBoundDoesNotExpire() async throws {
        let time = Locked(100.0)
        TimeToLive.clock = { time.withLock { $0 } }
        try await visit {
            Container.shared.expiringUser.bind(User("Ann"))
            Container.shared.expiringAsyncUser.bind(User("Mary"))
            for now in [100.0, 161, 1_000] {
                time.withLock { $0 = now }
                #expect(Container.shared.expiringUser().name == "Ann")
                let name = try await Container.shared.expiringAsyncUser().name
                #expect(name == "Mary")
            }
        }
    }

    @Test("own defect D13: a time to live ends what a run was given, where a closure can make it again")
    func whatARunIsGivenHasATimeToLive() async throws {
        let time = Locked(100.0)
        TimeToLive.clock = { time.withLock { $0 } }
        try await visit {
            let given = User("given")
            Container.shared.renewedUser.bind(given)
            #expect(Container.shared.renewedUser() === given)
            time.withLock { $0 += 60 }
            #expect(Container.shared.renewedUser() !== given)
        }
    }

    @Test @MainActor func theMainActorsServiceIsBoundToo() async throws {
        let desk = Screen(title: "given")
        try await visit {
            Container.shared.desk.bind(desk)
            #expect(Container.shared.desk() === desk)
            try await visit { #expect(Container.shared.desk().title == "made") }
        }
    }

    @Test func anInnerRunHasItsOwn() async throws {
        try await visit {
            Container.shared.user.bind(User("Ann"))
            try await visit {
                Container.shared.user.bind(User("Mary"))
                #expect(Container.shared.user().name == "Mary")
            }
            #expect(Container.shared.user().name == "Ann")
        }
    }

    @Test func theClosureCountsWhereNothingIsBoundAndClosersDoNotRunForWhatIsBound() async throws {
        try await visit {
            Container.shared.guest.bind(User("Ann"))
            #expect(Container.shared.guest().name == "Ann")
        }
        try await visit { #expect(Container.shared.guest().name == "guest") }
        #expect(closed.withLock { $0 } == ["guest"])
        try await visit {
            Container.shared.nobody.bind(nil)
            #expect(Container.shared.nobody() == nil)
        }
    }

    @Test func anOverrideCountsMore() async throws {
        Container.shared.user.register { User("mock") }
        try await visit {
            Container.shared.user.bind(User("Ann"))
            #expect(Container.shared.user().name == "mock")
        }
    }

    @Test func whatIsBoundEndsWithItsRunOrAReset() async throws {
        weak var gone: User?
        try await visit {
            gone = {
                let user = User("Ann")
                Container.shared.user.bind(user)
                return user
            }()
            #expect(gone != nil)
            #expect(Container.shared.unbound(in: [\.user]) == [])
            Scope.visit.reset()
            #expect(gone == nil)
            #expect(Container.shared.unbound(in: [\.user]) == ["Container.user"])
        }
        #expect(Container.shared.unbound(in: [\.user]) == ["Container.user"])
    }

    @Test func aResetInASandboxLeavesTheRunAroundIt() async throws {
        try await visit {
            Container.shared.user.bind(User("Ann"))
            resetUserInASandbox()
            #expect(Container.shared.unbound(in: [\.user]) == [])
        }
    }

    @Test func askingBeforeItIsBoundSaysHowToBindIt() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await visit { askUser() }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: nothing is bound to 'Container.user'  [unbound]
                  asked for by   resolve()  SafeFacadeTests/RunBindingTests.swift:\(calls + 3)
                  declared       with required() at SafeFacadeTests/RunBindingTests.swift:\(declarations + 2)
                  to mend it     bind it in the run of its scope, with bind(…), before it is asked for
                """)
        let error = await #expect(throws: ResolutionError.self) {
            try await withSandbox { try await visit { try await askAsyncUser() } }
        }
        #expect(
            error?.description == """
                Resolver: nothing is bound to 'Container.asyncUser'  [unbound]
                  asked for by   resolve()  SafeFacadeTests/RunBindingTests.swift:\(calls + 4)
                  declared       with required() at SafeFacadeTests/RunBindingTests.swift:\(declarations + 3)
                  to mend it     bind it in the run of its scope, with bind(…), before it is asked for
                """)
    }

    @Test(arguments: ["user", "asyncUser", "desk"])
    func bindingOutsideOfARunTraps(_ factory: String) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [factory] in
            switch factory {
            case "user": bindUser()
            case "asyncUser": bindAsyncUser()
            default: await bindDesk()
            }
        }
        let line = calls + (factory == "user" ? 1 : factory == "asyncUser" ? 5 : 6)
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.\(factory)' is bound to a value outside of a run of its scope  [outside-run]
                  the call       SafeFacadeTests/RunBindingTests.swift:\(line)
                  its scope      declared at SafeFacadeTests/RunBindingTests.swift:\(scopeLine)
                  to mend it     bind it at the beginning of the scope's 'run { … }'
                """)
    }

    @Test func bindingTwiceTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await visit {
                bindUser()
                bindUser()
            }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.user' is bound to a value, and this run has an instance already  [wrong-binding]
                  the call       SafeFacadeTests/RunBindingTests.swift:\(calls + 1)
                  declared       SafeFacadeTests/RunBindingTests.swift:\(declarations + 2)
                  to mend it     bind it once, at the beginning of the run, before it is asked for
                """)
    }

    @Test func bindingWhatIsBeingMadeTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await visit { _ = try await Container.shared.selfBound() }
        }
        let text = try failureText(result, id: "[wrong-binding]")
        #expect(text.contains("'Container.selfBound' is bound to a value"))
    }

    @Test("own defect D410: what binds in the making of a service that lives longer is told of the binding")
    func bindingInTheMakingOfWhatLivesLongerTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await visit { _ = try await Container.shared.keptBinder() }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.user' is bound to a value while 'Container.keptBinder' is made, which lives longer  [captive]
                  the call       SafeFacadeTests/RunBindingTests.swift:\(keptBinderLine)
                  its scope      declared at SafeFacadeTests/RunBindingTests.swift:\(scopeLine)
                  to mend it     bind it at the beginning of the scope's 'run { … }'
                """)
    }

    @Test func bindingWhatIsOfNoTaskScopeTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { bindCached() }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.cachedUser' is bound to a value, and its lifetime is no task scope  [wrong-binding]
                  the call       SafeFacadeTests/RunBindingTests.swift:\(calls + 2)
                  declared       SafeFacadeTests/RunBindingTests.swift:\(declarations + 11)
                  to mend it     declare it with 'self { … }' or 'required()', and the scope of the run, or register a factory
                """)
    }
}

@Suite(.inFreshSandbox) struct ConcurrencyRunBindingTests {
    @Test func runsAtOnceHaveEachTheirOwn() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await visit {
                        Container.shared.asyncUser.bind(User("\(number)"))
                        await Task.yield()
                        async let child = Container.shared.asyncUser()
                        return try await child.name == "\(number)"
                    }
                }
            }
            for try await isOwn in group { #expect(isOwn) }
        }
    }
}
