import ResolverMigrate
import Testing

/// Whether a place may ask the typed factory of its service.
@Suite struct JudgementTests {
    /// What the stage inject leaves of a program, with these declarations and exports of `Net`.
    private func left(_ declarations: String, hook: String = "register(\\.net)", _ text: String, test: String = "")
        -> [String]
    {
        let program = """
            import Resolver
            import SafeFacade

            protocol Net {}
            struct Real: Net {}
            let flag = true
            \(declarations)
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() {
                    \(hook)
                }
            }
            \(text)

            """
        let files = [
            SourceFile(path: "App/A.swift", text: program, module: Module(name: "App")),
            SourceFile(path: "AppTests/A.swift", text: test, module: Module(name: "AppTests", isTest: true)),
        ]
        return Draft(Program(files), stage: .inject).left
    }

    private static let net = "extension Container { var net: Factory<Net> { self { Real() } } }"
    private static let optional = "extension Container { var net: Factory<Net?> { self { Real() } } }"
    private static let lookup = "func look() { let net: Net = Resolver.resolve() }"

    @Test(
        "a place does not ask a factory that may not be there, or is not the only one",
        arguments: [
            (net, "register(\\.net)", nil),
            (
                net + "\nextension Container { var other: Factory<Net> { self { Real() } } }",
                "register(\\.net); register(\\.other)", "twice"
            ),
            (net, "if flag { register(\\.net) }", "conditional"),
            ("#if DEBUG\n\(net)\n#endif", "#if DEBUG\nregister(\\.net)\n#endif", "conditional"),
            (
                "extension Container { var net: MainActorFactory<Net> { self { Real() } } }", "register(\\.net)",
                "mainActor"
            ),
            (net, "Resolver.root.register(\\.net)", nil), (net, "other.register(\\.net)", "notDeclared"),
            ("let payments = Resolver(child: .main)\n" + net, "payments.register(\\.net)", "notDeclared"),
        ])
    func aFactoryThatMayNotBeThere(_ declarations: String, _ hook: String, _ word: String?) {
        let left = left(declarations, hook: hook, Self.lookup)
        let isWaiting = word == "notDeclared"
        #expect(left.isEmpty == (word == nil), "\(left)")
        #expect(left.allSatisfy { isWaiting ? $0.hasSuffix("is not declared yet") : $0.hasSuffix("[\(word ?? "")]") })
    }

    @Test("a place under the condition of a declaration asks it")
    func aPlaceUnderACondition() {
        let left = left(
            "#if DEBUG\n\(Self.net)\n#endif", hook: "#if DEBUG\nregister(\\.net)\n#endif",
            "#if DEBUG\n\(Self.lookup)\n#endif")
        // The export runs under a condition, too, which the place does not show.
        #expect(left.count == 1, "\(left)")
    }

    @Test(
        "a place asks for an optional only where the service is always there, and the factory gives one",
        arguments: [
            (optional, true, "struct S { @OptionalInjected var net: Net? }", nil),
            (optional, false, "struct S { @OptionalInjected var net: Net? }", "mayBeNil"),
            (net, true, "struct S { @OptionalInjected var net: Net? }", "absent"),
            (net, true, "struct S { @WeakLazyInjected var net: Net? }", nil),
            (optional, true, "struct S { @WeakLazyInjected var net: Net? }", "mayBeNil"),
            (net, true, "func f() { let net: Net? = Resolver.optional() }", nil),
            (net, false, "func f() { let net: Net? = Resolver.optional() }", "absent"),
            (net, true, "func f() { let net = Resolver.optional(Net.self) }", "absent"),
            (net, true, "func f() { if let net: Net = Resolver.optional() { print(net) } }", "absent"),
            (net, true, "func f() { if let net: Net? = Resolver.optional() { print(net as Any) } }", "absent"),
            (optional, true, "func f() { let net = Resolver.optional(Net.self) }", nil),
            (optional, true, "func f() { let net: Net = Resolver.resolve() }", "mayBeNil"),
        ])
    func anOptional(_ declarations: String, _ isInHook: Bool, _ text: String, _ word: String?) {
        let hook = isInHook ? "register(\\.net)" : ""
        let other = isInHook ? "" : "\nfunc start() { Resolver.register(\\.net) }"
        let left = left(declarations, hook: hook, text + other)
        #expect(left.isEmpty == (word == nil), "\(left)")
        #expect(left.allSatisfy { $0.hasSuffix("[\(word ?? "")]") }, "\(left)")
    }

    @Test(
        "a mock under a name that is worked out may be of any name",
        arguments: [
            ("func set(_ name: String) { Resolver.register(name: .init(name)) { Real() as Net } }", true),
            ("func set(_ name: String) { Resolver.register(name: .init(name)) { 1 } }", false),
        ])
    func aMockUnderAnyName(_ test: String, _ isLeft: Bool) {
        let left = left(
            Self.net, hook: "", "\(Self.lookup)\nfunc start() { Resolver.register(\\.net) }",
            test: "import Resolver\n\(test)\n")
        #expect(left.contains { $0.hasSuffix("[override]") } == isLeft, "\(left)")
    }

    @Test(
        "tests see what is internal if they import its module for testing",
        arguments: [
            ("@testable import App", "AppTests", true), ("import App", "AppTests", false),
            ("@testable import Core", "AppTests", false), ("@testable import App", "Other", false),
        ])
    func aTestableImport(_ line: String, _ module: String, _ isMoved: Bool) {
        let app = """
            import Resolver
            import SafeFacade
            public protocol Net {}
            struct Real: Net {}
            extension Container { var net: Factory<Net> { self { Real() } } }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() { register(\\.net) }
            }

            """
        let text = "\(line)\nimport Resolver\nlet net: Net = Resolver.resolve()\n"
        let files = [
            SourceFile(path: "App/A.swift", text: app, module: Module(name: "App")),
            SourceFile(path: "T/A.swift", text: text, module: Module(name: module, isTest: module == "AppTests")),
        ]
        let after = Draft(Program(files), stage: .inject).changes.first?.after ?? ""
        #expect(after.contains("let net: Net = Container.shared.net()") == isMoved, "\(after)")
    }

    @Test(
        "a default argument that other modules compile asks only what is public",
        arguments: [
            ("public struct S { public func f(_ net: Net = CALL) {} }", false),
            ("public struct S { public init(_ net: Net = CALL) {} }", false),
            ("public struct S { public subscript(_ net: Net = CALL) -> Int { 1 } }", false),
            ("struct S { public func f(_ net: Net = CALL) {} }", true),
            ("public struct S {}\npublic extension S { func f(_ net: Net = CALL) {} }", false),
            ("public func f(_ net: Net = CALL) {}", false), ("func f(_ net: Net = CALL) {}", true),
        ])
    func aDefaultArgument(_ text: String, _ isMoved: Bool) {
        let left = left(Self.net, text.replacing("CALL", with: "Resolver.resolve()"))
        #expect(left.isEmpty == isMoved, "\(left)")
    }

    @Test(
        "a factory's closure asks the container that it is handed",
        arguments: [
            ("Factory<Page> { self { Page(CALL) }", "$0"), ("Factory<Page> { self { c in Page(CALL) }", "c"),
            ("Factory<Page> { self { _ in Page(CALL) }", "Container.shared"),
            ("Factory<Page> { self { { Page(CALL) }() }", "Container.shared"),
            ("Factory<Page> { other { Page(CALL) }", "Container.shared"),
            ("ParameterFactory<Int, Page> { self { print($0); return Page(CALL) }", "Container.shared"),
            ("ParameterFactory<Int, Page> { self { print($0, $1); return Page(CALL) }", "$0"),
            ("ParameterFactory<Int, Page> { self { id in Page(CALL) }", "Container.shared"),
            ("ParameterFactory<Int, Page> { self { c, id in Page(CALL) }", "c"),
            ("ParameterFactory<Int, Page> { self { _, id in Page(CALL) }", "Container.shared"),
        ])
    func theContainerOfAClosure(_ declaration: String, _ container: String) {
        let page = "extension Container { var page: \(declaration.replacing("CALL", with: "Resolver.resolve()")) } }"
        let text =
            "import Resolver\nimport SafeFacade\nprotocol Net {}\nstruct Real: Net {}\nstruct Page { init(_ net: Net) {} }\n\(Self.net)\n\(page)\nextension Resolver: ResolverRegistering { static func registerAllServices() { register(\\.net) } }\n"
        let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
        let after = Draft(Program([file]), stage: .inject).changes.first?.after ?? ""
        #expect(after.contains("Page(\(container).net())"), "\(after)")
    }

    @Test("a module asks its own factory, where another module has one, too")
    func aFactoryOfEachModule() {
        func text(_ property: String) -> String {
            "import Resolver\nimport SafeFacade\nstruct Net {}\nextension Container { var \(property): Factory<Net> { self { Net() } } }\nextension Resolver { static func \(property)() { register(\\.\(property)) } }\nlet net: Net = Resolver.resolve()\n"
        }
        let files = ["one", "other"].map {
            SourceFile(path: "\($0)/A.swift", text: text($0), module: Module(name: $0))
        }
        let changes = Draft(Program(files), stage: .inject).changes
        #expect(changes.count == 2)
        for change in changes {
            let module = change.path.prefix { $0 != "/" }
            #expect(change.after.contains("= Container.shared.\(module)()"), "\(change.after)")
        }
    }

    @Test("a wrapper of the program's own is not the library's of that name")
    func anOwnWrapper() {
        let own = "@propertyWrapper struct Injected<T> { var wrappedValue: T { fatalError() } }"
        #expect(left(Self.net + "\n" + own, "struct S { @Injected var net: Net }").isEmpty)
    }

    @Test("a type that two modules declare is not known")
    func aTypeOfTwoModules() {
        let registration = "func set() { Resolver.register(Net.self) { .init() } }\n"
        let files = ["One", "Other"].map {
            SourceFile(
                path: "\($0)/A.swift", text: "import Resolver\nstruct Net {}\n" + ($0 == "One" ? registration : ""),
                module: Module(name: $0))
        }
        let left = Draft(Program(files), stage: .declare).left
        #expect(left.contains { $0.contains("'two modules declare Net'") }, "\(left)")
    }
}
