import ResolverMigrate
import Testing

/// What the tool writes: on lines of its own, the same at each run, and with all that stood there.
@Suite struct WrittenTextTests {
    private static let types = """
        import Resolver

        protocol P {}
        protocol Q {}
        final class A: P {}
        final class X { init(_ all: [String: Int]) {} }

        """

    private func draft(_ stage: Stage, _ texts: String...) -> Draft {
        let files = texts.enumerated().map {
            SourceFile(path: "\($0.offset).swift", text: $0.element, module: Module(name: ""))
        }
        return Draft(Program(files), stage: stage)
    }

    /// The first file after a stage.
    private func after(_ stage: Stage, _ text: String) -> String { draft(stage, text).changes.first?.after ?? text }

    private func declared(_ registration: String) -> String {
        after(
            .declare, Self.types + "extension Resolver {\n    static func all() {\n        \(registration)\n    }\n}\n")
    }

    @Test("own defect D369: a lookup over several lines is named on one")
    func aDetailOfSeveralLines() {
        let text =
            Self.types
            + "import SafeFacade\nextension Container { var a: Factory<A> { self { A() } } }\n"
            + "extension Resolver { static func all() { register(\\.a); register { _, args in X(args()) } } }\n"
            + "struct S { @Injected var a: A }\nlet x: Unknown<Int> = Resolver.resolve(args: [\n    \"a\": 1,\n    \"b\": 2,\n])\n"
            + "let y = Resolver.resolve(args: [\n    \"a\": 1,\n])\n"
        let after = after(.inject, text)
        #expect(after.contains("@Injected(\\.a) var a"), "\(after)")
        #expect(
            after.contains(
                "// resolver-migrate(inject): decide which type it has: the sources do not show it ('Resolver.resolve(args: [ \"a\": 1, ])') [type]\nlet y"
            ), "\(after)")
    }

    @Test("own defect D369: a registration that is written over several lines is one with the main resolver")
    func aBaseOfSeveralLines() {
        let after = declared(
            "Resolver\n            .main // the only one\n            .register { A() }\n            .scope(.shared)")
        #expect(after.contains("        Resolver.main.register(\\.a)\n"), "\(after)")
        #expect(after.contains("    // the only one\n    var a: Factory<A> { self { A() }.shared }\n"), "\(after)")
    }

    @Test("own defect D370: no comment is written into a string")
    func aLookupInAString() {
        let text =
            Self.types + "func list(key: String) -> String {\n    let text = \"\"\"\n"
            + "        <li>\\({ Resolver.resolve(A.self, name: key) }())</li>\n        \"\"\"\n    return text\n}\n"
        let once = after(.inject, text)
        #expect(
            once
                == text.replacing(
                    "    let text",
                    with:
                        "    // resolver-migrate(inject): decide which property each name becomes: the name is worked out at run time ('key') [dynamicName]\n    let text"
                ), "\(once)")
        #expect(after(.inject, once) == once)
    }

    @Test("own defect D371: spaces on a line of a string stay")
    func spacesInAString() {
        let after = declared(
            "register(name: \"a\") {\n            \"\"\"\n            one\n              \n            two\n            \"\"\"\n        }"
        )
        #expect(after.contains("            one\n              \n            two\n            \"\"\""), "\(after)")
    }

    @Test("own defect D374: of two comments that begin alike both stay")
    func commentsThatBeginAlike() {
        let blocks = declared(
            "register { /*\n            why\n            */ A() as P }\n            /*\n            how long it lives\n            */\n            .scope(.application)"
        )
        #expect(blocks.contains("why\n") && blocks.contains("how long it lives\n"), "\(blocks)")
        let lines = declared(
            "register {\n            // TODO\n            A() as P\n        } // TO\n        .scope(.unique)")
        #expect(lines.contains("// TODO\n") && lines.contains("    // TO\n"), "\(lines)")
    }

    @Test("own defect D373: what is said of two services does not depend on the run")
    func theOrderOfTwoFindings() {
        let one =
            Self.types + "final class Both: P, Q {}\n"
            + "extension Resolver { static func all() { register { Both() }.implements(P.self).implements(Q.self) } }\n"
        let others = ["P", "Q"].map {
            "import Resolver\nextension Resolver { static func all\($0)() { register { Own\($0)() as \($0) } } }\n"
        }
        for _ in 1...20 {
            let left = draft(.declare, one, others[0], others[1]).left
            #expect(left.contains { $0.contains("('also in 1.swift', 'also in 2.swift') [twice]") }, "\(left)")
        }
    }

    @Test(
        "own defect D375: a word of the language is no name of a property",
        arguments: ["rethrows", "fileprivate", "precedencegroup", "Any", "Self"])
    func aWordOfTheLanguage(_ word: String) {
        let after = declared("register(name: \"\(word)\") { \"a\" }")
        #expect(after.contains("Factory<String> { self { \"a\" }.graph }"), "\(after)")
    }

    @Test("own defect D375: an import is not written into a comment")
    func anImportBesideAComment() {
        let text =
            "import Resolver /* a\n   b */\nfinal class A {}\nextension Resolver { static func all() { register { A() } } }\n"
        let after = after(.declare, text)
        #expect(after.hasPrefix("import Resolver /* a\n   b */\nimport SafeFacade\n"), "\(after)")
    }

    @Test(
        "own defect D372: a condition without spaces is negated as a whole",
        arguments: [("DEBUG||BETA", "!(DEBUG||BETA)"), ("DEBUG&&BETA", "!(DEBUG&&BETA)"), ("DEBUG", "!DEBUG")])
    func aConditionWithoutSpaces(_ condition: String, _ negated: String) {
        let text =
            "import Resolver\n#if \(condition)\n#else\nfinal class A { init(_ a: Int) {} }\n#endif\n"
            + "extension Resolver {\n    static func all() {\n#if \(condition)\n#else\n        register { A(unknown) }\n#endif\n    }\n}\n"
        let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
        let after = Draft(Program([file]), stage: .declare, usesLegacy: true).changes.first?.after ?? ""
        #expect(after.contains("#if \(negated)\n"), "\(after)")
    }

    @Test("own defect D506: arguments that are aligned with the first stay aligned with it")
    func alignedArguments() {
        let text =
            "import Resolver\nstruct B { let one: Int, other: Int }\nextension Resolver {\n    static func all() {\n"
            + "        register { B(one: 1,\n                     other: 2) }\n    }\n}\n"
        #expect(
            after(.declare, text).contains("            B(one: 1,\n              other: 2)\n"),
            "\(after(.declare, text))")
        let less = text.replacing("                     other", with: "            other")
        #expect(
            after(.declare, less).contains("            B(one: 1,\n                other: 2)\n"),
            "\(after(.declare, less))")
    }
}
