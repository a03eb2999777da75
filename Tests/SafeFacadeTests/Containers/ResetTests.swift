import SafeFacade
import Testing

private final class Furnished: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() {
        slot.register { Loader("bound") }
        plain.register { Loader("bound") }
        plain.register(when: .test) { Loader("bound for tests") }
        kept.register(when: .test) { Loader("kept for tests") }
        old.register { Loader("bound") }
    }
}

extension Furnished {
    fileprivate var kept: Factory<Loader> { self { Loader("declared") }.cached }
    fileprivate var old: Factory<Loader> { legacy() }
    fileprivate var slot: Factory<Loader> { required() }
    fileprivate var plain: Factory<Loader> { self { Loader("declared") } }
}

/// Reset, push and pop.
@Suite struct ResetTests {
    @Test func aContainerIsResetByPart() {
        withSandbox(.fresh) {
            let container = Container.shared
            let (single, cached) = (container.network(), container.cachedLoader())
            container.loader.register { Loader("mock") }
            container.reset(.scope)
            #expect(container.loader().origin == "mock")
            #expect(container.network() === single)
            let again = container.cachedLoader()
            #expect(again !== cached)
            container.reset(.registration)
            #expect(container.loader().origin == "live")
            #expect(container.cachedLoader() === again)
            container.reset(.scope(.singleton))
            #expect(container.network() !== single)
            #expect(container.cachedLoader() === again)
            container.reset()
            #expect(container.cachedLoader() !== again)
        }
    }

    @Test func aResetOfRegistrationsLetsAContainerRegisterItsOwnAgain() {
        withSandbox(.fresh) {
            FactoryContext.current = []
            let container = Furnished.shared
            container.plain.register { Loader("mock") }
            container.plain.register(when: .test) { Loader("mock for tests") }
            container.reset(.registration)
            #expect(container.slot().origin == "bound")
            #expect(container.plain().origin == "bound")
            // What the program has registered for a context is no part of it, and stays.
            FactoryContext.current = [.test]
            #expect(container.plain().origin == "mock for tests")
            container.reset(.context)
            #expect(container.plain().origin == "bound")
            container.reset()
            #expect(container.plain().origin == "bound for tests")
        }
    }

    @Test func aResetOfRegistrationsLeavesWhatAContainerKeepsForAContext() {
        withSandbox(.fresh) {
            FactoryContext.current = [.test]
            let kept = Furnished.shared.kept()
            Furnished.shared.reset(.registration)
            #expect(Furnished.shared.plain().origin == "bound for tests")
            #expect(Furnished.shared.kept() === kept)
        }
    }

    @Test func aMockOfALegacyFactoryCountsAfterAReset() {
        withSandbox(.fresh) {
            let old = Furnished.shared.old
            #expect(old().origin == "bound")
            Furnished.shared.reset(.registration)
            old.register { Loader("mock") }
            #expect(old().origin == "mock")
        }
    }

    @Test func popBringsBackWhatPushSaved() {
        withSandbox(.fresh) {
            let container = Container.shared
            container.loader.register { Loader("before") }
            let cached = container.cachedLoader()
            container.push()
            container.loader.register { Loader("after") }
            container.freshNetwork.register { Network(host: "after") }
            container.cachedLoader.reset()
            #expect(container.cachedLoader() !== cached)
            container.pop()
            #expect(container.loader().origin == "before")
            #expect(container.freshNetwork().host == "example.org")
            #expect(container.cachedLoader() === cached)
            container.pop()
            Scope.cached.reset()
            #expect(container.cachedLoader() !== cached)
        }
    }

    @Test func popBringsBackNoSingletonThatWasReset() {
        withSandbox(.fresh) {
            let container = Container.shared
            let single = container.network()
            container.push()
            container.reset(.scope(.singleton))
            container.pop()
            #expect(container.network() !== single)
        }
    }

    @Test func popBringsBackTheDefaultLifetimeOfWhatWasUsed() {
        withSandbox(.fresh) {
            let container = Container()
            func pair() -> Screenplay {
                Factory { Screenplay(first: container.freshNetwork(), second: container.freshNetwork()) }()
            }
            #expect(pair().first !== pair().second)
            container.push()
            container.manager.defaultLifetime = .graph
            let play = pair()
            #expect(play.first === play.second)
            container.pop()
            let after = pair()
            #expect(after.first !== after.second)
        }
    }

    @Test func theNamesOfTheFirstGenerationAreThere() {
        withSandbox(.fresh) {
            let single = Container.shared.network()
            Container.fixed.register { Loader("mock") }
            Container.Registrations.push()
            Container.Registrations.reset()
            #expect(Container.fixed().origin == "static")
            Container.Registrations.pop()
            #expect(Container.fixed().origin == "mock")
            Container.Scope.reset()
            #expect(Container.shared.network() === single)
            Container.Scope.reset(includingSingletons: true)
            #expect(Container.shared.network() !== single)
        }
    }
}
