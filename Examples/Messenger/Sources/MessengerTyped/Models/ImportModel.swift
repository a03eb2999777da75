import MessengerCore
import SafeFacade

/// Takes archives into the database.
final class ImportModel {
    @Injected(\.importer) private var importer
    @Injected(\.messageCache) private var cache
    @Injected(\.analytics) private var analytics
    @WeakLazyInjected(\.progress) private var progress

    func importArchive(at path: String, damage: MboxReader.Damage) throws -> ImportReport {
        let archive = Container.shared.archive((path, damage))
        let report = try importer.importMessages(from: archive, observer: progress)
        // New messages may have joined the threads of old ones, which the cache does not know.
        cache.removeAll()
        analytics?.record(.importedArchive)
        return report
    }
}
