package import GRDB
import Synchronization

/// All that one request does to the database: one transaction, which is committed or rolled back as a whole.
///
/// The transaction begins with the first write. What only reads never waits for those who write.
package final class UnitOfWork: Sendable {
    private struct State {
        /// The first write's wait for its turn, which all later ones share.
        var beginning: Task<NotesDatabase, any Error>?
        /// Whether the writer is in this transaction; changed on the writer's queue alone.
        var isOpen = false
        /// Whether a write has failed, so that what is there may be half of something.
        var hasFailed = false
        var hasEnded = false
    }

    private let database: @Sendable () async throws -> NotesDatabase
    private let liveObjects: LiveObjectCounter
    private let state = Mutex(State())

    /// - Parameters:
    ///   - liveObjects: Counts it.
    ///   - database: Gives the database, when it is first needed.
    package init(liveObjects: LiveObjectCounter, database: @escaping @Sendable () async throws -> NotesDatabase) {
        self.database = database
        self.liveObjects = liveObjects
        liveObjects.recordMade()
    }

    deinit { liveObjects.recordEnded() }

    /// Reads: what the unit of work has written, or else what others have committed.
    package func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        guard let beginning = try current() else { return try await database().read(body) }
        return try await step(in: beginning.value, body)
    }

    /// Writes, in the transaction; when it throws, all that the unit of work has written will be rolled back.
    package func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let beginning = try state.withLock { state in
            if state.hasEnded { throw UnitOfWorkError.ended }
            if let beginning = state.beginning { return beginning }
            // A task of its own: whoever is cancelled meanwhile, the turn that was asked for is given back in the end.
            let beginning = Task { try await self.begin() }
            state.beginning = beginning
            return beginning
        }
        do {
            return try await step(in: beginning.value, body)
        } catch {
            state.withLock { $0.hasFailed = true }
            throw error
        }
    }

    /// Commits what was written; nothing of it is there where this throws.
    package func commit() async throws { try await end(committing: true) }

    /// Takes back what was written.
    package func rollBack() async throws { try await end(committing: false) }

    private func current() throws -> Task<NotesDatabase, any Error>? {
        try state.withLock { state in
            if state.hasEnded { throw UnitOfWorkError.ended }
            return state.beginning
        }
    }

    private func begin() async throws -> NotesDatabase {
        let database = try await database()
        await database.writerLock.lock()
        do {
            try await database.onWriter {
                try $0.beginTransaction(.immediate)
                self.state.withLock { $0.isOpen = true }
            }
        } catch {
            database.writerLock.unlock()
            throw error
        }
        return database
    }

    private func step<Value: Sendable>(
        in database: NotesDatabase, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await database.onWriter { connection in
            // Asked here, as a task that outlives the request may come when the writer is another's.
            guard self.state.withLock({ $0.isOpen }) else { throw UnitOfWorkError.ended }
            return try body(connection)
        }
    }

    private func end(committing: Bool) async throws {
        let (beginning, hasFailed) = try state.withLock { state in
            if state.hasEnded { throw UnitOfWorkError.ended }
            state.hasEnded = true
            return (state.beginning, state.hasFailed)
        }
        guard let beginning else { return }
        guard let database = try? await beginning.value else {
            // It never began: there is nothing to take back, but a commit has nothing to show either.
            if committing { throw UnitOfWorkError.failed }
            return
        }
        defer { database.writerLock.unlock() }
        try await database.onWriter { connection in
            defer { self.state.withLock { $0.isOpen = false } }
            if committing, !hasFailed {
                do {
                    try connection.commit()
                } catch {
                    try? connection.rollback()
                    throw error
                }
            } else {
                // SQLite itself rolls back after some errors.
                if connection.isInsideTransaction { try connection.rollback() }
                if committing { throw UnitOfWorkError.failed }
            }
        }
    }
}

/// What is wrong with the use of a unit of work.
package enum UnitOfWorkError: Error {
    /// It has been committed or rolled back.
    case ended
    /// It was to be committed although a write of it has failed.
    case failed
}
