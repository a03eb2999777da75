import MessengerCommands
import MessengerCore
import Resolver
import SafeFacade
import SafeFacadeTesting
import Testing

@testable import Messenger
@testable import MessengerTyped

/// That services which moved are what they were, and are shared as they were.
///
/// The registrations are those of the edition on the runtime face, the factories those of the typed one: what a migration
/// compares before it takes a registration away. The session's services are left out, as each edition has a scope of its
/// own for them; the command tests see them.
@Suite(.sandboxed(.fresh), .timeLimit(.minutes(2))) struct EquivalenceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let launch = Launch(databasePath: folder.path("test.sqlite"), creation: .allowed, isVerbose: true)
        Resolver.register { launch }
        Resolver.registerSystem()
        Resolver.registerStorage()
        Resolver.registerMessaging()
        let database = try MessageDatabase(path: launch.databasePath)
        Container.shared.launch.register { launch }
        Container.shared.database.register { database }
    }

    @Test func theSystemIsWhatItWas() {
        expectEquivalent(\.systemClock)
        expectEquivalent(\.clock)
        expectEquivalent(\.identifiers)
        expectEquivalent(\.analytics)
        expectEquivalent(\.progress)
    }

    @Test func theStorageIsWhatItWas() {
        expectEquivalent(\.databasePath, name: .databasePath)
        expectEquivalent(\.outboxStore)
        expectEquivalent(\.messageCache)
    }

    @Test func readingIsWhatItWas() {
        expectEquivalent(\.importer)
        expectEquivalent(\.storedLoader, name: .stored)
        expectEquivalent(\.cachingLoader)
        expectEquivalent(\.loader)
        expectEquivalent(\.search)
        expectEquivalent(\.thread, parameter: 1)
    }
}
