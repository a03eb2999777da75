import Foundation
import GRDB

/// A row of the table `message`.
///
/// Dates are seconds since 1970: they sort as numbers, and no text format can change them.
struct MessageRow: Codable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "message"

    var id: Int64?
    var identity: String
    var thread: String
    var sender: String
    var recipients: String
    var subject: String
    var date: Double?
    var body: String

    mutating func didInsert(_ inserted: InsertionSuccess) {
        id = inserted.rowID
    }

    /// Stores a message unless it is there.
    ///
    /// Returns whether it is new.
    static func insert(_ message: MailMessage, in db: Database) throws -> Bool {
        let known = try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 FROM message WHERE identity = ?)",
            arguments: [message.identity]
        )
        if known == true { return false }
        let thread = try thread(of: message, in: db)
        var row = MessageRow(
            identity: message.identity,
            thread: thread,
            sender: message.sender,
            recipients: message.recipients,
            subject: message.subject,
            date: message.date?.timeIntervalSince1970,
            body: message.body
        )
        try row.insert(db)
        if thread != message.identity {
            // Answers that came before this message took it for the start of their thread.
            try db.execute(
                sql: "UPDATE message SET thread = ? WHERE thread = ?",
                arguments: [thread, message.identity]
            )
        }
        return true
    }

    /// The thread of the first message it answers that is known, else the oldest id it names.
    private static func thread(of message: MailMessage, in db: Database) throws -> String {
        for reference in message.references {
            let thread = try String.fetchOne(
                db,
                sql: "SELECT thread FROM message WHERE identity = ?",
                arguments: [reference]
            )
            if let thread { return thread }
        }
        return message.references.first ?? message.identity
    }

    var message: Message? {
        guard let id else { return nil }
        return Message(
            id: id,
            identity: identity,
            thread: thread,
            sender: sender,
            recipients: recipients,
            subject: subject,
            date: date.map(Date.init(timeIntervalSince1970:)),
            body: body
        )
    }
}

/// What a list needs of the table `message`.
struct SummaryRow: Codable, FetchableRecord {
    static let columns = "message.id, message.sender, message.subject, message.date"

    /// Newest first; messages without a date come last.
    static let newestFirst = "message.date DESC, message.id DESC"

    let id: Int64
    let sender: String
    let subject: String
    let date: Double?
    var excerpt: String?

    var summary: MessageSummary {
        MessageSummary(
            id: id,
            sender: sender,
            subject: subject,
            date: date.map(Date.init(timeIntervalSince1970:))
        )
    }
}
