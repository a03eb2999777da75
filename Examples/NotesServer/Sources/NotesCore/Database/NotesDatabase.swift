import Foundation
package import GRDB

/// The database: one connection that writes, several that read.
package final class NotesDatabase: Sendable {
    let pool: DatabasePool
    /// Held by the unit of work that writes, until it ends.
    let writerLock = AsyncLock()

    private init(pool: DatabasePool) { self.pool = pool }

    /// Opens the file, or makes it, and brings its tables up to date.
    package static func open(at path: String) async throws -> NotesDatabase {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        // A unit of work's transaction spans several calls of the writer.
        configuration.allowsUnsafeTransactions = true
        let pool = try DatabasePool(path: path, configuration: configuration)
        try await withCheckedThrowingContinuation { continuation in
            migrator.asyncMigrate(pool) { continuation.resume(with: $0.map { _ in }) }
        }
        return NotesDatabase(pool: pool)
    }

    /// Waits for what is being read and written, and closes all connections.
    package func close() throws { try pool.close() }

    /// Reads, beside others.
    package func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await pool.read(body)
    }

    /// Runs a step of a transaction on the writer's queue, also where the task has been cancelled.
    func onWriter<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            pool.asyncWriteWithoutTransaction { database in
                continuation.resume(with: Result { try body(database) })
            }
        }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("accounts and notes") { database in
            try database.execute(
                sql: """
                    CREATE TABLE user (
                        id INTEGER PRIMARY KEY,
                        name TEXT NOT NULL UNIQUE COLLATE NOCASE,
                        password TEXT NOT NULL,
                        noteCount INTEGER NOT NULL DEFAULT 0
                    );
                    CREATE TABLE session (
                        token BLOB PRIMARY KEY,
                        userID INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
                        expires REAL NOT NULL
                    ) WITHOUT ROWID;
                    CREATE TABLE note (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        userID INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
                        title TEXT NOT NULL,
                        body TEXT NOT NULL,
                        changed REAL NOT NULL
                    );
                    CREATE INDEX noteOfUser ON note (userID, id);
                    """)
        }
        // Each sign-in removes the sessions that have expired.
        migrator.registerMigration("index of sessions") { database in
            try database.execute(sql: "CREATE INDEX sessionByExpiry ON session (expires)")
        }
        return migrator
    }
}
