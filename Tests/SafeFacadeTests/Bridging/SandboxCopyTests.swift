import Resolver
import SafeFacade
import TestSupport
import Testing

/// A container whose factories are exported or overridden before its sandbox is copied.
private final class Drawer: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var stamp: Factory<FileArchive> { self { FileArchive("stamp") }.singleton }
    var folder: Factory<any Archive> { self { FileArchive("folder") }.cached }
    var sheet: Factory<FileArchive> { self { FileArchive("sheet") }.cached }
    var perhaps: Factory<FileArchive?> { self { nil }.singleton }
}

extension Container {
    fileprivate var ledger: Factory<Thing> { self { Thing("declared") }.singleton }
    fileprivate var bridgedPage: Factory<Thing> { self { Thing() }.bridged }
    fileprivate var oldPage: Factory<Thing> { legacy(name: "old") }
    fileprivate var closed: Factory<Thing> { self { Thing() }.cached.onClose { _ in typedClosings.add() } }
}

private let typedClosings = Counter()

private final class ThingPair: Sendable {
    let first: Thing
    let second: Thing
    init(_ first: Thing, _ second: Thing) { (self.first, self.second) = (first, second) }
}

/// A container that registers over its factories when it is made, and asks for one that is bridged.
private final class Cabinet: SharedContainer {
    let manager = ContainerManager()
    init() {
        stamp.register { FileArchive("initial") }
        folder.register(when: .test) { FileArchive("initial test") }
        _ = seal()
    }
    var stamp: Factory<FileArchive> { self { FileArchive("declared") } }
    var folder: Factory<FileArchive> { self { FileArchive("declared") } }
    var seal: Factory<any Archive> { self { FileArchive("declared") }.bridged }
    var plain: Factory<Thing> { self { Thing() } }
    var pair: Factory<ThingPair> { self { ThingPair($0.plain(), $0.plain()) } }
}

private final class Labelled: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    let label = Locked("none")
    init() {}
    var archive: Factory<FileArchive> { self { FileArchive("declared") } }

    func autoRegister() {
        let label = label.withLock { $0 }
        archive.register { FileArchive(label) }
    }
}

/// A container that registers over a factory that keeps its instance, when it is made.
private final class Wardrobe: SharedContainer {
    let manager = ContainerManager()
    init() { coat.register { FileArchive("initial") } }
    var coat: Factory<FileArchive> { self { FileArchive("declared") }.cached }
}

/// Tests of what a copied sandbox has for services that both faces share.
@Suite(.inFreshSandbox) struct SandboxCopyTests {
    @Test func anExportedSingletonOfACustomContainerStaysOne() {
        Resolver.register(\Drawer.stamp)
        let outside = Drawer.shared.stamp()
        #expect(Drawer().stamp() === outside)
        withSandbox {
            #expect(Drawer.shared.stamp() !== outside)
            #expect(Drawer.shared.stamp() === Drawer().stamp())
            #expect(Resolver.resolve(FileArchive.self) === Drawer().stamp())
            // A sandbox passes on what it took over, even if it has not used it.
            withSandbox { #expect(Drawer.shared.stamp() === Drawer().stamp()) }
        }
        withSandbox { withSandbox { #expect(Drawer.shared.stamp() === Drawer().stamp()) } }
        #expect(Drawer.shared.stamp() === outside)
    }

    // Own defect A6: all containers of a type share an overridden singleton.
    @Test func anOverriddenSingletonOfACustomContainerIsOneOnceItIsReset() {
        Drawer.shared.stamp.register { FileArchive("mock") }
        withSandbox {
            #expect(Drawer.shared.stamp().label == "mock")
            #expect(Drawer().stamp().label == "mock")
            Drawer.shared.stamp.reset(.registration)
            #expect(Drawer.shared.stamp() === Drawer().stamp())
        }
    }

    @Test func theSandboxsOwnContainerRegistersItself() {
        Labelled.shared.label.withLock { $0 = "outside" }
        #expect(Labelled.shared.archive().label == "outside")
        withSandbox {
            Labelled.shared.label.withLock { $0 = "inside" }
            Labelled.shared.reset()
            #expect(Labelled.shared.archive().label == "inside")
        }
    }

    @Test(arguments: [SandboxContents.copied, .fresh])
    func whatAContainerRegistersWhenItIsMadeIsThereInASandbox(_ contents: SandboxContents) {
        FactoryContext.current = [.test]
        Cabinet.shared.stamp.reset()
        Cabinet.shared.folder.reset()
        #expect(Cabinet.shared.stamp().label == "declared" && Cabinet.shared.folder().label == "declared")
        withSandbox(contents) {
            FactoryContext.current = [.test]
            #expect(Cabinet.shared.stamp().label == "initial")
            #expect(Cabinet.shared.folder().label == "initial test")
            Resolver.register { FileArchive("mock") as any Archive }
            #expect(Cabinet.shared.seal().label == "mock")
            Cabinet.shared.stamp.reset()
            Cabinet.shared.folder.reset()
            #expect(Cabinet.shared.stamp().label == "declared" && Cabinet.shared.folder().label == "declared")
        }
    }

    @Test func whatReplacesWhatAContainerRegistersWhenItIsMadeHasTheDeclaredLifetime() {
        _ = Wardrobe.shared
        withSandbox(.fresh) {
            Wardrobe.shared.coat.register { FileArchive("mock") }
            #expect(Wardrobe.shared.coat() === Wardrobe.shared.coat())
        }
    }

    @Test func whatIsRegisteredOutsideCountsMoreThanWhatAContainerRegistersWhenItIsMade() {
        FactoryContext.current = [.test]
        Cabinet.shared.stamp.register { FileArchive("outside") }
        Cabinet.shared.folder.register(when: .test) { FileArchive("outside test") }
        Resolver.register { FileArchive("outside") as any Archive }
        for _ in 0..<2 {
            withSandbox {
                #expect(Cabinet.shared.stamp().label == "outside")
                #expect(Cabinet.shared.folder().label == "outside test")
                #expect(Cabinet.shared.seal().label == "outside")
                withSandbox { #expect(Cabinet.shared.stamp().label == "outside") }
            }
        }
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

    @Test("own defect D354: the end of a sandbox leaves closers to one that was opened in it")
    func closersOfAnInnerSandbox() async throws {
        let closings = Counter()
        let inner = withSandbox {
            Resolver.register { FileArchive() }.scope(.application).onClose { _ in closings.add() }
            _ = Container.shared.closed()
            return withSandbox { SandboxContext.current }
        }
        try await inner.run {
            _ = Resolver.resolve(FileArchive.self)
            _ = Container.shared.closed()
            try await Resolver.main.close()
            try await Container.shared.close()
        }
        #expect(closings.value == 1)
        #expect(typedClosings.value == 1)
    }

    @Test("own defect D356: options of a registration that a container has joined are stated in a sandbox, too")
    func optionsOfAJoinedRegistration() {
        let options = Resolver.register { FileArchive() }
        Resolver.register(\Drawer.sheet)
        withSandbox {
            let seen = Counter()
            options.resolveProperties { _, _ in seen.add() }
            _ = Drawer.shared.sheet()
            #expect(seen.value == 1)
        }
    }

    @Test func anOverrideForAContextHasTheDefaultLifetimeOfTheSandbox() {
        FactoryContext.current = [.test]
        Cabinet.shared.plain.register(when: .test) { Thing("test") }
        func sharesOneInAGraph() -> Bool {
            let pair = Cabinet.shared.pair()
            return pair.first === pair.second
        }
        #expect(!sharesOneInAGraph())
        withSandbox {
            Cabinet.shared.manager.defaultLifetime = .graph
            #expect(sharesOneInAGraph())
        }
        #expect(!sharesOneInAGraph())
    }

    @Test func aRegistrationThatAContainerHasJoinedIsDecoratedByItOnceASandboxHasChangedIt() {
        let options = Resolver.register { FileArchive() }
        Resolver.register(\Drawer.stamp)
        withSandbox {
            let seen = Counter()
            Drawer.shared.manager.decorator = { _, _ in seen.add() }
            options.scope(.unique)
            _ = Drawer.shared.stamp()
            #expect(seen.value == 1)
        }
    }

    @Test func whatASingletonPassesOnIsRefusedInASandboxAfterItsContainerWasClosedThere() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { FileArchive("registered") }.scope(.application)
            Resolver.register(\Drawer.perhaps)
            try await withSandbox {
                _ = Drawer.shared.perhaps()
                try await Drawer.shared.close()
                _ = Drawer.shared.perhaps()
            }
        }
        let text = try failureText(result)
        #expect(text.hasPrefix("Resolver: 'SafeFacadeTests.FileArchive' is asked for after it was closed  [closed]\n"))
    }
}
