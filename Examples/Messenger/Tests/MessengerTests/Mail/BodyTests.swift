import MessengerCore
import Testing

@Suite struct BodyTests {
    private func body(_ fields: String..., text: String) throws -> String? {
        try Mbox.read(Mbox.one(fields.joined(separator: "\n"), body: text)).first?.body
    }

    @Test func quotedPrintableIsDecoded() throws {
        let text = "Gr=C3=BC=C3=9Fe, lang =  \nund =\nweich, 1=1, =zz, =\n"
        let body = try body(
            "Content-Type: text/plain; charset=\"utf-8\"",
            "Content-Transfer-Encoding: Quoted-Printable",
            text: text
        )
        #expect(body == "Grüße, lang und weich, 1=1, =zz,")
    }

    @Test func base64IsDecodedWhateverIsBetween() throws {
        let body = try body(
            "Content-Type: text/plain; charset=iso-8859-1",
            "Content-Transfer-Encoding: base64",
            text: "R3L8\n !32\nUK\n"
        )
        #expect(body == "Grüße")
    }

    @Test(arguments: [
        ("iso-8859-15", [0xA4], "€"), ("windows-1252", [0x80], "€"), ("ISO-8859-1", [0xE9], "é"),
        ("koi8-r", [0xF0], "П"), ("shift_jis", [0x93, 0xFA], "日"), ("gb2312", [0xD6, 0xD0], "中"),
        ("x-harbour-9", [0xC3, 0xA9], "é"), ("x-harbour-9", [0xE9], "é"), ("utf-8", [0xE9], "é"),
        ("us-ascii", [0xC3, 0xA9], "é"), ("windows-1252", [0x81], "\u{81}"),
    ])
    func charsetsAreReadAndUnknownOnesGuessed(charset: String, bytes: [UInt8], text: String) throws {
        let header = Array(Mbox.one("Content-Type: text/plain; charset=\(charset)", body: "").utf8)
        #expect(try Mbox.read(header.dropLast() + [0x7C] + bytes + [0x7C, 0x0A, 0x0A]).first?.body == "|\(text)|")
    }

    @Test func theFirstPlainAlternativeIsShown() throws {
        let text = """
            preamble
            --b
            Content-Type: text/html

            <p>rich</p>
            --b
            Content-Type: text/plain

            plain
            --b--
            epilogue
            """
        #expect(try body("Content-Type: multipart/alternative; boundary=b", text: text + "\n") == "plain")
    }

    @Test func htmlIsMadePlain() throws {
        let text = """
            <html><style>p { }</style><script>if (a < b) { }</script><body><!-- no -->
            <p>One &amp; two&#33;</p>three<br>four 1 < 2 &unknown; &#x263A;</body>
            """
        let body = try body("Content-Type: text/html", text: text + "\n")
        #expect(body == "One & two!\nthree\nfour 1 < 2 &unknown; ☺")
    }

    @Test(arguments: [
        ("I <3 this. Rest.", "I <3 this. Rest."), ("I </3 this. Rest.", "I </3 this. Rest."),
        ("a <- b <= c <\u{E4} d", "a <- b <= c <\u{E4} d"), ("1<2<b>3</b>", "1<23"),
        ("<?xml version=\"1.0\"?><!DOCTYPE html><p>Text", "Text"),
    ])
    func onlyALetterBeginsATag(html: String, text: String) throws {
        #expect(try body("Content-Type: text/html; charset=utf-8", text: html + "\n") == text)
    }

    @Test func attachmentsAreNamedNotShown() throws {
        let text = """
            --b
            Content-Type: text/plain

            See below.
            --b
            Content-Type: application/pdf; name="=?utf-8?Q?=C3=9C.pdf?="

            %PDF
            --b
            Content-Type: text/csv
            Content-Disposition: attachment; filename*=utf-8''%C3%9C.csv

            1;2
            --b--
            """
        let body = try body("Content-Type: multipart/mixed; boundary=\"b\"", text: text + "\n")
        #expect(
            body == "See below.\n\n[attachment: Ü.pdf, application/pdf]\n\n[attachment: Ü.csv, text/csv]"
        )
    }

    @Test func partsMayBeNested() throws {
        let text = """
            --outer
            Content-Type: multipart/alternative; boundary="in;ner"

            --in;ner

            inner
            --in;ner--
            --outer
            Content-Type: message/rfc822

            Subject: forwarded

            letter
            --outer--
            """
        #expect(try body("Content-Type: multipart/mixed; boundary=outer", text: text + "\n") == "inner\n\nletter")
    }

    @Test func multipartWithoutPartsIsText() throws {
        #expect(try body("Content-Type: multipart/mixed", text: "just text\n") == "just text")
    }

    @Test func nestingHasAnEnd() throws {
        let opening = String(repeating: "--b\nContent-Type: multipart/mixed; boundary=b\n\n", count: 5000)
        let text = try body("Content-Type: multipart/mixed; boundary=b", text: opening + "--b--\n")
        #expect(text != nil)
        let letters = String(repeating: "Content-Type: message/rfc822\n\n", count: 5000)
        #expect(try body("Content-Type: message/rfc822", text: letters + "end\n")?.hasSuffix("end") == true)
    }

    @Test func emptyBodiesAreEmpty() throws {
        #expect(try body("Subject: x", text: "") == "")
        #expect(try body("Content-Type: text/html", text: "<b>") == "")
    }
}
