import GRDB
import NotesCore
import Testing

/// One transaction: all or nothing, and never another's.
struct UnitOfWorkTests {
    private func withDatabase(_ test: (NotesDatabase) async throws -> Void) async throws {
        try await withSettings { settings in
            let database = try await NotesDatabase.open(at: settings.databasePath)
            try await test(database)
            try database.close()
        }
    }

    private func unitOfWork(_ database: NotesDatabase) -> UnitOfWork {
        UnitOfWork(liveObjects: LiveObjectCounter()) { database }
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
            try await work.rollBack()
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
                        if number.isMultiple(of: 2) { try await work.commit() } else { try await work.rollBack() }
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
                try await work.rollBack()
            }
            cancelled.cancel()
            try await first.commit()
            try await cancelled.value
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
