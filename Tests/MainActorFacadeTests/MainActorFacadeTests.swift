import SafeFacade
import Testing

// A module whose default isolation is the main actor uses the façade like any other module. Its declarations belong to the main
// actor unless they say otherwise, so most of its factories do.

final class ListModel {
    let rows: [String]
    init(rows: [String] = ["one"]) { self.rows = rows }
}

nonisolated final class Repository: Sendable {
    let name: String
    init(name: String = "live") { self.name = name }
}

// Extensions of these types belong to no actor, so that every factory can name their members.
extension Scope {
    static let session = Cached()
}

extension Injections {
    var greeting: String { "hello" }
}

extension Container {
    var repository: Factory<Repository> { self { Repository() }.singleton }
    var perSession: Factory<Repository> { self { Repository() }.scope(.session) }
    var listModel: MainActorFactory<ListModel> { self { ListModel() } }
    var namedModel: MainActorFactory<ListModel> { self { ListModel(rows: [$0.repository().name]) }.cached }
    var described: ParameterFactory<Int, String> { self { number in "\(number)" } }
}

final class ModuleContainer: SharedContainer {
    let manager = ContainerManager()
    nonisolated init() {}
    var model: MainActorFactory<ListModel> { self { ListModel(rows: []) } }
}

extension ModuleContainer {
    var repository: Factory<Repository> { self { Repository(name: "module") }.cached }
}

nonisolated protocol RepositoryFactory {
    var repository: Factory<Repository> { get }
}

// A conformance belongs to the main actor unless it says otherwise.
extension Container: nonisolated RepositoryFactory {}
extension ModuleContainer: nonisolated RepositoryFactory {}

nonisolated func repositoryName(_ factory: some RepositoryFactory = Container.shared) -> String {
    factory.repository().name
}

final class HomeModel {
    @Injected(\.listModel) var list
    @Injected(\.repository) var repository
    @LazyInjected(\.repository) var lazy
    @LazyInjectable(\.greeting) var greeting
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

    @Test func aContainersConformanceIsUsedAnywhere() async {
        let names = await Task.detached { [repositoryName(), repositoryName(ModuleContainer.shared)] }.value
        #expect(names == ["live", "module"])
    }

    @Test("own defect D226: a scope that is declared in such a module is no main actor's")
    func aScopeOfTheModuleKeepsWhatAnyFactoryMakes() async {
        let isOne = await Task.detached {
            withSandbox(.fresh) {
                Container.shared.perSession() === Container.shared.perSession()
                    && ModuleContainer.shared.repository().name == "module"
            }
        }.value
        #expect(isOne)
    }

    @Test func wrappersResolve() {
        withSandbox(.fresh) {
            let model = HomeModel()
            #expect(model.list.rows == ["one"])
            #expect(model.repository === model.lazy)
            #expect(model.greeting == "hello")
        }
    }

    @Test func factoriesAreOverridden() {
        withSandbox(.fresh) {
            Container.shared.listModel.register { ListModel(rows: ["mock"]) }
            #expect(HomeModel().list.rows == ["mock"])
        }
    }
}
