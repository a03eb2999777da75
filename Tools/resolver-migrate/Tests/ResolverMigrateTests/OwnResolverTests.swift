import ResolverMigrate
import Testing

/// A resolver that a program makes for itself and uses in place of `Resolver.main`.
@Suite struct OwnResolverTests {
    private static let services = """
        import Resolver

        struct Net {}
        enum DI {
            static func all() { resolver.register { Net() } }
        }

        """

    private func draft(_ text: String, selection: FileSelection = .all) -> (text: String, left: [String]) {
        let own = SourceFile(path: "App.swift", text: "import Resolver\n" + text, module: Module(name: ""))
        let services = SourceFile(path: "DI.swift", text: Self.services, module: Module(name: ""))
        let draft = Draft(Program([services, own]), stage: .declare, selection: selection)
        return (draft.changes.map(\.after).joined(), draft.left)
    }

    @Test(
        "own defect D510: a resolver that the program uses in place of the main one becomes that one",
        arguments: [
            ("extension DI { static let resolver = Resolver() }", "static var resolver: Resolver { .main }"),
            (
                "extension DI {\n    public static var resolver: Resolver = Resolver() // one\n}",
                "    public static var resolver: Resolver { .main } // one"
            ),
            ("let resolver = Resolver()", "var resolver: Resolver { .main }"),
            // What is neither main nor root, and what other types have under these names.
            (
                """
                let resolver = Resolver()
                final class Holder { var resolver: Resolver; init(_ r: Resolver) { self.resolver = r } }
                let bundle: Bundle = .main
                func start() { Resolver.defaultScope = .graph; run(on: .main) }
                """, "var resolver: Resolver { .main }"
            ),
        ])
    func theOnlyResolver(_ text: String, _ expected: String) {
        let after = draft(text)
        #expect(after.text.contains(expected), "\(after)")
        #expect(after.text.contains("{ resolver.register(\\.net) }"), "\(after)")
        #expect(after.text.contains("var net: Factory<Net> { self { Net() }.graph }"), "\(after)")
        #expect(after.left.isEmpty)
    }

    @Test(
        "what shows that it is another one than the main resolver",
        arguments: [
            ("let net: Net = Resolver.resolve()", "Resolver.main is used, too, at App.swift:3"),
            ("struct Screen { @Injected var net: Net }", "Resolver.main is used, too, at App.swift:3"),
            ("func f() { DI.run(.main) }; extension DI { static func run(_ r: Resolver) {} }", "too, at App.swift:3"),
            ("let mocks = Resolver(child: .main)", "Resolver.main is used, too, at App.swift:3"),
            ("let root: Resolver = .root", "Resolver.main is used, too, at App.swift:3"),
            ("func f() { Resolver.reset() }", "Resolver.main is used, too, at App.swift:3"),
            ("extension Resolver { static func more() { main.register { 1 } } }", "too, at App.swift:3"),
            ("extension Resolver { static func bind<T>(_ t: T) { register { t } } }", "too, at App.swift:3"),
            ("func f() { Resolver.bind(Net.self) }", "Resolver.main is used, too, at App.swift:3"),
            ("final class Screen: Resolving {}", "Resolver.main is used, too, at App.swift:3"),
            ("func f() { resolver = Resolver(child: resolver) }", "it may be replaced at App.swift:3"),
            ("func f() { replace(&resolver) }", "it may be replaced at App.swift:3"),
            ("let other = Resolver()", "another resolver is made at App.swift:3"),
            (
                "extension Container { var text: Factory<String> { legacy() } }",
                "typed factories are connected with lookup at run time already"
            ),
            (
                "extension Container { var text: Factory<String> { self { \"\" }.bridged } }",
                "typed factories are connected with lookup at run time already"
            ),
            (
                "extension Container { var text: Factory<String> { self { \"\" } } }\nfunc f() { resolver.register(\\.text) }",
                "typed factories are connected with lookup at run time already"
            ),
            ("func f() { unknown.resolver = Resolver(child: .init()) }", "it may be replaced at App.swift:3"),
            ("struct Kit { init(_ r: Resolver) {} }; let kit = Elsewhere(.main)", "too, at App.swift:3"),
            ("struct Kit { func run(_ r: Resolver) {} }; func f() { unknown.run(.main) }", "too, at App.swift:3"),
            ("extension Resolver { static func more<T>() -> T { resolve() } }", "too, at App.swift:3"),
        ])
    func anotherResolver(_ text: String, _ reason: String) {
        let after = draft("var resolver = Resolver()\n" + text)
        #expect(!after.text.contains("Factory<Net>"), "\(after)")
        #expect(
            after.left.contains {
                $0.hasPrefix("App.swift:2: resolver stays a resolver of its own, since") && $0.hasSuffix(reason)
            },
            "\(after)")
    }

    @Test(
        "a property that is more than a new resolver stays",
        arguments: [
            "let resolver: Any = Resolver()", "let resolver = Resolver(), count = 1",
            "extension DI { @Stored static var resolver = Resolver() }",
            "extension DI { private(set) static var resolver = Resolver() }",
            "extension DI { weak static var resolver = Resolver() }",
            "final class Holder { let resolver = Resolver() }",
            "var resolver = Resolver() { didSet { print(1) } }",
        ])
    func moreThanAResolver(_ text: String) {
        let after = draft(text).text
        #expect(!after.contains("{ .main }"), "\(after)")
    }

    @Test(
        "what does not concern the main resolver",
        arguments: [
            "extension Container { var text: Factory<String> { self { \"\" } } }",
            "func f() { var resolver = 1; resolver = 2; print(resolver) }",
            "extension Resolver { static let version = 1; static func log() {} }\nfunc f() { print(Resolver.version); Resolver.log() }",
            "extension Resolver { func more() { register { 1 } } }",
        ])
    func whatDoesNotConcernMain(_ text: String) {
        let after = draft("var resolver = Resolver()\n" + text)
        #expect(after.text.contains("var resolver: Resolver { .main }"), "\(after)")
    }

    @Test("a resolver that tests make is none of the program's")
    func aResolverOfTests() {
        let files = [
            SourceFile(
                path: "App.swift", text: "import Resolver\nlet resolver = Resolver()\n", module: Module(name: "")),
            SourceFile(path: "DI.swift", text: Self.services, module: Module(name: "")),
            SourceFile(
                path: "T.swift", text: "import Resolver\nlet mocks = Resolver()\n",
                module: Module(name: "T", isTest: true)),
        ]
        #expect(Draft(Program(files), stage: .declare).changes.count == 2)
    }

    @Test("a property that is always the main resolver is read as that")
    func aPropertyForTheMainResolver() {
        let after = draft("extension DI { static var resolver: Resolver { return Resolver.main } }").text
        #expect(after.contains("{ resolver.register(\\.net) }") && after.contains("Factory<Net>"), "\(after)")
    }

    @Test("nothing is declared as long as the resolver's own file must not change")
    func anotherSelection() {
        let after = draft("let resolver = Resolver()", selection: .only(["DI.swift"]))
        #expect(after.text.isEmpty, "\(after)")
        let reason = "nothing is declared without this file, as resolver must become Resolver.main"
        #expect(after.left == ["App.swift:2: \(reason)"])
    }

    @Test("a wrapper that names the main resolver asks that one, unless the program replaces the root")
    func aWrapperThatNamesMain() {
        let text = """
            import Resolver
            extension Container { var net: Factory<Net> { legacy() } }
            struct Net {}
            struct Screen { @Injected(container: .main) var net: Net }

            """
        func injected(_ text: String) -> String? {
            let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
            return Draft(Program([file]), stage: .inject).changes.first?.after
        }
        #expect(injected(text)?.contains("{ @Injected(\\.net) var net }") == true)
        #expect(injected(text + "func f() { Resolver.root = .init() }\n")?.contains("@Injected(\\.net)") == false)
    }
}
