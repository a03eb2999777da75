import ResolverMigrate
import Testing

/// Forms that a stage wrote otherwise than the program means them.
@Suite struct KeptAsItIsTests {
    private static let types = """
        import Resolver

        protocol P {}
        final class List { var xs = [2, 1]; var name = "" }
        struct Global { let service = "" }
        let global = Global()
        struct Sum: P { init(_ a: Int, _ b: (Int, Int) -> Int) {} }

        """

    private func draft(_ stage: Stage, _ text: String) -> String {
        let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
        return Draft(Program([file]), stage: stage).changes.first?.after ?? text
    }

    private func declared(_ registration: String) -> String {
        draft(
            .declare, Self.types + "extension Resolver {\n    static func all() {\n        \(registration)\n    }\n}\n")
    }

    @Test("own defect D211: what leaves the closure of resolveProperties is left to the person")
    func aReturnInResolveProperties() {
        let after = declared(
            "register { List() }.resolveProperties { _, list in guard list.xs.isEmpty else { return } }")
        #expect(after.contains("('resolveProperties') [form]\n"), "\(after)")
    }

    @Test("own defect D212: the anonymous parameters of a nested closure are its own")
    func anonymousParameters() {
        let after = declared("register { List() }.resolveProperties { $1.xs.sort { $0 < $1 } }")
        #expect(after.contains("            service.xs.sort { $0 < $1 }\n"), "\(after)")
        let sum = declared("register { Sum($1.get() as Int, { $0 + $1 }) }")
        #expect(sum.contains("ParameterFactory<Int, Sum> { self { Sum($0 as Int, { $0 + $1 }) }.graph }"), "\(sum)")
    }

    @Test("own defect D212: the names that a declaration gives hide none of the program's")
    func namesThatHide() {
        let made = "register { List() }.resolveProperties"
        let container = declared(
            "\(made) { r, _ in let container = r; print(container.resolve(Int.self)) }; register { 1 }")
        #expect(!container.contains("self { container in"), "\(container)")
        let service = declared("\(made) { $1.name = global.service }")
        #expect(service.contains("let made = List()\n            made.name = global.service\n"), "\(service)")
    }

    @Test("own defect D214: reasons name what they are about")
    func reasons() {
        let condition = declared(
            """
            register { () -> P in
                        #if os(Linux)
                        return Sum(1, +)
                        #else
                        return Sum(2, +)
                        #endif
                    }
            """)
        #expect(condition.contains("var p: Factory<P> {") && condition.contains("#if os(Linux)"), "\(condition)")
        let captured = declared("let a = List(), b = 1; register { [weak a, b] in Sum(b, { _, _ in a!.xs[0] }) as P }")
        #expect(captured.contains("('a', 'b') [captures]\n"), "\(captured)")
        let preview = draft(
            .declare,
            Self.types
                + "struct Screen: PreviewProvider {\n    static let mock = List()\n    static func all() { Resolver.register { mock } }\n}\n"
        )
        #expect(preview.contains("the helper: it seems to belong to a type, and is not visible in Container ('mock')"))
    }

    @Test(
        "own defect D215: comments around a type that inject drops stay",
        arguments: [
            ("var p /* one */ : /* two */ P", "var p /* one */ /* two */"),
            ("var p: // why\n    P", "var p // why\n"),
        ])
    func commentsAroundAType(_ property: String, _ expected: String) {
        let text =
            Self.types + "import SafeFacade\nextension Container { var p: Factory<P> { self { Sum(1, +) } } }\n"
            + "extension Resolver { static func all() { register(\\.p) } }\nstruct S {\n    @Injected \(property)\n}\n"
        let after = draft(.inject, text)
        #expect(after.contains("@Injected(\\.p) \(expected)\n"), "\(after)")
    }

    @Test("own defect D215: a file with line breaks of an old kind is not changed")
    func oldLineBreaks() {
        let text = (Self.types + "extension Resolver { static func all() { register { List() } } }\n")
            .replacing("\n", with: "\r")
        let draft = Draft(
            Program([SourceFile(path: "A.swift", text: text, module: Module(name: ""))]), stage: .declare)
        #expect(draft.changes.isEmpty)
        #expect(draft.left == ["A.swift: not changed, since it has line breaks of several kinds, or of an old one"])
    }

    @Test(
        "own defect D213: a type of another module that SafeFacade has, too, leaves its file as it is",
        arguments: [Stage.declare, .inject, .finish])
    func anAmbiguousType(_ stage: Stage) {
        let core = "import Resolver\npublic enum Scope { case one }\n"
        func drafted(_ scope: String) -> Draft {
            let app = """
                import Core
                import Resolver

                protocol P {}
                struct Real: P {}
                let scope: \(scope) = .one
                extension Resolver { static func all() { register { Real() as P } } }
                struct S { @Injected var p: P }

                """
            let typed = """
                import Resolver
                import SafeFacade
                extension Container { var q: Factory<Int> { self { 1 } } }
                extension Resolver { static func more() { register(\\.q) } }

                """
            let asking =
                "import Core\nimport Resolver\nlet other: \(scope) = .one\n"
                + (stage == .inject ? "struct T { @Injected var q: Int }\n" : "")
            let files = [("Core/Core", core), ("App/App", app), ("App/Typed", typed), ("App/Asking", asking)]
            return Draft(
                Program(
                    files.map { path, text in
                        let name = String(path.split(separator: "/")[0])
                        return SourceFile(path: "Sources/\(path).swift", text: text, module: Module(name: name))
                    }), stage: stage)
        }
        let changed = drafted("Scope")
        #expect(changed.changes.allSatisfy { !$0.path.hasSuffix("Typed.swift") || stage == .finish })
        for change in changed.changes where change.path.hasSuffix("App.swift") || change.path.hasSuffix("Asking.swift")
        {
            #expect(!change.after.contains("SafeFacade\n"), "\(change.after)")
        }
        if stage == .finish {
            #expect(
                changed.left.contains { $0.hasSuffix("import Resolver stays, since SafeFacade has a type Scope, too") })
        } else {
            #expect(changed.left.contains { $0.hasSuffix("in this file ('Scope') [ambiguous]") }, "\(changed.left)")
        }
        // What names its module is clear.
        #expect(!drafted("Core.Scope").left.contains { $0.contains("Scope") })
    }

    @Test("own defect D320: a line of a string literal that reads like one of the tool's comments stays")
    func aCommentInAString() {
        let literal = """
            let text = \"""
                // resolver-migrate(declare): decide nothing
                \"""

            """
        let decided = "// resolver-migrate(declare): decide something [form]\nlet other = 1\n"
        #expect(draft(.declare, Self.types + literal + decided) == Self.types + literal + "let other = 1\n")
    }

    @Test(
        "own defect D590: a lookup of a resolver that is not shown to be the main one still asks that one",
        arguments: [
            ("Resolver.register { Sum(payments.resolve(), +) as P }", "payments.resolve()", true),
            (
                "Resolver.register { Sum(Kit.container.resolve(Int.self), +) as P }", "Kit.container.resolve(Int.self)",
                true
            ),
            ("Resolver.main.register { Sum(self.resolve(), +) as P }", "self", false),
            ("Resolver.main.register { Sum(resolve(), +) as P }", "resolve", false),
            ("Resolver.main.register { Sum(other.resolve(), +) as P }", "other", false),
        ])
    func aLookupOfAnotherResolver(_ registration: String, _ words: String, _ isDeclared: Bool) {
        let after = draft(
            .declare,
            Self.types
                + "let payments = Resolver(child: .main)\nextension Resolver {\n    func all(_ other: Resolver) {\n        \(registration)\n    }\n}\n"
        )
        let expected = isDeclared ? "var p: Factory<P> { self { Sum(\(words), +) }.graph }" : "('\(words)') ["
        #expect(after.contains(expected), "\(after)")
        #expect(after.contains("Factory<") == isDeclared, "\(after)")
    }

    @Test("own defect D591: what is made from an argument and then changed keeps both")
    func anArgumentAndResolveProperties() {
        let after = declared("register { _, args in Sum(args(), +) }.resolveProperties { _, sum in print(sum) }")
        #expect(after.contains("('resolveProperties') [form]\n"), "\(after)")
        let object = draft(
            .declare,
            Self.types
                + "final class Page { var title = \"\"; init(_ id: Int) {} }\nextension Resolver {\n    static func all() {\n        register { _, args in Page(args()) }.resolveProperties { r, page in page.title = r.resolve() }\n        register { \"a\" }\n    }\n}\n"
        )
        let expected = """
                var page: ParameterFactory<Int, Page> {
                    self { container, argument in
                        let page = Page(argument)
                        page.title = container.string()
                        return page
                    }
                    .graph
                }
            """
        #expect(object.contains(expected), "\(object)")
    }

    @Test("own defect D593: the cast to another type than the stated one stays, as it may decide what is made")
    func aCastToAnotherType() {
        let box = "struct Box<T>: P { init(_ value: T) {} }\n"
        let text = "extension Resolver { static func all() { register(P.self) { Box(1) as Box<Double> } } }\n"
        let after = draft(.declare, Self.types + box + text)
        #expect(after.contains("var p: Factory<P> { self { Box(1) as Box<Double> }.graph }"), "\(after)")
    }

    @Test(
        "what registers with the main resolver, and what does not",
        arguments: [
            ("extension Resolver { static func all() { self.register { List() } } }", "declared"),
            ("extension Resolver { static func all() { Self.register { List() } } }", "declared"),
            ("extension Resolver { func all() { self.register { List() } } }", "[container]"),
            ("extension Resolver { convenience init(list: Int) { self.init(); register { List() } } }", "[container]"),
            ("extension Resolver { var all: Int { register { List() }; return 1 } }", "[container]"),
            ("extension Resolver { static var all: Int { register { List() }; return 1 } }", "declared"),
            ("extension Resolver { static func all() { func one() { register { List() } }; one() } }", "[conditional]"),
            (
                "extension Resolver { static func all() { func register(_ make: () -> List) {}; register { List() } } }",
                ""
            ),
            (
                "extension Resolver { struct Kit { func register(_ make: () -> List) {}; func all() { register { List() } } } }",
                ""
            ),
            (
                "final class S: Resolving { let resolver = Resolver(child: .main); func all() { resolver.register { List() } } }",
                "[container]"
            ),
            ("extension Resolver { static func register(_ n: Int) {}; static func all() { register(1) } }", ""),
            (
                "enum Kit<T> { static func all() { Resolver.register { Sum(MemoryLayout<T>.size, +) as P } } }",
                "[generic]"
            ),
            ("Resolver.register { List() }", "declared"), ("do { Resolver.register { List() } }", "declared"),
        ])
    func whoRegisters(_ text: String, _ word: String) {
        let after = draft(.declare, Self.types + text + "\n")
        #expect(after.contains("Factory<List>") == (word == "declared"), "\(after)")
        #expect(after.contains("resolver-migrate(declare)") == word.hasPrefix("["), "\(after)")
        #expect(!word.hasPrefix("[") || after.contains(word), "\(after)")
    }

    @Test(
        "declarations of what a file registers at its top are at its end, with the library's name where another has its names"
    )
    func aRegistrationAtTheTop() {
        let after = draft(
            .declare, "import Factory\nimport Resolver\nstruct A {}\nResolver.register { A() }\nprint(1)\n")
        #expect(
            after
                == "import Factory\nimport Resolver\nimport SafeFacade\nstruct A {}\nResolver.register(\\.a)\nprint(1)\n\nextension SafeFacade.Container {\n    var a: SafeFacade.Factory<A> { self { A() }.graph }\n}\n"
        )
    }

    @Test("the heading above a registration stays, and tabs stay tabs")
    func headingsAndTabs() {
        let after = draft(
            .declare,
            "import Resolver\nstruct A { let a: Int, b: Int }\nextension Resolver {\n\tstatic func all() {\n\t\t// MARK: - All\n\t\t// One.\n\t\tregister {\n\t\t\tA(\n\t\t\t\ta: 1,\n\t\t\t\tb: 2)\n\t\t}\n\t}\n}\n"
        )
        #expect(
            after.hasSuffix(
                "\t\t// MARK: - All\n\t\tregister(\\.a)\n\t}\n}\n\nextension Container {\n\t// One.\n\tvar a: Factory<A> {\n\t\tself {\n\t\t\tA(\n\t\t\t\ta: 1,\n\t\t\t\tb: 2)\n\t\t}\n\t\t.graph\n\t}\n}\n"
            ), "\(after)")
    }

    @Test("a private function of a file, and one beside a private one, are seen in it")
    func aPrivateFunctionOfAFile() {
        let text =
            "import Resolver\nprivate func make() -> Two { Two(1) }\nstruct Two { init(_ a: Int) {}; private init(_ b: String) {} }\nenum Kit { static func all() { Resolver.register { make() }; Resolver.register(name: \"b\") { Two(1) } } }\n"
        let after = draft(.declare, text)
        #expect(after.contains("var two: Factory<Two> { self { make() }.graph }"), "\(after)")
        #expect(after.contains("var bTwo: Factory<Two> { self { Two(1) }.graph }"), "\(after)")
    }

    @Test("a type that a person says never to fail is declared")
    func aPlainType() {
        let file = SourceFile(
            path: "A.swift", text: "import Resolver\nfunc set() { Resolver.register { Web3() } }\n",
            module: Module(name: ""))
        var decisions = DecisionsFile()
        #expect(Draft(Program([file], decisions: decisions), stage: .declare).left.count == 1)
        decisions.plainTypes = ["Web3"]
        #expect(Draft(Program([file], decisions: decisions), stage: .declare).left.isEmpty)
    }
}
