import GRDB

/// The tables, and how they came to be.
enum Schema {
    /// Marks the file as Messenger's (`PRAGMA application_id`): the bytes "MSGR".
    private static let applicationID = 0x4D53_4752

    /// What each version added.
    ///
    /// A version that was released is never changed: a change of the tables is a new version.
    private static let versions: [@Sendable (Database) throws -> Void] = [
        { db in
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try createMessages(in: db)
            try createOutbox(in: db)
        }
    ]

    /// Whether the tables are those of this version.
    ///
    /// Throws for a database that is another program's, or newer.
    static func isCurrent(in db: Database, path: String) throws -> Bool {
        let owner = try Int.fetchOne(db, sql: "PRAGMA application_id")
        guard try owner == applicationID || isEmpty(db) else { throw MessengerError.foreignDatabase(path: path) }
        let version = try version(of: db)
        guard version <= versions.count else { throw MessengerError.newerDatabase(path: path) }
        return version == versions.count
    }

    /// Brings the tables up to date, in the one transaction that the caller has begun.
    ///
    /// GRDB's `DatabaseMigrator` has a transaction for each step. Two programs that open a new file at the same time
    /// would see each other's half-made tables; here the second one waits, and finds them made.
    static func migrate(_ db: Database, path: String) throws {
        guard try !isCurrent(in: db, path: path) else { return }
        for add in versions[try version(of: db)...] { try add(db) }
        try db.execute(sql: "PRAGMA user_version = \(versions.count)")
    }

    private static func version(of db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    }

    private static func isEmpty(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
    }

    private static func createMessages(in db: Database) throws {
        try db.create(table: "message") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("identity", .text).notNull().unique()
            table.column("thread", .text).notNull().indexed()
            table.column("sender", .text).notNull()
            table.column("recipients", .text).notNull()
            table.column("subject", .text).notNull()
            table.column("date", .double).indexed()
            table.column("body", .text).notNull()
        }
        // Kept in step with the table by triggers, so that no writer can forget it.
        try db.create(virtualTable: "messageIndex", using: FTS5()) { index in
            index.synchronize(withTable: "message")
            index.tokenizer = .unicode61()
            index.column("sender")
            index.column("subject")
            index.column("body")
        }
    }

    private static func createOutbox(in db: Database) throws {
        try db.create(table: "outbox") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("messageID", .text).notNull().unique()
            table.column("recipients", .text).notNull()
            table.column("subject", .text).notNull()
            table.column("body", .text).notNull()
            table.column("queuedAt", .double).notNull()
            table.column("session", .text).notNull()
        }
    }
}
