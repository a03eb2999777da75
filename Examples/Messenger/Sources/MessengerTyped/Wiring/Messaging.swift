import MessengerCore
import SafeFacade

/// Reading archives and messages.
extension Container {
    // One for each call; graph would give the first one's path to all that is made in one resolution.
    var archive: ParameterFactory<(path: String, damage: MboxReader.Damage), any ArchiveReading> {
        self { MboxReader(path: $0.path, damage: $0.damage) }
    }

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
