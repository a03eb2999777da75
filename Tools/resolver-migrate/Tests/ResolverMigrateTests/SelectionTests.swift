import ResolverMigrate
import Testing

/// A stage that may change a part of the files reads all of them.
@Suite struct SelectionTests {
    private let wiring = """
        import Resolver

        struct Reader {}
        struct Writer {}

        extension Resolver: ResolverRegistering {
            public static func registerAllServices() {
                register { Reader() }
                registerModels()
                let path = "a"
                register { Opened(path: path) }
            }
        }
        """
    private let models = """
        import Resolver

        struct Opened { let path: String }

        extension Resolver {
            static func registerModels() {
                register { Writer() }
            }
        }
        """
    private let user = """
        import Resolver

        let reader: Reader = Resolver.resolve()
        """

    private func program(_ texts: [String: String]) -> Program {
        Program(
            texts.sorted { $0.key < $1.key }.map {
                SourceFile(path: $0.key, text: $0.value, module: Module(name: ""))
            })
    }

    private func applying(_ stage: Stage, _ selection: FileSelection, to texts: [String: String]) -> [String: String] {
        Draft(program(texts), stage: stage, selection: selection).changes.reduce(into: texts) { $0[$1.path] = $1.after }
    }

    @Test func onlyTheSelectedFilesAreDeclared() {
        let before = ["Wiring.swift": wiring, "Models/Models.swift": models, "User.swift": user]
        let after = applying(.declare, .only(["Models"]), to: before)
        #expect(after["Models/Models.swift"]?.contains("var writer: Factory<Writer>") == true)
        #expect(after["Wiring.swift"] == wiring)
        // What the other files say of a stage that ran on them stays.
        let marked = applying(.declare, .only(["Wiring.swift"]), to: after)
        #expect(
            marked["Wiring.swift"]?.contains("// resolver-migrate(declare): decide where the value comes from") == true)
        #expect(applying(.declare, .only(["Models"]), to: marked) == marked)
    }

    @Test func onlyTheSelectedFilesAskTypedFactories() {
        let declared = applying(
            .declare, .all, to: ["Wiring.swift": wiring, "Models.swift": models, "User.swift": user])
        #expect(applying(.inject, .only(["Models.swift"]), to: declared) == declared)
        let after = applying(.inject, .only(["User.swift"]), to: declared)
        #expect(after["User.swift"]?.contains("Container.shared.reader()") == true)
    }

    @Test func aFolderIsNotTheBeginningOfAName() {
        #expect(FileSelection.only(["Sources/App"]).contains("Sources/App/A.swift"))
        #expect(FileSelection.only(["Sources/App/"]).contains("Sources/App/A.swift"))
        #expect(!FileSelection.only(["Sources/App"]).contains("Sources/Application.swift"))
    }
}
