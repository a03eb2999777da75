import MessengerCore
import Resolver
import SafeFacade

/// Reading archives and messages.
///
/// What stated no lifetime is `.graph`: `Resolver` takes that for granted, typed factories do not.
extension Container {
    /// The loader that reads the database, behind the one that has a cache.
    var storedLoader: Factory<any MessageLoading> { self { MessageLoader(database: $0.database()) }.graph }

    // A loader is cheap, and made for each resolution; what has to last is the cache behind it.
    var cachingLoader: Factory<CachingMessageLoader> {
        self { CachingMessageLoader(loader: $0.storedLoader(), cache: $0.messageCache()) }.graph
    }

    var loader: Factory<any MessageLoading> { self { $0.cachingLoader() } }

    /// Nobody asks for a `MessageSearch`: where one property will do, there is one.
    var search: Factory<any MessageSearching> { self { MessageSearch(database: $0.database()) }.graph }

    var thread: ParameterFactory<Message.ID, MessageThread> {
        self { MessageThread(id: $1, loader: $0.loader()) }
    }
}

extension Resolver {
    /// What has not moved yet, and what the runtime face still asks for of the above.
    static func registerMessaging() {
        register { _, args in
            MboxReader(path: args("path"), damage: args("damage")) as any ArchiveReading
        }

        register { ArchiveImporter(database: resolve()) as any ArchiveImporting }

        register(\.loader)

        register(\.thread)
    }
}
