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

/// Every kind of factory, with and without the container handed to the closure.
extension SingletonContainer {
    fileprivate var plain: Factory<Network> { self { Network() } }
    fileprivate var handed: Factory<Network> { self { Network(host: "\($0)") } }
    fileprivate var numbered: ParameterFactory<Int, Network> { self { _ in Network() } }
    fileprivate var handedNumbered: ParameterFactory<Int, Network> { self { _, _ in Network() } }
    fileprivate var handedScreen: MainActorFactory<Screen> { self { _ in Screen() } }
    fileprivate var numberedScreen: MainActorParameterFactory<Int, Screen> { self { _ in Screen() } }
    fileprivate var handedNumberedScreen: MainActorParameterFactory<Int, Screen> { self { _, _ in Screen() } }
}

extension SingletonContainer {
    fileprivate var handedDraft: Factory<Draft> { unchecked { _ in Draft() } }
    fileprivate var numberedDraft: ParameterFactory<Int, Draft> { unchecked { _ in Draft() } }
    fileprivate var handedNumberedDraft: ParameterFactory<Int, Draft> { unchecked { _, _ in Draft() } }
    fileprivate var sketch: MainActorFactory<Draft> { unchecked { Draft() } }
    fileprivate var handedSketch: MainActorFactory<Draft> { unchecked { _ in Draft() } }
    fileprivate var numberedSketch: MainActorParameterFactory<Int, Draft> { unchecked { _ in Draft() } }
    fileprivate var handedNumberedSketch: MainActorParameterFactory<Int, Draft> { unchecked { _, _ in Draft() } }
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

    @MainActor @Test func everyKindOfFactoryHasTheDefault() {
        let (container, other) = (SingletonContainer.shared, SingletonContainer())
        #expect(container.plain() === other.plain())
        #expect(container.handed() === other.handed())
        #expect(container.numbered(1) === other.numbered(2))
        #expect(container.handedNumbered(1) === other.handedNumbered(2))
        #expect(container.handedScreen() === other.handedScreen())
        #expect(container.numberedScreen(1) === other.numberedScreen(2))
        #expect(container.handedNumberedScreen(1) === other.handedNumberedScreen(2))
    }

    @MainActor @Test func everyKindOfFactoryWhoseServiceIsNotSendableHasTheDefault() {
        let (container, other) = (SingletonContainer.shared, SingletonContainer())
        #expect(container.handedDraft() === other.handedDraft())
        #expect(container.numberedDraft(1) === other.numberedDraft(2))
        #expect(container.handedNumberedDraft(1) === other.handedNumberedDraft(2))
        #expect(container.sketch() === other.sketch())
        #expect(container.handedSketch() === other.handedSketch())
        #expect(container.numberedSketch(1) === other.numberedSketch(2))
        #expect(container.handedNumberedSketch(1) === other.handedNumberedSketch(2))
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
        // The container keeps it, also while nobody else holds it.
        weak let kept = container.network()
        #expect(kept != nil)
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
