import Foundation
import Testing

@testable import ResolverMigrate

@Suite struct WriterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ name: String, _ text: String) throws -> String { try folder.file(name, text) }

    private func git(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["git", "-C", folder.path, "-c", "user.name=A", "-c", "user.email=a@example.org"] + arguments
        process.standardOutput = Pipe()
        try process.run()
        process.waitUntilExit()
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private let before =
        "import Resolver\n\nstruct Session {}\n\nextension Resolver {\n    static func registerA() {\n        register { Session() }\n    }\n}\n"

    private func draft(_ stage: Stage) throws -> Draft {
        let files = try SourceFinder(modules: ModuleMap()).files(at: [folder.path])
        return Draft(Program(files), stage: stage)
    }

    @Test func committedFilesAreWrittenAndThenCountAsClean() throws {
        let path = try file("A.swift", before)
        try git("init", "-q")
        try git("add", "-A")
        try git("commit", "-qm", "a")
        try Writer(allowsDirty: false).write(try draft(.declare).changes)
        #expect(try text(path).contains("var session: Factory<Session>"))
        // The file differs from its commit now, by what the tool wrote.
        let user = try file("B.swift", "import Resolver\nlet session: Session = Resolver.resolve()\n")
        try git("add", "B.swift")
        try git("commit", "-qm", "b")
        try Writer(allowsDirty: false).write(try draft(.inject).changes)
        #expect(try text(user).contains("Container.shared.session()"))
        try Writer(allowsDirty: false).write(try draft(.finish).changes)
        #expect(try !text(path).contains("register("))
    }

    @Test func uncommittedChangesAreRefusedAndNothingIsWritten() throws {
        let path = try file("A.swift", before)
        try git("init", "-q")
        #expect(throws: Writer.Refusal.self) { try Writer(allowsDirty: false).write(try draft(.declare).changes) }
        #expect(try text(path) == before)
        try Writer(allowsDirty: true).write(try draft(.declare).changes)
        #expect(try text(path) != before)
    }

    @Test("own defect D261: a file that git ignores is refused, as what is not committed")
    func anIgnoredFileIsRefused() throws {
        let path = try file("A.swift", before)
        _ = try file(".gitignore", "A.swift\n")
        try git("init", "-q")
        try git("add", "-A")
        try git("commit", "-qm", "a")
        #expect(throws: Writer.Refusal.self) { try Writer(allowsDirty: false).write(try draft(.declare).changes) }
        #expect(try text(path) == before)
        try Writer(allowsDirty: true).write(try draft(.declare).changes)
        // What the tool itself wrote may be written again.
        _ = try file("B.swift", "import Resolver\nlet session: Session = Resolver.resolve()\n")
        try git("add", "B.swift")
        try git("commit", "-qm", "b")
        try Writer(allowsDirty: false).write(try draft(.inject).changes)
        try Writer(allowsDirty: false).write(try draft(.finish).changes)
        #expect(try !text(path).contains("register("))
    }

    @Test("own defect D264: git applies the diff of a file with line breaks of two characters")
    func gitAppliesADiff() throws {
        let path = try file("A.swift", before.replacing("\n", with: "\r\n"))
        try git("init", "-q")
        try git("config", "core.autocrlf", "false")
        let change = try #require(try draft(.declare).changes.first)
        let diff = try file("a.diff", Diff.unified("A.swift", before: change.before, after: change.after))
        try git("apply", "-p0", diff)
        #expect(try text(path) == change.after)
    }

    @Test func aFileOutsideOfARepositoryIsRefused() throws {
        _ = try file("A.swift", before)
        let changes = try draft(.declare).changes
        let refusal = #expect(throws: Writer.Refusal.self) { try Writer(allowsDirty: false).write(changes) }
        #expect(refusal?.description.contains("in no git repository") == true)
    }

    @Test func aFileThatChangedMeanwhileStopsTheWholeRun() throws {
        let (one, other) = try twoFiles()
        let changes = try draft(.declare).changes
        #expect(changes.count == 2)
        try "struct Changed {}\n".write(toFile: other, atomically: true, encoding: .utf8)
        #expect(throws: Writer.Refusal.self) { try Writer(allowsDirty: true).write(changes) }
        #expect(try text(one) == before)
        #expect(try text(other) == "struct Changed {}\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["A.swift", "B.swift"])
    }

    /// Two files that are both drafted.
    private func twoFiles() throws -> (one: String, other: String) {
        (
            try file("A.swift", before),
            try file(
                "B.swift",
                before.replacing("Session", with: "Reader").replacing("registerA", with: "registerB"))
        )
    }

    @Test func aFileThatCannotBeWrittenLeavesTheOthersAsTheyWere() throws {
        let (one, other) = try twoFiles()
        let changes = try draft(.declare).changes
        #expect(changes.count == 2)
        // Where the second file's new text would be written there is a folder.
        try FileManager.default.createDirectory(
            atPath: other + ".resolver-migrate/inside", withIntermediateDirectories: true)
        #expect(throws: Writer.Refusal.self) { try Writer(allowsDirty: true).write(changes) }
        #expect(try text(one) == before)
        #expect(!FileManager.default.fileExists(atPath: one + ".resolver-migrate"))
    }

    @Test func aFileThatCannotBeReplacedLeavesTheOthersAsTheyWere() throws {
        let (one, other) = try twoFiles()
        let second = try text(other)
        let changes = try draft(.declare).changes
        let writer = Writer(allowsDirty: true) { from, to in to != other && Foundation.rename(from, to) == 0 }
        let refusal = #expect(throws: Writer.Refusal.self) { try writer.write(changes) }
        #expect(refusal?.description == "nothing was written\n  \(other): it cannot be replaced")
        #expect(try text(one) == before)
        #expect(try text(other) == second)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["A.swift", "B.swift"])
    }

    @Test func aFileThatDoesNotParseIsNotWritten() throws {
        let path = try file("A.swift", before + "struct {\n")
        let drafted = try draft(.declare)
        #expect(drafted.changes.isEmpty)
        #expect(drafted.left.contains { $0.hasPrefix("\(path):") })
        try Writer(allowsDirty: true).write(drafted.changes)
        #expect(try text(path) == before + "struct {\n")
    }

    @Test func whatIsWrittenIsWhatWasShown() throws {
        let path = try file("A.swift", before)
        let drafted = try draft(.declare)
        let shown = try #require(drafted.changes.first?.after)
        try Writer(allowsDirty: true).write(drafted.changes)
        #expect(try text(path) == shown)
        #expect(try draft(.declare).changes.isEmpty)
    }

    @Test func permissionsStay() throws {
        let path = try file("A.swift", before)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try Writer(allowsDirty: true).write(try draft(.declare).changes)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
    }

    @Test func theMarkOfUTF8Stays() throws {
        let path = try file("A.swift", "\u{FEFF}" + before)
        try Writer(allowsDirty: true).write(try draft(.declare).changes)
        let written = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(written.starts(with: Array("\u{FEFF}import Resolver\nimport SafeFacade\n".utf8)))
        #expect(try draft(.declare).changes.isEmpty)
    }

    @Test func aLinkStaysOne() throws {
        let path = try file("A.txt", before)
        let link = folder.path("A.swift")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "A.txt")
        try Writer(allowsDirty: true).write(try draft(.declare).changes)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "A.txt")
        #expect(try text(path).contains("import SafeFacade"))
    }
}
