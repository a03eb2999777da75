import ResolverMigrate
import Testing

/// What becomes of a mock in a program that registers the real service in a way that the tool does not follow.
@Suite struct UnseenRegistrationTests {
    private static let types = """
        import Resolver

        protocol P {}
        struct Real: P {}
        struct Mock: P {}
        struct Client { @Injected var p: P }
        enum Previews { static func register() { Resolver.register { Mock() as P } } }

        """

    private func file(_ text: String) -> SourceFile {
        SourceFile(path: "A.swift", text: Self.types + text, module: Module(name: ""))
    }

    /// What the stage declare makes of a program, without the types that all have.
    private func declared(_ text: String, usesLegacy: Bool = false) -> String {
        let draft = Draft(Program([file(text)]), stage: .declare, usesLegacy: usesLegacy)
        return draft.changes.first?.after ?? Self.types + text
    }

    @Test(
        "own defect D209: a mock is not declared where the hook registers the service in another way",
        arguments: [
            "autoregister(P.self, initializer: Real.init)",
            "var container = Resolver.main; container.register { Real() as P }",
            "bind(P.self) { Real() }",
            "Assembly().assemble()",
            "if CommandLine.arguments.isEmpty { Kit.assemble() }",
        ])
    func aMockBesideTheHook(_ statement: String) {
        let after = declared(
            """
            func bind<T>(_ type: T.Type, _ make: @escaping () -> T) { Resolver.register(type) { make() } }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() { \(statement) }
            }

            """)
        #expect(!after.contains("Factory<P>"), "\(after)")
        #expect(after.contains("{ Resolver.register { Mock() as P } }"))
    }

    @Test("own defect D209: what the hook may not run is named")
    func whatTheHookMayNotRunIsNamed() {
        let hook =
            "extension Resolver: ResolverRegistering { public static func registerAllServices() { Kit.assemble() } }\n"
        let after = declared(hook)
        #expect(after.contains("nothing shows that the hook, or the launch, runs this [hook]\n"), "\(after)")
        let again = Program([SourceFile(path: "A.swift", text: after, module: Module(name: ""))])
        #expect(Draft(again, stage: .declare).changes.isEmpty)
    }

    @Test(
        "own defect D209: without a hook, a mock is not declared where something else may register the service",
        arguments: [
            ("let container = Resolver.main; container.register { Real() as P }", "twice in this file"),
            ("bind(P.self) { Real() }", "bind in A.swift may register it"),
            ("Kit.container.register { Real() as P }", "register in A.swift may register it"),
            ("Kit.container.register(P.self) { Real() }", "register in A.swift may register it"),
            ("anything { Real() as P }", "A.swift registers what its callers choose"),
        ])
    func aMockWithoutAHook(_ statement: String, _ reason: String) {
        let helper = "func anything<T>(_ make: @escaping () -> T) { Resolver.register { make() } }\n"
        let after = declared(
            (statement.hasPrefix("anything") ? helper : "") + "final class App { func launch() { \(statement) } }\n")
        #expect(!after.contains("Factory<P>"), "\(after)")
        #expect(after.contains("there is more than one ('\(reason)') [twice]\n"), "\(after)")
    }

    @Test func whatTheProgramRegistersAtLaunchIsDeclaredWithoutAHook() {
        let after = declared(
            """
            struct Settings {}
            final class AppDelegate {
                init() { Resolver.register { Settings() } }
                func launch() { Resolver.register { Real() } }
            }
            extension Resolver: ResolverRegistering { public static func registerAllServices() {} }

            """)
        for type in ["P", "Settings", "Real"] { #expect(after.contains("Factory<\(type)>"), "\(after)") }
    }

    @Test(
        "what the program registers at launch is declared, beside a hook, too",
        arguments: [
            "@main struct Screens: App { init() { register() }; func register() { BODY } }",
            "class A { func application(_ a: A, didFinishLaunchingWithOptions o: Int?) -> Bool { Kit.register(); return true } }\nenum Kit { static func register() { BODY } }",
            "@main enum Tool { static func main() { BODY } }",
            "class A { func applicationDidFinishLaunching(_ a: Int) { BODY } }",
            "@UIApplicationMain class A { init() { BODY } }",
        ])
    func whatIsRegisteredAtLaunch(_ text: String) {
        let after = declared(
            "extension Resolver: ResolverRegistering { public static func registerAllServices() { Kit.assemble() } }\n"
                + text.replacing("BODY", with: "Resolver.register { Real() }") + "\n")
        #expect(after.contains("var real: Factory<Real> { self { Real() }.graph }"), "\(after)")
    }

    @Test(
        "what nothing shows to run at launch is left to the person",
        arguments: [
            "struct Screens { init() { BODY } }", "enum Tool { static func main() { BODY } }",
            "@objc class A { init() { BODY } }", "@main struct A { struct B { init() { BODY } } }",
        ])
    func whatMayNotRunAtLaunch(_ text: String) {
        let after = declared(
            "extension Resolver: ResolverRegistering { public static func registerAllServices() { Kit.assemble() } }\n"
                + text.replacing("BODY", with: "Resolver.register { Real() }") + "\n")
        #expect(!after.contains("Factory<Real>") && after.contains("[hook]"), "\(after)")
    }

    @Test(
        "what functions register that the hook calls is declared",
        arguments: [
            ("registerOne()", "extension Resolver { static func registerOne() { BODY } }"),
            ("main.registerOne()", "extension Resolver { func registerOne() { Resolver.BODY } }"),
            ("Core.registerOne()", "enum Core { static func registerOne() { Resolver.BODY } }"),
            ("Core().registerOne(2)", "struct Core { func registerOne(_ n: Int) { Resolver.BODY } }"),
            ("Self.outer()", "extension Resolver { static func outer() { one() }; static func one() { BODY } }"),
            ("one(in: main)", "func one(in resolver: Resolver) { resolver.BODY }"),
            (
                "Core().setUp()",
                "protocol Setup { func setUp() }\nextension Setup { func setUp() { Resolver.BODY } }\nstruct Core: Setup {}"
            ),
        ])
    func whatTheHookCallsIsDeclared(_ call: String, _ function: String) {
        let after = declared(
            "extension Resolver: ResolverRegistering { public static func registerAllServices() { \(call) } }\n"
                + function.replacing("BODY", with: "register { Real() }") + "\n")
        #expect(after.contains("var real: Factory<Real> { self { Real() }.graph }"), "\(after)")
    }

    @Test("a function that the hook calls is not taken for one that overrides it")
    func anOverriddenFunction() {
        let after = declared(
            """
            class Core { func register() { Resolver.register { Real() } } }
            final class Special: Core { override func register() { Resolver.register { Real() as P } } }
            let core: Core = Special()
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() { core.register() }
            }

            """)
        #expect(!after.contains("Factory<"), "\(after)")
    }

    @Test("own defect D209: what another library's helper registers is a registration, which legacy() stands for")
    func anotherLibrarysHelper() {
        let text = """
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() {
                    autoregister(P.self, initializer: Real.init)
                }
            }

            """
        let after = declared(text, usesLegacy: true)
        #expect(after.contains("('autoregister') [form]\n        autoregister(P.self"), "\(after)")
        #expect(after.contains("var p: Factory<P> { legacy() }"))
        #expect(Report(Program([file(text)])).text.contains("  2 registrations,"))
        // It asks for what the initialiser takes, so that no export may go.
        let exported = text.replacing("autoregister", with: "register(\\.real)\n        autoregister")
        let finished = Draft(
            Program([
                file(
                    exported
                        + "import SafeFacade\nextension Container { var real: Factory<Real> { self { Real() } } }\n")
            ]), stage: .finish)
        #expect(finished.changes.isEmpty)
    }
}
