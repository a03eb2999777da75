import MessengerCore
import SafeFacade

/// Shows the messages that wait to be sent.
final class OutboxModel {
    private lazy var store: any OutboxStoring = Container.shared.outboxStore()

    func messages() throws -> [OutboxMessage] {
        try store.queuedMessages()
    }
}
