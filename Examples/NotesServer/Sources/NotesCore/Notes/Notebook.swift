package import Foundation
package import GRDB

/// A note as its user sees it.
package struct Note: Codable, FetchableRecord, Sendable, Equatable {
    package let id: Int64
    /// The name of the user whose it is, as the database has it.
    package let owner: String
    package let title: String
    package let body: String
    package let changed: Date

    package static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
        .timeIntervalSince1970
    }
}

/// What of a note its user writes.
package struct NoteContent: Codable, Sendable {
    package let title: String
    package let body: String

    package init(title: String, body: String) { (self.title, self.body) = (title, body) }

    func check() throws {
        // In bytes: one character may be as long as a book.
        guard (1...200).contains(title.utf8.count), !title.allSatisfy(\.isWhitespace) else {
            throw NotesError.invalid("a title has 1 to 200 bytes")
        }
        guard body.utf8.count <= 32_768 else { throw NotesError.invalid("a note has at most 32768 bytes") }
    }
}

/// The notes of one user, for one request.
package final class Notebook: Sendable {
    package let user: User
    private let unitOfWork: UnitOfWork
    private let clock: WallClock
    private let settings: Settings
    private let log: RequestLog
    private let liveObjects: LiveObjectCounter

    package init(
        user: User, unitOfWork: UnitOfWork, clock: WallClock, settings: Settings, log: RequestLog,
        liveObjects: LiveObjectCounter
    ) {
        self.user = user
        self.unitOfWork = unitOfWork
        self.clock = clock
        self.settings = settings
        self.log = log
        self.liveObjects = liveObjects
        liveObjects.recordMade()
    }

    deinit { liveObjects.recordEnded() }

    package func add(_ content: NoteContent) async throws -> Note {
        try content.check()
        let (user, now, limit) = (user, clock.now(), settings.notesPerUser)
        let note = try await unitOfWork.write { database in
            try database.cachedStatement(
                sql: "UPDATE user SET noteCount = noteCount + 1 WHERE id = ? AND noteCount < ?"
            ).execute(arguments: [user.id, limit])
            guard database.changesCount == 1 else { throw NotesError.tooManyNotes }
            try database.cachedStatement(sql: "INSERT INTO note (userID, title, body, changed) VALUES (?, ?, ?, ?)")
                .execute(arguments: [user.id, content.title, content.body, now.timeIntervalSince1970])
            return Note(
                id: database.lastInsertedRowID, owner: user.name, title: content.title, body: content.body, changed: now
            )
        }
        log.debug("added note \(note.id)")
        return note
    }

    /// The notes after a certain one, in the order in which they were written.
    package func list(after: Int64, limit: Int) async throws -> [Note] {
        let userID = user.id
        return try await unitOfWork.read { database in
            try Self.select("note.id > ? ORDER BY note.id LIMIT ?", [userID, after, limit]).fetchAll(database)
        }
    }

    package func note(_ id: Int64) async throws -> Note {
        let userID = user.id
        let note = try await unitOfWork.read { database in
            try Self.select("note.id = ?", [userID, id]).fetchOne(database)
        }
        guard let note else { throw NotesError.noSuchNote }
        return note
    }

    package func replace(_ id: Int64, with content: NoteContent) async throws -> Note {
        try content.check()
        let (userID, now) = (user.id, clock.now())
        return try await unitOfWork.write { database in
            try database.cachedStatement(
                sql: "UPDATE note SET title = ?, body = ?, changed = ? WHERE userID = ? AND id = ?"
            ).execute(arguments: [content.title, content.body, now.timeIntervalSince1970, userID, id])
            guard let note = try Self.select("note.id = ?", [userID, id]).fetchOne(database) else {
                throw NotesError.noSuchNote
            }
            return note
        }
    }

    package func remove(_ id: Int64) async throws {
        let userID = user.id
        try await unitOfWork.write { database in
            try database.execute(literal: "DELETE FROM note WHERE userID = \(userID) AND id = \(id)")
            guard database.changesCount == 1 else { throw NotesError.noSuchNote }
            try database.execute(literal: "UPDATE user SET noteCount = noteCount - 1 WHERE id = \(userID)")
        }
    }

    /// Asks for notes of the user, whatever the condition; the owner's name is read from the row.
    private static func select(_ condition: String, _ arguments: StatementArguments) -> SQLRequest<Note> {
        SQLRequest(
            sql: """
                SELECT note.id, user.name AS owner, note.title, note.body, note.changed
                FROM note JOIN user ON user.id = note.userID WHERE note.userID = ? AND \(condition)
                """, arguments: arguments, cached: true)
    }
}
