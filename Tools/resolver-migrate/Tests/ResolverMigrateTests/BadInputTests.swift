import Foundation
import ResolverMigrate
import Testing

@Suite struct BadInputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

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
        let path = try folder.file("decisions.json", "{")
        let failure = #expect(throws: SourceFinder.Failure.self) { try DecisionsFile(contentsOf: path) }
        #expect(failure?.description.hasPrefix("\(path) is not the JSON that is expected") == true)
        #expect(throws: SourceFinder.Failure.self) { try Ledger(contentsOf: path) }
    }

    @Test(
        "own defect D262: a decisions file that is not there, or says what the tool does not know, is an error",
        arguments: [
            (nil, " cannot be read"),
            ("{\"declaredin\": {}}", ": there is no entry 'declaredin'; there are modules, declaredIn, "),
            (
                "{\"defaultScope\": \"singelton\"}",
                ": 'defaultScope' is 'singelton'; there are application, cached, graph, shared, singleton, unique"
            ),
        ])
    func whatADecisionsFileMustSay(_ text: String?, _ message: String) throws {
        let path = try text.map { try folder.file("decisions.json", $0) } ?? folder.path("decisions.json")
        let failure = #expect(throws: SourceFinder.Failure.self) { try DecisionsFile(contentsOf: path) }
        #expect(failure?.description.hasPrefix(path + message) == true, "\(failure?.description ?? "")")
    }

    @Test("own defect D262: an entry for a service that is not there is noted")
    func anEntryWithoutAService() {
        let text = """
            import Resolver
            struct A {}
            extension Resolver {
                static func a() { register { A() }; register(name: "host") { "a" } }
            }
            """
        var decisions = DecisionsFile()
        decisions.declaredIn = ["A": "Core", "AA": "Core"]
        decisions.properties = ["String named 'host'": "host", "String named 'hots'": "host"]
        let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
        #expect(
            Program([file], decisions: decisions).notesOnDecisions == [
                "the decisions file has 'AA' under 'declaredIn', and the sources have no such service",
                "the decisions file has 'String named 'hots'' under 'properties', and the sources have no such service",
            ])
    }

    @Test("own defect D318: a folder of a module is found however it is written, and noted where no file is in it")
    func aFolderOfAModule() {
        let folders = ["./App/Widget/": "Widget", "App/Core": "Core", "App/Cor": "Cor", "Appp": "App"]
        var decisions = DecisionsFile()
        decisions.modules = folders
        let files = ["App/Widget/A.swift", "./App/Core/B.swift"].map {
            SourceFile(path: $0, text: "", modules: ModuleMap(folders: folders))
        }
        #expect(files.map(\.module.name) == ["Widget", "Core"])
        #expect(
            Program(files, decisions: decisions).notesOnDecisions == [
                "the decisions file has 'App/Cor' under 'modules', and no file that was read is in it",
                "the decisions file has 'Appp' under 'modules', and no file that was read is in it",
            ])
    }

    @Test("own defect D263: a copy of the library in the program's sources is named", arguments: Stage.allCases)
    func aCopyOfTheLibrary(_ stage: Stage) {
        let program = program(
            "public final class Resolver { static let main = Resolver() }\n",
            "struct A { @Injected var b: B }\nextension Resolver {\n    static func a() { register { A() } }\n}\n")
        let draft = Draft(program, stage: stage)
        #expect(draft.changes.isEmpty)
        #expect(
            draft.left == [
                "0.swift: declares a type Resolver of its own, which hides the library's. If it is a copy of "
                    + "Resolver.swift, take it away first: stage 0 of Migration.md"
            ])
        #expect(Report(program).text.contains("stage 0 of Migration.md"))
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
