import MessengerCore
import Resolver
import SafeFacade

extension ResolverScope {
    /// What belongs to a user who signed in.
    ///
    /// Reset when the session ends.
    static let session = ResolverScopeCache()
}

extension Resolver {
    /// What a user who signed in has: a token, and a sender that shows it.
    static func registerSession() {
        register(\.tokens)

        register(\.sender)
    }
}

extension Container {
    var tokens: Factory<any TokenManaging> {
        self {
            TokenManager(
                clock: $0.clock(),
                identifiers: $0.identifiers(),
                analytics: $0.analytics()
            )
        }
        .scope(.session)
    }

    var sender: Factory<any MessageSending> {
        self {
            MessageSender(
                outbox: $0.outboxStore(),
                tokens: $0.tokens(),
                clock: $0.clock(),
                identifiers: $0.identifiers()
            )
        }
        .scope(.session)
    }
}
