import Resolver
import SafeFacade
import TestSupport
import Testing

private protocol Loud: Sendable {
    var volume: Int { get }
}
extension Settings: Loud {}
private let tones = Counter()

extension Container {
    fileprivate var uniqueNetwork: Factory<Network> { self { Network() }.unique }
    fileprivate var boundAtLaunch: Factory<Network> { required() }
    fileprivate var sharedTone: Factory<any Loud> { self { Settings(volume: tones.add()) }.shared }
    fileprivate var cachedTone: Factory<any Loud> { self { Settings(volume: tones.add()) }.cached }
    fileprivate var exportedLoader: Factory<Loader> { self { Loader() } }
    fileprivate var loaders: Factory<[Loader]> { self { [$0.exportedLoader(), $0.exportedLoader()] } }
}

extension PaymentsContainer {
    fileprivate var closed: Factory<Network> { self { Network() }.cached.onClose { _ in _ = self.network() } }
}

/// A closure that a container keeps, and that may hold that container.
private enum HoldingClosure: CaseIterable {
    case closer, override, overrideForAContext, overrideThatIsSaved, decorator

    func state(in payments: PaymentsContainer) {
        switch self {
        case .closer: break  // It is declared.
        case .override: payments.api.register { Loader(network: payments.ledger()) }
        case .overrideForAContext: payments.api.register(when: .test) { Loader(network: payments.ledger()) }
        case .overrideThatIsSaved:
            payments.api.register { Loader(network: payments.ledger()) }
            payments.push()
        case .decorator: payments.manager.decorator = { _, _ in _ = payments }
        }
    }
}

@Suite(.inFreshSandbox) struct LifetimeTests {
    @Test func aScopeThatOnlyAFactoryStatesLivesOn() {
        weak var scope: Scope.Cached?
        func stated() -> Factory<Network> {
            let own = Scope.Cached()
            scope = own
            return Container.shared.uniqueNetwork.scope(own)
        }
        let network = stated()
        #expect(scope != nil)
        let kept = network()
        #expect(network() === kept)
        scope?.reset()
        #expect(network() !== kept)
    }

    @Test func singletonsAreOneInTheirSandbox() {
        let single = Container.shared.network()
        #expect(Container.shared.network() === single)
        #expect(Container().network() === single)
        #expect(PaymentsContainer().ledger() === PaymentsContainer.shared.ledger())
        withSandbox { #expect(Container.shared.network() !== single) }
        #expect(Container.shared.network() === single)
        Scope.singleton.reset()
        #expect(Container.shared.network() !== single)
    }

    @Test func theLifetimeThatIsStatedLastCounts() {
        let factory = Container.shared.freshNetwork
        let unique = factory.scope(.session).unique
        #expect(unique() !== unique())
        let session = factory.cached.scope(.session)
        let kept = session()
        Scope.session.reset()
        #expect(session() !== kept)
    }

    @Test func aSingletonThatIsStatedAsAScopeIsOne() {
        let factory = Container.shared.freshNetwork.scope(.singleton)
        let single = factory()
        Container.shared.reset()
        #expect(factory() === single)
        #expect(Container().freshNetwork.scope(.singleton)() === single)
    }

    @Test func cachedInstancesAreOneInTheirContainer() {
        let cached = Container.shared.cachedLoader()
        #expect(Container.shared.cachedLoader() === cached)
        let other = Container()
        #expect(other.cachedLoader() !== cached)
        #expect(other.cachedLoader() === other.cachedLoader())
        Scope.cached.reset()
        #expect(Container.shared.cachedLoader() !== cached)
    }

    @Test func sharedInstancesLiveAsLongAsSomebodyHoldsThem() {
        weak var gone: (any Loading)?
        do {
            let held = Container.shared.sharedLoader()
            #expect(Container.shared.sharedLoader() === held)
            gone = held
        }
        #expect(gone == nil)
    }

    @Test func aScopeOfTheProgramsOwnKeepsUntilItIsReset() {
        let kept = Container.shared.sessionLoader()
        #expect(Container.shared.sessionLoader() === kept)
        Scope.session.reset()
        #expect(Container.shared.sessionLoader() !== kept)
    }

    @Test func graphInstancesAreOneInTheirResolution() {
        let play = Container.shared.play()
        #expect(play.first === play.second)
        #expect(Container.shared.play().first !== play.first)
    }

    @Test("Defect 14: unique, once stated, beats the container's default; caching works again after a reset")
    func defect14() {
        Container.shared.manager.defaultLifetime = .graph
        #expect(Container.shared.uniqueNetwork() !== Container.shared.uniqueNetwork())
        let first = Container.shared.cachedLoader()
        Container.shared.cachedLoader.reset()
        let second = Container.shared.cachedLoader()
        #expect(second !== first)
        #expect(Container.shared.cachedLoader() === second)
    }

    @Test func theDefaultLifetimeIsTheContainersOwnAndNeverAStatedOne() {
        let container = Container()
        func isOne() -> Bool { Factory { container.freshNetwork() === container.freshNetwork() }() }
        let cached = container.freshNetwork.cached()
        #expect(container.freshNetwork() !== cached)
        #expect(!isOne())
        container.manager.defaultLifetime = .graph
        #expect(isOne())
        #expect(container.freshNetwork() !== cached)
        #expect(container.freshNetwork.cached() === cached)
        container.freshNetwork.reset()
        #expect(Factory { container.freshNetwork.unique() !== container.freshNetwork.unique() }())
    }

    @Test func valuesAreCachedAndNilIsNot() {
        #expect(Container.shared.settings() == Settings(volume: 11))
        #expect(Container.shared.cachedTone().volume == Container.shared.cachedTone().volume)
        #expect(Container.shared.maybe() == nil)
        let count = Counter()
        Container.shared.maybe.register { count.add() == 1 ? nil : Network() }
        #expect(Container.shared.maybe() == nil)
        #expect(Container.shared.maybe() === Container.shared.maybe())
        #expect(Container.shared.maybe() != nil)
    }

    @Test func aGraphKeepsANilUntilItEnds() {
        let count = Counter()
        Container.shared.maybe.register(scope: .graph) {
            count.add()
            return nil
        }
        let both = Factory { Container.shared.maybe() == nil && Container.shared.maybe() == nil }
        #expect(both())
        #expect(count.value == 1)
        #expect(both())
        #expect(count.value == 2)
    }

    @Test("Defect 18: shared does not keep what is no class")
    func defect18() {
        #expect(Container.shared.sharedTone().volume != Container.shared.sharedTone().volume)
    }

    @Test func whatIsNotSendableIsKeptByAScopeThatIsStatedAsUnchecked() {
        #expect(Container.shared.sharedDraft() === Container.shared.sharedDraft())
    }

    @Test func copiesWithOtherLifetimesDoNotDisturbEachOther() {
        let loader = Container.shared.cachedLoader
        let cached = loader()
        #expect(loader.unique() !== cached)
        #expect(loader.shared() === cached)
        #expect(loader() === cached)
    }

    @Test("Defect 17: instances are released with their last holder, at a reset, and with their sandbox")
    func defect17() {
        weak var single: Network?
        withSandbox(.fresh) {
            weak let shared = Container.shared.sharedLoader()
            #expect(shared == nil)
            weak let kept = Container.shared.cachedLoader()
            #expect(kept != nil)
            Container.shared.reset(.scope)
            #expect(kept == nil)
            single = Container.shared.network()
            #expect(single != nil)
        }
        #expect(single == nil)
    }

    @Test(
        "own defect D232: a sandbox's container ends with it, also where a closure of its own holds it",
        arguments: HoldingClosure.allCases, [SandboxContents.copied, .fresh])
    fileprivate func whatHoldsItsContainer(_ closure: HoldingClosure, _ contents: SandboxContents) {
        weak var container: PaymentsContainer?
        weak var kept: Network?
        withSandbox(contents) {
            container = .shared
            closure.state(in: .shared)
            kept = PaymentsContainer.shared.closed()
            #expect(container != nil && kept != nil)
        }
        #expect(container == nil && kept == nil)
    }

    @Test func aContainerIsReleasedWithItsInstances() {
        weak var container: PaymentsContainer?
        weak var instance: (any Loading)?
        do {
            let payments = PaymentsContainer()
            container = payments
            instance = payments.api()
            _ = payments.checkout()
            #expect(instance != nil)
        }
        #expect(container == nil)
        #expect(instance == nil)
    }

    @Test("own defect D254: a mock over an exported factory is kept as what it replaces, where that states a scope")
    func aMockIsKeptAsTheRegistrationThatItReplaces() {
        let loader = Container.shared.exportedLoader
        Resolver.register(\.exportedLoader)
        Resolver.register { Loader("registered") }
        loader.register { Loader("unique") }
        #expect(loader() !== loader())
        Resolver.register { Loader("registered") }.scope(.cached)
        #expect(loader() === loader())
        loader.register { Loader("mock") }
        #expect(loader().origin == "mock" && loader() === loader())
    }

    @Test("own defect D237: a mock is kept as what it replaces, where the declaration states no lifetime")
    func aMockIsKeptAsWhatItReplaces() {
        let slot = Container.shared.boundAtLaunch
        slot.register(scope: .singleton) { Network(host: "live") }
        let live = slot()
        slot.register { Network(host: "mock") }
        let mock = slot()
        #expect(mock.host == "mock" && slot() === mock)
        slot.register { Network(host: "another") }
        #expect(slot() === slot() && slot() !== mock)
        // An override for a context is beside the other one, and does not take over its lifetime.
        slot.register(when: .test) { Network(host: "test") }
        #expect(slot().host == "test" && slot() !== slot())
        slot.register(scope: .unique) { Network(host: "unique") }
        slot.reset(.context)
        #expect(slot().host == "unique" && slot() !== slot())
        slot.reset()
        slot.register { Network(host: "anew") }
        #expect(slot() !== slot() && slot() !== live)

        // If the declaration states a lifetime, that one counts.
        Container.shared.cachedLoader.register(scope: .unique) { Loader("unique") }
        Container.shared.cachedLoader.register { Loader("mock") }
        #expect(Container.shared.cachedLoader() === Container.shared.cachedLoader())
    }

    @Test func anOverrideWithoutAScopeFollowsTheDefaultLifetimeAsItsDeclarationDoes() {
        let container = Container.shared
        func isOne() -> Bool { Factory { container.freshNetwork() === container.freshNetwork() }() }
        Resolver.register(\.freshNetwork)
        container.freshNetwork.register { Network(host: "mock") }
        #expect(!isOne())
        container.manager.defaultLifetime = .graph
        #expect(isOne())
        withSandbox {
            container.manager.defaultLifetime = .unique
            #expect(!isOne())
        }
        #expect(isOne())
        container.freshNetwork.register(scope: .graph) { Network(host: "stated") }
        container.manager.defaultLifetime = .unique
        #expect(isOne())
        Resolver.register { Network(host: "runtime") }
        #expect(!isOne())
        container.manager.defaultLifetime = .graph
        #expect(isOne())
        // A scope that is stated later stays as well.
        Resolver.register { Network(host: "runtime") }.scope(.unique)
        container.manager.defaultLifetime = .unique
        container.manager.defaultLifetime = .graph
        #expect(!isOne())
    }

    @Test func theDefaultOfASandboxIsNotThatOfTheOneAround() {
        func isOne() -> Bool { Factory { Container.shared.freshNetwork() === Container.shared.freshNetwork() }() }
        #expect(!isOne())
        withSandbox {
            Container.shared.manager.defaultLifetime = .graph
            #expect(isOne())
        }
        #expect(!isOne())
        withSandbox { #expect(!isOne()) }
    }

    @Test("an override has the default lifetime of its container only where neither it nor the declaration states one")
    func theDefaultLifetimeOfOverrides() {
        let container = Container()
        container.exportedLoader.register { Loader("first") }
        container.exportedLoader.register { Loader("second") }
        container.cachedLoader.register { Loader("mock") }
        let kept = container.cachedLoader()
        container.manager.defaultLifetime = .graph
        let loaders = container.loaders()
        #expect(loaders[0] === loaders[1] && loaders[0].origin == "second")
        #expect(container.cachedLoader() === kept)
        #expect(container.cachedLoader() === container.cachedLoader())
    }

    @Test func aSingletonThatIsGivenAnotherLifetimeIsNoneAnyMore() {
        let (one, other) = (PaymentsContainer(), PaymentsContainer())
        #expect(one.ledger.cached() !== other.ledger.cached())
        #expect(one.ledger.cached() === one.ledger.cached())
    }
}
