import ResolverMigrate
import Testing

/// What looks as if the stage finish could delete it, and is needed.
@Suite struct KeptByFinishTests {
    private static let exported = """
        import Resolver
        import SafeFacade

        struct A {}
        extension Container { var a: Factory<A> { self { A() } } }

        """

    /// What the stage finish makes of a program that exports a service.
    private func after(_ text: String) -> String {
        let after = finished(Self.exported + text + "\n")[0]
        return String(after[(after.range(of: "self { A() } } }\n")?.upperBound ?? after.startIndex)...])
    }

    @Test(
        "an export stays that is more than a statement",
        arguments: ["let options = Resolver.register(\\.a)", "func set() { Resolver.register(\\.a).scope(.shared) }"])
    func anExportThatIsUsed(_ text: String) { #expect(after(text) == text + "\n") }

    @Test(
        "a function stays whose calls, or whose other declarations, are not all understood",
        arguments: [
            ("extension Resolver { public static func set() { EXPORT } }", "{ }"),
            (
                "extension Resolver { static func set() { EXPORT }; func set() { print(1) } }\nfunc f() { Resolver.set() }",
                "{ }"
            ),
            ("extension Resolver { static func set() { EXPORT } }\nlet done: Void = Resolver.set()", "{ }"),
            ("extension Resolver { static func set() { EXPORT } }\nlet set = Resolver.set", "{ }"),
            ("extension Resolver { static func set() { EXPORT } }\nfunc f() { Kit.set() }", "{ }"),
            (
                "extension Resolver: ResolverRegistering { static func registerAllServices() { EXPORT } }\nfunc f() { Resolver.registerAllServices() }",
                "{ }"
            ),
            (
                "protocol P {}\nextension Resolver: ResolverRegistering & P { static func registerAllServices() { EXPORT } }",
                "{ }"
            ),
            ("extension Resolver { static func set() {\n    EXPORT\n    // Later.\n} }", "{\n    // Later.\n}"),
        ])
    func aFunctionThatIsNeeded(_ text: String, _ body: String) {
        let before = text.replacing("EXPORT", with: "register(\\.a)")
        #expect(after(before) == text.replacing("{ EXPORT }", with: body).replacing("    EXPORT\n", with: "") + "\n")
    }

    @Test("a function goes with its calls, also of the main resolver and in a closure")
    func aFunctionThatIsNotNeeded() {
        let text = "extension Resolver { static func set() { register(\\.a) } }\nfunc f() { run { Resolver.set() } }"
        #expect(after(text) == "func f() { run { } }\n")
    }

    @Test(
        "the hook's protocol goes alone from an extension that does more",
        arguments: [
            (
                "protocol P {}\nextension Resolver: P, ResolverRegistering { static func registerAllServices() { EXPORT } }",
                "protocol P {}\nextension Resolver: P { }"
            ),
            (
                "extension Resolver: ResolverRegistering { static func registerAllServices() { EXPORT }\n    static let one = 1 }",
                "extension Resolver { static let one = 1 }"
            ),
        ])
    func anExtensionThatDoesMore(_ text: String, _ expected: String) {
        let after = after(text.replacing("EXPORT", with: "register(\\.a)"))
        #expect(
            after.split(whereSeparator: \.isWhitespace) == expected.split(whereSeparator: \.isWhitespace), "\(after)")
    }

    @Test(
        "names, imports and conformances stay that other code may need",
        arguments: [
            "@_exported import Resolver\n\nlet a = 1\n",
            "protocol P {}\nextension Resolver.Name: P { static let one = Self(\"one\") }\n",
            "extension Resolver.Name { var one: String { \"one\" } }\n",
            "extension Resolver.Name { public static let one = Self(\"one\") }\n",
            "extension Resolver.Name { static let one = Self(\"one\"), two = Self(\"two\") }\nprint(Resolver.Name.two)\n",
            "func f(_ scope: Resolver.ResolverScope) {}\n",
        ])
    func whatOtherCodeMayNeed(_ text: String) {
        let before = text.hasPrefix("@_exported") ? text : "import Resolver\n\n" + text
        let named = text.contains(": P {") ? before.replacing(" static let one = Self(\"one\") ", with: " ") : before
        #expect(finished(before) == [named])
    }

    @Test(
        "a conformance to Resolving goes alone from an extension that does more, and scopes keep a name of the program's",
        arguments: [
            ("class A {}\nextension A: Resolving { func f() {} }\n", "class A {}\nextension A { func f() {} }\n"),
            (
                "struct Cached {}\nextension ResolverScope { static let session = ResolverScopeCache() }\n",
                "import SafeFacade\n\nstruct Cached {}\nextension ResolverScope { static let session = ResolverScopeCache() }\n"
            ),
        ])
    func aPartOfADeclaration(_ text: String, _ expected: String) {
        #expect(finished("import Resolver\n\n" + text) == [expected])
    }
}
