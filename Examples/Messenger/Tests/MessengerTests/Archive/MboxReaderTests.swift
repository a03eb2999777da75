import Foundation
import MessengerCore
import Testing

/// What an mbox archive may look like.
@Suite struct MboxReaderTests {
    @Test func messagesAreSplitAtEnvelopes() throws {
        let messages = try Mbox.read(Mbox.numbered(1...3))
        #expect(messages.map(\.subject) == ["Number 1", "Number 2", "Number 3"])
        #expect(messages.map(\.body) == ["Text.", "Text.", "Text."])
    }

    @Test func lineEndsMayBeCRLF() throws {
        let text = Mbox.one("Message-ID: <1@x>", "Subject: a\n b", body: "One.\n\nTwo.\n") + Mbox.numbered(2...2)
        let crlf = text.replacing("\n", with: "\r\n")
        #expect(try Mbox.read(crlf) == Mbox.read(text))
    }

    @Test func theDigestDoesNotDependOnLineEnds() throws {
        let text = Mbox.one("Subject: a", body: "One.\nTwo.\n")
        #expect(try Mbox.read(text.replacing("\n", with: "\r\n")).map(\.identity) == Mbox.read(text).map(\.identity))
    }

    @Test func quotedFromLinesLoseOneSign() throws {
        let body = ">From here\n>>From there\n> From cite\n>Fromage\n"
        let message = try Mbox.read(Mbox.one("X-A: b", body: body)).first
        #expect(message?.body == "From here\n>From there\n> From cite\n>Fromage")
    }

    @Test func unquotedFromLinesInTheTextAreText() throws {
        let body = "Hello,\n\nFrom now on: nothing.\nFrom 10:30 we meet.\n\nFrom all of us\nyours\n"
        let messages = try Mbox.read(Mbox.one("X-A: b", body: body))
        #expect(messages.count == 1)
        #expect(messages.first?.body == body.trimmingCharacters(in: .newlines))
    }

    @Test(arguments: [
        "From MAILER-DAEMON Fri Jul  8 12:08:34 2011", "From - Tue Apr 12 10:00:00 2005",
        "From 1494563214@xxx Sat Feb 28 05:20:14 +0000 2015", "From ???@??? Fri Jul 08 12:08:34 2011",
        "From a b@c.d Fri Jul  8 12:08 2011 remote from uucp", "From a@b.c", "From ",
    ])
    func envelopesOfManyWritersAreKnown(envelope: String) throws {
        let text = Mbox.numbered(1...1) + "\(envelope)\nSubject: second\n\nText.\n\n"
        #expect(try Mbox.read(text).map(\.subject) == ["Number 1", "second"])
        #expect(try Mbox.read("\(envelope)\nSubject: first\n\nText.\n\n").map(\.subject) == ["first"])
    }

    @Test func anEnvelopeNeedsNoEmptyLineBeforeIt() throws {
        let text = "\(Mbox.envelope)\nSubject: a\n\nText.\n\(Mbox.envelope)\nSubject: b\n\nText.\n"
        #expect(try Mbox.read(text).map(\.subject) == ["a", "b"])
    }

    @Test func aMessageMayHaveNoHeaderOrNoBody() throws {
        let text = "\(Mbox.envelope)\n\nOnly text.\n\n\(Mbox.envelope)\nSubject: only\n\n"
        let messages = try Mbox.read(text)
        #expect(messages.map(\.body) == ["Only text.", ""])
        #expect(messages.map(\.subject) == ["", "only"])
    }

    @Test func aHeaderMayBeUntidy() throws {
        let text = "\(Mbox.envelope)\n>From old@mailer Mon Mar  2 09:15:00 2026\nSubject: a\nno field\n\nText.\n\n"
        let message = try #require(try Mbox.read(text).first)
        #expect(message.subject == "a")
        #expect(message.body == "no field\n\nText.")
    }

    @Test func theFileMayBeginWithAMarkOrEmptyLines() throws {
        #expect(try Mbox.read([0xEF, 0xBB, 0xBF] + Array(Mbox.numbered(1...1).utf8)).count == 1)
        #expect(try Mbox.read("\n\r\n" + Mbox.numbered(1...1)).count == 1)
    }

    @Test func linesMayBeLongerThanTheBuffer() throws {
        let long = String(repeating: "long ", count: 60_000)
        let messages = try Mbox.read(Mbox.one("X-A: b", body: long + "\n") + Mbox.numbered(1...1))
        #expect(messages.count == 2)
        #expect(messages.first?.body.count == long.count - 1)
    }

    @Test func manyMessagesOfEveryLengthAreRead() throws {
        // Line ends fall on every place of the reader's buffer.
        let text = (1...600).map { Mbox.one("Message-ID: <\($0)@x>", body: String(repeating: "x", count: $0) + "\n") }
        let messages = try Mbox.read(text.joined())
        #expect(messages.map(\.body.count) == Array(1...600))
    }

    @Test func symbolicLinksAreFollowed() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("a.mbox", Mbox.numbered(1...2))
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: file)
        #expect(try Mbox.read(path: folder.path("link")).count == 2)
    }
}
