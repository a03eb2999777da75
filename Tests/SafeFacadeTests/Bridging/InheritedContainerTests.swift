import Resolver
import SafeFacade
import Testing

class BaseContainer: SharedContainer, @unchecked Sendable {
    let manager = ContainerManager()
    required init() {}
    var plain: Factory<Network> { self { Network(host: "plain") } }
    var base: Factory<Network> { legacy(name: "base") }
}

final class DerivedContainer: BaseContainer, @unchecked Sendable {
    var derived: Factory<Network> { legacy(name: "derived") }
}

@Suite struct InheritedContainerTests {
    /// Whichever factory was used first, and whichever class it is declared in.
    @Test(arguments: [true, false]) func aResetDropsOverridesOfInheritedFactories(isBaseFirst: Bool) {
        withSandbox(.fresh) {
            for name in ["base", "derived"] {
                Resolver.root.register(name: .init(name)) { Network(host: "registered") }
            }
            let container = DerivedContainer.shared
            _ = isBaseFirst ? container.plain() : container.derived()
            container.base.register { Network(host: "mock") }
            container.derived.register { Network(host: "mock") }
            #expect(container.base().host == "mock")
            container.reset()
            #expect(container.base().host == "registered")
            #expect(container.derived().host == "registered")
        }
    }
}
