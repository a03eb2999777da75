package import Foundation
import GRDB

/// Somebody who has signed up.
package struct User: Codable, FetchableRecord, Sendable, Equatable {
    package let id: Int64
    package let name: String
}

/// A session that has begun: the one time that the token can be seen.
package struct Session: Codable, Sendable {
    package let token: String
    package let expires: Date
}

/// Tells the time in whole seconds, as clients read it; tests set it.
package struct WallClock: Sendable {
    package let now: @Sendable () -> Date

    package init() { self.init { Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)) } }

    package init(now: @escaping @Sendable () -> Date) { self.now = now }
}

/// Signs users up, in and out, for one request.
package final class Accounts: Sendable {
    private let unitOfWork: UnitOfWork
    private let passwords: PasswordHasher
    private let clock: WallClock
    private let settings: Settings
    private let log: RequestLog
    private let liveObjects: LiveObjectCounter

    package init(
        unitOfWork: UnitOfWork, passwords: PasswordHasher, clock: WallClock, settings: Settings, log: RequestLog,
        liveObjects: LiveObjectCounter
    ) {
        self.unitOfWork = unitOfWork
        self.passwords = passwords
        self.clock = clock
        self.settings = settings
        self.log = log
        self.liveObjects = liveObjects
        liveObjects.recordMade()
    }

    deinit { liveObjects.recordEnded() }

    package func signUp(name: String, password: String) async throws -> User {
        guard name.isASCIIName(upTo: 40) else {
            throw NotesError.invalid("a name has 1 to 40 letters (a to z), digits, '-', '_' or '.'")
        }
        guard (8...200).contains(password.utf8.count) else {
            throw NotesError.invalid("a password has 8 to 200 bytes")
        }
        // Before the first write: hashing is slow, and others wait for the writer.
        let hash = try await passwords.hash(password)
        let user = try await unitOfWork.write { database in
            do {
                try database.execute(
                    literal: "INSERT INTO user (name, password) VALUES (\(name), \(hash))")
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
                throw NotesError.nameTaken
            }
            return User(id: database.lastInsertedRowID, name: name)
        }
        log.setUser(user)
        return user
    }

    package func signIn(name: String, password: String) async throws -> Session {
        let row = try await unitOfWork.read { database in
            try SQLRequest<Row>(literal: "SELECT id, name, password FROM user WHERE name = \(name)").fetchOne(database)
                .map { (user: User(id: $0["id"], name: $0["name"]), hash: $0["password"] as String) }
        }
        guard try await passwords.matches(password, hash: row?.hash), let user = row?.user else {
            throw NotesError.wrongPassword
        }
        let (token, now) = (Token.random(), clock.now())
        let expires = now.addingTimeInterval(settings.sessionLength)
        try await unitOfWork.write { database in
            try database.execute(
                literal: """
                    INSERT INTO session (token, userID, expires)
                    VALUES (\(token.digest), \(user.id), \(expires.timeIntervalSince1970))
                    """)
            try database.execute(literal: "DELETE FROM session WHERE expires <= \(now.timeIntervalSince1970)")
        }
        log.setUser(user)
        return Session(token: token.text, expires: expires)
    }

    /// The user who was given a token.
    package func user(of token: Token?) async throws -> User {
        guard let token else { throw NotesError.notSignedIn }
        let (digest, now) = (token.digest, clock.now().timeIntervalSince1970)
        let user = try await unitOfWork.read { database in
            try SQLRequest<User>(
                sql: """
                    SELECT user.id, user.name FROM session JOIN user ON user.id = session.userID
                    WHERE session.token = ? AND session.expires > ?
                    """, arguments: [digest, now], cached: true
            ).fetchOne(database)
        }
        guard let user else { throw NotesError.notSignedIn }
        log.setUser(user)
        return user
    }

    /// Ends the session of a token, and no other session of the user.
    package func signOut(_ user: User, token: Token) async throws {
        let digest = token.digest
        try await unitOfWork.write { database in
            try database.execute(literal: "DELETE FROM session WHERE token = \(digest) AND userID = \(user.id)")
        }
    }
}
