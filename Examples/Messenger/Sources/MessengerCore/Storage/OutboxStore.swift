package import Foundation
import GRDB

/// The messages that wait to be sent.
package protocol OutboxStoring: Sendable {
    /// Adds a message and returns it with its number.
    func queue(_ draft: Draft, messageID: String, session: String, at date: Date) throws -> OutboxMessage

    /// All messages in the order they were queued.
    func queuedMessages() throws -> [OutboxMessage]
}

/// Keeps the outbox in the database.
package struct OutboxStore: OutboxStoring {
    private let database: MessageDatabase

    package init(database: MessageDatabase) {
        self.database = database
    }

    package func queue(_ draft: Draft, messageID: String, session: String, at date: Date) throws -> OutboxMessage {
        try database.write { db in
            var row = OutboxRow(
                messageID: messageID,
                recipients: draft.recipients.joined(separator: ", "),
                subject: draft.subject,
                body: draft.body,
                queuedAt: date.timeIntervalSince1970,
                session: session
            )
            try row.insert(db)
            return row.message
        }
    }

    package func queuedMessages() throws -> [OutboxMessage] {
        try database.read { db in
            try OutboxRow.fetchAll(db, sql: "SELECT * FROM outbox ORDER BY id").map(\.message)
        }
    }
}

private struct OutboxRow: Codable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "outbox"

    var id: Int64?
    var messageID: String
    var recipients: String
    var subject: String
    var body: String
    var queuedAt: Double
    var session: String

    mutating func didInsert(_ inserted: InsertionSuccess) {
        id = inserted.rowID
    }

    var message: OutboxMessage {
        OutboxMessage(
            id: id ?? 0,
            messageID: messageID,
            recipients: recipients,
            subject: subject,
            body: body,
            queuedAt: Date(timeIntervalSince1970: queuedAt),
            session: session
        )
    }
}
