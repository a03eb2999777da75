import MessengerCommands
import MessengerCore
import Resolver

extension Resolver.Name {
    /// The path of the database, among all strings.
    static let databasePath = Self("database path")
}

extension Resolver {
    /// The database, the outbox in it, and the cache of messages.
    static func registerStorage() {
        register(name: .databasePath) { resolve(Launch.self).databasePath }

        register { resolver in
            try MessageDatabase(
                path: resolver.resolve(name: .databasePath),
                creation: resolver.resolve(Launch.self).creation
            )
        }
        .scope(.application)

        register { OutboxStore(database: resolve()) as any OutboxStoring }
            .scope(.application)

        register { MessageCache(capacity: 64) }
            .scope(.cached)
    }
}
