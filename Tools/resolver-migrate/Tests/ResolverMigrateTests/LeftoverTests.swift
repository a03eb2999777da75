import Foundation
import ResolverMigrate
import Testing

/// The texts of a program after the stage finish.
func finished(_ texts: String...) -> [String] {
    let files = texts.enumerated().map {
        SourceFile(path: "\($0.offset).swift", text: $0.element, module: Module(name: ""))
    }
    var after = texts
    for change in Draft(Program(files), stage: .finish).changes {
        after[Int(change.path.prefix(1)) ?? 0] = change.after
    }
    return after
}

/// What `finish` takes away besides exports and the functions around them.
@Suite struct LeftoverTests {
    @Test func aConformanceToResolvingGoesWhereNothingUsesIt() {
        #expect(
            finished("import Resolver\n\nprotocol P {}\nfinal class A: Resolving, P {}\nclass B: Resolving {}\n")
                == ["protocol P {}\nfinal class A: P {}\nclass B {}\n"])
        #expect(
            finished("import Resolver\nprotocol P {}\nclass A: P, Resolving {\n}\n") == [
                "protocol P {}\nclass A: P {\n}\n"
            ])
    }

    @Test("own defect D389: an extension that did nothing but conform to Resolving goes")
    func anExtensionForResolvingAlone() {
        let text = "import Resolver\n\nclass A {}\n\n// DI\nextension A: Resolving {}\n\nextension A { func a() {} }\n"
        #expect(finished(text) == ["class A {}\n\nextension A { func a() {} }\n"])
        let other = "import Resolver\n\nclass A {}\nextension A: Resolving {\n    // Nothing yet.\n}\n"
        #expect(finished(other) == ["class A {}\nextension A {\n    // Nothing yet.\n}\n"])
    }

    @Test(arguments: [
        "class A: Resolving { func b() { resolver.reset() } }\n",
        "class A: Resolving {}\nclass B: A { func b() { self.resolver.reset() } }\n",
        "class A: Resolving {}\nfunc b(_ a: A) { a.resolver.reset() }\n",
        "class A: Resolving {}\nfunc b(_ a: Resolving) {}\n",
        "public class A: Resolving {}\n",
    ])
    func aConformanceToResolvingStaysWhereItMayBeUsed(_ text: String) {
        #expect(finished("import Resolver\n" + text) == ["import Resolver\n" + text])
    }

    @Test(arguments: [
        "struct A { let scope: any ResolverScopeType }\n",
        "func a(_ options: AsyncResolverOptions<Int>) {}\n",
    ])
    func theImportStaysWhereOnlyItShowsAName(_ text: String) {
        #expect(finished("import Resolver\n" + text) == ["import Resolver\n" + text])
    }

    @Test(arguments: [
        "let request = TaskScope()\n",
        "func a(_ error: any Error) -> Bool { error is ResolutionError }\n",
        "final class A: ResolutionObserver { func observe(_ event: ResolutionEvent) {} }\n",
        "func a(_ body: () -> Void) { withSandbox { body() } }\n",
    ])
    func theImportBecomesSafeFacadesWhereThatShowsTheNames(_ text: String) {
        #expect(finished("import Resolver\n" + text) == ["import SafeFacade\n" + text])
    }

    @Test func aCallOfAnotherTypesFunctionStays() {
        let text = """
            import Resolver
            import SafeFacade
            struct A {}
            extension Container { var a: Factory<A> { self { A() }.graph } }
            extension Resolver { static func setUp() { register(\\.a) } }
            struct Screen { func setUp() { print("screen") } }
            Resolver.setUp()
            Screen().setUp()

            """
        #expect(finished(text)[0].contains("Screen().setUp()"))
    }

    @Test func anExportStaysThatIsAskedForUnderItsName() {
        let text = """
            import Resolver
            import SafeFacade
            struct A {}
            extension Container { var a: Factory<A> { self { A() }.graph } }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() {
                    register(\\.a)
                    register(\\.a, name: "other")
                    register(\\Payments.a, name: "payments")
                }
            }
            let a: A = Resolver.resolve()
            let b: A = Resolver.resolve(name: "payments")

            """
        let after = finished(text)[0]
        #expect(after.contains("register(\\.a)\n"))
        #expect(!after.contains("name: \"other\")"))
        #expect(after.contains("register(\\Payments.a, name: \"payments\")"))
    }

    @Test func namesGoThatNothingMentions() {
        let names =
            "extension Resolver.Name {\n    /// One.\n    static let one = Self(\"one\")\n    static let two = Self(\"two\")\n}\n"
        let user = "import Resolver\nlet two = Resolver.optional(Int.self, name: .two)\n"
        #expect(
            finished("import Resolver\n\n" + names, user)
                == ["import Resolver\n\nextension Resolver.Name {\n    static let two = Self(\"two\")\n}\n", user])
        #expect(finished("import Resolver\n\n" + names + "\nlet a = 1\n") == ["let a = 1\n"])
        let published = "import Resolver\n\npublic extension Resolver.Name {\n    static let one = Self(\"one\")\n}\n"
        #expect(finished(published) == [published])
    }

    @Test func scopesGetTheirNewNamesWhereThatCanMeanNothingElse() {
        let scope = "extension ResolverScope {\n    static let session = ResolverScopeCache()\n}\n"
        let reset = "func signOut() { ResolverScope.session.reset() }\nlet other = ResolverScopeCache()\n"
        #expect(
            finished("import Resolver\n\n" + scope + reset) == [
                "import SafeFacade\n\nextension Scope {\n    static let session = Cached()\n}\n"
                    + "func signOut() { Scope.session.reset() }\nlet other = Scope.Cached()\n"
            ])
        let own = "struct Scope {}\n"
        #expect(finished("import Resolver\n\n" + scope + own) == ["import SafeFacade\n\n" + scope + own])
        let foreign = "import Elsewhere\nimport Resolver\n\n" + scope
        #expect(finished(foreign) == [foreign.replacing("import Resolver", with: "import SafeFacade")])
    }

    @Test func noEmptyLinesAreLeftDouble() {
        let text = #"""
            import Resolver
            import SafeFacade

            struct A {}
            struct B {}
            struct C {}

            extension Container {
                var a: Factory<A> { self { A() }.graph }
                var c: Factory<C> { self { C() }.graph }
            }

            extension Resolver {
                static func registerAll(_ flag: Bool) {
                    register(\.a)

                    if flag { print("b") }
                    register(\.c)

                    // The reason for this one.
                    register(\.a)

                    print("all")

                    register(\.c)
                }
            }

            """#
        let body = "        if flag { print(\"b\") }\n\n        print(\"all\")\n    }\n}\n"
        #expect(finished(text)[0].hasSuffix("static func registerAll(_ flag: Bool) {\n" + body))
    }

    private static let declared = """
        import Resolver
        import SafeFacade

        struct A {}

        extension Container {
            var a: Factory<A> { self { A() }.graph }
            var b: Factory<[A]> { self { [A()] }.graph }
        }


        """

    private func finishedRest(_ text: String) -> String {
        let after = finished(Self.declared + text)[0]
        return String(after[(after.range(of: "}.graph }\n}\n\n")?.upperBound ?? after.startIndex)...])
    }

    @Test(arguments: [
        (#"register(\.a); isSetUp = true"#, "isSetUp = true"),
        (#"isSetUp = true; register(\.a)"#, "isSetUp = true"),
        (#"isSetUp = true ; register(\.a); register(\.b) // all"#, "isSetUp = true // all"),
        (#"isSetUp = true; register(\.a); register(\.b); setUp()"#, "isSetUp = true; setUp()"),
        (#"if isSetUp { register(\.a) } else { setUp() }"#, "if isSetUp { } else { setUp() }"),
        (#"if isSetUp {register(\.a)}; setUp()"#, "if isSetUp {}; setUp()"),
        (#"register(\.a) /* x */ ; isSetUp = true"#, "isSetUp = true"),
        (#"defer { register(\.a) }; setUp()"#, "defer { }; setUp()"),
        (#"other { register(\.a); isSetUp = false }"#, "other { isSetUp = false }"),
        ("/* not now */ register(\\.a)\n        setUp()", "/* not now */\n        setUp()"),
        ("register(\\.a); register(\\.b)\n        setUp()", "setUp()"),
        ("register(\\.a) // the first\n        setUp()", "setUp()"),
        ("if isSetUp {\n            register(\\.a) }\n        setUp()", "if isSetUp {\n            }\n        setUp()"),
    ])
    func whatSharesALineWithAnExportStays(_ before: String, _ after: String) {
        func program(_ body: String) -> String {
            "extension Resolver {\n    static func set(_ isOn: Bool) {\n        \(body)\n    }\n}\n"
        }
        #expect(finishedRest(program(before)) == program(after))
    }

    @Test func whatSharesALineWithAFunctionStays() {
        #expect(
            finishedRest(
                #"extension Resolver { static func setA() { register { A() }; register(\.b) } }"# + "\n")
                == "extension Resolver { static func setA() { register { A() } } }\n")
        #expect(
            finishedRest(
                #"extension Outer.Inner { static func set() { Resolver.register(\.a) } }"# + "\nOuter.Inner.set()\n")
                == "extension Outer.Inner { static func set() { } }\nOuter.Inner.set()\n")
        #expect(
            finishedRest(#"func start() { print("start"); Resolver.register(\.a) }"# + "\n")
                == "func start() { print(\"start\") }\n")
        #expect(
            finishedRest(
                #"extension Resolver: ResolverRegistering { public static func registerAllServices() { register(\.a); print("x") } }"#
                    + "\n")
                == "extension Resolver: ResolverRegistering { public static func registerAllServices() { print(\"x\") } }\n"
        )
        #expect(
            finishedRest(
                #"extension Resolver { static func setA() { register(\.a) }; static func setB(_ flag: Bool) { print("b") } }"#
                    + "\nlet x = 1; Resolver.setA(); print(x)\n")
                == "extension Resolver { static func setB(_ flag: Bool) { print(\"b\") } }\nlet x = 1; print(x)\n")
        #expect(
            finishedRest(#"extension Resolver { static func setA() { register(\.a) } }; Resolver.setA(); print("x")"#)
                == "print(\"x\")")
    }

    @Test func anExportThatIsAllOfACaseStays() {
        let text = """
            func set(_ isOn: Bool) {
                switch isOn {
                case true: Resolver.register(\\.a)
                case false:
                    Resolver.register(\\.b)
                    print("b")
                }
            }

            """
        #expect(finishedRest(text) == text.replacing("        Resolver.register(\\.b)\n", with: ""))
    }

    @Test func whatSharesALineWithAnImportANameOrADeclarationStays() {
        #expect(finished("import Foundation; import Resolver\n") == ["import Foundation\n"])
        #expect(finished("import Resolver; import Foundation\n") == ["import Foundation\n"])
        #expect(
            finished(
                "import Resolver\nextension Resolver.Name { static let used = Self(\"used\"); static let gone = Self(\"gone\") }\nprint(Resolver.Name.used)\n"
            ) == [
                "import Resolver\nextension Resolver.Name { static let used = Self(\"used\") }\nprint(Resolver.Name.used)\n"
            ])
    }

    @Test func aDeclarationBesideOneThatIsReplacedStays() {
        let text = """
            import Resolver
            import SafeFacade
            struct A {}
            struct Z {}
            extension Container { var a: Factory<A> { legacy() }; var z: Factory<Z> { self { Z() }.graph } }
            extension Resolver {
                static func set() { register { A() } }
            }

            """
        let file = SourceFile(path: "0.swift", text: text, module: Module(name: ""))
        let after = Draft(Program([file]), stage: .declare).changes.first?.after
        #expect(after?.contains("extension Container { var z: Factory<Z> { self { Z() }.graph } }\n") == true)
        #expect(after?.contains("var a: Factory<A> { self { A() }.graph }\n") == true)
    }

    @Test func headersHeadingsAndOrdersToALinterStay() {
        let header = "// Copyright.\n// All rights reserved.\n"
        #expect(finished(header + "import Resolver\n\nlet a = 1\n") == [header + "\nlet a = 1\n"])
        let comments = "    // MARK: - Services\n    // swiftlint:disable all\n"
        let text =
            "func set() {\n    print(\"a\")\n" + comments + "    // Of the tool.\n    Resolver.register(\\.a)\n}\n"
        #expect(finishedRest(text) == "func set() {\n    print(\"a\")\n" + comments + "}\n")
    }

    @Test(
        "own defect D423: a file that keeps its header or imports alone is named",
        arguments: [
            ("import Resolver\n", true), ("import Foundation\nimport Resolver\nHOOK", true),
            ("@testable import Foundation\nimport Resolver\nHOOK", true),
            ("import Foundation\nimport Resolver\n", false),
            ("@_exported import Foundation\nimport Resolver\nHOOK", false),
            ("import Foundation\nimport Resolver\nHOOK\nlet a = 1\n", false),
        ])
    func aFileThatKeepsItsHeaderAloneIsNamed(_ text: String, _ isNamed: Bool) {
        let hook = "extension Resolver: ResolverRegistering {\n    public static func registerAllServices() {}\n}\n"
        let file = SourceFile(
            path: "0.swift", text: "// Copyright.\n" + text.replacing("HOOK", with: hook), module: Module(name: ""))
        #expect(Draft(Program([file]), stage: .finish).left == (isNamed ? ["0.swift: empty now; delete it"] : []))
    }

    @Test("an export stays that only a declaration with legacy() needs, which is named")
    func anExportThatALegacyFactoryNeeds() {
        let text = """
            import Resolver
            import SafeFacade

            protocol Clock {}
            struct SystemClock: Clock {}
            extension Container {
                var clock: Factory<any Clock> { self { SystemClock() } }
                var oldClock: Factory<any Clock> { legacy() }
            }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() { register(\\.clock) }
            }

            """
        let draft = Draft(Program([SourceFile(path: "0.swift", text: text, module: Module(name: ""))]), stage: .finish)
        #expect(draft.left.first == "0.swift:11: stays, since Clock is what oldClock stands for with legacy()")
    }

    @Test("own defect D111: exports stay that all() and requireAsync() need")
    func anExportStaysThatOtherLookupsNeed() {
        let text = """
            import Resolver
            import SafeFacade
            struct A {}
            struct B {}
            struct C {}
            extension Container {
                var a: Factory<A> { self { A() }.graph }
                var b: Factory<B> { self { B() }.graph }
                var c: Factory<C> { self { C() }.graph }
            }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() {
                    register(\\.a, name: "one")
                    register(\\.b)
                    register(\\.c)
                }
            }
            let all = Resolver.all(A.self)
            let b = try await Resolver.main.requireAsync(B.self)

            """
        let after = finished(text)[0]
        #expect(after.contains("register(\\.a, name: \"one\")"))
        #expect(after.contains("register(\\.b)"))
        #expect(!after.contains("register(\\.c)"))
        let untyped = text.replacing("Resolver.all(A.self)", with: "Resolver.all() as [A]")
        #expect(finished(untyped)[0].contains("register(\\.c)"))
    }

    private static let exporting = """
        import Resolver
        import SafeFacade
        struct A {}
        struct B { init(_ a: A) {} }
        extension Container { var a: Factory<A> { self { A() }.graph } }

        """

    @Test("own defect D155: exports stay that a legacy() declaration or a helper's callers need")
    func anExportStaysThatDeclarationsNeed() {
        let hook = "extension Resolver: ResolverRegistering { static func registerAllServices() { register(\\.a) } }\n"
        let legacy = "extension Container { var old: Factory<A> { legacy() } }\n"
        #expect(finished(Self.exporting + hook + legacy)[0].contains("register(\\.a)"))
        let helper = """
            extension Resolver {
                static func auto<A, T>(_ make: @escaping (A) -> T) { print("auto"); register { make(resolve()) } }
                static func more() { auto(B.init) }
            }

            """
        #expect(finished(Self.exporting + hook + helper)[0].contains("register(\\.a)"))
        #expect(!finished(Self.exporting + hook)[0].contains("register(\\.a)"))
    }

    @Test("own defect D157: what is in a file that is not changed stays in the others")
    func whatARefusedFileNeeds() {
        let files = [
            "import Resolver\nextension Resolver.Name { static let one = Self(\"one\") }\n",
            Self.exporting + "extension Resolver { static func more() {\r\n register(\\.a, name: .one) } }\n",
            "import Resolver\nResolver.more()\n",
        ]
        let after = finished(files[0], files[1], files[2])
        #expect(after == files)
    }

    @Test(
        "the hook takes the conformances to its protocol along",
        arguments: [
            (
                "extension Resolver: ResolverRegistering { public static func registerAllServices() { register(\\.a) }; static func other() {} }",
                "extension Resolver { static func other() {} }"
            ),
            (
                "extension Resolver: ResolverRegistering {}\nextension Resolver { public static func registerAllServices() { register(\\.a) } }\nlet x = 1",
                "let x = 1"
            ),
            (
                "extension Resolver: Resolver.ResolverRegistering, P { static func other() {} }\nextension Resolver { static func registerAllServices() { register(\\.a) } }\nprotocol P {}",
                "extension Resolver: P { static func other() {} }\nprotocol P {}"
            ),
        ])
    func theHooksConformance(_ before: String, _ after: String) {
        #expect(finishedRest(before + "\n").trimmingCharacters(in: .newlines) == after)
    }

    @Test(
        "a function that a protocol asks for stays, empty",
        arguments: [
            "protocol R { static func set() }\nextension Resolver: R { static func set() { BODY } }\nResolver.set()\n",
            "protocol R: ResolverRegistering {}\nextension Resolver: R { static func registerAllServices() { BODY } }\n",
            "import Kit\nextension Resolver: R { static func set() { BODY } }\nResolver.set()\n",
        ])
    func aFunctionThatIsRequired(_ text: String) {
        let after = finishedRest(text.replacing("BODY", with: "register(\\.a)"))
        #expect(after == text.replacing("{ BODY }", with: "{ }"))
    }

    @Test("one of the calls that are all of a case stays")
    func callsThatAreAllOfACase() {
        let text = """
            extension Resolver {
                static func setA() { register(\\.a) }
                static func setB() { register(\\.b) }
            }
            func set(_ isOn: Bool) {
                switch isOn {
                case true: Resolver.setA(); Resolver.setB()
                case false: break
                }
            }

            """
        let after = finishedRest(text)
        #expect(after.contains("case true: Resolver.setB()\n"), "\(after)")
        #expect(after.contains("    static func setB() { }\n"), "\(after)")
        #expect(!after.contains("setA"), "\(after)")
    }

    /// A program whose hook sets the default scope, before anything else.
    private func settingDefaultScope(_ rest: String = "", after statements: String = "") -> String {
        Self.exporting + """
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() {
                    // As long as anybody uses it.
                    defaultScope = .shared
                    register(\\.a)

                    \(statements)
                }
            }
            \(rest)

            """
    }

    @Test("own defect D395: the default scope goes where nothing is registered any more, and the hook with it")
    func aDefaultScopeOfNothing() {
        let after = finished(settingDefaultScope("struct Screen {}"))[0]
        #expect(after == Self.exporting.replacing("import Resolver\n", with: "") + "struct Screen {}\n")
        let other = finished(settingDefaultScope(after: "print(1)"))[0]
        #expect(other.contains("registerAllServices() {\n        print(1)\n    }"), "\(other)")
    }

    @Test(
        "own defect D395: the default scope stays where something is registered, and the reason is said",
        arguments: [
            ("", "register { B(A()) }", "something is still registered at 0.swift:12"),
            ("let a: A = Resolver.resolve()", "", "something is still registered at 0.swift:10"),
            (
                "extension Resolver { static func add<T>(_ make: @escaping () -> T) { register { make() } } }", "",
                "something is still registered at 0.swift:15"
            ),
        ])
    func aDefaultScopeOfSomething(_ rest: String, _ statements: String, _ reason: String) {
        let text = settingDefaultScope(rest, after: statements)
        let file = SourceFile(path: "0.swift", text: text, module: Module(name: ""))
        let draft = Draft(Program([file]), stage: .finish)
        let after = draft.changes.first?.after ?? text
        #expect(after.contains("        defaultScope = .shared\n"))
        #expect(draft.left.contains("0.swift:9: the default scope stays, since \(reason)"), "\(draft.left)")
    }

    @Test("own defect D395: a case of a switch keeps its statement")
    func aDefaultScopeThatIsAllOfACase() {
        let text =
            "import Resolver\n\nfunc set(_ isOn: Bool) {\n    switch isOn {\n    case true: Resolver.defaultScope = .unique\n    case false: print(1)\n    }\n}\n"
        #expect(finished(text) == [text])
    }

    @Test(
        "own defect D396: a comment above several statements stays as long as one of them does",
        arguments: [
            ("// All.\nE\nprint(1)", "// All.\nprint(1)"), ("// All.\nE\nE\nprint(1)", "// All.\nprint(1)"),
            (
                "// All.\nE\n// resolver-migrate(declare): decide\nprint(1)",
                "// All.\n// resolver-migrate(declare): decide\nprint(1)"
            ),
            ("// One.\nE\n\nprint(1)", "print(1)"), ("// One.\nE\n// Two.\nprint(1)", "// Two.\nprint(1)"),
            ("print(1)\n// One.\nE", "print(1)"), ("// One.\nE\n// Two.\nE\n\nprint(1)", "print(1)"),
        ])
    func aCommentAboveSeveral(_ before: String, _ after: String) {
        func program(_ body: String) -> String {
            let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
            let indented = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
            return "func set() {\n\(indented.replacing("E", with: #"Resolver.register(\.a)"#))\n}\n"
        }
        #expect(finishedRest(program(before)) == program(after))
    }
}
