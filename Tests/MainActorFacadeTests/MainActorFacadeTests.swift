import SafeFacade
import Testing

// A module whose default isolation is the main actor uses the façade as any other does. What it declares belongs to the
// main actor unless it says otherwise, so most factories are the main actor's.

final class ListModel {
    let rows: [String]
    init(rows: [String] = ["one"]) { self.rows = rows }
}

nonisolated final class Repository: Sendable {
    let name: String
    init(name: String = "live") { self.name = name }
}

nonisolated extension Container {
    var repository: Factory<Repository> { self { Repository() }.singleton }
}

extension Container {
    var listModel: MainActorFactory<ListModel> { self { ListModel() } }
    var namedModel: MainActorFactory<ListModel> { self { ListModel(rows: [$0.repository().name]) }.cached }
    var described: ParameterFactory<Int, String> { self { number in "\(number)" } }
}

final class ModuleContainer: SharedContainer {
    let manager = ContainerManager()
    nonisolated init() {}
    var model: MainActorFactory<ListModel> { self { ListModel(rows: []) } }
}

final class HomeModel {
    @Injected(\.listModel) var list
    @Injected(\.repository) var repository
    @LazyInjected(\.repository) var lazy
}

@Suite struct MainActorFacadeTests {
    @Test func factoriesAreDeclaredAndCalled() {
        withSandbox(.fresh) {
            #expect(Container.shared.listModel().rows == ["one"])
            #expect(Container.shared.namedModel() === Container.shared.namedModel())
            #expect(Container.shared.namedModel().rows == ["live"])
            #expect(Container.shared.described(3) == "3")
            #expect(ModuleContainer.shared.model().rows.isEmpty)
        }
    }

    @Test func wrappersResolve() {
        withSandbox(.fresh) {
            let model = HomeModel()
            #expect(model.list.rows == ["one"])
            #expect(model.repository === model.lazy)
        }
    }

    @Test func factoriesAreOverridden() {
        withSandbox(.fresh) {
            Container.shared.listModel.register { ListModel(rows: ["mock"]) }
            #expect(HomeModel().list.rows == ["mock"])
        }
    }
}
