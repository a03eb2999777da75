import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct ReadingCommandTests {
    /// A program with a thread of two messages and a third one.
    private func program(_ edition: Edition) async throws -> Program {
        let program = try Program(edition)
        _ = try program.folder.file(
            "a.mbox",
            Mbox.one(
                "Message-ID: <1@x>", "From: \"Ann Lee\" <ann@x.org>", "To: bob@x.org", "Subject: =?utf-8?q?Caf=C3=A9?=",
                "Date: Mon, 2 Mar 2026 09:15:00 +0100", body: "Shall we meet?\n"
            )
                + Mbox.one(
                    "Message-ID: <2@x>", "From: bob@x.org", "To: ann@x.org", "Subject: Re: Caf\u{E9}",
                    "Date: Mon, 2 Mar 2026 10:15:00 +0100", "In-Reply-To: <1@x>", body: "At noon.\n"
                )
                + Mbox.one("Message-ID: <3@x>", "From: <eve@x.org>", "Date: Sun, 1 Mar 2026 00:00:00 +0000")
        )
        try await program.run("import", "a.mbox")
        return program
    }

    @Test(arguments: Edition.allCases)
    func messagesAreListedNewestFirst(edition: Edition) async throws {
        let program = try await program(edition)
        let all = try await program.run("list")
        #expect(
            all.output == """
                   2  2026-03-02 09:15  bob@x.org             Re: Café
                   1  2026-03-02 08:15  Ann Lee               Café
                   3  2026-03-01 00:00  eve@x.org             (no subject)

                3 of 3 messages

                """
        )
        let part = try await program.run("list", "--limit", "1", "--offset", "1")
        #expect(part.output == "   1  2026-03-02 08:15  Ann Lee               Café\n\n1 of 3 messages\n")
    }

    @Test(arguments: Edition.allCases)
    func aMessageIsShownWithItsThread(edition: Edition) async throws {
        let outcome = try await program(edition).run("show", "2")
        #expect(
            outcome.output == """
                Message 2
                From:    bob@x.org
                To:      ann@x.org
                Date:    2026-03-02 09:15
                Subject: Re: Café
                Thread:  1 [2]

                At noon.

                """
        )
    }

    @Test(arguments: Edition.allCases)
    func aMessageThatIsNotThereIsAnError(edition: Edition) async throws {
        let program = try await program(edition)
        let missing = try await program.run("show", "99")
        #expect(missing == .init(status: 1, output: "", errors: "Error: There is no message 99.\n"))
        let word = try await program.run("show", "two")
        #expect(word.status == 64)
        #expect(word.errors.hasPrefix("Error: The value 'two' is invalid for '<id>'"))
    }

    @Test(arguments: Edition.allCases)
    func messagesAreFoundByWords(edition: Edition) async throws {
        let program = try await program(edition)
        let found = try await program.run("search", "cafe", "meet")
        #expect(
            found.output == "   1  2026-03-02 08:15  Ann Lee               Café\n      Shall we [meet]?\n"
        )
        #expect(try await program.run("search", "nowhere").output == "No message has 'nowhere'.\n")
        let empty = try await program.run("search", "*")
        #expect(empty == .init(status: 1, output: "", errors: "Error: There is no word to search for.\n"))
    }

    @Test(arguments: Edition.allCases)
    func theDatabaseCanBeAnywhere(edition: Edition) async throws {
        let program = try await program(edition)
        let database = program.folder.path("other.sqlite")
        let missing = try await program.run("list", "--database", database)
        let text = "Error: There is no database at \(database). Import an archive first.\n"
        #expect(missing == .init(status: 1, output: "", errors: text))
        try await program.run("import", "a.mbox", "--database", database)
        #expect(try await program.run("list", "--database", database) == program.run("list"))
    }

    @Test(arguments: Edition.allCases)
    func otherFilesAreNotTakenForDatabases(edition: Edition) async throws {
        let program = try await program(edition)
        let outcome = try await program.run("list", "--database", "a.mbox")
        #expect(outcome == .init(status: 1, output: "", errors: "Error: a.mbox is not a database.\n"))
    }

    @Test(arguments: Edition.allCases)
    func bordersAreChecked(edition: Edition) async throws {
        let program = try await program(edition)
        for arguments in [("list", "--limit=0"), ("list", "--offset=-1"), ("search", "--limit=-5")] {
            let outcome = try await program.run(arguments.0, arguments.1, arguments.0 == "search" ? "x" : "--verbose")
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("must"))
        }
    }

    @Test(arguments: Edition.allCases)
    func whatIsRecordedIsSeenOnDemand(edition: Edition) async throws {
        let program = try await program(edition)
        #expect(try await program.run("list").errors == "")
        #expect(try await program.run("list", "--verbose").errors.hasSuffix(" listed messages\n"))
    }
}
