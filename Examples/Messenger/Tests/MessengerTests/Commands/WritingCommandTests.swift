import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct WritingCommandTests {
    @Test(arguments: Edition.allCases)
    func messagesWaitInTheOutbox(edition: Edition) async throws {
        let program = try Program(edition)
        let first = try await program.run("send", "--to", "a@b.c", "--to", "d@e.f", "--subject", "One", "Text.")
        #expect(first.status == 0)
        #expect(first.output.hasPrefix("Queued as number 1 for a@b.c, d@e.f (session-"))
        let second = try await program.run("send", "--to", "a@b.c", "--subject", "Two", "Text.")
        #expect(second.output.hasPrefix("Queued as number 2 for a@b.c (session-"))
        let lines = try await program.run("outbox").output.split(separator: "\n")
        #expect(lines.map { $0.prefix(4) } == ["   1", "   2"])
        #expect(lines.map { $0.dropFirst(24) } == ["a@b.c, d@e.f              One", "a@b.c                     Two"])
    }

    @Test(arguments: Edition.allCases)
    func aRefusedMessageMakesNoDatabase(edition: Edition) async throws {
        let program = try Program(edition)
        for (to, subject, body, text) in [
            ("nobody", "s", "b", "'nobody' is not a mail address."),
            ("a@b.c", "s\nBcc: d@e.f", "b", "A subject is one line of text."),
            ("a@b.c", "s", " ", "The message has no text."),
        ] {
            let outcome = try await program.run("send", "--to", to, "--subject", subject, body)
            #expect(outcome == .init(status: 1, output: "", errors: "Error: \(text)\n"))
        }
        #expect(try program.files() == ["tmp"])
    }

    @Test(arguments: Edition.allCases)
    func aMessageNeedsARecipient(edition: Edition) async throws {
        let outcome = try await Program(edition).run("send", "--subject", "s", "b")
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("Error: Missing expected argument '--to <to>"))
    }

    @Test(arguments: Edition.allCases)
    func anOutboxMayBeEmpty(edition: Edition) async throws {
        let program = try Program(edition)
        _ = try program.folder.file("a.mbox", Mbox.numbered(1...1))
        try await program.run("import", "a.mbox")
        #expect(try await program.run("outbox").output == "The outbox is empty.\n")
    }

    @Test(arguments: Edition.allCases)
    func helpNamesEveryCommand(edition: Edition) async throws {
        let help = try await Program(edition).run("--help")
        #expect(help.status == 0)
        for command in ["import", "list", "show", "search", "send", "outbox", "tour (default)"] {
            #expect(help.output.contains("\n  \(command) "), "\(command)")
        }
    }
}
