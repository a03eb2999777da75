import Logging
import NotesCore
import Testing

/// What need not be tried over HTTP.
struct AccountTests {
    @Test func aPasswordMatchesItsOwnHashAlone() async throws {
        let hasher = PasswordHasher(cost: 1024)
        let hash = try await hasher.hash("a good password")
        #expect(try await hasher.matches("a good password", hash: hash))
        #expect(try await !hasher.matches("a bad password", hash: hash))
        #expect(try await !hasher.matches("a good password", hash: nil))
        // Each has a salt of its own.
        #expect(try await hasher.hash("a good password") != hash)
        // A hash says what it has cost, so that the cost can be changed.
        #expect(try await PasswordHasher(cost: 2048).matches("a good password", hash: hash))
    }

    @Test(arguments: ["", "scrypt$1024$!$!", "plain", "scrypt$many$AAAA$AAAA", "md5$1024$AAAA$AAAA"])
    func whatIsNoHashMatchesNothing(_ hash: String) async throws {
        #expect(try await !PasswordHasher(cost: 1024).matches("", hash: hash))
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
}
