import ResolverMigrate
import Testing

/// What a hook on the main actor registers, and whether a declaration can make it anywhere.
@Suite struct MainActorTests {
    @Test(
        "own defect D595: what a type or a file has on the main actor alone is left to the person",
        arguments: [
            ("Store()", "Store"), ("Store.init()", "Store"), ("Store.shared", "shared"), ("Store.make()", "make"),
            ("makeStore()", "makeStore"), ("store", "store"), ("Store(level: Store.level)", "level"),
            ("Store(level: Int(1.5))", nil), ("Store(level: Date().hashValue)", nil),
            ("Store(level: Locale.current.hashValue)", nil), ("Store(level: Elsewhere.level)", "Elsewhere"),
            ("Store(level: 1)", nil), ("Store.plain()", nil), ("Store(level: level)", nil),
        ])
    func aMemberOnTheMainActor(_ made: String, _ word: String?) {
        let text = """
            import Resolver

            final class Store {
                @MainActor init() {}
                init(level: Int) {}
                @MainActor static let shared = Store()
                @MainActor static var level = 1
                @MainActor static func make() -> Store { Store() }
                static func plain() -> Store { Store(level: 1) }
            }
            let level = 1
            @MainActor let store = Store()
            @MainActor func makeStore() -> Store { Store() }
            extension Resolver: ResolverRegistering {
                @MainActor public static func registerAllServices() {
                    register { \(made) }
                }
            }

            """
        let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
        let draft = Draft(Program([file]), stage: .declare)
        #expect(draft.changes.first?.after.contains("Factory<Store>") == (word == nil), "\(draft.changes)")
        #expect(draft.left.contains { $0.hasSuffix("('\(word ?? "")') [mainActor]") } == (word != nil), "\(draft.left)")
    }

    @Test("a function that is not isolated registers off the main actor")
    func aFunctionThatIsNotIsolated() {
        func left(_ modifier: String) -> [String] {
            let text =
                "import Resolver\nprotocol P {}\n@MainActor final class Kit { \(modifier)static func all() { Resolver.register { Elsewhere() as P } } }\n"
            let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
            return Draft(Program([file]), stage: .declare).left
        }
        #expect(left("").count == 1)
        #expect(left("nonisolated ").isEmpty)
    }
}
