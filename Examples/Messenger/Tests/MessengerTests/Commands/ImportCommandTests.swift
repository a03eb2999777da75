import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct ImportCommandTests {
    @Test(arguments: Edition.allCases)
    func anArchiveIsImportedOnce(edition: Edition) async throws {
        let program = try Program(edition)
        _ = try program.folder.file("a.mbox", Mbox.numbered(1...3))
        let first = try await program.run("import", "a.mbox")
        #expect(first == .init(status: 0, output: "Imported 3 messages from a.mbox.\n", errors: ""))
        let second = try await program.run("import", "a.mbox")
        let nothing = "Imported nothing from a.mbox: all 3 messages were here before.\n"
        #expect(second == .init(status: 0, output: nothing, errors: ""))
    }

    @Test(arguments: Edition.allCases)
    func aDamagedArchiveIsNotImportedByHalf(edition: Edition) async throws {
        let program = try Program(edition)
        _ = try program.folder.file("good.mbox", Mbox.numbered(1...1))
        _ = try program.folder.file("cut.mbox", Mbox.numbered(2...9) + "From a@b.c\nSubj")
        try await program.run("import", "good.mbox")
        let outcome = try await program.run("import", "cut.mbox")
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(
            outcome.errors == """
                Error: cut.mbox, line 50: The archive ends in the middle of a message. To take what can be read all \
                the same, import it with --salvage. Nothing was imported.

                """
        )
        #expect(try await program.run("list").output.hasSuffix("\n1 of 1 message\n"))
        let salvaged = try await program.run("import", "cut.mbox", "--salvage")
        #expect(salvaged.output == "Imported 8 messages from cut.mbox.\n")
    }

    @Test(arguments: Edition.allCases)
    func whatIsNoArchiveIsRefused(edition: Edition) async throws {
        let program = try Program(edition)
        _ = try program.folder.file("text", "Dear all,\n")
        _ = try program.folder.file("empty", "")
        _ = try program.folder.file("binary", [UInt8](repeating: 0, count: 9))
        _ = try program.folder.file("cut.mbox", Mbox.numbered(1...1) + "From a@b.c\nSubj")
        let files = try program.files()
        let noArchive = "This is not an mbox archive: a message begins with a line 'From address date'."
        for (path, reason) in [
            ("text", "text, line 1: \(noArchive)"),
            ("empty", "empty: The file holds no message."),
            ("binary", "binary, line 1: \(noArchive)"),
            ("missing", "missing: There is no such file."),
            ("tmp", "tmp: This is not a regular file."),
            ("/dev/null", "/dev/null: This is not a regular file."),
        ] {
            let outcome = try await program.run("import", path)
            #expect(outcome == .init(status: 1, output: "", errors: "Error: \(reason) Nothing was imported.\n"))
        }
        #expect(try await program.run("import", "cut.mbox").status == 1)
        // No database was made.
        #expect(try program.files() == files)
    }

    @Test(arguments: Edition.allCases)
    func twoImportsAtOnceAgree(edition: Edition) async throws {
        let program = try Program(edition)
        _ = try program.folder.file("a.mbox", Mbox.numbered(1...400))
        _ = try program.folder.file("b.mbox", Mbox.numbered(201...600))
        async let first = program.run("import", "a.mbox")
        async let second = program.run("import", "b.mbox")
        #expect(try await [first.status, second.status] == [0, 0])
        #expect(try await program.run("list", "--limit", "1").output.hasSuffix("\n1 of 600 messages\n"))
    }

    @Test(arguments: Edition.allCases)
    func progressOfALargeArchiveGoesToStandardError(edition: Edition) async throws {
        let program = try Program(edition)
        _ = try program.folder.file("large.mbox", Mbox.numbered(1...2100))
        let outcome = try await program.run("import", "large.mbox")
        #expect(outcome.output == "Imported 2100 messages from large.mbox.\n")
        #expect(outcome.errors == "… 1000 messages\n… 2000 messages\n")
    }
}
