import MessengerCore
import SafeFacade

/// Reading archives and messages.
///
/// What stated no lifetime is `.graph`: `Resolver` takes that for granted, typed factories do not.
extension Container {
    // One for each call; graph would give the first one's path to all that is made in one resolution.
    var archive: ParameterFactory<(path: String, damage: MboxReader.Damage), any ArchiveReading> {
        self { MboxReader(path: $0.path, damage: $0.damage) }
    }

    var importer: Factory<any ArchiveImporting> { self { ArchiveImporter(database: $0.database()) }.graph }

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
