import Resolver
import SafeFacade
import TestSupport
import Testing

class BaseContainer: SharedContainer, @unchecked Sendable {
    let manager = ContainerManager()
    required init() {}
    var plain: Factory<Network> { self { Network(host: "plain") } }
    var base: Factory<Network> { legacy(name: "base") }
    var handed: Factory<Network> { self { Network(host: $0.plain().host) } }

    /// Overrides factories, as a container of either class.
    func mock() {
        plain.register { Network(host: "mock") }
        register(\.handed) { Network(host: "handed " + $0.plain().host) }
    }
}

final class DerivedContainer: BaseContainer, @unchecked Sendable {
    var derived: Factory<Network> { legacy(name: "derived") }
}

@Suite(.inFreshSandbox) struct InheritedContainerTests {
    /// It does not matter which factory was used first, or which class declares it.
    @Test(arguments: [true, false]) func aResetDropsOverridesOfInheritedFactories(isBaseFirst: Bool) {
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

    @Test("own defect D200: an override that is handed its container is handed that of the derived class")
    func anOverrideIsHandedTheDerivedContainer() {
        DerivedContainer.shared.mock()
        #expect(DerivedContainer.shared.handed().host == "handed mock")
        #expect(BaseContainer.shared.handed().host == "plain")
        BaseContainer.shared.mock()
        #expect(BaseContainer.shared.handed().host == "handed mock")
    }
}
