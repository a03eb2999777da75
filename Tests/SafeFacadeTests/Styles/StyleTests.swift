import Resolver
import SafeFacade
import TestSupport
import Testing

// Other styles of declaring dependencies.

extension Injections {
    var plain: any Loading { Loader("plain", network: network) }
    var network: Network { application(Network(host: "application")) }
    var kept: Loader { cached(Loader("kept")) }
    var weak: Screenplay { shared(Screenplay(first: network, second: network)) }
}

extension Injections {
    fileprivate var bare: Draft { Draft() }
}

private protocol LoaderFactory {
    func makeLoader() -> any Loading
}

private protocol ConversationFactory {
    func makeConversation(_ id: Int) -> Conversation
}

extension Container: LoaderFactory, ConversationFactory {
    func makeLoader() -> any Loading { loader() }
    func makeConversation(_ id: Int) -> Conversation { conversation(id) }
}

private enum Namespace {
    static let loader = Factory { Loader("namespace") as any Loading }
    static let network = Factory(scope: .cached) { Network(host: "namespace") }
}

@Suite(.inFreshSandbox) struct StyleTests {
    final class Model {
        @Injectable(\.plain) var plain
        @LazyInjectable(\.kept) var kept
        @LazyInjectable(\.plain) var lazy
    }

    @Test func plainPropertiesAreInjected() {
        let model = Model()
        #expect(model.plain.origin == "plain")
        #expect(model.kept === Injections().kept)
        #expect(Injections().network === Injections().network)
        weak var gone: Screenplay?
        do {
            let held = Injections().weak
            #expect(Injections().weak === held)
            gone = held
        }
        #expect(gone == nil)
        weak let kept = Injections().kept
        #expect(kept != nil)
        let network = Injections().network
        Scope.cached.reset()
        #expect(Injections().network === network)
        #expect(Injections().kept !== model.kept)
    }

    @Test func plainPropertiesAreOverriddenByType() {
        let model = Model()
        Injections.register { Loader("mock") as any Loading }
        #expect(Model().plain.origin == "mock")
        // The first was resolved when the object was made, the other at the first access.
        #expect(model.plain.origin == "plain")
        #expect(model.lazy.origin == "mock")
        #expect(Injections().plain.origin == "plain")
        Injections.reset((any Loading).self)
        #expect(Model().plain.origin == "plain")
    }

    @Test func aLazyPlainPropertyMayBeSet() {
        let model = Model()
        let mock = Loader("set")
        model.kept = mock
        #expect(model.kept === mock)
        #expect(Injections().kept !== mock)
    }

    @Test("own defect D298: the default lifetime of a container is none of what overrides plain properties")
    func eachPlainPropertyIsGivenAnOverrideOfItsOwn() {
        final class Pair: Sendable {
            let first, second: any Loading
            init() {
                first = Injectable(\.plain).wrappedValue
                second = Injectable(\.plain).wrappedValue
            }
        }
        withSandbox(.fresh) {
            Container.shared.manager.defaultLifetime = .graph
            Injections.register { Loader("mock") as any Loading }
            Resolver.register { Pair() }.scope(.unique)
            let pair: Pair = Resolver.resolve()
            #expect(pair.first.origin == "mock" && pair.first !== pair.second)
        }
    }

    @Test func anOverrideOfPlainPropertiesIsItsSandboxsOwn() {
        #expect(Model().plain.origin == "plain")
        withSandbox { Injections.register { Loader("mock") as any Loading } }
        #expect(Model().plain.origin == "plain")
        Injections.register { Loader("outer") as any Loading }
        withSandbox { #expect(Model().plain.origin == "outer") }
    }

    @Test func overridesOfPlainPropertiesMayBeRegisteredByTheHook() async {
        await #expect(processExitsWith: .success) {
            Resolver.registerServices = { Injections.register { Loader("hook") as any Loading } }
            ensure(Model().plain.origin == "hook")
        }
    }

    @Test func overridesOfPlainPropertiesMayBeRegisteredByTheContainerItself() {
        withAutoRegistration {
            Injections.register { Loader("automatic") as any Loading }
        } run: {
            withSandbox(.fresh) { #expect(Model().plain.origin == "automatic") }
        }
    }

    @Test func anOverrideTellsItsPlaceAndAPropertyWithoutOneIsNoService() {
        let recording = Recording()
        Container.addObserver(recording)
        let line = #line + 1
        Injections.register { Draft() }
        _ = Injectable(\.bare)
        #expect(recording.events.map(\.registered?.line) == [line])
        Injections.reset(Draft.self)
        _ = Injectable(\.bare)
        #expect(recording.events.count == 1)
    }

    @Test func aReadOfAPlainPropertyBesideAResetGivesTheOneOrTheOther() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let isOver = Locked(false)
            onThreads(2) { index in
                if index == 0 {
                    for _ in 0..<rounds(200_000, debug: 20_000) {
                        Injections.register { Loader("mock") as any Loading }
                        Injections.reset((any Loading).self)
                    }
                    isOver.withLock { $0 = true }
                } else {
                    while !isOver.withLock({ $0 }) { ensure(["plain", "mock"].contains(Model().plain.origin)) }
                }
            }
        }
    }

    @Test func overridesOfPlainPropertiesAreNoPartOfAContainer() {
        Container.shared.push()
        Injections.register { Loader("mock") as any Loading }
        Container.shared.reset()
        #expect(Model().plain.origin == "mock")
        Container.shared.pop()
        #expect(Model().plain.origin == "mock")
    }

    @Test func whatPlainPropertiesKeepIsNoPartOfAContainer() {
        let kept = Injections().kept
        Container.shared.reset()
        #expect(Injections().kept === kept)
        Scope.cached.reset()
        #expect(Injections().kept !== kept)
    }

    @Test func aContainerIsAFactoryOfProtocols() {
        final class Coordinator {
            typealias Factories = LoaderFactory & ConversationFactory
            let factories: any Factories
            init(factories: any Factories) { self.factories = factories }
        }
        withSandbox(.fresh) {
            let coordinator = Coordinator(factories: Container.shared)
            #expect(coordinator.factories.makeLoader().origin == "live")
            #expect(coordinator.factories.makeConversation(4).id == 4)
        }
    }

    @Test func aNamespaceHoldsStaticFactories() {
        #expect(Namespace.loader().origin == "namespace")
        #expect(Namespace.network() === Namespace.network())
        #expect(Injected(Namespace.loader).wrappedValue.origin == "namespace")
    }
}
