import ResolverMigrate
import Testing

/// Registrations that state the type in an argument, so that their factories need not.
@Suite struct StatedTypeTests {
    private static let types = """
        import Resolver

        protocol P {}
        final class Net: P {
            static let shared = Net()
            static var spare: Net? { nil }
            static func make(_ host: String, next: Net? = nil) -> Net { Net() }
            static let host = ""
        }
        struct Session {
            let net: Net
            static func made(by net: Net) -> Session { Session(net: net) }
        }
        struct Parsed { init?(_ text: String) {} }

        """

    private func declared(_ registration: String) -> String {
        let text = Self.types + "extension Resolver {\n    static func all() {\n        \(registration)\n    }\n}\n"
        let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
        return Draft(Program([file]), stage: .declare).changes.first?.after ?? ""
    }

    @Test(
        "own defect D511: a member of the stated type is written with that type",
        arguments: [
            ("register(Net.self) { .init() }", "Factory<Net> { self { Net() }.graph }"),
            ("register(Net.self) { .shared }", "Factory<Net> { self { Net.shared }.graph }"),
            ("register(Net.self) { .make(\"a\") }", "Factory<Net> { self { Net.make(\"a\") }.graph }"),
            ("register { () -> Net in .init() }", "Factory<Net> { self { Net() }.graph }"),
            (
                "register(Net.self) { .init() }; register(Session.self) { .init(net: resolve()) }",
                "Factory<Session> { self { Session(net: $0.net()) }.graph }"
            ),
            (
                "register(Net.self) { .init() }; register(Session.self) { .made(by: $0.resolve()) }",
                "Factory<Session> { self { Session.made(by: $0.net()) }.graph }"
            ),
            (
                "register(Net.self) { let host = \"a\"; return .make(host) }",
                "Factory<Net> { self { let host = \"a\"; return Net.make(host) }.graph }"
            ),
        ])
    func implicitMembers(_ registration: String, _ expected: String) {
        let after = declared(registration)
        #expect(after.contains(expected), "\(after)")
    }

    @Test(
        "what may be nil, or is no member of the program's own type, is left",
        arguments: [
            ("register(Net.self) { .none }", "[type]"), ("register(Net.self) { .spare }", "[mayBeNil]"),
            ("register(Parsed.self) { .init(\"\") }", "[mayBeNil]"), ("register(P.self) { .other }", "[type]"),
            ("register(Unknown.self) { .init() }", "[type]"),
        ])
    func leftMembers(_ registration: String, _ word: String) {
        let after = declared(registration)
        #expect(!after.contains("Factory<") && after.contains(word), "\(after)")
    }

    @Test("own defect D512: an initialiser that is handed over as the factory is called")
    func anInitialiserAsFactory() {
        for registration in ["register(factory: Net.init)", "register(Net.self, factory: Net.init)"] {
            let after = declared(registration)
            #expect(after.contains("var net: Factory<Net> { self { Net() }.graph }"), "\(after)")
        }
        let interface = declared("register(P.self, factory: Net.init).scope(.application)")
        #expect(interface.contains("var p: Factory<P> { self { Net() }.singleton }"), "\(interface)")
        let left = declared("register(factory: Session.init)")
        #expect(!left.contains("Factory<"), "\(left)")
    }
}
