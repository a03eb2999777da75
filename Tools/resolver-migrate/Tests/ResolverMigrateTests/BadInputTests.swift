import Foundation
import ResolverMigrate
import Testing

@Suite struct BadInputTests {
    private func program(_ texts: String...) -> Program {
        Program(
            texts.enumerated().map {
                SourceFile(path: "\($0.offset).swift", text: $0.element, module: Module(name: ""))
            })
    }

    @Test func aFileThatDoesNotParseIsNamedAndLeft() {
        let program = program(
            "import Resolver\nstruct A {\nextension Resolver {\n    static func a() { register { A() } }\n}\n",
            "import Resolver\nstruct B {}\nextension Resolver {\n    static func b() { register { B() } }\n}\n")
        #expect(program.syntaxErrors.contains { $0.hasPrefix("0.swift:") })
        let draft = Draft(program, stage: .declare)
        #expect(draft.changes.map(\.path) == ["1.swift"])
        #expect(Report(program).text.contains("does not parse"))
    }

    @Test func aFolderThatIsNotThereIsAnError() {
        let failure = #expect(throws: SourceFinder.Failure.self) {
            try SourceFinder(modules: ModuleMap()).files(at: ["/there/is/none"])
        }
        #expect(failure?.description == "there is no /there/is/none")
    }

    @Test func aDecisionsFileThatIsNoJSONIsNamed() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json").path
        try "{".write(toFile: path, atomically: true, encoding: .utf8)
        let failure = #expect(throws: SourceFinder.Failure.self) { try DecisionsFile(contentsOf: path) }
        #expect(failure?.description.hasPrefix("\(path) is not the JSON that is expected") == true)
        #expect(throws: SourceFinder.Failure.self) { try Ledger(contentsOf: path) }
    }

    @Test func anotherLibrarysResolveIsNotTouched() {
        let text = """
            import Promises
            final class Resolver { static func resolve() -> Int { 1 } }
            let promise = Promise()
            promise.resolve(name: "a")
            let number: Int = Resolver.resolve()
            """
        #expect(Draft(program(text), stage: .inject).changes.isEmpty)
        #expect(Draft(program(text), stage: .declare).changes.isEmpty)
    }

    @Test func anEmptyFileAndOneWithoutImportsAreFine() {
        let program = program(
            "", "struct A {}\n", "extension Resolver {\n    static func a() { register { A() } }\n}\n")
        let draft = Draft(program, stage: .declare)
        #expect(draft.changes.first?.after.hasPrefix("import SafeFacade\n\nextension Resolver") == true)
    }

    @Test func valuesThatReferInCirclesEnd() {
        let text = """
            import Resolver
            let one = other
            let other = one
            struct A { var a = B().b }
            struct B { var b = A().a }
            extension Resolver {
                static func registerAll() {
                    register { one }
                    register { A(a: other) }
                }
            }
            """
        #expect(Report(program(text)).text.contains("the sources do not show it"))
    }

    @Test func windowsLineBreaksStay() {
        let text =
            "import Resolver\r\nstruct A {}\r\nextension Resolver {\r\n    static func a() {\r\n        register { A() }\r\n    }\r\n}\r\n"
        let changes = Draft(program(text), stage: .declare).changes
        #expect(changes.first?.after.contains("var a: Factory<A> { self { A() }.graph }\r\n") == true)
        #expect(changes.first?.after.utf8.split(separator: 10).allSatisfy { $0.last == 13 } == true)
    }
}
