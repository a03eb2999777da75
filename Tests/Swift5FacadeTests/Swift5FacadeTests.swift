import SafeFacade
import Testing

// A module in Swift 5 mode, whose services are not Sendable.

protocol Storing { var name: String { get } }

final class Store: Storing {
    var name = "live"
}

final class Controller {
    @Injected(\.store) var store
    @LazyInjected(\.keptStore) var lazy
    @LazyInjectable(\.store) var plain
    @Injected(Container.fixedStore) var fixed
}

extension Container {
    var store: Factory<Storing> { self { Store() } }
    var keptStore: Factory<Storing> { self { Store() }.singleton }
    var renamed: ParameterFactory<String, Storing> {
        self { name in
            let store = Store()
            store.name = name
            return store
        }
    }
    static let fixedStore = Factory(scope: .cached) { Store() as Storing }
}

extension Injections {
    var store: Storing { Store() }
}

@Suite struct Swift5FacadeTests {
    @Test func servicesThatAreNotSendableAreShared() {
        withSandbox(.fresh) {
            let controller = Controller()
            #expect(controller.store.name == "live")
            #expect(controller.lazy as AnyObject === Container.shared.keptStore() as AnyObject)
            #expect(controller.plain.name == "live")
            #expect(controller.fixed as AnyObject === Container.fixedStore() as AnyObject)
            #expect(Container.shared.renamed("other").name == "other")
        }
    }

    @Test func aMockThatIsNotSendableOverrides() {
        withSandbox(.fresh) {
            let mock = Store()
            Container.shared.store.register { mock }
            #expect(Controller().store as AnyObject === mock)
        }
    }
}
