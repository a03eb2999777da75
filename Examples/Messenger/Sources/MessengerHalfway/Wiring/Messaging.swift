import MessengerCore
import Resolver
import SafeFacade

extension Resolver.Name {
    /// The loader that reads the database, behind the one that has a cache.
    static let stored = Self("stored")
}

extension Resolver {
    /// Reading archives and messages.
    static func registerMessaging() {
        // resolver-migrate(declare): decide which types the arguments have: declare a ParameterFactory, and pass its parameter at each call [arguments]
        register { _, args in
            MboxReader(path: args("path"), damage: args("damage")) as any ArchiveReading
        }

        register(\.importer)

        register(\.storedLoader, name: .stored)

        register(\.cachingLoader)
        register(\.loader)

        register(\.messageSearch)
        register(\.search)

        register(\.thread)
    }
}

extension Container {
    var importer: Factory<any ArchiveImporting> { self { ArchiveImporter(database: $0.database()) }.graph }
    var storedLoader: Factory<any MessageLoading> { self { MessageLoader(database: $0.database()) }.graph }

    // A loader is cheap, and made for each resolution; what has to last is the cache behind it.
    var cachingLoader: Factory<CachingMessageLoader> {
        self { CachingMessageLoader(loader: $0.storedLoader(), cache: $0.messageCache()) }.graph
    }

    var loader: Factory<any MessageLoading> { self { $0.cachingLoader() } }
    var messageSearch: Factory<MessageSearch> { self { MessageSearch(database: $0.database()) }.graph }
    var search: Factory<any MessageSearching> { self { $0.messageSearch() } }

    var thread: ParameterFactory<Message.ID, MessageThread> {
        self { MessageThread(id: $1, loader: $0.loader()) }.unique
    }
}
