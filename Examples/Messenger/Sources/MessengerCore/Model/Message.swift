package import Foundation

/// A message as it is kept in the database.
package struct Message: Equatable, Identifiable, Sendable {
    /// The number a user types to name the message.
    package let id: Int64

    /// The `Message-ID`, or a digest of the content where the message has none.
    package let identity: String

    /// The identity of the first message of the conversation.
    package let thread: String

    package let sender: String
    package let recipients: String
    package let subject: String

    /// When the message was written, where the archive says so.
    package let date: Date?

    package let body: String

    package init(
        id: Int64,
        identity: String,
        thread: String,
        sender: String,
        recipients: String,
        subject: String,
        date: Date?,
        body: String
    ) {
        self.id = id
        self.identity = identity
        self.thread = thread
        self.sender = sender
        self.recipients = recipients
        self.subject = subject
        self.date = date
        self.body = body
    }
}

/// One line of a list: a message without its body.
package struct MessageSummary: Equatable, Identifiable, Sendable {
    package let id: Int64
    package let sender: String
    package let subject: String
    package let date: Date?

    package init(id: Int64, sender: String, subject: String, date: Date?) {
        self.id = id
        self.sender = sender
        self.subject = subject
        self.date = date
    }
}

/// A part of the list of messages, newest first.
package struct MessagePage: Equatable, Sendable {
    package let messages: [MessageSummary]

    /// How many messages there are in all.
    package let total: Int

    package init(messages: [MessageSummary], total: Int) {
        self.messages = messages
        self.total = total
    }
}

/// A message that was found, with the place that matched.
package struct SearchHit: Equatable, Sendable {
    package let message: MessageSummary

    /// A few words of the body, with the matching ones in brackets.
    package let excerpt: String

    package init(message: MessageSummary, excerpt: String) {
        self.message = message
        self.excerpt = excerpt
    }
}
