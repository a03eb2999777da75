import Resolver
import SafeFacade
import Testing

/// A container whose factories are exported or overridden before its sandbox is copied.
private final class Drawer: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var stamp: Factory<FileArchive> { self { FileArchive("stamp") }.singleton }
    var folder: Factory<any Archive> { self { FileArchive("folder") }.cached }
}

/// What a copied sandbox has for what both faces share.
@Suite struct SandboxCopyTests {
    @Test func anExportedSingletonOfACustomContainerStaysOne() {
        withSandbox(.fresh) {
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
    }

    // Own defect A6: an overridden singleton is one, whatever container of its type it is asked of.
    @Test func anOverriddenSingletonOfACustomContainerIsOneOnceItIsReset() {
        withSandbox(.fresh) {
            Drawer.shared.stamp.register { FileArchive("mock") }
            withSandbox {
                #expect(Drawer.shared.stamp().label == "mock")
                #expect(Drawer().stamp().label == "mock")
                Drawer.shared.stamp.reset(.registration)
                #expect(Drawer.shared.stamp() === Drawer().stamp())
            }
        }
    }
}
