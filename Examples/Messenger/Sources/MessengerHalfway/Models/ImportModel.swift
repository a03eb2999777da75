import MessengerCore
import Resolver

/// Takes archives into the database.
final class ImportModel {
    @Injected private var importer: any ArchiveImporting
    @Injected private var cache: MessageCache
    @OptionalInjected private var analytics: (any Analytics)?
    @WeakLazyInjected private var progress: (any ImportObserving)?

    func importArchive(at path: String, damage: MboxReader.Damage) throws -> ImportReport {
        let archive: any ArchiveReading = Resolver.resolve(args: ["path": path, "damage": damage])
        let report = try importer.importMessages(from: archive, observer: progress)
        // New messages may have joined the threads of old ones, which the cache does not know.
        cache.removeAll()
        analytics?.record(.importedArchive)
        return report
    }
}
