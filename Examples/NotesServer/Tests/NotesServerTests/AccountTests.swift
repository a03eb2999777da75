import GRDB
import Logging
import NotesCore
import Testing

/// What need not be tried over HTTP.
@Suite(.timeLimit(.minutes(5))) struct AccountTests {
    private let hasher = PasswordHasher(cost: 1024, queueLimit: 10)

    @Test func aPasswordMatchesItsOwnHashAlone() async throws {
        let hash = try await hasher.hash("a good password")
        #expect(try await hasher.matches("a good password", hash: hash))
        #expect(try await !hasher.matches("a bad password", hash: hash))
        #expect(try await !hasher.matches("a good password", hash: nil))
        // Each has a salt of its own.
        #expect(try await hasher.hash("a good password") != hash)
        // A hash says what it has cost, so that the cost can be changed.
        #expect(try await PasswordHasher(cost: 2048, queueLimit: 10).matches("a good password", hash: hash))
    }

    /// Computed elsewhere, with Python's `hashlib.scrypt`: a hash of the first version, which states the cost alone, and a new one.
    @Test(
        arguments: [
            "scrypt$1024$AAAAAAAAAAAAAAAAAAAAAA==$qRsx6Lz0A8L6yCoEEuD5tcdkwNsPGP/fVF8TrqDIHGI=",
            "scrypt$1024$8$3$AAAAAAAAAAAAAAAAAAAAAA==$QF7fY7mK/BuSalL8yy5FT9F4K4yqASMzfUDFJ0UW+fQ=",
        ]) func aHashStatesHowItWasMade(_ hash: String) async throws
    {
        #expect(try await hasher.matches("a good password", hash: hash))
        #expect(try await !hasher.matches("a bad password", hash: hash))
    }

    @Test func aNewHashStatesAllThatItCosts() async throws {
        #expect(try await hasher.hash("a good password").hasPrefix("scrypt$1024$8$3$"))
    }

    @Test func tooManyAtOnceAreRefused() async throws {
        // Slow enough that all are there before the first is done.
        let hasher = PasswordHasher(cost: 8192, queueLimit: 2)
        let outcomes = await withTaskGroup(of: NotesError?.self) { tasks in
            for _ in 1...8 {
                tasks.addTask {
                    do { _ = try await hasher.hash("a good password") } catch { return error as? NotesError }
                    return nil
                }
            }
            return await tasks.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.contains(.tooBusy))
        #expect(outcomes.contains(nil))
        // When they are done, there is room again.
        _ = try await hasher.hash("a good password")
    }

    @Test func whoIsCancelledCostsNoHash() async {
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await hasher.hash("a good password")
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test(arguments: [
        "", "scrypt$1024$!$!", "scrypt$1024$8$AAAA$AAAA", "plain", "scrypt$many$AAAA$AAAA", "md5$1024$AAAA$AAAA",
    ])
    func whatIsNoHashMatchesNothing(_ hash: String) async throws {
        #expect(try await !hasher.matches("", hash: hash))
    }

    @Test func settingsAreReadOrRefused() throws {
        let settings = try Settings(environment: [
            "NOTES_PORT": "81", "NOTES_HOST": "::1", "NOTES_DATABASE": "x", "NOTES_PASSWORD_COST": "4096",
            "LOG_LEVEL": "error",
        ])
        #expect((settings.port, settings.host, settings.databasePath) == (81, "::1", "x"))
        #expect((settings.passwordCost, settings.logLevel) == (4096, .error))
        #expect(try Settings(environment: [:]).port == 8080)
        for (name, text) in [
            ("NOTES_PORT", "65536"), ("NOTES_PASSWORD_COST", "1000"), ("NOTES_PASSWORD_COST", "3000"),
            ("NOTES_DATABASE", ""), ("LOG_LEVEL", "loud"),
        ] {
            let error = #expect(throws: BadSetting.self) { try Settings(environment: [name: text]) }
            #expect(error?.description == "\(name) cannot be '\(text)'")
        }
    }

    @Test func expiredSessionsAreFoundByAnIndex() async throws {
        try await withSettings { settings in
            let database = try await NotesDatabase.open(at: settings.databasePath)
            defer { try? database.close() }
            let plan = try await database.read { connection in
                try Row.fetchAll(connection, sql: "EXPLAIN QUERY PLAN DELETE FROM session WHERE expires <= 1")
                    .map { $0["detail"] as String }.joined()
            }
            #expect(plan.contains("sessionByExpiry"), "\(plan)")
        }
    }
}
