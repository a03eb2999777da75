import MessengerCommands
import MessengerCore
import Resolver
import SafeFacade

extension Resolver.Name {
    /// The path of the database, among all strings.
    static let databasePath = Self("database path")
}

extension Resolver {
    /// The database, the outbox in it, and the cache of messages.
    static func registerStorage() {
        register(\.databasePath, name: .databasePath)

        // resolver-migrate(declare): decide where its failure is handled: a typed factory does not throw [throwing]
        register { resolver in
            try MessageDatabase(
                path: resolver.resolve(name: .databasePath),
                creation: resolver.resolve(Launch.self).creation
            )
        }
        .scope(.application)

        register(\.outboxStore)

        register(\.messageCache)
    }
}

extension Container {
    var databasePath: Factory<String> { self { $0.launch().databasePath }.graph }
    var outboxStore: Factory<any OutboxStoring> { self { OutboxStore(database: $0.database()) }.singleton }
    var messageCache: Factory<MessageCache> { self { MessageCache(capacity: 64) }.cached }
}

extension Container {
    var database: Factory<MessageDatabase> { legacy() }
}
