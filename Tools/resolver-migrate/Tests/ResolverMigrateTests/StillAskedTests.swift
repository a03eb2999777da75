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
}
