import ResolverDiagnostics
import SafeFacade
import TestSupport
import Testing

// Containers that are made of values, such as a signed-in user, and have no `shared`.

private struct User: Sendable {
    let name: String
}

private final class SessionContainer: FactoryContainer {
    let manager = ContainerManager()
    let user: User
    init(_ name: String) { user = User(name: name) }
}

private let (inboxLine, wrongLine) = (#line + 3, #line + 9)
extension SessionContainer {
    fileprivate var profile: Factory<Network> { self { Network(host: $0.user.name) }.cached }
    fileprivate var inbox: Factory<any Loading> { self { Loader($0.user.name, network: $0.profile()) } }
    fileprivate var message: ParameterFactory<Int, Conversation> {
        self { Conversation(id: $1, loader: $0.inbox()) }
    }
    fileprivate var screen: MainActorFactory<Screen> { self { Screen(title: $0.user.name) } }
    fileprivate var missing: Factory<any Loading> { required() }
    fileprivate var wrong: Factory<Network> { self { Network() }.singleton }
}

private final class SelfPreparing: FactoryContainer, AutoRegistering {
    let manager = ContainerManager()
    let host: String
    init(host: String) { self.host = host }
    var network: Factory<Network> { self { Network(host: "declared") } }
    func autoRegister() { register(\.network) { Network(host: $0.host) } }
}

private struct SelfBinding: FactoryContainer, AutoRegistering {
    let manager = ContainerManager()
    var slot: Factory<Loader> { required() }
    func autoRegister() { slot.register { Loader("automatic") } }
}

private final class InboxModel {
    private let profile: Network
    @DynamicInjected private var inbox: any Loading
    @LazyInjected private var lazy: Network

    init(session: SessionContainer) {
        profile = session.profile()
        _inbox = DynamicInjected(\.inbox, container: session)
        _lazy = LazyInjected(\.profile, container: session)
    }

    var isOfOneSession: Bool { (inbox as? Loader)?.network === profile && lazy === profile }
}

@Suite(.inFreshSandbox) struct InputContainerTests {
    @Test func factoriesUseTheContainersValues() {
        let mary = SessionContainer("Mary")
        let john = SessionContainer("John")
        #expect(mary.profile().host == "Mary")
        #expect(john.profile().host == "John")
        #expect(mary.profile() === mary.profile())
        #expect(mary.message(7).loader.origin == "Mary")
        #expect(InboxModel(session: john).isOfOneSession)
    }

    @MainActor @Test func factoriesOfTheMainActorUseTheContainersValues() {
        let mary = SessionContainer("Mary")
        #expect(mary.screen().title == "Mary")
        #expect(Injected(\.screen, container: mary).wrappedValue.title == "Mary")
        #expect(MainActorLazyInjected(\.screen, container: mary).wrappedValue.title == "Mary")
        #expect(MainActorWeakLazyInjected(\.screen, container: mary).wrappedValue?.title == "Mary")
        #expect(MainActorDynamicInjected(\.screen, container: mary).wrappedValue.title == "Mary")
    }

    @Test func theContainerAndItsInstancesEndTogether() {
        let living = LivingObjects()
        do {
            let session = living.counted(SessionContainer("Mary"))
            _ = living.counted(session.profile())
            _ = session.message(1)
            session.register(\.inbox) { Loader("mock", network: $0.profile()) }
            _ = session.inbox()
            #expect(living.alive == 2)
        }
        #expect(living.alive == 0)
    }

    @Test func overridesAreTheContainersOwn() {
        let mary = SessionContainer("Mary")
        mary.register(\.inbox) { Loader("mock of \($0.user.name)") }
        #expect(mary.inbox().origin == "mock of Mary")
        #expect(SessionContainer("John").inbox().origin == "John")
        mary.reset()
        #expect(mary.inbox().origin == "Mary")
    }

    @Test func aSandboxKeepsWhatIsMadeAndRegisteredInIt() {
        let mary = SessionContainer("Mary")
        let profile = mary.profile()
        withSandbox {
            #expect(mary.profile() !== profile)
            mary.inbox.register { Loader("mock") }
            #expect(mary.inbox().origin == "mock")
        }
        #expect(mary.profile() === profile)
        #expect(mary.inbox().origin == "Mary")
    }

    @Test func itRegistersItsOwnOverrides() {
        let first = SelfPreparing(host: "first")
        #expect(first.network().host == "first")
        let second = SelfPreparing(host: "second")
        #expect(second.network().host == "second")
        second.reset()
        #expect(second.network().host == "second")
    }

    @Test("own defect D187: a container that is a structure registers itself, too")
    func aStructureRegistersItself() {
        let value = SelfBinding()
        #expect(value.slot().origin == "automatic")
        value.slot.register { Loader("mock") }
        #expect(value.slot().origin == "mock")
        value.reset()
        #expect(value.slot().origin == "automatic")
        withSandbox { #expect(value.slot().origin == "automatic") }
    }

    @Test("own defect D187: a container that is a structure registers itself, too, and again in a sandbox")
    func aStructureRegistersItselfAgain() {
        let value = SelfBinding()
        let factory = value.slot
        value.reset()
        #expect(factory().origin == "automatic")
        withSandbox {
            value.slot.register { Loader("mock") }
            value.reset()
            #expect(value.slot().origin == "automatic")
        }
    }

    @Test func whatNobodyBoundIsFound() {
        let session = SessionContainer("Mary")
        #expect(session.unbound(in: [\.missing, \.inbox]) == ["SessionContainer.missing"])
        let report = session.validate([\.profile, \.inbox, \.message, \.missing], samples: [\.message: 7])
        #expect(report.validatedCount == 4)
        #expect(report.problems.map(\.kind) == [.unbound])
    }

    @Test func aSingletonIsRefused() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SessionContainer("Mary").wrong()
        }
        let text = try failureText(result)
        #expect(text == refusal("wrong", line: wrongLine))
    }

    @Test func aSingletonThatIsRegisteredIsRefused() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            SessionContainer("Mary").inbox.register(scope: .singleton) { Loader("mock") }
        }
        let text = try failureText(result)
        #expect(text == refusal("inbox", line: inboxLine))
    }

    private func refusal(_ name: String, line: Int) -> String {
        """
        Resolver: 'SessionContainer.\(name)' is a singleton of 'SafeFacadeTests.SessionContainer', which has no 'shared'  \
        [singleton-of-many]
          declared       SafeFacadeTests/InputContainerTests.swift:\(line)
          the reason     each of these containers would be given the instance of the first
          to mend it     state .cached, which keeps one instance in each container; or, if all of these containers \
        may share one instance, conform their type to SharedContainer
        """
    }
}
