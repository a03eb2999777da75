import SafeFacade
import TestSupport
import Testing

// Containers that share by default, as their type says.

private enum PerSession: ContainerDefault {
    static func applied<Declared: FactoryDeclaration>(to factory: Declared) -> Declared {
        factory.scope(unchecked: .session)
    }
}

private final class SingletonContainer: SharedContainer {
    typealias Default = Singleton
    let manager = ContainerManager()
    init() {}
}

private final class CachedContainer: SharedContainer {
    typealias Default = Cached
    let manager = ContainerManager()
    init() {}
}

private final class PerSessionContainer: SharedContainer {
    typealias Default = PerSession
    let manager = ContainerManager()
    init() {}
}

extension SingletonContainer {
    var network: Factory<Network> { self { Network() } }
    var loader: Factory<any Loading> { self { Loader("handed", network: $0.network()) } }
    var fresh: Factory<Network> { self { Network() }.unique }
    var draft: Factory<Draft> { unchecked { Draft() } }
    var conversation: ParameterFactory<Int, Conversation> { self { Conversation(id: $1, loader: $0.loader()) } }
    var screen: MainActorFactory<Screen> { self { Screen() } }
    var titled: MainActorParameterFactory<String, Screen> { self { Screen(title: $0) }.scopeOnParameters }
    var later: AsyncFactory<Network> { self { Network() } }
    var slot: Factory<Network> { required() }
}

extension CachedContainer {
    var network: Factory<Network> { self { Network() } }
    var draft: Factory<Draft> { unchecked { _ in Draft() } }
}

extension PerSessionContainer {
    var network: Factory<Network> { self { Network() } }
}

extension SharedContainer {
    fileprivate var everywhere: Factory<Network> { self { Network(host: "\(Self.self)") } }
    fileprivate var keptEverywhere: Factory<Network> { self { Network(host: "\($0)") }.cached }
    fileprivate var namedEverywhere: ParameterFactory<String, Network> { self { Network(host: $1) } }
}

@Suite(.inFreshSandbox) struct DefaultLifetimeTests {
    @Test func factoriesOfASingletonContainerAreSingletons() {
        let container = SingletonContainer.shared
        #expect(container.network() === SingletonContainer().network())
        #expect((container.loader() as? Loader)?.network === container.network())
        #expect(container.draft() === container.draft())
        #expect(container.conversation(1) === container.conversation(2))
        #expect(container.fresh() !== container.fresh())
        container.reset()
        #expect(container.network() === SingletonContainer().network())
    }

    @Test func asynchronousFactoriesAndSlotsStateTheirsThemselves() async throws {
        let container = SingletonContainer.shared
        let (one, two) = (try await container.later(), try await container.later())
        #expect(one !== two)
        container.slot.register { Network() }
        #expect(container.slot() !== container.slot())
        container.slot.register(scope: .cached) { Network() }
        #expect(container.slot() === container.slot())
    }

    @Test func theDefaultLifetimeOfItsManagerDoesNotConcernAContainerWhoseTypeStatesOne() {
        #expect(CachedContainer.shared.manager.defaultLifetime == .unique)
        CachedContainer.shared.manager.defaultLifetime = .graph
        let network = CachedContainer.shared.network()
        #expect(CachedContainer.shared.network() === network)
    }

    @MainActor @Test func factoriesOfTheMainActorInASingletonContainerAreSingletons() {
        let container = SingletonContainer.shared
        #expect(container.screen() === SingletonContainer().screen())
        #expect(container.titled("a") === container.titled("a"))
        #expect(container.titled("a") !== container.titled("b"))
    }

    @Test func factoriesOfACachedContainerAreKeptByEachContainer() {
        let container = CachedContainer.shared
        #expect(container.network() === container.network())
        #expect(container.network() !== CachedContainer().network())
        #expect(container.draft() === container.draft())
        let before = container.network()
        container.reset(.scope)
        #expect(container.network() !== before)
    }

    @Test func aDefaultOfOnesOwnIsAScopeOfOnesOwn() {
        let network = PerSessionContainer.shared.network()
        #expect(PerSessionContainer.shared.network() === network)
        Scope.session.reset()
        #expect(PerSessionContainer.shared.network() !== network)
    }

    @Test func anOverrideHasTheDefaultLifetime() {
        let container = SingletonContainer.shared
        container.network.register { Network(host: "mock") }
        #expect(container.network().host == "mock")
        #expect(container.network() === container.network())
    }

    @Test func aFactoryOfAllContainersHasTheDefaultOfEach() {
        #expect(Container.shared.everywhere() !== Container.shared.everywhere())
        #expect(SingletonContainer.shared.everywhere() === SingletonContainer().everywhere())
        #expect(CachedContainer.shared.everywhere() === CachedContainer.shared.everywhere())
        #expect(CachedContainer.shared.everywhere().host.contains("CachedContainer"))
        #expect(Container.shared.keptEverywhere() === Container.shared.keptEverywhere())
        #expect(Container.shared.keptEverywhere() !== PaymentsContainer.shared.keptEverywhere())
        #expect(Container().keptEverywhere() !== Container.shared.keptEverywhere())
        #expect(Container.shared.namedEverywhere("named").host == "named")
        Container.shared.everywhere.register { Network(host: "mock") }
        #expect(Container.shared.everywhere().host == "mock")
        #expect(PaymentsContainer.shared.everywhere().host == "PaymentsContainer")
    }

    @Test func aFactoryOfAllContainersIsInjectedFromEach() {
        #expect(Injected(\Container.everywhere).wrappedValue.host == "Container")
        #expect(Injected(\PaymentsContainer.everywhere).wrappedValue.host == "PaymentsContainer")
        #expect(dependency(\.everywhere).host == "Container")
    }
}
