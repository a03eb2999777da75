package import Foundation

/// Proof towards a mail server that a user signed in.
package struct AccessToken: Equatable, Sendable {
    /// The session the token belongs to.
    package let session: String
    package let expiresAt: Date

    package init(session: String, expiresAt: Date) {
        self.session = session
        self.expiresAt = expiresAt
    }
}

/// Holds the token of one session.
package protocol TokenManaging: Sendable {
    /// The token, or `MessengerError.sessionExpired` when its time is over.
    func token() throws(MessengerError) -> AccessToken
}

/// Signs in once, when it is made.
///
/// A session that has expired is replaced, never renewed.
package struct TokenManager: TokenManaging {
    /// How long a session lasts, in seconds.
    package static let lifetime: Double = 3600

    private let clock: any WallClock
    private let issued: AccessToken

    package init(clock: any WallClock, identifiers: any IdentifierGenerating, analytics: (any Analytics)? = nil) {
        self.clock = clock
        issued = AccessToken(
            session: "session-\(identifiers.next())",
            expiresAt: clock.now.addingTimeInterval(Self.lifetime)
        )
        analytics?.record(.signedIn)
    }

    package func token() throws(MessengerError) -> AccessToken {
        guard clock.now < issued.expiresAt else { throw .sessionExpired }
        return issued
    }
}
