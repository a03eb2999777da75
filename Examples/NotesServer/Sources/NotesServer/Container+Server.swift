import Logging
import NotesCore
import SafeFacade

// The services that the whole server has.

extension Container {
    /// Registered at launch, when the environment has been read.
    var settings: Factory<Settings> { required().singleton }

    var logger: Factory<Logger> {
        self { container in
            var logger = Logger(label: "notes")
            logger.logLevel = container.settings().logLevel
            return logger
        }.singleton
    }

    var metrics: Factory<ServerMetrics> { self { ServerMetrics() }.singleton }
    var liveObjects: Factory<LiveObjectCounter> { self { LiveObjectCounter() }.singleton }
    var clock: Factory<WallClock> { self { WallClock() }.singleton }
    var passwords: Factory<PasswordHasher> {
        self { PasswordHasher(cost: $0.settings().passwordCost, queueLimit: $0.settings().passwordQueueLimit) }
            .singleton
    }

    var database: AsyncFactory<NotesDatabase> {
        self { try await NotesDatabase.open(at: $0.settings().databasePath) }.singleton
            .onClose { try $0.close() }
    }
}
