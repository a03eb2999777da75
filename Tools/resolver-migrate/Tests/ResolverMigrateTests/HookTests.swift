import ResolverMigrate
import Testing

/// What the hook makes, by whatever name it calls the main resolver or the function.
@Suite struct HookTests {
    private func draft(_ text: String) -> Draft {
        let file = SourceFile(path: "A.swift", text: "import Resolver\n" + text, module: Module(name: ""))
        return Draft(Program([file]), stage: .declare)
    }

    @Test(
        "own defect D265: a type's own function runs, whatever the type conforms to",
        arguments: [
            ("", true),
            ("extension Module { static func register() { print(1) } }", true),
            ("extension Kit { static func register(_ name: String = \"\") {} }", false),
        ])
    func aTypesOwnFunction(_ other: String, _ isKnown: Bool) {
        let text = """
            protocol Module { static func register() }
            struct A {}
            enum Kit: Module { static func register() { Resolver.register { A() } } }
            \(other)
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() { Kit.register() }
            }

            """
        // What the hook is not shown to call is declared only where nothing else is; a registration of its own shows it.
        let own = text.replacing("Kit.register() }", with: "Kit.register(); register { 1 } }")
        #expect(draft(own).left.contains { $0.hasSuffix("[hook]") } != isKnown, "\(draft(own).left)")
    }

    @Test("own defect D265: a subclass's own function runs in place of the one it inherits, where it is called")
    func aSubclassesOwnFunction() {
        let text = """
            class Base { class func setUp() {} }
            struct A {}
            final class Kit: Base { override class func setUp() { Resolver.register { A() } } }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() { CALL; register { 1 } }
            }

            """
        #expect(!draft(text.replacing("CALL", with: "Kit.setUp()")).left.contains { $0.hasSuffix("[hook]") })
        #expect(draft(text.replacing("CALL", with: "Base.setUp()")).left.contains { $0.hasSuffix("[hook]") })
    }

    @Test("own defect D271: a mock over what the hook makes is no decision when the stage runs again, either")
    func aMockOverAnExport() throws {
        let text = """
            protocol P {}
            struct Real: P {}
            struct Mock: P {}
            enum Previews { static func register() { Resolver.register { Mock() as P } } }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() { register { Real() as P } }
            }

            """
        let first = draft(text)
        #expect(first.left.isEmpty)
        let after = try #require(first.changes.first?.after)
        let second = Draft(
            Program([SourceFile(path: "A.swift", text: after, module: Module(name: ""))]), stage: .declare)
        #expect(second.changes.isEmpty && second.left.isEmpty, "\(second.left)")
    }

    @Test(
        "own defect D268: a local constant that is the main resolver is main",
        arguments: [
            ("let r = Resolver.main", true), ("let r: Resolver = .main", true), ("var r = Resolver.main", false),
            ("let r = Resolver(child: .main)", false), ("let r = Resolver.root", false),
        ])
    func aLocalConstant(_ local: String, _ isMain: Bool) {
        let text = """
            struct A {}
            struct B { let a: A }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() {
                    \(local)
                    r.register { A() }
                    add(to: r)
                }
                static func add(to resolver: Resolver) {
                    resolver.register { B(a: resolver.resolve()) }
                }
            }

            """
        let draft = draft(text)
        let after = draft.changes.first?.after ?? ""
        #expect(after.contains("r.register(\\.a)") == isMain, "\(after)")
        #expect(after.contains("resolver.register(\\.b)") == isMain, "\(after)")
        #expect(after.contains("self { B(a: $0.a()) }.graph") == isMain, "\(after)")
        #expect(draft.left.contains { $0.hasSuffix("[container]") } != isMain, "\(draft.left)")
    }

    @Test(
        "own defect D312: a local named main or root is not the library's",
        arguments: [
            ("static func add(to main: Resolver) { main.register { A() } }", false),
            ("static func add() { let root = Resolver(); root.register { A() } }", false),
            ("static func add() { main.register { A() } }", true),
        ])
    func aLocalOfALibrarysName(_ function: String, _ isMain: Bool) {
        let text = """
            struct A {}
            extension Resolver {
                \(function)
            }
            Resolver.add(to: Resolver())

            """
        let draft = draft(text)
        #expect((draft.changes.first?.after.contains("register(\\.a)") ?? false) == isMain, "\(draft.left)")
        #expect(draft.left.contains { $0.hasSuffix("[container]") } != isMain, "\(draft.left)")
    }

    @Test(
        "a scope that is held in a variable is not the library's of that name",
        arguments: [
            ("func set() { let cached = ResolverScopeCache(); Resolver.register { A() }.scope(cached) }", false),
            ("let cached = ResolverScopeCache()\nextension Resolver { static func set() { BODY } }", false),
            ("extension Resolver { static var cached: ResolverScope { .unique }; static func set() { BODY } }", false),
            ("extension Resolver { static func set() { let cached = ResolverScopeCache(); BODY } }", false),
            ("extension Resolver { static func set(_ cached: ResolverScope) { BODY } }", false),
            ("extension Resolver { static func set() { BODY } }", true),
            ("func set() { Resolver.register { A() }.scope(.cached) }", true),
        ])
    func aScopeInAVariable(_ function: String, _ isLibrarys: Bool) {
        let text = function.replacing("BODY", with: "register { A() }.scope(cached)")
        let draft = draft("final class A {}\n\(text)\n")
        let after = draft.changes.first?.after ?? ""
        #expect(after.contains("self { A() }.cached") == isLibrarys, "\(after)")
        #expect(after.contains("self { A() }") == isLibrarys, "\(after)")
    }

    @Test("a type of the program named Resolver, within another, is not the library's")
    func aNestedResolver() {
        let text = """
            import Resolver
            import SafeFacade
            struct Host {}
            enum DNS {
                final class Resolver { static func resolve(_ type: Host.Type) -> Host { Host() } }
                static func look() -> Host { Resolver.resolve(Host.self) }
            }
            extension Container { var host: Factory<Host> { self { Host() } } }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() { register(\\.host) }
            }

            """
        let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
        #expect(Draft(Program([file]), stage: .inject).changes.isEmpty)
        #expect(!finished(text)[0].contains("register"))
    }

    @Test(
        "own defects D387, D388: a default scope that the hook sets counts, where nothing is registered before",
        arguments: [
            ("Log.start(); defaultScope = .unique", "", "unique"),
            ("Resolver.defaultScope = .graph", "func setUp() { Resolver.defaultScope = .application }", "graph"),
            ("defaultScope = .unique", "func setUp() { Resolver.defaultScope = .application }", "unique"),
            ("if CommandLine.arguments.isEmpty { defaultScope = .unique }", "", nil),
            ("services(); defaultScope = .unique", "", nil),
            ("main.services(1); defaultScope = .unique", "", nil),
            ("", "func setUp() { Resolver.defaultScope = .application }", nil),
        ])
    func aDefaultScope(_ start: String, _ test: String, _ lifetime: String?) {
        let text = """
            import Resolver
            final class A {}
            extension Resolver {
                static func services() { register { 1 }.scope(.unique) }
                func services(_ count: Int) { register { 1 }.scope(.unique) }
                static func others() { register { A() } }
            }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() {
                    \(start)
                    others()
                }
            }

            """
        expectLifetime(lifetime, in: text, besideTest: test)
    }

    /// Expects that a program's `A` is declared with a lifetime; for nil, that it waits for the default scope.
    private func expectLifetime(
        _ lifetime: String?, in text: String, besideTest test: String, at location: SourceLocation = #_sourceLocation
    ) {
        let files = [
            SourceFile(path: "A.swift", text: text, module: Module(name: "App")),
            SourceFile(
                path: "B.swift", text: "import Resolver\n\(test)\n", module: Module(name: "AppTests", isTest: true)),
        ]
        let draft = Draft(Program(files), stage: .declare)
        let after = draft.changes.first?.after ?? ""
        #expect(
            after.contains("self { A() }.\(lifetime ?? "")") == (lifetime != nil), "\(after)",
            sourceLocation: location)
        #expect(
            draft.left.contains { $0.hasSuffix("[defaultScope]") } == (lifetime == nil), "\(draft.left)",
            sourceLocation: location)
    }

    @Test(
        "own defect D514: a default scope counts for functions that only run once it is set",
        arguments: [
            ("Resolver.defaultScope = .cached; more()", "", "cached"),
            ("Resolver.defaultScope = .cached; more()", "func f() { DI.start() }", "cached"),
            ("Resolver.defaultScope = .cached; more()", "func f() { DI.services() }", nil),
            ("Resolver.defaultScope = .cached; more()", "let f = DI.more", nil),
            ("more(); Resolver.defaultScope = .cached", "", nil),
            ("if flag { Resolver.defaultScope = .cached }; more()", "", nil),
        ])
    func aDefaultScopeBefore(_ start: String, _ other: String, _ lifetime: String?) {
        let text = """
            import Resolver
            final class A {}
            let flag = true
            enum DI {
                static func start() { \(start) }
                static func more() { services() }
                static func services() { Resolver.register { A() } }
            }
            \(other)

            """
        expectLifetime(lifetime, in: text, besideTest: "")
    }

    @Test(
        "own defect D500: a default scope that is set further up in the statements of a registration counts",
        arguments: [
            ("Resolver.defaultScope = .application\n    Resolver.register { A() }", "", "singleton"),
            (
                "Resolver.defaultScope = .application\n    other()\n    Resolver.register { A() }",
                "func setUp() { Resolver.defaultScope = .unique }", "singleton"
            ),
            ("Resolver.register { A() }\n    Resolver.defaultScope = .application", "", nil),
            (
                "if CommandLine.arguments.isEmpty { Resolver.defaultScope = .application }\n    Resolver.register { A() }",
                "", nil
            ),
            (
                "Resolver.defaultScope = .application\n    Resolver.register { A() }\n    Resolver.defaultScope = .graph",
                "",
                nil
            ),
            (
                "Resolver.register { 1 }.scope(.unique)\n    Resolver.defaultScope = .application\n    Resolver.register { A() }",
                "", "singleton"
            ),
            (
                "Resolver.register { A() }\n    Resolver.register { 1 }.scope(.unique)\n    Resolver.defaultScope = .application",
                "", nil
            ),
        ])
    func aDefaultScopeBesideTheRegistration(_ statements: String, _ test: String, _ lifetime: String?) {
        let text = """
            import Resolver
            final class A {}
            func other() {}
            func start() {
                \(statements)
            }

            """
        expectLifetime(lifetime, in: text, besideTest: test)
    }

    @Test(
        "own defect D501: of private functions that several files name alike, a file calls its own",
        arguments: [
            ("private extension Resolver {\n    static func add() { register { B() } }\n}", true),
            ("extension Resolver {\n    fileprivate static func add() { register { B() } }\n}", true),
            ("extension Resolver {\n    static func add(_ count: Int = 0) { register { B() } }\n}", false),
        ])
    func privateFunctionsOfOneName(_ other: String, _ isKnown: Bool) {
        let texts = [
            """
            import Resolver
            struct A {}
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() { register { 1 }; addA(); addB() }
            }
            extension Resolver { static func addA() { add() } }
            private extension Resolver {
                static func add() { register { A() } }
            }

            """, "import Resolver\nstruct B {}\nextension Resolver { static func addB() { add() } }\n\(other)\n",
        ]
        let files = texts.enumerated().map {
            SourceFile(path: "\($0.offset).swift", text: $0.element, module: Module(name: ""))
        }
        let draft = Draft(Program(files), stage: .declare)
        #expect(draft.left.contains { $0.hasSuffix("[hook]") } != isKnown, "\(draft.left)")
        #expect(draft.changes.contains { $0.after.contains("    var a: Factory<A>") } == isKnown, "\(draft.changes)")
    }

    @Test("own defect D602: what is registered at launch may be registered before the hook sets the default scope")
    func aRegistrationBeforeTheHook() {
        let text = """
            import Resolver
            final class A {}
            @main struct App { init() { Resolver.register { A() } } }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() { defaultScope = .application }
            }

            """
        expectLifetime(nil, in: text, besideTest: "")
    }
}
