package import GRDB
import Synchronization

/// All that one request does to the database: one transaction, which is committed or rolled back as a whole.
///
/// The transaction begins with the first write. What only reads never waits for those who write.
package final class UnitOfWork: Sendable {
    private struct State {
        /// The first write's wait for the writer, which all later ones share.
        var beginning: Task<NotesDatabase, any Error>?
        var transaction = Transaction.none
        var hasEnded = false
    }

    /// How far the transaction is: read and changed on the writer's queue alone, so that each step knows of those before.
    private enum Transaction {
        /// It has not begun, or has ended.
        case none
        case open
        /// A write has thrown, so that what is there may be half of something.
        case failed
    }

    private let log: RequestLog
    private let liveObjects: LiveObjectCounter
    private let database: @Sendable () async throws -> NotesDatabase
    private let state = Mutex(State())

    /// - Parameters:
    ///   - log: Is told what cannot be rolled back.
    ///   - liveObjects: Counts it.
    ///   - database: Gives the database, when it is first needed.
    package init(
        log: RequestLog, liveObjects: LiveObjectCounter, database: @escaping @Sendable () async throws -> NotesDatabase
    ) {
        self.log = log
        self.liveObjects = liveObjects
        self.database = database
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
            // A task of its own: whoever is cancelled meanwhile, the writer is unlocked in the end.
            let beginning = Task { try await self.begin() }
            state.beginning = beginning
            return beginning
        }
        return try await step(in: beginning.value) { connection in
            do {
                return try body(connection)
            } catch {
                self.state.withLock { $0.transaction = .failed }
                throw error
            }
        }
    }

    /// Commits what was written; nothing of it is there where this throws.
    package func commit() async throws { try await end(committing: true) }

    /// Takes back what was written; if that fails, the log says so, as the caller has an error to throw already.
    package func rollBack() async {
        do {
            try await end(committing: false)
        } catch {
            log.error("the unit of work cannot be rolled back: \(error)")
        }
    }

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
                self.state.withLock { $0.transaction = .open }
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
            switch self.state.withLock({ $0.transaction }) {
            // A task that outlives the request may come when another unit of work has the writer.
            case .none: throw UnitOfWorkError.ended
            case .failed: throw UnitOfWorkError.failed
            case .open: break
            }
            // SQLite itself rolls back after some errors. Without a transaction, each write would be committed at once.
            guard connection.isInsideTransaction else { throw UnitOfWorkError.failed }
            return try body(connection)
        }
    }

    private func end(committing: Bool) async throws {
        let beginning = try state.withLock { state in
            if state.hasEnded { throw UnitOfWorkError.ended }
            state.hasEnded = true
            return state.beginning
        }
        guard let beginning else { return }
        guard let database = try? await beginning.value else {
            // It never began: there is nothing to take back, but a commit has nothing to show either.
            if committing { throw UnitOfWorkError.failed }
            return
        }
        defer { database.writerLock.unlock() }
        try await database.onWriter { connection in
            let isWhole = self.state.withLock { state in
                defer { state.transaction = .none }
                return state.transaction == .open
            }
            var failure: any Error = UnitOfWorkError.failed
            if committing, isWhole, connection.isInsideTransaction {
                do { return try connection.commit() } catch { failure = error }
            }
            try connection.rollback()
            if committing { throw failure }
        }
    }
}

/// What is wrong with the use of a unit of work.
package enum UnitOfWorkError: Error {
    /// It has been committed or rolled back.
    case ended
    /// A write of it has failed, so that it can only be rolled back.
    case failed
}
