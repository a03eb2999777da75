import ResolverMigrate
import Testing

/// `Container` may mean something of the program's where a service is asked for.
@Suite struct HiddenContainerTests {
    private func injected(_ text: String) -> String {
        let declared = """
            import Resolver
            import SafeFacade

            struct Unique {}
            extension Container {
                var unique: Factory<Unique> { self { Unique() }.unique }
            }
            extension Resolver {
                static func registerAll() { register(\\.unique) }
            }

            """
        let file = SourceFile(path: "A.swift", text: declared + text, module: Module(name: ""))
        let after = Draft(Program([file]), stage: .inject).changes.first?.after ?? ""
        return String(after.dropFirst(declared.count))
    }

    @Test(arguments: [
        "struct Screen { struct Container { var shared = 0 }; let u: Unique = CALL }",
        "struct Gen<Container> { func f() -> Unique { CALL } }",
        "struct Gen<Container> {}\nextension Gen { func f() -> Unique { CALL } }",
        "protocol Holding { associatedtype Container }\nextension Holding { func f() -> Unique { CALL } }",
        "class Base { class Container {} }\nclass Screen: Base { let u: Unique = CALL }",
        "func g(Container: Int) -> Unique { CALL }",
        "func g() -> Unique { let Container = 1; _ = Container; return CALL }",
        "struct Container {}\nlet u: Unique = CALL",
    ])
    func theLibrarysContainerIsNamedByItsModule(_ text: String) {
        #expect(
            injected(text.replacing("CALL", with: "Resolver.resolve()"))
                == text.replacing("CALL", with: "SafeFacade.Container.shared.unique()"))
    }

    @Test(
        "own defect D266: a service whose type a container's own hides is left", arguments: ["Default", "Scope"],
        [false, true])
    func aTypeThatAContainersHides(_ type: String, _ usesLegacy: Bool) {
        let text = """
            import Resolver
            struct \(type) { init() {} }
            struct User { let value: [\(type)] }
            extension Resolver {
                static func registerAll() {
                    register { \(type)() }
                    register(name: "all") { User(value: []) }.implements([\(type)].self)
                }
            }
            let value: \(type) = Resolver.resolve()

            """
        let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
        let draft = Draft(Program([file]), stage: .declare, usesLegacy: usesLegacy)
        #expect(draft.changes.first?.after.contains("Factory<\(type)>") == false)
        #expect(draft.changes.first?.after.contains("Factory<[\(type)]>") == false)
        #expect(draft.left.contains { $0.hasSuffix("a member of Container hides it there ('\(type)') [hidden]") })
    }

    @Test func whatOnlyUsesTheNameHidesNothing() {
        let text = "let text = \"Container\"; let type = Container.self; let u: Unique = CALL"
        #expect(
            injected(text.replacing("CALL", with: "Resolver.resolve()"))
                == text.replacing("CALL", with: "Container.shared.unique()"))
    }
}
