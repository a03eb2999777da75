import GRDB

/// Finds messages by words.
package protocol MessageSearching: Sendable {
    /// The messages that have every word, or one that begins with it, newest first.
    func messages(matching words: String, limit: Int) throws -> [SearchHit]
}

/// Finds messages in the full-text index.
package struct MessageSearch: MessageSearching {
    private let database: MessageDatabase

    package init(database: MessageDatabase) {
        self.database = database
    }

    package func messages(matching words: String, limit: Int) throws -> [SearchHit] {
        // The pattern takes words only: quotes and operators of the index's query language have no effect.
        guard let pattern = FTS5Pattern(matchingAllPrefixesIn: words) else {
            throw MessengerError.nothingToSearchFor
        }
        return try database.read { db in
            try SummaryRow.fetchAll(
                db,
                sql: """
                    SELECT \(SummaryRow.columns), snippet(messageIndex, 2, '[', ']', '…', 12) AS excerpt
                    FROM messageIndex JOIN message ON message.id = messageIndex.rowid
                    WHERE messageIndex MATCH ?
                    ORDER BY \(SummaryRow.newestFirst) LIMIT ?
                    """,
                arguments: [pattern, limit]
            ).map { SearchHit(message: $0.summary, excerpt: $0.excerpt ?? "") }
        }
    }
}
