import MessengerCommands
import MessengerCore
import Resolver
import SafeFacade

extension Resolver.Name {
    /// The path of the database, among all strings.
    static let databasePath = Self("database path")
}

/// The database and what stands right on it.
extension Container {
    var database: Factory<MessageDatabase> { legacy() }

    var outboxStore: Factory<any OutboxStoring> { self { OutboxStore(database: $0.database()) }.singleton }

    var messageCache: Factory<MessageCache> { self { MessageCache(capacity: 64) }.cached }
}

extension Resolver {
    /// What has not moved yet, and what the runtime face still asks for of the above.
    static func registerStorage() {
        register(name: .databasePath) { resolve(Launch.self).databasePath }

        register { resolver in
            try MessageDatabase(
                path: resolver.resolve(name: .databasePath),
                creation: resolver.resolve(Launch.self).creation
            )
        }
        .scope(.application)

        register(\.outboxStore)
    }
}
