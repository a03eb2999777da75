import MessengerCommands
import MessengerCore
import Resolver

extension Resolver {
    /// The time, random identifiers, analytics, and the progress of imports.
    static func registerSystem() {
        register { SystemClock() }
            .implements((any WallClock).self)
            .scope(.application)

        register { RandomIdentifiers() as any IdentifierGenerating }
            .scope(.unique)

        // Events are recorded only for users who ask for it with `--verbose`.
        register { resolver -> (any Analytics)? in
            resolver.resolve(Launch.self).isVerbose ? ConsoleAnalytics(clock: resolver.resolve()) : nil
        }

        register { ImportProgress() as any ImportObserving }
            .scope(.shared)
    }
}
