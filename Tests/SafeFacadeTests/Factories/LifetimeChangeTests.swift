import Resolver
import SafeFacade
import TestSupport
import Testing

// Lifetimes that something else must not change: a sandbox inside, what a container saves, an override that goes.

extension Container {
    fileprivate var ledger: Factory<Thing> { self { Thing("declared") }.singleton }
    fileprivate var page: Factory<Thing> { self { Thing() } }
    fileprivate var spread: Factory<[Thing]> { self { [$0.page(), $0.page()] } }
    fileprivate var bridgedPage: Factory<Thing> { self { Thing() }.bridged }
    fileprivate var oldPage: Factory<Thing> { legacy(name: "old") }
}

private final class Records: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() {
        label.register { "automatic" }
        single.register(scope: .singleton) { Thing() }
        contextual.register(scope: .singleton) { Thing() }
        contextual.register(when: .arg("demo"), scope: .singleton) { Thing() }
    }
}

extension Records {
    fileprivate var label: Factory<String> { self { "declared" } }
    fileprivate var single: Factory<Thing> { required() }
    fileprivate var contextual: Factory<Thing> { required() }
}

@Suite(.inFreshSandbox) struct LifetimeChangeTests {
    private func isOnePage() -> Bool {
        let spread = Container.shared.spread()
        return spread[0] === spread[1]
    }

    @Test func anExportedSingletonStaysOneWhenASandboxInsidePushesAndPops() {
        Resolver.register(\.ledger)
        let ledger = Resolver.resolve(Thing.self)
        withSandbox {
            Container.shared.push()
            Container.shared.pop()
        }
        #expect(Resolver.resolve(Thing.self) === ledger)
        #expect(Container.shared.ledger() === ledger)
    }

    @Test func whatASandboxHasMadeStaysWhenItsDefaultChangesOrItExports() {
        _ = Container.shared.ledger()
        withSandbox {
            let ledger = Container.shared.ledger()
            Container.shared.manager.defaultLifetime = .graph
            #expect(Container.shared.ledger() === ledger)
            Resolver.register(\.ledger)
            #expect(Container.shared.ledger() === ledger)
            #expect(Resolver.resolve(Thing.self) === ledger)
        }
    }

    @Test func aBridgedFactoryThatIsNotExportedHidesNoChildsService() {
        let child = Resolver()
        child.register { Thing("child") }
        Resolver.main.add(child: child)
        _ = Container.shared.bridgedPage()
        #expect(Resolver.optional(Thing.self)?.label == "child")
        withSandbox {
            #expect(Resolver.optional(Thing.self)?.label == "child")
            Container.shared.manager.defaultLifetime = .graph
            #expect(Resolver.optional(Thing.self)?.label == "child")
        }
    }

    @Test func anExportedSingletonStaysOneWhenTheContainersDefaultChanges() {
        Resolver.register(\.ledger)
        let ledger = Resolver.resolve(Thing.self)
        Container.shared.manager.defaultLifetime = .graph
        #expect(Resolver.resolve(Thing.self) === ledger)
        #expect(Container.shared.ledger() === ledger)
    }

    @Test func theDefaultOfASandboxIsNotThatOfTheOneAround() {
        #expect(!isOnePage())
        withSandbox {
            Container.shared.manager.defaultLifetime = .graph
            #expect(isOnePage())
        }
        #expect(!isOnePage())
        withSandbox { #expect(!isOnePage()) }
    }

    @Test func anExportInASandboxIsNoneInTheOneAround() {
        _ = Container.shared.bridgedPage()
        withSandbox {
            Resolver.register(\.bridgedPage)
            #expect(Resolver.optional(Thing.self) != nil)
        }
        #expect(Resolver.optional(Thing.self) == nil)
    }

    @Test func anExportedSingletonIsOneInASandboxAfterAnOverrideOfItIsReset() {
        Resolver.register(\.ledger)
        withSandbox {
            Container.shared.ledger.register { Thing("mock") }
            Container.shared.ledger.reset()
            let ledger = Container.shared.ledger()
            #expect(ledger.label == "declared")
            #expect(Container.shared.ledger() === ledger)
        }
    }

    @Test func aLegacyInstanceIsOneInASandboxAfterAnOverrideOfItIsReset() {
        Resolver.defaultScope = .application
        Resolver.register(name: "old") { Thing("registered") }
        withSandbox {
            Container.shared.oldPage.register { Thing("mock") }
            Container.shared.oldPage.reset()
            let page = Resolver.resolve(Thing.self, name: "old")
            #expect(page.label == "registered")
            #expect(Resolver.resolve(Thing.self, name: "old") === page)
        }
    }

    @Test func whatIsRegisteredBeforeAContainerRegistersItselfIsThereAfterPushAndPop() {
        Records.shared.label.register { "mine" }
        Records.shared.push()
        Records.shared.pop()
        #expect(Records.shared.label() == "mine")
        Records.shared.push()
        Records.shared.reset()
        Records.shared.pop()
        #expect(Records.shared.label() == "mine")
    }

    @Test func aSingletonThatAContainerRegistersItselfStaysOneWhenItPushesAndPops() {
        let single = Records.shared.single()
        Records.shared.push()
        Records.shared.pop()
        #expect(Records.shared.single() === single)
    }

    @Test func anOverriddenSingletonStaysOneWhenItsContainerPushesAndPops() {
        Container.shared.ledger.register { Thing("mock") }
        let ledger = Container.shared.ledger()
        Container.shared.push()
        Container.shared.pop()
        #expect(Container.shared.ledger() === ledger)
    }

    @Test func aBoundSingletonIsOneOfAllContainersWhateverIsRegisteredForAContext() {
        let (one, other) = (Records(), Records())
        #expect(one.single() === other.single())
        #expect(one.contextual() === other.contextual())
    }
}
