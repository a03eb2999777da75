import MessengerCore
import Resolver

/// Shows the messages that wait to be sent.
final class OutboxModel: Resolving {
    private lazy var store: any OutboxStoring = resolver.resolve()

    func messages() throws -> [OutboxMessage] {
        try store.queuedMessages()
    }
}
