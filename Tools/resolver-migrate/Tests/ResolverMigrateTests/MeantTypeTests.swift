import ResolverMigrate
import Testing

/// Which type, member or parameter a name means at its place.
@Suite struct MeantTypeTests {
    private func draft(_ stage: Stage, _ texts: String...) -> Draft {
        let files = texts.enumerated().map {
            SourceFile(path: "\($0.offset).swift", text: $0.element, module: Module(name: ""))
        }
        return Draft(Program(files), stage: stage)
    }

    /// The first file after a stage.
    private func after(_ stage: Stage, _ text: String) -> String { draft(stage, text).changes.first?.after ?? text }

    private static let configs = """
        import Resolver
        import SafeFacade

        class Config {}
        class Base { class Config {} }
        struct Outer { final class Config {}; struct Inner {} }
        extension Container {
            var config: Factory<Config> { self { Config() } }
            var inherited: Factory<Base.Config> { self { Base.Config() } }
            var nested: Factory<Outer.Config> { self { Outer.Config() } }
        }
        extension Resolver { static func all() { register(\\.config); register(\\.inherited); register(\\.nested) } }

        """

    @Test(
        "own defect D376: a type is looked up as Swift does, in what is inherited and in what is extended",
        arguments: [
            ("final class Sub: Base { @Injected var c: Config }", "inherited"),
            ("class Sub: Base {}\nextension Sub { final class Deep { @Injected var c: Config } }", "inherited"),
            ("struct Alone { @Injected var c: Config }", "config"),
            ("extension Outer.Inner { struct Deep { @Injected var c: Config } }", "config"),
            ("extension Outer { struct Deep { @Injected var c: Config } }", "nested"),
        ])
    func aTypeInAScope(_ declaration: String, _ property: String) {
        let after = after(.inject, Self.configs + declaration + "\n")
        #expect(after.contains("@Injected(\\.\(property)) var c"), "\(after)")
    }

    @Test("own defect D376: a factory that names what its type inherits stays")
    func aFactoryWithAnInheritedType() {
        let after = after(
            .declare,
            """
            import Resolver
            class Config {}
            class Base { class Config {} }
            final class Holder { init(_ config: Any) {} }
            final class Sub: Base { static func all() { Resolver.register { Holder(Config()) } } }

            """)
        #expect(after.contains("('Config') [helper]\n"), "\(after)")
    }

    @Test(
        "own defect D376: a type of a function is not the one of its name outside",
        arguments: [
            "Resolver.register { Helper() }", "Resolver.register { Helper() as P }",
            "Resolver.register(Helper.self) { Helper() }",
            "Resolver.register { () -> P in let made: Helper = .init(); return made }",
        ])
    func aLocalType(_ registration: String) {
        let text =
            "import Resolver\nprotocol P {}\nfinal class Helper: P {}\nfunc setUp() {\n    final class Helper: P { let local = 1 }\n    \(registration)\n}\n"
        let draft = draft(.declare, text)
        #expect(draft.changes.first?.after.contains("SafeFacade") == false, "\(draft)")
        #expect(draft.left.count == 1, "\(draft.left)")
    }

    @Test("own defect D376: a type that a factory declares itself moves with it")
    func aTypeOfTheFactory() {
        let after = after(
            .declare,
            "import Resolver\nprotocol P {}\nfunc setUp() {\n    Resolver.register { () -> P in\n        final class Made: P {}\n        return Made()\n    }\n}\n"
        )
        #expect(after.contains("var p: Factory<P> {"), "\(after)")
    }

    @Test(
        "own defect D377: an initialiser that may fail makes no factory of a plain type",
        arguments: [
            ("UUID(uuidString: \"a\")", false), ("String(data: d, encoding: .utf8)", false),
            ("String(validating: d, as: UTF8.self)", false), ("UUID()", true), ("String(describing: 1)", true),
            ("String(repeating: \"a\", count: 2)", true), ("String(decoding: d, as: UTF8.self)", true),
            ("Date()", true),
        ])
    func anInitialiserThatMayFail(_ made: String, _ isDeclared: Bool) {
        let draft = draft(
            .declare,
            "import Foundation\nimport Resolver\nlet d = Data()\nfunc setUp() { Resolver.register { \(made) } }\n")
        #expect(draft.changes.first?.after.contains("self { \(made) }") == isDeclared, "\(draft)")
    }

    @Test("own defect D378: a parameter that nothing uses hides a name, too")
    func anUnusedParameter() {
        let after = after(
            .declare,
            """
            import Resolver
            final class B {}
            final class A { init(_ b: B) {} }
            final class C { init(make: (Int) -> A) {} }
            func setUp() {
                Resolver.register { B() }
                Resolver.register { r in C(make: { container in A(r.resolve()) }) }
            }

            """)
        #expect(after.contains("self { services in\n") && after.contains("A(services.b())"), "\(after)")
    }

    private static let model = """
        import Resolver
        import SafeFacade
        final class B {}
        extension Container { var b: Factory<B> { self { B() } } }
        extension Resolver { static func all() { register(\\.b) } }
        class Model { @LazyInjected var b: B }

        """

    @Test(
        "own defect D380: what is set through the wrapper outside of the type's body counts",
        arguments: [
            ("extension Model { func f() { $b.name = \"x\" } }", true),
            ("extension Model { func f() { self.$b\n        .args = 1 } }", true),
            ("final class Sub: Model { func f() { $b.name = \"x\" } }", true),
            ("func f(_ m: Model) { m.$b.container = .main }", true),
            ("struct Other { @State var b = 1; func f() { $b.name } }", false),
            ("extension Model { func f() { $b.wrapped } }", false),
        ])
    func aSettingOutside(_ text: String, _ isLeft: Bool) {
        let draft = draft(.inject, Self.model, text)
        #expect(draft.left.contains { $0.contains("[projected]") } == isLeft, "\(draft.left)")
    }

    @Test(
        "own defect D381: what only the type itself may use does not move out of it",
        arguments: [
            ("Session(\"a\")", "Session"), ("Session.init(\"a\")", "Session"), ("Session(number: Session.key)", "key"),
            ("Session(number: Session.Part().count)", "Part"), ("Session.make()", "make"),
            ("Session(number: 1)", nil), ("Session(number: Session.open)", nil), ("Session(number: Session.own)", nil),
        ])
    func aPrivateMember(_ made: String, _ name: String?) {
        let after = after(
            .declare,
            """
            import Resolver
            final class Session {
                init(number: Int) {}
                private init(_ text: String) {}
                private static let key = 1
                static let open = 1
                fileprivate static let own = 1
                private struct Part { let count = 1 }
                private static func make() -> Session { Session(number: 1) }
                static func register() { Resolver.register { \(made) } }
            }

            """)
        #expect(after.contains("\(name.map { "('\($0)')" } ?? "") [helper]\n") == (name != nil), "\(after)")
        #expect(after.contains("Factory<Session>") == (name == nil), "\(after)")
    }

    @Test(
        "own defect D381: what the compiler makes of private properties does not move out of the type",
        arguments: [("private let number: Int", "Memo(number: 1)", false), ("private var number = 1", "Memo()", true)])
    func aPrivateProperty(_ property: String, _ made: String, _ isDeclared: Bool) {
        let after = after(
            .declare,
            "import Resolver\nstruct Memo { \(property); static func all() { Resolver.register { \(made) } } }\n")
        #expect(after.contains("Factory<Memo>") == isDeclared, "\(after)")
    }

    @Test(
        "own defect D379: a function of the standard library that is handed a type registers nothing",
        arguments: ["print(A.self)", "dump(A.self)", "debugPrint(A.self)"])
    func aTypeIsPrinted(_ statement: String) {
        let text = """
            import Resolver
            final class A {}
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() {
                    \(statement)
                    register { A() }
                }
            }

            """
        let after = after(.declare, text)
        #expect(after.contains("var a: Factory<A> { self { A() }.graph }"), "\(after)")
    }

    @Test(
        "own defect D390: what is made for a wrapper of SwiftUI is of the property's type",
        arguments: [
            ("@StateObject var model: Model", "_model = StateObject(wrappedValue: Resolver.resolve())", true),
            ("@State var model: Model", "self._model = State(initialValue: Resolver.resolve())", true),
            ("@StateObject var model: Model", "_other = StateObject(wrappedValue: Resolver.resolve())", false),
            (
                "let _model: StateObject<Model>; let model = 1",
                "_model = StateObject(wrappedValue: Resolver.resolve())", false
            ),
            ("@Stored var model: Model", "_model = Stored(wrappedValue: Resolver.resolve())", false),
            ("@StateObject var model: Model", "model = StateObject(wrappedValue: Resolver.resolve())", false),
            ("@StateObject var model: Model", "other._model = StateObject(wrappedValue: Resolver.resolve())", false),
        ])
    func aWrappedValue(_ property: String, _ statement: String, _ isKnown: Bool) {
        let text = """
            import Resolver
            import SafeFacade
            import SwiftUI
            final class Model: ObservableObject {}
            struct Page: View {
                \(property)
                init() { \(statement) }
            }
            extension Container { var model: Factory<Model> { self { Model() }.graph } }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() { register(\\.model) }
            }

            """
        let after = after(.inject, text)
        #expect(after.contains("Value: Container.shared.model())") == isKnown, "\(after)")
        #expect(after.contains("[type]") != isKnown, "\(after)")
    }

    @Test(
        "own defect D394: an argument that is unwrapped, or taken from a tuple, has the type of its value",
        arguments: [
            ("if let id { use(CALL) }", true), ("if let id = id { use(CALL) }", true),
            ("if let own = id, own > 1 { use(CALL) }", true), ("if let own: Int = id { use(CALL) }", true),
            ("guard let own = id else { return }\n        use(CALL)", true),
            ("while let own = id { use(CALL) }", true), ("let (own, _) = (7, text)\n        use(CALL)", true),
            ("guard let id = text else { return }\n        { use(CALL) }()", false),
            ("if let id = Optional(text) { use(CALL) }", false), ("if let id = text { } else { use(CALL) }", false),
            ("if let own = text { } else if let own = id { use(CALL) }", true),
            ("let (own, _) = (text, 7)\n        use(CALL)", false), ("if case let own? = id { use(CALL) }", false),
            ("if let own = text { let own = 7; use(CALL) }", true),
        ])
    func anUnwrappedArgument(_ body: String, _ isMoved: Bool) {
        let name = body.contains("own") ? "own" : "id"
        let after = after(
            .inject,
            """
            import Resolver
            import SafeFacade

            final class Badge { init(_ count: Int) {} }
            extension Container { var badge: ParameterFactory<Int, Badge> { self { Badge($0) }.graph } }
            extension Resolver { static func all() { register(\\.badge) } }
            func use(_ badge: Badge) {}
            struct Screen {
                let id: Int?
                let text: String?
                func show() {
                    \(body.replacing("CALL", with: "Resolver.resolve(args: \(name))"))
                }
            }

            """)
        #expect(after.contains("use(Container.shared.badge(\(name)))") == isMoved, "\(after)")
    }

    @Test(
        "own defects D418 and D419: an element of an array, or a type that conforms, is an argument for its factory",
        arguments: [
            ("items[0]", true), ("items[index]", true), ("page.items[0]", true), ("nested[0][1]", true),
            ("books[0]", true), ("book", true), ("items[0...1]", false), ("items[safe: 0]", false),
            ("byName[0]", false), ("maybe[0]", false), ("perhaps[0]", false), ("title", false), ("optionalBook", false),
        ])
    func anElement(_ argument: String, _ isMoved: Bool) {
        let text = """
            import Resolver
            import SafeFacade

            protocol Item {}
            struct Book: Item {}
            final class Detail { init(_ item: Item) {} }
            struct Page { let items: [Item] }
            extension Container { var detail: ParameterFactory<Item, Detail> { self { Detail($0) }.graph } }
            extension Resolver { static func all() { register(\\.detail) } }
            func use(_ detail: Detail) {}
            struct Screen {
                let items: [Item], nested: [[Item]], books: [Book]
                let byName: [Int: Item], maybe: [Item]?, perhaps: [Item?]
                let page: Page
                let index: Int
                let title: String
                let book: Book
                let optionalBook: Book?
                func show() { use(Resolver.resolve(args: \(argument))) }
            }

            """
        let draft = draft(.inject, text)
        let after = draft.changes.first?.after ?? text
        #expect(after.contains("use(Container.shared.detail(\(argument)))") == isMoved, "\(after)")
        let left = """
            0.swift:19: decide whether the argument has the type of the factory's parameter: call the factory, and convert \
            the argument if it has not ('Container.shared.detail(\(argument))') [argument]
            """
        #expect(draft.left == (isMoved ? [] : [left]), "own defect D420")
    }

    @Test("own defect D422: a property's name says once what its service is")
    func namesOfProperties() {
        let after = after(
            .declare,
            """
            import Resolver

            protocol NetworkAPIProtocol {}
            struct NetworkAPI: NetworkAPIProtocol {}
            protocol LoginProtocol {}
            struct Login: LoginProtocol {}
            struct Protocol {}
            struct Log {}
            extension Resolver.Name {
                static let jsonNetworkAPI = Self("jsonNetworkAPI"), other = Self("other"), dialog = Self("dialog")
            }
            extension Resolver {
                static func all() {
                    register(NetworkAPIProtocol.self) { NetworkAPI() }
                    register(NetworkAPIProtocol.self, name: .jsonNetworkAPI) { NetworkAPI() }
                    register(NetworkAPIProtocol.self, name: .other) { NetworkAPI() }
                    register(LoginProtocol.self) { Login() }
                    register { Login() }
                    register { Protocol() }
                    register(name: .dialog) { Log() }
                }
            }

            """)
        let exports = after.split(separator: "\n").map { $0.trimmingPrefix(while: \.isWhitespace) }
            .filter { $0.hasPrefix("register(") }.map(String.init)
        #expect(
            exports == [
                #"register(\.networkAPI)"#, #"register(\.jsonNetworkAPI, name: .jsonNetworkAPI)"#,
                #"register(\.otherNetworkAPI, name: .other)"#, #"register(\.loginProtocol)"#, #"register(\.login)"#,
                #"register(\.protocolService)"#, #"register(\.dialogLog, name: .dialog)"#,
            ], "\(after)")
    }

    @Test("a property's name does not depend on what was declared in an earlier run")
    func namesOfPropertiesInALaterRun() {
        let after = after(
            .declare,
            """
            import Resolver
            import SafeFacade

            protocol LoginProtocol {}
            struct Login: LoginProtocol {}
            extension Container { var login: Factory<Login> { self { Login() } } }
            extension Resolver {
                static func all() {
                    register(\\.login)
                    register(LoginProtocol.self) { Login() }
                }
            }

            """)
        #expect(after.contains(#"register(\.loginProtocol)"#), "\(after)")
    }

    @Test(
        "own defect D504: a closure that is called at once is asked for what is expected of the call",
        arguments: [
            ("lazy var config: Config = { Resolver.resolve() }()", true),
            ("static let config: Config = {\n    print(1)\n    return Resolver.resolve()\n}()", true),
            ("lazy var config: Config = make { Resolver.resolve() }", false),
            ("lazy var config = { Resolver.resolve() }() as Config", true),
        ])
    func aClosureThatIsCalledAtOnce(_ declaration: String, _ isKnown: Bool) {
        let text = """
            func make(_ text: () -> String) -> Config { print(text()); return Config() }
            final class User { \(declaration) }

            """
        let draft = draft(.inject, Self.configs + text)
        #expect(
            draft.changes.first?.after.contains("Container.shared.config()") ?? false == isKnown, "\(draft.changes)")
        #expect(draft.left.isEmpty == isKnown, "\(draft.left)")
    }

    @Test(
        "own defect D503: a service of a function's or a generic type is called by its alias",
        arguments: [
            ("typealias Loading = () -> Int\nfunc make() -> Loading { { 1 } }", "Loading", "loading"),
            (
                "final class Store<T> {}\ntypealias IntStoreProtocol = Store<Int>\nfunc make() -> IntStoreProtocol { IntStoreProtocol() }",
                "IntStoreProtocol", "intStore"
            ),
            ("final class Store<T> {}\nfunc make() -> Store<Int> { Store<Int>() }", "Store<Int>", "storeInt"),
            ("final class Store {}\ntypealias Alias = Store\nfunc make() -> Alias { Alias() }", "Alias", "store"),
        ])
    func anAlias(_ declarations: String, _ type: String, _ property: String) {
        let after = after(
            .declare, "import Resolver\n\(declarations)\nfunc all() { Resolver.register { make() as \(type) } }\n")
        #expect(after.contains("var \(property): Factory<\(type)> { self { make() as \(type) }.graph }"), "\(after)")
    }

    @Test(
        "own defect D507: an alias that means several types is not taken for one of them",
        arguments: [
            ("#if MOCK\ntypealias Current = Other\n#else\ntypealias Current = Config\n#endif", false),
            ("#if MOCK\nfinal class Current {}\n#else\ntypealias Current = Config\n#endif", false),
            ("#if MOCK\ntypealias Current = Config\n#else\nfinal class Current {}\n#endif", false),
            ("#if MOCK\ntypealias Current = Config\n#else\ntypealias Current = Config\n#endif", true),
        ])
    func anAliasOfSeveralMeanings(_ aliases: String, _ isKnown: Bool) {
        let text = "final class Other {}\n\(aliases)\nlet current = Resolver.resolve(Current.self)\n"
        let left = draft(.inject, Self.configs + text).left
        #expect(left.isEmpty == isKnown, "\(left)")
        #expect(isKnown || left.allSatisfy { $0.hasSuffix("[type]") }, "\(left)")
    }

    @Test(
        "own defect D596: a name is the innermost member of that name",
        arguments: [
            (
                "protocol Aware {}\nextension Aware { var c: Base.Config { Base.Config() } }\nfinal class User: Aware { let c: Config; init() { c = Resolver.resolve() } }",
                "config"
            ),
            (
                "var c = Base.Config()\nenum User { static var c = Config(); struct Inner { func f() { c = Resolver.resolve() } } }",
                "config"
            ),
            (
                "var c = Config()\nstruct User { subscript(_ n: Int) -> Int { let c: Base.Config? = nil; print(c as Any); return n }; func f() { c = Resolver.resolve() } }",
                "config"
            ),
        ])
    func aMemberOfOneName(_ declarations: String, _ property: String) {
        let after = after(.inject, Self.configs + declarations + "\n")
        #expect(after.contains("c = Container.shared.\(property)()"), "\(after)")
    }

    @Test("own defect D596: what two types give a name is not taken from one of them")
    func aMemberOfTwoTypes() {
        let after = after(
            .inject,
            Self.configs
                + "protocol Aware {}\nextension Aware { var c: Base.Config { Base.Config() } }\nclass Parent { var c = Config() }\nfinal class User: Parent, Aware { func f() { c = Resolver.resolve() } }\n"
        )
        #expect(after.contains("c = Resolver.resolve()"), "\(after)")
    }

    @Test(
        "own defect D599: a function that threads may share, or that an actor has, is a service of its own",
        arguments: ["@Sendable () -> Int", "@MainActor () -> Int", "(@Sendable () -> Int)?"])
    func aFunctionWithAttributes(_ type: String) {
        let draft = draft(
            .inject,
            "import Resolver\nimport SafeFacade\nextension Container { var f: Factory<() -> Int> { self { { 1 } } } }\nextension Resolver: ResolverRegistering { public static func registerAllServices() { register(\\.f) } }\nlet f: \(type) = Resolver.resolve()\n"
        )
        #expect(draft.changes.isEmpty, "\(draft.changes)")
    }

    @Test(
        "own defect D600: a factory that names a member of the types around its own stays",
        arguments: ["static let host = \"b\"", "static func host() -> String { \"b\" }"])
    func aMemberOfAnOuterType(_ member: String) {
        let made = member.contains("func") ? "host()" : "host"
        let global = member.replacing("static ", with: "").replacing("b", with: "a")
        let text =
            "import Resolver\n\(global)\nstruct Net { let host: String }\nenum Outer {\n    \(member)\n    enum Inner { static func all() { Resolver.register { Net(host: \(made)) } } }\n}\n"
        let after = after(.declare, text)
        #expect(!after.contains("Factory<") && after.contains("('host') [helper]\n"), "\(after)")
    }

    @Test(
        "own defect D601: a type in a function's or a tuple's type is looked up as any other",
        arguments: [
            ("class Sub: Base { @Injected var make: () -> Config }", false),
            ("class Alone { @Injected var make: () -> Config }", true),
        ])
    func aTypeInAFunctionsType(_ declaration: String, _ isTyped: Bool) {
        let text =
            "import Resolver\nimport SafeFacade\nclass Config {}\nclass Base { class Config {} }\nextension Container { var make: Factory<() -> Config> { self { { Config() } } } }\nextension Resolver { static func all() { register(\\.make) } }\n\(declaration)\n"
        #expect(after(.inject, text).contains("@Injected(\\.make)") == isTyped)
    }

    @Test("a property's name has letters, whatever its service's name has")
    func oddNames() {
        let after = after(
            .declare,
            """
            import Resolver
            protocol P {}
            protocol LoginProtocol {}
            struct Both: P, LoginProtocol {}
            struct Snake_case {}
            extension Resolver {
                static func all() {
                    register(name: "2fa") { "a" }
                    register(name: "—") { "b" }
                    register { Both() as P & LoginProtocol }
                    register { Snake_case() }
                }
            }

            """)
        for property in ["service2fa", "string", "loginProtocolAndP", "snakeCase"] {
            #expect(after.contains("var \(property): "), "\(after)")
        }
    }
}
