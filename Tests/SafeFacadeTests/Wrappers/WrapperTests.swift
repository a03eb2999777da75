import SafeFacade
import TestSupport
import Testing

extension Container {
    /// Resolves a network before the factory is made, and another one in its closure.
    fileprivate var pair: Factory<Screenplay> {
        let first = graphNetwork()
        return self { Screenplay(first: first, second: $0.graphNetwork()) }
    }

    /// One instance of a graph, which two decorators see; the first of them reads a lazy property.
    fileprivate var readingNetwork: Factory<Network> {
        self { Network() }.graph
            .decorator { _ in _ = LazyInjected(\.loader).wrappedValue }
            .decorator { #expect($0.host == "example.org") }
    }

    fileprivate var decoratedPair: Factory<Screenplay> {
        self { Screenplay(first: $0.readingNetwork(), second: $0.readingNetwork()) }
    }
}

@Suite(.inFreshSandbox) struct WrapperTests {
    final class Model {
        @Injected(\.loader) var loader
        @Injected(\PaymentsContainer.api) var api
        @Injected(Container.fixed) var fixed
        @LazyInjected(\.cachedLoader) var lazy
        @LazyInjected(\PaymentsContainer.api) var lazyAPI
        @LazyInjected(Container.fixed) var lazyFixed
        @WeakLazyInjected(\.sharedLoader) var weak
        @WeakLazyInjected(\PaymentsContainer.api) var weakAPI
        @WeakLazyInjected(Container.fixed) var weakFixed
        @DynamicInjected(\.freshNetwork) var dynamic
        @DynamicInjected(\PaymentsContainer.api) var dynamicAPI
        @DynamicInjected(Container.fixed) var dynamicFixed
    }

    @MainActor final class ScreenModel {
        @Injected(\.screen) var screen
        @Injected(Container.window) var window
    }

    @Test func wrappersResolveWithFactories() {
        let model = Model()
        #expect(model.loader.origin == "live")
        #expect(model.api === PaymentsContainer.shared.api())
        #expect(model.fixed === Container.fixed())
        #expect(model.$lazy.isEmpty)
        #expect(model.lazy === Container.shared.cachedLoader())
        for api in [model.lazyAPI, model.weakAPI, model.dynamicAPI] { #expect(api === model.api) }
        for fixed in [model.lazyFixed, model.weakFixed, model.dynamicFixed] { #expect(fixed === model.fixed) }
        #expect(model.dynamic !== model.dynamic)
        let held = Container.shared.sharedLoader()
        #expect(model.weak === held)
    }

    @MainActor @Test func wrappersResolveTheMainActorsServices() {
        #expect(ScreenModel().screen.title == "Inbox")
        #expect(ScreenModel().window.title == "Window")
    }

    @Test("own defect D257: what is set of a lazy property that a typed factory makes is reported", arguments: 0..<4)
    func whatATypedFactoryHasNoUseFor(_ setting: Int) async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [setting] in
            var (lazy, weak) = (LazyInjected(\.loader), WeakLazyInjected(\.loader))
            switch setting {
            case 0: lazy.name = "name"
            case 1: lazy.args = 1
            case 2: lazy.container = nil
            default: weak.args = 1
            }
        }
        let name = ["name", "args", "container", "args"][setting]
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the \(name) of a lazy 'any SafeFacadeTests.Loading' is set, which a typed factory has no use for  \
                [unused-setting]
                  the property   SafeFacadeTests/WrapperTests.swift:\(line + 1)
                  to mend it     let the factory state what it needs, or ask by type, with no key path
                """)
    }

    /// A container may be given as an optional, of which nil is the shared one; each kind of container has a form of its own.
    @Test func wrappersAskTheContainerTheyAreGivenAsAnOptional() {
        let (container, payments): (Container?, PaymentsContainer?) = (Container(), PaymentsContainer())
        container?.loader.register { Loader("own") }
        payments?.api.register { Loader("own") }
        #expect(Injected(\.loader, container: container).wrappedValue.origin == "own")
        #expect(Injected(\.api, container: payments).wrappedValue.origin == "own")
        #expect(LazyInjected(\.loader, container: container).wrappedValue.origin == "own")
        #expect(LazyInjected(\.api, container: payments).wrappedValue.origin == "own")
        #expect(WeakLazyInjected(\.loader, container: container).wrappedValue?.origin == "own")
        #expect(WeakLazyInjected(\.api, container: payments).wrappedValue?.origin == "own")
        #expect(DynamicInjected(\.loader, container: container).wrappedValue.origin == "own")
        #expect(DynamicInjected(\.api, container: payments).wrappedValue.origin == "own")
        #expect(Injected(\.loader, container: Container?.none).wrappedValue.origin == "live")
    }

    @Test func wrappersAskTheContainerTheyAreGiven() {
        let container = Container()
        container.loader.register { Loader("own") }
        #expect(Injected(\.loader, container: container).wrappedValue.origin == "own")
        #expect(LazyInjected(\.loader, container: container).wrappedValue.origin == "own")
        #expect(WeakLazyInjected(\.loader, container: container).wrappedValue?.origin == "own")
        #expect(DynamicInjected(\.loader, container: container).wrappedValue.origin == "own")
        let payments = PaymentsContainer()
        payments.api.register { Loader("own") }
        #expect(Injected(\PaymentsContainer.api, container: payments).wrappedValue.origin == "own")
        #expect(LazyInjected(\PaymentsContainer.api, container: payments).wrappedValue.origin == "own")
        #expect(WeakLazyInjected(\PaymentsContainer.api, container: payments).wrappedValue?.origin == "own")
        #expect(DynamicInjected(\PaymentsContainer.api, container: payments).wrappedValue.origin == "own")
    }

    @MainActor @Test func aLazyPropertyAsksInTheSandboxItWasMadeInAndADynamicOneInTheCurrentOne() {
        let lazy = [LazyInjected(\.loader), LazyInjected(\PaymentsContainer.api)]
        let weak = [WeakLazyInjected(\.loader), WeakLazyInjected(\PaymentsContainer.api)]
        let dynamic = [DynamicInjected(\.loader), DynamicInjected(\PaymentsContainer.api)]
        let lazyScreen = MainActorLazyInjected(\.screen)
        let weakScreen = MainActorWeakLazyInjected(\.screen)
        let dynamicScreen = MainActorDynamicInjected(\.screen)
        withSandbox {
            Container.shared.loader.register { Loader("inside") }
            PaymentsContainer.shared.api.register { Loader("inside") }
            Container.shared.screen.register { Screen(title: "inside") }
            #expect(lazy.map(\.wrappedValue.origin) == ["live", "payments"])
            #expect(weak.map(\.wrappedValue?.origin) == ["live", "payments"])
            #expect(dynamic.map(\.wrappedValue.origin) == ["inside", "inside"])
            #expect(lazyScreen.wrappedValue.title == "Inbox")
            #expect(weakScreen.wrappedValue?.title == "Inbox")
            #expect(dynamicScreen.wrappedValue.title == "inside")
        }
    }

    @Test func aLazyServiceIsMadeInTheGraphsThatItWouldHaveWithoutTheWrapper() {
        let (play, lazyPlay) = (Container.shared.play(), LazyInjected(\.play).wrappedValue)
        #expect(play.first === play.second)
        #expect(lazyPlay.first === lazyPlay.second)
        let (pair, lazyPair) = (Container.shared.pair(), LazyInjected(\.pair).wrappedValue)
        #expect(pair.first !== pair.second)
        #expect(lazyPair.first !== lazyPair.second)
    }

    @Test("own defect D14: a decorator's first read leaves what is decorated alone")
    func aDecoratorsFirstReadDoesNotEndTheGraph() {
        let decorated = Container.shared.decoratedPair()
        #expect(decorated.first === decorated.second)
    }

    @Test func aLazyServiceSeesAnOverrideMadeBeforeItsFirstAccess() {
        let model = Model()
        Container.shared.cachedLoader.register { Loader("mock") }
        #expect(model.lazy.origin == "mock")
        model.$lazy.release()
        Container.shared.cachedLoader.register { Loader("other") }
        #expect(model.lazy.origin == "other")
    }

    @Test func aLazyPropertyDoesNotHoldItsContainerAndADynamicOneAndAFactoryDo() {
        func isHeld<Wrapper>(by wrap: (PaymentsContainer) -> Wrapper) -> Bool {
            weak var container: PaymentsContainer?
            let wrapper: Wrapper
            do {
                let payments = PaymentsContainer()
                container = payments
                wrapper = wrap(payments)
            }
            return withExtendedLifetime(wrapper) { container != nil }
        }
        #expect(!isHeld { LazyInjected(\PaymentsContainer.checkout, container: $0) })
        #expect(!isHeld { WeakLazyInjected(\PaymentsContainer.checkout, container: $0) })
        #expect(isHeld { DynamicInjected(\PaymentsContainer.checkout, container: $0) })
        #expect(isHeld { LazyInjected($0.checkout) })
        #expect(isHeld { WeakLazyInjected($0.checkout) })
        #expect(isHeld { DynamicInjected($0.checkout) })
    }

    @Test func aLazyServiceMakesNoRetainCycle() {
        final class Holder: Sendable {
            let lazy: LazyInjected<any Loading>
            init(_ container: PaymentsContainer) {
                lazy = LazyInjected(\PaymentsContainer.api, container: container)
            }
        }
        weak var holder: Holder?
        weak var container: PaymentsContainer?
        do {
            let payments = PaymentsContainer()
            container = payments
            let factory: Factory<Holder> = payments { [unowned payments] in Holder(payments) }.cached
            holder = factory()
            #expect(holder?.lazy.wrappedValue.origin == "payments")
        }
        #expect(holder == nil)
        #expect(container == nil)
    }
}
