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
}

/// Registers over its factories, and asks for one that is bridged, when it is made.
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

/// What a copied sandbox has for what both faces share.
@Suite(.inFreshSandbox) struct SandboxCopyTests {
    @Test func anExportedSingletonOfACustomContainerStaysOne() {
        Resolver.register(\Drawer.stamp)
        let outside = Drawer.shared.stamp()
        #expect(Drawer().stamp() === outside)
        withSandbox {
            #expect(Drawer.shared.stamp() !== outside)
            #expect(Drawer.shared.stamp() === Drawer().stamp())
            #expect(Resolver.resolve(FileArchive.self) === Drawer().stamp())
            // A sandbox that has not used what it took over passes it on.
            withSandbox { #expect(Drawer.shared.stamp() === Drawer().stamp()) }
        }
        withSandbox { withSandbox { #expect(Drawer.shared.stamp() === Drawer().stamp()) } }
        #expect(Drawer.shared.stamp() === outside)
    }

    // Own defect A6: an overridden singleton is one, whatever container of its type it is asked of.
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
}
