import ResolverMigrate
import Testing

/// What the stage finish keeps, since something may still ask for it at run time.
@Suite struct StillAskedTests {
    private static let exported = """
        import Resolver
        import SafeFacade

        protocol B {}
        struct Real: B {}
        struct Holder<T> { let value: T }
        extension Container { var b: Factory<B> { self { Real() } } }
        extension Resolver: ResolverRegistering {
            public static func registerAllServices() {
                register(\\.b)
            }
        }

        """

    @Test(
        "own defect D210: exports stay that wrappers made by their initialisers may need",
        arguments: [
            "let b = Injected<B>().wrappedValue",
            "let b = LazyInjected<B>(name: nil)",
            "let b = Resolver.WeakLazyInjected<B>.init()",
            "let b: OptionalInjected<B> = .init()",
            "typealias Found = InjectedObject",
            "struct S { @Injected(\\.b) var b; init() { _b = Injected(name: \"other\") } }",
            "struct S { @Injected(\\.b) var b; init() { _b = .init(name: \"other\") } }",
        ])
    func wrappersThatAreMade(_ text: String) {
        #expect(finished(Self.exported + text + "\n") == [Self.exported + text + "\n"])
    }

    @Test(arguments: [
        "let b = Injected(\\.b)", "struct S { @Injected(\\.b) var b }", "import struct Resolver.Injected",
    ])
    func wrappersThatAreTypedNeedNone(_ text: String) {
        #expect(!finished(Self.exported + text + "\n")[0].contains("register(\\.b)"))
    }

    @Test(
        "own defect D210: exports stay that a generic parameter or an associated type may stand for",
        arguments: [
            "protocol Has { associatedtype S }\nextension Has { func get() -> S { Resolver.resolve(S.self) } }",
            "protocol Has { associatedtype S }\nstruct Some: Has { func get() -> S { Resolver.resolve() } }",
            "extension Holder { func get() -> T { Resolver.resolve(T.self) } }",
            "func get<T>() -> (T) -> Int { Resolver.resolve() }",
            "func get<T>() -> [T] { Resolver.resolve() }",
            "extension Array { func get() -> Element { Resolver.resolve(Element.self) } }",
        ])
    func placeholders(_ text: String) {
        #expect(finished(Self.exported + text + "\n") == [Self.exported + text + "\n"])
    }

    @Test("own defect D210: exports stay that something is asked for which may be a resolver")
    func whatMayBeAResolver() {
        let text = Self.exported + "let b = Kit.resolvers[0].resolve(B.self)\n"
        #expect(finished(text) == [text])
    }

    @Test("own defect D216: a file that asks at run time keeps its import of Resolver")
    func aFileThatAsks() {
        let text = "import Resolver\n\nstruct S { @Injected var b: B }\n"
        #expect(finished(Self.exported, text)[1] == text)
    }

    @Test("own defect D270: each place whose service is not shown keeps the exports, and is named", arguments: [3, 12])
    func allPlacesAreNamed(_ count: Int) {
        let text = """
            import Resolver
            import SafeFacade
            struct A {}
            extension Container { var a: Factory<A> { self { A() } } }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() { register(\\.a) }
            }

            """
        let asks = (1...count).map { "func f\($0)<T>() -> T { Resolver.resolve() }\n" }.joined()
        let file = SourceFile(path: "A.swift", text: text + asks, module: Module(name: ""))
        let left = Draft(Program([file]), stage: .finish).left
        let places = (0..<min(count, 10)).map { "A.swift:\(8 + $0)" }.joined(separator: ", ")
        #expect(
            left.first == "1 exports stay: the sources do not show what is asked for at \(places)"
                + (count == 12 ? " and 2 more" : ""))
    }

    @Test(
        "exports stay that are asked for on what only may be a resolver, or by another name of it",
        arguments: [
            "final class S: Resolving { func get() { let b: B = self.resolver.resolve() } }",
            "final class S: Resolving {}\nfunc get(_ s: S) { let b: B = s.resolver.resolve() }",
            "typealias DI = Resolver\nlet b = DI.resolve(B.self)",
            "typealias DI = Resolver\nfunc get() { let b: B = DI.main.resolve() }",
            "func with(_ f: (Resolver) -> Void) {}\nfunc get() { with { r in let b: B = r.resolve() } }",
            "func with(_ f: (Resolver) -> Void) {}\nfunc get() { with { let b: B = $0.resolve() } }",
            "struct S { var resolver: Resolver?; func get() { let b: B? = resolver?.resolve() } }",
            "func get(_ r: Resolver?) { if let r { let b: B = r.resolve() } }",
            "func get(_ r: Resolver?) { let b: B = r!.resolve() }",
            "func get(_ all: [Resolver]) -> B { all[0].resolve() }",
            "func get() -> B { Kit.resolver().resolve(name: \"b\") }",
            "func get() -> B { Elsewhere.resolve() }",
            "func get(_ k: Kit) -> B? { k.resolver.optional() }",
            "protocol Locator { func resolve<T>() -> T }\nextension Resolver: Locator {}\nfunc get(_ l: Locator) -> B { l.resolve() }",
            "extension Resolver { static func add<T>(_ t: T) { let b: B = resolve(); print(b); register { t } } }",
        ])
    func whatMayAsk(_ text: String) {
        let after = finished(Self.exported + text + "\n")[0]
        #expect(after.contains("register(\\.b)"), "\(after)")
    }

    @Test(
        "what is shown to be no resolver keeps no export",
        arguments: [
            "struct Promise { func resolve() {} }\nfunc get(_ p: Promise) { p.resolve() }",
            "func get() { let p = Future<Int>(); p.resolve() }",
            "func get(_ p: Future<Int>) { p.resolve() }",
            "func get() { seal.resolve(1, nil) }",
            "func get() { DNS.resolve(\"host\") }",
            "func get(_ path: String) { files.resolve(path) }",
            "func get() async throws { try await Todo.query(on: database).all() }",
            "func get() { _ = Todo.all() }",
            "func get() { _ = Container.shared.b.resolve() }",
            "struct S { @LazyInjected(\\.b) var b; func get() { $b.resolve() } }",
            "class S: Base { override func resolve() { super.resolve() } }",
            "final class S { func resolve() {}; func get() { self.resolve(); resolve() } }",
            "extension Resolver { static func set() { register { 1 }.resolveProperties { $1.resolve() } } }",
            "extension Resolver { static func set() { register(Int.self) { _, args in args.optional() ?? 1 } } }",
            "func get() { urls.forEach { $0.resolve(against: base) } }",
        ])
    func whatAsksNoResolver(_ text: String) {
        let after = finished(Self.exported + text + "\n")[0]
        #expect(!after.contains("register(\\.b)"), "\(after)")
    }

    @Test(
        "exports stay while something of an unknown type is registered, too",
        arguments: [
            ("func make() -> B { Real() }\nfunc set() { Resolver.register(factory: make) }", true),
            ("func set() { Resolver.register { unknown.made() } }", true),
            ("func set(_ type: B.Type) { Resolver.register(type, factory: make) }", true),
            ("func set(_ name: String) { Resolver.register(name: .init(name)) { Real() as B } }", true),
            (
                "extension Resolver { static func add<T>(_ t: T) { register { t } }; static func all() { add(Real() as B) } }",
                true
            ),
            ("extension Resolver { static func add<T>(_ t: T) { register { t } } }\nResolver.add(Real() as B)", true),
            ("extension Resolver { static func add<T>(_ t: T) { register { t } } }", false),
            ("func set() { Resolver.register { Unknown() } }", false),
            ("func set(_ name: String) { Resolver.register(name: .init(name)) { Real() } }", false),
        ])
    func whatIsRegisteredWithoutAType(_ text: String, _ stays: Bool) {
        let after = finished(Self.exported + text + "\n")[0]
        #expect(after.contains("register(\\.b)") == stays, "\(after)")
    }

    @Test(
        "a lookup of what the hook does not run stays where a mock may be of any type",
        arguments: [
            ("func make() -> B { Real() }\nfunc set() { Resolver.register(factory: make) }", true),
            ("func set() { Resolver.register { Real() as B } }", true),
            (
                "extension Resolver { static func add<T>(_ t: T) { register { t } } }\nfunc set() { Resolver.add(Real() as B) }",
                true
            ),
            ("func set() { Resolver.register { Other() } }", false),
        ])
    func aMockWithoutAType(_ text: String, _ isLeft: Bool) {
        let program = """
            import Resolver
            import SafeFacade
            public protocol B {}
            struct Real: B {}
            extension Container { var b: Factory<B> { self { Real() } } }
            func setUp() { Resolver.register(\\.b) }
            func look() { let b: B = Resolver.resolve() }

            """
        let files = [
            SourceFile(path: "App/a.swift", text: program, module: Module(name: "App")),
            SourceFile(path: "AppTests/a.swift", text: text, module: Module(name: "AppTests", isTest: true)),
        ]
        let left = Draft(Program(files), stage: .inject).left
        #expect(left.contains { $0.contains("[override]") } == isLeft, "\(left)")
    }

    @Test("own defect D592: exports stay that are asked for by an alias which the tool does not see through")
    func aGenericAlias() {
        let text = """
            import Resolver
            import SafeFacade
            final class Store<T> {}
            typealias Box<T> = Store<T>
            extension Container { var store: Factory<Store<Int>> { self { Store<Int>() } } }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() { register(\\.store) }
            }
            let box: Box<Int> = Resolver.resolve()

            """
        #expect(finished(text) == [text])
    }
}
