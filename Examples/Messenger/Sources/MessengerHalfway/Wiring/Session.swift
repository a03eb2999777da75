import MessengerCore
import Resolver

extension ResolverScope {
    /// What belongs to a user who signed in.
    ///
    /// Reset when the session ends.
    static let session = ResolverScopeCache()
}

extension Resolver {
    /// What a user who signed in has: a token, and a sender that shows it.
    static func registerSession() {
        register { resolver in
            TokenManager(
                clock: resolver.resolve(),
                identifiers: resolver.resolve(),
                analytics: resolver.optional()
            ) as any TokenManaging
        }
        .scope(.session)

        register { resolver in
            MessageSender(
                outbox: resolver.resolve(),
                tokens: resolver.resolve(),
                clock: resolver.resolve(),
                identifiers: resolver.resolve()
            ) as any MessageSending
        }
        .scope(.session)
    }
}
