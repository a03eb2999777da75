package import Foundation

/// A message as it was read from an archive, before it has a place in the database.
package struct MailMessage: Equatable, Sendable {
    /// The `Message-ID`, or a digest of the content where the message has none.
    package let identity: String

    /// The ids of the messages it answers, the oldest first.
    package let references: [String]

    package let sender: String
    package let recipients: String
    package let subject: String
    package let date: Date?
    package let body: String

    package init(
        identity: String,
        references: [String] = [],
        sender: String,
        recipients: String,
        subject: String,
        date: Date?,
        body: String
    ) {
        self.identity = identity
        self.references = references
        self.sender = sender
        self.recipients = recipients
        self.subject = subject
        self.date = date
        self.body = body
    }
}

extension MailMessage {
    /// Reads header and body.
    ///
    /// `envelope` is the `From ` line, which has a date where the header has none.
    init(part: MIMEPart, envelope: String) {
        let headers = part.headers
        self.init(
            identity: headers.messageIDs("message-id").first ?? Self.digest(of: part),
            references: headers.messageIDs("references") + headers.messageIDs("in-reply-to"),
            sender: headers.text("from") ?? Self.envelopeSender(envelope),
            recipients: [headers.text("to"), headers.text("cc")].compactMap(\.self).joined(separator: ", "),
            subject: headers.text("subject") ?? "",
            date: headers.raw("date").flatMap(MailDate.parse) ?? MailDate.parse(envelope),
            body: part.text()
        )
    }

    /// Names a message without an id by what its writer wrote.
    ///
    /// Status fields that mail programs add and change in an archive are left out: the message stays the same.
    private static func digest(of part: MIMEPart) -> String {
        var hash = SHA256()
        for name in ["from", "to", "cc", "date", "subject"] {
            hash.update((part.headers.raw(name) ?? "").utf8)
            hash.update([0])
        }
        hash.update(part.body)
        return "sha256:" + hash.finish()
    }

    private static func envelopeSender(_ envelope: String) -> String {
        let sender = envelope.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        return sender == "-" ? "" : sender
    }
}
