import Foundation
import MessengerCore
import Testing

@Suite struct HeaderTests {
    private func subject(_ lines: String...) throws -> String? {
        try Mbox.read(Mbox.one("Subject: " + lines.joined(separator: "\n"))).first?.subject
    }

    @Test func foldedFieldsAreOneLine() throws {
        #expect(try subject("a", " b", "\tc") == "a b\tc")
    }

    @Test func fieldNamesHaveNoCaseAndMayHaveBlanksBehindThem() throws {
        let message = try #require(try Mbox.read(Mbox.one("SUBJECT : loud", "from: a@b.c")).first)
        #expect(message.subject == "loud")
        #expect(message.sender == "a@b.c")
    }

    @Test(arguments: [
        ("=?utf-8?Q?Gr=C3=BC=C3=9Fe_aus?= Rom", "Grüße aus Rom"),
        ("=?UTF-8?B?R3LDvMOfZQ==?=", "Grüße"),
        ("=?iso-8859-1?q?Gr=FC=DFe?=", "Grüße"),
        ("=?utf-8*de?q?Gr=C3=BC=C3=9Fe?=", "Grüße"),
        ("=?x-unknown?Q?caf=E9?=", "café"),
        ("=?utf-8?Q?broken", "=?utf-8?Q?broken"),
        ("=?utf-8?X?broken?=", "=?utf-8?X?broken?="),
        ("a =?? b =?= c", "a =?? b =?= c"),
        ("=?utf-8?q?a?= =?utf-8?q?b?=", "ab"),
        ("=?utf-8?q?a?= and =?utf-8?q?b?=", "a and b"),
        ("=?utf-8?q?=C3?= =?utf-8?q?=BC?=", "ü"),
        ("=?utf-8?q?a?= =?iso-8859-1?q?=FC?=", "aü"),
    ])
    func encodedWordsAreRead(written: String, read: String) throws {
        #expect(try subject(written) == read)
    }

    @Test func encodedWordsOfFoldedLinesAreJoined() throws {
        #expect(try subject("=?utf-8?Q?Gr=C3?=", " =?utf-8?Q?=BC=C3=9Fe?=") == "Grüße")
    }

    @Test func unlabelledBytesAreUTF8OrWindows1252() throws {
        #expect(try subject("Grüße") == "Grüße")
        let latin = Mbox.one("Subject: Gr##e #").utf8
        let special: [UInt8] = [0xFC, 0xDF, 0x80]
        var next = special.makeIterator()
        let bytes = latin.map { $0 == UInt8(ascii: "#") ? next.next() ?? $0 : $0 }
        #expect(try Mbox.read(bytes).first?.subject == "Grüße €")
    }

    @Test(arguments: [
        ("Mon, 2 Mar 2026 09:15:00 +0100", "2026-03-02T08:15:00Z"),
        ("2 Mar 2026 09:15 GMT", "2026-03-02T09:15:00Z"),
        ("Mon, 2 Mar 26 09:15:00 -0530 (somewhere (far))", "2026-03-02T14:45:00Z"),
        ("Sat, 29 Feb 1992 23:59:59 EST", "1992-03-01T04:59:59Z"),
        ("Mon Mar  2 09:15:00 2026", "2026-03-02T09:15:00Z"),
        ("Mon Mar 02 09:15:00 +0000 2026", "2026-03-02T09:15:00Z"),
        ("2-Mar-2026 09:15:00 +0000", "2026-03-02T09:15:00Z"),
        ("Thu, 31 Dec 1964 12:00:00 +0000", "1964-12-31T12:00:00Z"),
    ])
    func datesAreRead(written: String, instant: String) throws {
        let message = try Mbox.read(Mbox.one("Date: \(written)")).first
        #expect(message?.date == ISO8601DateFormatter().date(from: instant))
    }

    @Test(arguments: ["Date: soon", "Date: Mon, 99 Mar 2026 09:15:00 +0000", "Date:", "X-None: 1"])
    func withoutAGoodDateTheEnvelopeTells(field: String) throws {
        let message = try Mbox.read(Mbox.one(field)).first
        #expect(message?.date == ISO8601DateFormatter().date(from: "2026-03-02T09:15:00Z"))
    }

    @Test func withoutAnyDateThereIsNone() throws {
        let message = try #require(try Mbox.read("From nobody\nSubject: x\n\nText.\n\n").first)
        #expect(message.date == nil)
    }

    @Test func withoutAnIdTheContentNamesTheMessage() throws {
        func identity(_ fields: String..., body: String = "Text.\n") throws -> String? {
            try Mbox.read(Mbox.one(fields.joined(separator: "\n"), body: body)).first?.identity
        }
        let plain = try identity("Subject: a")
        #expect(plain?.hasPrefix("sha256:") == true)
        #expect(try identity("Subject: a", "Status: RO", "X-UID: 4") == plain)
        #expect(try identity("Subject: a", "Message-ID: ") == plain)
        #expect(try identity("Subject: b") != plain)
        #expect(try identity("Subject: a", body: "Text!\n") != plain)
        #expect(try identity("Subject: a", "Message-ID: <1@x>") == "<1@x>")
    }

    @Test func theDigestIsSHA256() throws {
        // Of five empty fields, each closed by a zero byte, and the body: counted with another implementation.
        let message = try Mbox.read("From nobody\nX-A: b\n\nabc\n\n").first
        #expect(message?.identity == "sha256:bfdf50c6bfe051bbaf93e24b3db974ba3e9cb49d31cb1ad96c59f608da3a0e85")
    }

    @Test func referencesAreOldestFirst() throws {
        let message = try Mbox.read(
            Mbox.one("References: <1@x> junk\n <2@x>", "In-Reply-To: Your message <3@x> of Monday")
        ).first
        #expect(message?.references == ["<1@x>", "<2@x>", "<3@x>"])
    }

    @Test func withoutASenderTheEnvelopeTells() throws {
        #expect(try Mbox.read(Mbox.one("X-A: b")).first?.sender == "ann@example.org")
        #expect(try Mbox.read("From - Mon Mar  2 09:15:00 2026\nX-A: b\n\nT\n\n").first?.sender == "")
    }
}
