import MessengerCore
import SafeFacade

/// Sends what a user writes, in a session that is valid.
final class ComposeModel {
    /// Set by the wiring; nil where nothing is recorded.
    var analytics: (any Analytics)?

    @LazyInjected(\.sender) private var sender

    func send(_ draft: Draft) throws -> OutboxMessage {
        let message: OutboxMessage
        do {
            message = try sender.send(draft)
        } catch MessengerError.sessionExpired {
            startNewSession()
            message = try sender.send(draft)
        }
        analytics?.record(.queuedMessage)
        return message
    }

    /// Drops everything that belongs to the session.
    ///
    /// What is resolved next signs in anew.
    private func startNewSession() {
        Scope.session.reset()
        $sender.release()
    }
}
