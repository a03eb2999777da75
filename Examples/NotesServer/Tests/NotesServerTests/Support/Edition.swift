import Foundation
import InMemoryLogging
import Logging
import NotesCore
import SafeFacade
import Testing

@testable import NotesServer
@testable import NotesServerByHand

/// The two servers.
enum Edition: String, CaseIterable, Sendable {
    case container
    case byHand

    func wiring(
        _ settings: Settings, log: InMemoryLogHandler = InMemoryLogHandler(), clock: WallClock = WallClock()
    ) async throws -> any Wiring {
        var logger = Logger(label: "test") { _ in log }
        logger.logLevel = settings.logLevel
        switch self {
        case .container:
            Container.shared.settings.register { settings }
            Container.shared.logger.register { [logger] in logger }
            Container.shared.clock.register { clock }
            return ContainerWiring()
        case .byHand: return try await HandWiring(settings: settings, logger: logger, clock: clock)
        }
    }

    /// The database that a wiring uses.
    func database(of wiring: any Wiring) async throws -> NotesDatabase {
        switch self {
        case .container: try await Container.shared.database()
        case .byHand: try #require(wiring as? HandWiring).database
        }
    }
}

/// Runs a test with settings for a database of its own.
func withSettings(_ test: (Settings) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var settings = Settings()
    settings.port = 0
    settings.databasePath = folder.appending(path: "notes.sqlite").path
    settings.passwordCost = 16
    settings.logLevel = .critical
    try await test(settings)
}
