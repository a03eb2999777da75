import MessengerCore
import Resolver

extension Resolver.Name {
    /// The loader that reads the database, behind the one that has a cache.
    static let stored = Self("stored")
}

extension Resolver {
    /// Reading archives and messages.
    static func registerMessaging() {
        register { _, args in
            MboxReader(path: args("path"), damage: args("damage")) as any ArchiveReading
        }

        register { ArchiveImporter(database: resolve()) as any ArchiveImporting }

        register(name: .stored) { MessageLoader(database: resolve()) as any MessageLoading }

        // A loader is cheap, and made for each resolution; what has to last is the cache behind it.
        register { resolver in
            CachingMessageLoader(loader: resolver.resolve(name: .stored), cache: resolver.resolve())
        }
        .implements((any MessageLoading).self)

        register { MessageSearch(database: resolve()) }
            .implements((any MessageSearching).self)

        register { resolver, args in MessageThread(id: args(), loader: resolver.resolve()) }
            .scope(.unique)
    }
}
