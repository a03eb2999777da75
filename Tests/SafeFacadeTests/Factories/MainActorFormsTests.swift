import SafeFacade
import TestSupport
import Testing

// Factories of the main actor with a parameter, and the wrappers and functions of the main actor.

extension Container {
    fileprivate var titled: MainActorParameterFactory<String, Screen> { self { Screen(title: $0) } }
    fileprivate var handedTitled: MainActorParameterFactory<String, Screen> {
        self { Screen(title: $1 + " of " + $0.loader().origin) }
    }
    fileprivate var kept: MainActorParameterFactory<String, Screen> { self { Screen(title: $0) }.cached }
    fileprivate var keptByTitle: MainActorParameterFactory<String, Screen> {
        self { Screen(title: $0) }.cached.scopeOnParameters
    }
    fileprivate var contextual: MainActorParameterFactory<String, Screen> {
        self { Screen(title: $0) }.onTest { Screen(title: "test \($0)") }
    }
    fileprivate var bound: MainActorParameterFactory<String, Screen> { required() }
    fileprivate var sharedScreen: MainActorFactory<Screen> { self { Screen() }.shared }
    fileprivate var tone: MainActorFactory<Settings> { self { Settings(volume: 2) } }
    fileprivate static let contextualWindow: MainActorFactory<Screen> = MainActorFactory { Screen() }
        .onTest { Screen(title: "test") }.onPreview { Screen(title: "preview") }
    fileprivate static let contextualTitled: MainActorParameterFactory<String, Screen> = MainActorParameterFactory {
        Screen(title: $0)
    }.onTest { Screen(title: "test \($0)") }.onPreview { Screen(title: "preview \($0)") }
    fileprivate static let staticTitled = MainActorParameterFactory<String, Screen>(scope: .cached) {
        Screen(title: $0)
    }
}

extension PaymentsContainer {
    fileprivate var receiptScreen: MainActorParameterFactory<Int, Screen> { self { Screen(title: "Receipt \($1)") } }
}

/// A container without a `shared`.
private final class Cabinet: FactoryContainer {
    let manager = ContainerManager()
    var screen: MainActorFactory<Screen> { self { Screen() } }
}

private final class Coordinator {
    @MainActorLazyInjected(\.screen) var lazy
    @MainActorLazyInjected(\PaymentsContainer.terminal) var terminal
    @MainActorWeakLazyInjected(\.sharedScreen) var weak
    @MainActorDynamicInjected(\.screen) var dynamic
    @MainActorLazyInjected(Container.window) var window
}

@MainActor
@Suite(.inFreshSandbox) struct MainActorFormsTests {
    @Test func aParameterIsPassed() {
        #expect(Container.shared.titled("Sent").title == "Sent")
        #expect(Container.shared.handedTitled("Sent").title == "Sent of live")
        #expect(PaymentsContainer.shared.receiptScreen(7).title == "Receipt 7")
        #expect(Container.staticTitled("a") === Container.staticTitled("b"))
    }

    @Test func aClosureIsHandedTheContainerThatIsAsked() {
        let container = Container()
        container.loader.register { Loader("own") }
        #expect(container.handedScreen().title == "own")
        #expect(container.handedTitled("Sent").title == "Sent of own")
    }

    @Test func lifetimesAreThoseOfEveryFactory() {
        let container = Container.shared
        #expect(container.titled("a") !== container.titled("a"))
        #expect(container.kept("a") === container.kept("b"))
        #expect(container.keptByTitle("a") === container.keptByTitle("a"))
        #expect(container.keptByTitle("a") !== container.keptByTitle("b"))
    }

    @Test func itIsOverriddenAndDeclaredForContexts() {
        FactoryContext.current = [.test]
        let container = Container.shared
        #expect(container.contextual("a").title == "test a")
        container.contextual.register { Screen(title: "mock \($0)") }
        #expect(container.contextual("a").title == "mock a")
        container.register(\.titled) { Screen(title: $0.loader().origin + $1) }
        #expect(container.titled("a").title == "livea")
        container.titled { Screen(title: "called \($0)") }
        #expect(container.titled("a").title == "called a")
        container.bound.register { Screen(title: $0) }
        #expect(container.bound("a").title == "a")
    }

    @Test func aStaticOneHasClosuresForContexts() {
        func titles() -> [String] {
            [
                Container.contextualWindow().title, Container.contextualTitled("a").title,
                MainActorLazyInjected(Container.contextualWindow).wrappedValue.title,
            ]
        }
        FactoryContext.current = []
        #expect(titles() == ["Inbox", "a", "Inbox"])
        FactoryContext.current = [.test]
        #expect(titles() == ["test", "test a", "test"])
        FactoryContext.current = [.test, .preview]
        #expect(titles() == ["preview", "preview a", "preview"])
    }

    @Test func dependencyGivesWhatTheMainActorMakes() {
        #expect(dependency(\.screen).title == "Inbox")
        #expect(dependency(\PaymentsContainer.terminal).title == "Terminal")
        #expect(dependency(\.titled, parameter: "a").title == "a")
        #expect(dependency(\PaymentsContainer.receiptScreen, parameter: 1).title == "Receipt 1")
    }

    @Test func wrappersResolveOnTheMainActor() {
        let coordinator = Coordinator()
        #expect(coordinator.$lazy.isEmpty)
        let screen = coordinator.lazy
        #expect(coordinator.lazy === screen)
        coordinator.$lazy.release()
        #expect(coordinator.lazy !== screen)
        #expect(coordinator.terminal.title == "Terminal")
        #expect(coordinator.window.title == "Window")
        #expect(coordinator.dynamic !== coordinator.dynamic)
        coordinator.$dynamic.register { Screen(title: "mock") }
        #expect(coordinator.dynamic.title == "mock")
        var held: Screen? = Container.shared.sharedScreen()
        #expect(coordinator.weak === held)
        held = nil
        #expect(coordinator.weak == nil)
    }

    @Test func wrappersAskTheContainerTheyAreGivenAsAnOptional() {
        let (container, payments): (Container?, PaymentsContainer?) = (Container(), PaymentsContainer())
        container?.screen.register { Screen(title: "own") }
        payments?.terminal.register { Screen(title: "own") }
        #expect(Injected(\.screen, container: container).wrappedValue.title == "own")
        #expect(Injected(\.terminal, container: payments).wrappedValue.title == "own")
        #expect(MainActorLazyInjected(\.screen, container: container).wrappedValue.title == "own")
        #expect(MainActorLazyInjected(\.terminal, container: payments).wrappedValue.title == "own")
        #expect(MainActorWeakLazyInjected(\.screen, container: container).wrappedValue?.title == "own")
        #expect(MainActorWeakLazyInjected(\.terminal, container: payments).wrappedValue?.title == "own")
        #expect(MainActorDynamicInjected(\.screen, container: container).wrappedValue.title == "own")
        #expect(MainActorDynamicInjected(\.terminal, container: payments).wrappedValue.title == "own")
    }

    @Test func wrappersAskTheContainerTheyAreGiven() {
        let (container, payments) = (Container(), PaymentsContainer())
        container.screen.register { Screen(title: "own") }
        payments.terminal.register { Screen(title: "own") }
        #expect(Injected(\.screen, container: container).wrappedValue.title == "own")
        #expect(Injected(\PaymentsContainer.terminal, container: payments).wrappedValue.title == "own")
        #expect(MainActorLazyInjected(\.screen, container: container).wrappedValue.title == "own")
        #expect(MainActorLazyInjected(\PaymentsContainer.terminal, container: payments).wrappedValue.title == "own")
        #expect(MainActorWeakLazyInjected(\.screen, container: container).wrappedValue?.title == "own")
        let weak = MainActorWeakLazyInjected(\PaymentsContainer.terminal, container: payments)
        #expect(weak.wrappedValue?.title == "own")
        #expect(MainActorDynamicInjected(\.screen, container: container).wrappedValue.title == "own")
        #expect(MainActorDynamicInjected(\PaymentsContainer.terminal, container: payments).wrappedValue.title == "own")
    }

    @Test func aLazyOneDoesNotHoldItsContainer() {
        func isHeld<C: FactoryContainer & AnyObject, Wrapper>(_ make: () -> C, by wrap: (C) -> Wrapper) -> Bool {
            weak var container: C?
            let wrapper: Wrapper
            do {
                let made = make()
                container = made
                wrapper = wrap(made)
            }
            return withExtendedLifetime(wrapper) { container != nil }
        }
        #expect(!isHeld(PaymentsContainer.init) { MainActorLazyInjected(\.terminal, container: $0) })
        #expect(!isHeld(PaymentsContainer.init) { MainActorWeakLazyInjected(\.terminal, container: $0) })
        #expect(!isHeld(Cabinet.init) { MainActorLazyInjected(\.screen, container: $0) })
        #expect(!isHeld(Cabinet.init) { MainActorWeakLazyInjected(\.screen, container: $0) })
        #expect(isHeld(Cabinet.init) { MainActorDynamicInjected(\.screen, container: $0) })
    }

    @Test func aLazyOneIsLookedAtAndResolvedAnew() {
        let lazy = MainActorLazyInjected(\.screen)
        #expect(lazy.resolvedOrNil() == nil && lazy.isEmpty)
        let first = lazy.wrappedValue
        #expect(lazy.resolvedOrNil() === first && !lazy.isEmpty)
        lazy.resolve()
        #expect(lazy.resolvedOrNil() != nil)
        #expect(lazy.resolvedOrNil() !== first)
        let weak = MainActorWeakLazyInjected(\.sharedScreen)
        weak.resolve()
        #expect(weak.resolvedOrNil() == nil && weak.isEmpty)
        weak.release()
        let held = weak.wrappedValue
        withExtendedLifetime(held) { #expect(held != nil && weak.resolvedOrNil() === held && !weak.isEmpty) }
        let kept = MainActorWeakLazyInjected(\.singleScreen)
        #expect(kept.resolvedOrNil() == nil)
        let former = kept.wrappedValue
        Container.shared.singleScreen.reset(.scope)
        kept.resolve()
        #expect(kept.resolvedOrNil() != nil && kept.resolvedOrNil() !== former)
    }

    @Test func copiesOfALazyWrapperShareTheServiceAndWhatIsSet() {
        let lazy = MainActorLazyInjected(\.screen)
        let copy = lazy
        #expect(copy.wrappedValue === lazy.wrappedValue)
        let mock = Screen(title: "mock")
        copy.wrappedValue = mock
        #expect(lazy.wrappedValue === mock)
        let weak = MainActorWeakLazyInjected(\.sharedScreen)
        let copyOfWeak = weak
        copyOfWeak.wrappedValue = mock
        #expect(weak.wrappedValue === mock)
        weak.release()
        #expect(copyOfWeak.isEmpty)
        // Only instances of classes can be held weakly.
        let value = MainActorWeakLazyInjected(\.tone)
        value.wrappedValue = Settings(volume: 1)
        #expect(value.isEmpty)
        #expect(value.wrappedValue?.volume == 2)
    }

    @Test func anywhereElseItIsAskedForWithAwait() async {
        let title = await Task.detached {
            let lazy = MainActorLazyInjected(\.screen)
            let first = await Container.shared.titled("a").title
            return await first + lazy.wrappedValue.title
        }.value
        #expect(title == "aInbox")
    }
}
