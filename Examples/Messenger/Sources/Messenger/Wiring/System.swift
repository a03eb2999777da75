import MessengerCommands
import MessengerCore
import Resolver

extension Resolver {
    /// The world around the program: time, chance, and who looks on.
    static func registerSystem() {
        register { SystemClock() }
            .implements((any WallClock).self)
            .scope(.application)

        register { RandomIdentifiers() as any IdentifierGenerating }
            .scope(.unique)

        // Nobody is watched who did not ask for it.
        register { resolver -> (any Analytics)? in
            let launch: Launch = resolver.resolve()
            return launch.isVerbose ? ConsoleAnalytics(clock: resolver.resolve()) : nil
        }

        register { ImportProgress() as any ImportObserving }
            .scope(.shared)
    }
}
