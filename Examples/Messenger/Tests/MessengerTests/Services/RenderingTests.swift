import Foundation
import MessengerCore
import Testing

@Suite struct RenderingTests {
    private let renderer = TextRenderer()

    @Test func aMessageDoesNotCommandTheTerminal() {
        let message = Message(
            id: 1, identity: "i", thread: "i", sender: "a\u{1B}[31m", recipients: "b", subject: "c\nd\u{202E}e",
            date: nil, body: "one\u{7}\ttab\n\u{1B}]0;title\u{7}two"
        )
        let text = renderer.text(OpenMessage(message: message, conversation: []))
        #expect(
            text == """
                Message 1
                From:    a [31m
                To:      b
                Date:    unknown
                Subject: c d e

                one\ttab
                ]0;titletwo
                """
        )
    }

    @Test(arguments: [
        (0.0, "1970-01-01 00:00"), (-60.0, "1969-12-31 23:59"), (951_782_400.0, "2000-02-29 00:00"),
        (1_780_300_800.0, "2026-06-01 08:00"),
    ])
    func timesAreUTC(seconds: Double, text: String) {
        let date = Date(timeIntervalSince1970: seconds)
        let page = MessagePage(messages: [MessageSummary(id: 1, sender: "a", subject: "", date: date)], total: 1)
        #expect(renderer.text(page) == "   1  \(text)  a                     (no subject)\n\n1 of 1 message")
    }

    @Test func reportsCount() {
        #expect(
            renderer.text(ImportReport(archive: "a", added: 1, duplicates: 2))
                == "Imported 1 message from a. 2 messages were here before."
        )
        #expect(
            renderer.text(ImportReport(archive: "a", duplicates: 3))
                == "Imported nothing from a: all 3 messages were here before."
        )
    }

    @Test func nothingIsSaidInWords() {
        #expect(renderer.text(MessagePage(messages: [], total: 0)) == "There are no messages.")
        #expect(renderer.text([], words: "x") == "No message has 'x'.")
        #expect(renderer.text(outbox: []) == "The outbox is empty.")
    }
}
