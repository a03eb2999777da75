import MessengerCore
import SafeFacade

/// The database, the outbox in it, and the cache of messages.
extension Container {
    /// Bound when it is open, as opening it may fail.
    var database: Factory<MessageDatabase> { required() }

    var databasePath: Factory<String> { self { $0.launch().databasePath }.graph }
    var outboxStore: Factory<any OutboxStoring> { self { OutboxStore(database: $0.database()) }.singleton }
    var messageCache: Factory<MessageCache> { self { MessageCache(capacity: 64) }.cached }
}
