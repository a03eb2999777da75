import ResolverMigrate
import Testing

/// Registrations that stand twice in one function, in the same words.
@Suite struct CopiesTests {
    private static let types = """
        import Resolver

        final class Net {}
        final class Log {}
        struct Session { let net: Net }
        let level = 1
        struct Level { let level: Int }

        """

    private func draft(_ statements: String) -> (text: String, done: [String]) {
        let text =
            Self.types + "extension Resolver: ResolverRegistering {\n    public static func registerAllServices() {\n"
            + statements + "\n    }\n}\n"
        let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
        let draft = Draft(Program([file]), stage: .declare)
        return (draft.changes.first?.after ?? text, draft.done)
    }

    private func count(_ word: String, in text: String) -> Int { text.ranges(of: word).count }

    @Test(
        "own defect D513: registrations that a function makes in the same words are declared once",
        arguments: [
            "register { Net() }.scope(.application)\nregister { Log() }\nregister {\n    Net()\n}\n.scope(.application)",
            "#if DEBUG\nregister { Net() }.scope(.application)\n#else\nregister { Net() }.scope(.application)\n#endif",
            "if level > 1 { register { Net() }.scope(.application) } else { register { Net() }.scope(.application) }",
            "if level > 1 { register { Net() }.scope(.application) }; register { Net() }.scope(.application)",
        ])
    func copies(_ statements: String) {
        let (after, done) = draft(statements)
        #expect(count("register(\\.net)", in: after) == 2, "\(after)")
        #expect(count("var net: Factory<Net> { self { Net() }.singleton }", in: after) == 1, "\(after)")
        #expect(!after.contains("resolver-migrate"), "\(after)")
        let count = statements.contains("Log()") ? 3 : 2
        #expect(done == ["\(count) of \(count) registrations declared"])
    }

    @Test(
        "registrations that differ, or that run under several conditions, are left",
        arguments: [
            ("register { Net() }; register { Net() }.scope(.cached)", "[twice]"),
            ("if level > 1 { register { Net() } }; if level > 2 { register { Net() } }", "[conditional]"),
            ("#if A\nregister { Net() }\n#elseif B\nregister { Net() }\n#endif", "[conditional]"),
            // The same words, and another value.
            ("register { Level(level: level) }; do { let level = 2; register { Level(level: level) } }", "[captures]"),
            // The second registration drops the instance that was just made.
            (
                "register { Net() }.scope(.cached); print(resolve(Net.self)); register { Net() }.scope(.cached)",
                "[twice]"
            ),
        ])
    func noCopies(_ statements: String, _ word: String) {
        let after = draft(statements).text
        #expect(!after.contains("Factory<") && after.contains(word), "\(after)")
    }

    @Test("comments of all copies stay")
    func comments() {
        let after = draft("// One.\nregister { Net() }\n// Two.\nregister {\n    // Three.\n    Net()\n}").text
        for comment in ["// One.", "// Two.", "// Three."] { #expect(count(comment, in: after) == 1, "\(after)") }
    }
}
