import Resolver
import SafeFacade
import Testing

extension Container {
    fileprivate var unboundNetwork: Factory<Network> { required() }
    fileprivate var unboundPlay: Factory<Screenplay> {
        self { Screenplay(first: $0.unboundNetwork(), second: $0.network()) }.cached
    }
}

@Suite struct LifetimeTests {
    @Test func singletonsAreOneInTheirSandbox() {
        withSandbox(.fresh) {
            let single = Container.shared.network()
            #expect(Container.shared.network() === single)
            #expect(Container().network() === single)
            #expect(PaymentsContainer().ledger() === PaymentsContainer.shared.ledger())
            withSandbox { #expect(Container.shared.network() !== single) }
            #expect(Container.shared.network() === single)
            Scope.singleton.reset()
            #expect(Container.shared.network() !== single)
        }
    }

    @Test func cachedInstancesAreOneInTheirContainer() {
        withSandbox(.fresh) {
            let cached = Container.shared.cachedLoader()
            #expect(Container.shared.cachedLoader() === cached)
            let other = Container()
            #expect(other.cachedLoader() !== cached)
            #expect(other.cachedLoader() === other.cachedLoader())
            Scope.cached.reset()
            #expect(Container.shared.cachedLoader() !== cached)
        }
    }

    @Test func sharedInstancesLiveAsLongAsSomebodyHoldsThem() {
        withSandbox(.fresh) {
            weak var gone: (any Loading)?
            do {
                let held = Container.shared.sharedLoader()
                #expect(Container.shared.sharedLoader() === held)
                gone = held
            }
            #expect(gone == nil)
        }
    }

    @Test func aScopeOfTheProgramsOwnKeepsUntilItIsReset() {
        withSandbox(.fresh) {
            let kept = Container.shared.sessionLoader()
            #expect(Container.shared.sessionLoader() === kept)
            Scope.session.reset()
            #expect(Container.shared.sessionLoader() !== kept)
        }
    }

    @Test func graphInstancesAreOneInTheirResolution() {
        withSandbox(.fresh) {
            let play = Container.shared.play()
            #expect(play.first === play.second)
            #expect(Container.shared.play().first !== play.first)
        }
    }

    @Test func theDefaultLifetimeIsTheContainersOwn() {
        withSandbox(.fresh) {
            let container = Container()
            func pair() -> Screenplay {
                let factory = Factory { Screenplay(first: container.freshNetwork(), second: container.freshNetwork()) }
                return factory()
            }
            #expect(pair().first !== pair().second)
            container.manager.defaultLifetime = .graph
            let play = pair()
            #expect(play.first === play.second)
            container.freshNetwork.reset()
            #expect(container.freshNetwork.unique() !== container.freshNetwork.unique())
        }
    }

    @Test func aStatedLifetimeIsNotTheDefaultOfTheDeclarationNorTheDefaultTheStatedOne() {
        withSandbox(.fresh) {
            let container = Container()
            func pair() -> Screenplay {
                Factory { Screenplay(first: container.freshNetwork(), second: container.freshNetwork()) }()
            }
            let cached = container.freshNetwork.cached()
            #expect(container.freshNetwork() !== cached)
            #expect(pair().first !== pair().second)
            container.manager.defaultLifetime = .graph
            let play = pair()
            #expect(play.first === play.second)
            #expect(container.freshNetwork() !== cached)
            #expect(container.freshNetwork.cached() === cached)
        }
    }

    @Test func instancesByParameterFollowTheDefaultLifetime() {
        withSandbox(.fresh) {
            let container = Container()
            func isOne() -> Bool {
                Factory {
                    let factory = container.conversation.scopeOnParameters
                    return factory(1) === factory(1)
                }()
            }
            #expect(!isOne())
            container.manager.defaultLifetime = .graph
            #expect(isOne())
        }
    }

    @Test func anotherScopeOfAnOverrideIsThatOfItsInstancesByParameter() {
        withSandbox(.fresh) {
            let factory = Container.shared.conversation.scopeOnParameters
            Resolver.register(\.conversation)
            let options = Resolver.register { _, args in Conversation(id: args(), loader: Loader("runtime")) }
            options.scope(.cached)
            let one = factory(1)
            #expect(factory(1) === one)
            options.scope(.unique)
            #expect(factory(1) !== factory(1))
            options.scope(.shared)
            let another = factory(1)
            #expect(another !== one)
            #expect(factory(1) === another)
        }
    }

    @Test func aReportKeepsTheStatedLifetimeWhenTheDefaultChanges() {
        withSandbox(.fresh) {
            Resolver.register(\.unboundPlay)
            Container.shared.manager.defaultLifetime = .graph
            let report = Container.validate([\.unboundPlay])
            let play = report.graph.services.first { $0.factory == "Container.unboundPlay" }
            #expect(play?.lifetime == .cached)
        }
    }

    @Test func valuesAreCachedAndNilIsNot() {
        withSandbox(.fresh) {
            #expect(Container.shared.settings() == Settings(volume: 11))
            #expect(Container.shared.maybe() == nil)
            Container.shared.maybe.register { Network() }
            #expect(Container.shared.maybe() === Container.shared.maybe())
            #expect(Container.shared.maybe() != nil)
        }
    }

    @Test func sharingWhatIsNotSendableIsNamed() {
        withSandbox(.fresh) {
            #expect(Container.shared.sharedDraft() === Container.shared.sharedDraft())
        }
    }

    @Test func copiesWithOtherLifetimesDoNotDisturbEachOther() {
        withSandbox(.fresh) {
            let loader = Container.shared.cachedLoader
            let cached = loader()
            #expect(loader.unique() !== cached)
            #expect(loader.shared() === cached)
            #expect(loader() === cached)
        }
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
}
