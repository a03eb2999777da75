import MessengerCore
import Resolver

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
