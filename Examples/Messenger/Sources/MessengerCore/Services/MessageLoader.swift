import GRDB

/// Reads messages.
package protocol MessageLoading: Sendable {
    /// A part of all messages, newest first.
    func page(limit: Int, offset: Int) throws -> MessagePage

    /// The message of that number, or `MessengerError.noSuchMessage`.
    func message(id: Message.ID) throws -> Message

    /// The messages of a conversation, oldest first.
    func conversation(_ thread: String) throws -> [MessageSummary]
}

/// Reads messages from the database.
package struct MessageLoader: MessageLoading {
    private let database: MessageDatabase

    package init(database: MessageDatabase) {
        self.database = database
    }

    package func page(limit: Int, offset: Int) throws -> MessagePage {
        try database.read { db in
            let rows = try SummaryRow.fetchAll(
                db,
                sql: """
                    SELECT \(SummaryRow.columns) FROM message
                    ORDER BY \(SummaryRow.newestFirst) LIMIT ? OFFSET ?
                    """,
                arguments: [limit, offset]
            )
            let total = try MessageRow.fetchCount(db)
            return MessagePage(messages: rows.map(\.summary), total: total)
        }
    }

    package func message(id: Message.ID) throws -> Message {
        let row = try database.read { try MessageRow.fetchOne($0, key: id) }
        guard let message = row?.message else { throw MessengerError.noSuchMessage(id) }
        return message
    }

    package func conversation(_ thread: String) throws -> [MessageSummary] {
        try database.read { db in
            try SummaryRow.fetchAll(
                db,
                sql: """
                    SELECT \(SummaryRow.columns) FROM message WHERE thread = ?
                    ORDER BY message.date IS NULL, message.date, message.id
                    """,
                arguments: [thread]
            ).map(\.summary)
        }
    }
}
