import SafeFacade
import Testing

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
