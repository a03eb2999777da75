import MessengerCore
import SafeFacade

/// Shows the messages that wait to be sent.
final class OutboxModel {
    private lazy var store = dependency(\.outboxStore)

    func messages() throws -> [OutboxMessage] {
        try store.queuedMessages()
    }
}
