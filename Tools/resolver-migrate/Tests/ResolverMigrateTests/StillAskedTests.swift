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
}
