package import Foundation

/// What a user writes before it is sent.
package struct Draft: Equatable, Sendable {
    package let recipients: [String]
    package let subject: String
    package let body: String

    package init(recipients: [String], subject: String, body: String) {
        self.recipients = recipients
        self.subject = subject
        self.body = body
    }

    /// Throws where the draft could not be delivered, or would smuggle in a header.
    package func validate() throws(MessengerError) {
        guard !recipients.isEmpty else { throw .noRecipient }
        for recipient in recipients where !Self.isAddress(recipient) {
            throw .notAnAddress(recipient)
        }
        guard !subject.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .subjectHasLineBreak
        }
        guard body.contains(where: { !$0.isWhitespace }) else { throw .emptyBody }
    }

    /// Checks the form `local@domain` only: whether the address exists, only a mail server knows.
    private static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let hasBlank = text.contains { $0.isWhitespace || $0 == "," || $0 == ";" }
        return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty && !hasBlank
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

/// A message that waits in the outbox.
package struct OutboxMessage: Equatable, Identifiable, Sendable {
    package let id: Int64
    package let messageID: String
    package let recipients: String
    package let subject: String
    package let body: String
    package let queuedAt: Date

    /// The name of the session that a mail server will be shown.
    package let session: String

    package init(
        id: Int64,
        messageID: String,
        recipients: String,
        subject: String,
        body: String,
        queuedAt: Date,
        session: String
    ) {
        self.id = id
        self.messageID = messageID
        self.recipients = recipients
        self.subject = subject
        self.body = body
        self.queuedAt = queuedAt
        self.session = session
    }
}
