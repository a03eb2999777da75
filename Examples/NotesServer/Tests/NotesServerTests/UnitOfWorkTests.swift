import Dispatch
import GRDB
import GRDBSQLite
import InMemoryLogging
import Logging
import Testing

@testable import NotesCore

/// One transaction: all or nothing, and never another's.
@Suite(.timeLimit(.minutes(5))) struct UnitOfWorkTests {
    private func withDatabase(_ test: (NotesDatabase) async throws -> Void) async throws {
        try await withSettings { settings in
            let database = try await NotesDatabase.open(at: settings.databasePath)
            try await test(database)
            try database.close()
        }
    }

    private func unitOfWork(_ database: NotesDatabase, log: InMemoryLogHandler = InMemoryLogHandler()) -> UnitOfWork {
        let liveObjects = LiveObjectCounter()
        let log = RequestLog(
            IncomingRequest(id: "17"), logger: Logger(label: "test") { _ in log }, liveObjects: liveObjects)
        return UnitOfWork(log: log, liveObjects: liveObjects) { database }
    }

    @Sendable private static func count(_ connection: Database) throws -> Int {
        try Int.fetchOne(connection, sql: "SELECT count(*) FROM user") ?? -1
    }

    private static func insert(_ name: String) -> @Sendable (Database) throws -> Void {
        { try $0.execute(literal: "INSERT INTO user (name, password) VALUES (\(name), '')") }
    }

    @Test func othersSeeItWhenItIsCommitted() async throws {
        try await withDatabase { database in
            let work = unitOfWork(database)
            try await work.write(Self.insert("Ann"))
            #expect(try await work.read(Self.count) == 1)
            #expect(try await database.read(Self.count) == 0)
            try await work.commit()
            #expect(try await database.read(Self.count) == 1)
        }
    }

    @Test func nobodySeesWhatIsRolledBack() async throws {
        try await withDatabase { database in
            let work = unitOfWork(database)
            try await work.write(Self.insert("Ann"))
            await work.rollBack()
            #expect(try await database.read(Self.count) == 0)
        }
    }

    @Test func childTasksWriteInTheSameTransaction() async throws {
        try await withDatabase { database in
            let work = unitOfWork(database)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for number in 1...20 { tasks.addTask { try await work.write(Self.insert("\(number)")) } }
                try await tasks.waitForAll()
            }
            #expect(try await database.read(Self.count) == 0)
            try await work.commit()
            #expect(try await database.read(Self.count) == 20)
        }
    }

    @Test func manyTakeTurns() async throws {
        try await withDatabase { database in
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for number in 1...40 {
                    tasks.addTask {
                        let work = unitOfWork(database)
                        try await work.write(Self.insert("\(number)"))
                        await Task.yield()
                        try await work.write(Self.insert("\(number) again"))
                        if number.isMultiple(of: 2) { try await work.commit() } else { await work.rollBack() }
                    }
                }
                try await tasks.waitForAll()
            }
            #expect(try await database.read(Self.count) == 40)
        }
    }

    @Test func whoIsCancelledLeavesTheWriterToOthers() async throws {
        try await withDatabase { database in
            let first = unitOfWork(database)
            try await first.write(Self.insert("first"))
            let cancelled = Task {
                let work = unitOfWork(database)
                try? await work.write(Self.insert("cancelled"))
                await work.rollBack()
            }
            while database.writerLock.queueLength < 2 { try await Task.sleep(for: .milliseconds(1)) }
            cancelled.cancel()
            try await first.commit()
            await cancelled.value
            let last = unitOfWork(database)
            try await last.write(Self.insert("last"))
            try await last.commit()
            #expect(try await database.read(Self.count) == 2)
        }
    }

    @Test func afterItsEndItRefuses() async throws {
        try await withDatabase { database in
            let work = unitOfWork(database)
            try await work.write(Self.insert("Ann"))
            try await work.commit()
            await #expect(throws: UnitOfWorkError.ended) { try await work.write(Self.insert("Mary")) }
            await #expect(throws: UnitOfWorkError.ended) { try await work.read(Self.count) }
            await #expect(throws: UnitOfWorkError.ended) { try await work.commit() }
            #expect(try await database.read(Self.count) == 1)
        }
    }

    @Test func whatFailedIsNotCommitted() async throws {
        try await withDatabase { database in
            let work = unitOfWork(database)
            try await work.write(Self.insert("Ann"))
            await #expect(throws: DatabaseError.self) { try await work.write(Self.insert("Ann")) }
            await #expect(throws: UnitOfWorkError.failed) { try await work.commit() }
            #expect(try await database.read(Self.count) == 0)
        }
    }

    @Test func nothingIsWrittenAfterAFailure() async throws {
        try await withDatabase { database in
            let work = unitOfWork(database)
            try await work.write(Self.insert("Ann"))
            await #expect(throws: DatabaseError.self) { try await work.write(Self.insert("Ann")) }
            await #expect(throws: UnitOfWorkError.failed) { try await work.write(Self.insert("Mary")) }
            await #expect(throws: UnitOfWorkError.failed) { try await work.read(Self.count) }
            await work.rollBack()
            #expect(try await database.read(Self.count) == 0)
        }
    }

    /// SQLite rolls back by itself after some errors, and what is written then would be committed at once.
    @Test func nothingIsWrittenWhereSQLiteHasRolledBack() async throws {
        try await withDatabase { database in
            let work = unitOfWork(database)
            try await work.write(Self.insert("Ann"))
            // The error is caught inside, so that the step itself has not failed.
            try await work.write { connection in
                try? connection.execute(sql: "INSERT OR ROLLBACK INTO user (name, password) VALUES ('Ann', '')")
            }
            await #expect(throws: UnitOfWorkError.failed) { try await work.write(Self.insert("Mary")) }
            await #expect(throws: UnitOfWorkError.failed) { try await work.commit() }
            #expect(try await database.read(Self.count) == 0)
        }
    }

    /// Whoever ends it while a write still runs must learn of its failure.
    @Test func aWriteThatFailsDuringTheCommitIsNotCommitted() async throws {
        try await withDatabase { database in
            let work = unitOfWork(database)
            let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
            let gate = DispatchSemaphore(value: 0)
            let write = Task {
                try await work.write { connection in
                    try Self.insert("half")(connection)
                    hasBegun.yield()
                    gate.wait()
                    throw UnitOfWorkError.failed
                }
            }
            for await _ in begun { break }
            // Two commits: the one that comes second is refused at once, and tells that the first is under way.
            let outcomes = await withTaskGroup(of: UnitOfWorkError?.self) { commits in
                for _ in 1...2 { commits.addTask { await Self.failureOfCommitting(work) } }
                let second = await commits.next() ?? nil
                gate.signal()
                return [second, await commits.next() ?? nil]
            }
            #expect(outcomes == [.ended, .failed])
            await #expect(throws: UnitOfWorkError.failed) { try await write.value }
            let count = try await database.read(Self.count)
            #expect(count == 0)
        }
    }

    private static func failureOfCommitting(_ work: UnitOfWork) async -> UnitOfWorkError? {
        do { try await work.commit() } catch { return error as? UnitOfWorkError }
        return nil
    }

    @Test func theLogSaysWhatCannotBeRolledBack() async throws {
        let log = InMemoryLogHandler()
        try await withDatabase { database in
            let work = unitOfWork(database, log: log)
            try await work.write { connection in
                try Self.insert("Ann")(connection)
                // From now on, no statement is allowed.
                sqlite3_set_authorizer(connection.sqliteConnection, { _, _, _, _, _, _ in SQLITE_DENY }, nil)
            }
            await work.rollBack()
            try await database.onWriter { _ = sqlite3_set_authorizer($0.sqliteConnection, nil, nil) }
        }
        let line = try #require(log.entries.first)
        #expect(line.level == .error)
        #expect(line.message.description.hasPrefix("the unit of work cannot be rolled back: "))
        #expect(line.metadata["request"] == "17")
    }

    @Test func readingAloneWaitsForNobody() async throws {
        try await withDatabase { database in
            let (writing, reading) = (unitOfWork(database), unitOfWork(database))
            try await writing.write(Self.insert("Ann"))
            #expect(try await reading.read(Self.count) == 0)
            try await reading.commit()
            try await writing.commit()
        }
    }
}
