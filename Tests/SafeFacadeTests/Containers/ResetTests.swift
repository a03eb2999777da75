import Resolver
import SafeFacade
import TestSupport
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

@Suite(.inFreshSandbox) struct ResetTests {
    @Test func aContainerIsResetByPart() {
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

    @Test func aResetOfRegistrationsLetsAContainerRegisterItsOwnAgain() {
        FactoryContext.current = []
        let container = Furnished.shared
        container.plain.register { Loader("mock") }
        container.plain.register(when: .test) { Loader("mock for tests") }
        container.reset(.registration)
        #expect(container.slot().origin == "bound")
        #expect(container.plain().origin == "bound")
        // The program's registration for a context is not reset, and stays.
        FactoryContext.current = [.test]
        #expect(container.plain().origin == "mock for tests")
        container.reset(.context)
        #expect(container.plain().origin == "bound")
        container.reset()
        #expect(container.plain().origin == "bound for tests")
    }

    @Test func aResetOfRegistrationsLeavesWhatAContainerKeepsForAContext() {
        FactoryContext.current = [.test]
        let kept = Furnished.shared.kept()
        Furnished.shared.reset(.registration)
        #expect(Furnished.shared.plain().origin == "bound for tests")
        #expect(Furnished.shared.kept() === kept)
    }

    @Test func aMockOfALegacyFactoryCountsAfterAReset() {
        let old = Furnished.shared.old
        #expect(old().origin == "bound")
        Furnished.shared.reset(.registration)
        old.register { Loader("mock") }
        #expect(old().origin == "mock")
    }

    @Test func aResetOfAScopeGoesByWhatKeepsTheInstance() {
        let container = Container.shared
        _ = container.sessionLoader()
        Scope.session.reset()
        let kept = container.sessionLoader.cached()
        container.reset(.scope(.session))
        #expect(container.sessionLoader.cached() === kept)
        container.reset(.scope(.cached))
        #expect(container.sessionLoader.cached() !== kept)
    }

    @Test func aResetOfEverythingInASandboxForgetsTheContainersAround() {
        FactoryContext.current = []
        Furnished.shared.kept.register { Loader("outside") }
        withSandbox {
            Resolver.reset()
            #expect(Furnished.shared.kept().origin == "declared")
        }
        #expect(Furnished.shared.kept().origin == "outside")
    }

    @Test func aResetOfAContainerLeavesItsSettingsAndOneOfEverythingDropsThem() {
        func areSet(of container: some FactoryContainer) -> Bool {
            container.manager.decorator != nil && isGraph(container.manager.defaultLifetime)
        }
        func set<C: FactoryContainer>(_ container: C) {
            container.manager.decorator = { _, _ in }
            container.manager.defaultLifetime = .graph
            container.reset()
            #expect(areSet(of: container))
        }
        set(Container.shared)
        set(Furnished.shared)
        withSandbox {
            #expect(areSet(of: Container.shared))
            #expect(areSet(of: Furnished.shared))
        }
        withSandbox(.fresh) {
            #expect(Container.shared.manager.decorator == nil && !isGraph(Container.shared.manager.defaultLifetime))
            #expect(Furnished.shared.manager.decorator == nil && !isGraph(Furnished.shared.manager.defaultLifetime))
        }
        Resolver.reset()
        #expect(Container.shared.manager.decorator == nil && !isGraph(Container.shared.manager.defaultLifetime))
        #expect(Furnished.shared.manager.decorator == nil && !isGraph(Furnished.shared.manager.defaultLifetime))
    }
}

private func isGraph(_ lifetime: ContainerManager.DefaultLifetime) -> Bool {
    if case .graph = lifetime { true } else { false }
}
