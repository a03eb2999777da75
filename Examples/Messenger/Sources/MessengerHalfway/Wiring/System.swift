import MessengerCommands
import MessengerCore
import Resolver
import SafeFacade

extension Resolver {
    /// The world around the program: time, chance, and who looks on.
    static func registerSystem() {
        register(\.systemClock)
        register(\.clock)

        register(\.identifiers)

        register(\.analytics)

        register(\.progress)
    }
}

extension Container {
    var systemClock: Factory<SystemClock> { self { SystemClock() }.singleton }
    var clock: Factory<any WallClock> { self { $0.systemClock() } }
    var identifiers: Factory<any IdentifierGenerating> { self { RandomIdentifiers() }.unique }

    // Nobody is watched who did not ask for it.
    var analytics: Factory<(any Analytics)?> {
        self { container in
            let launch: Launch = container.launch()
            return launch.isVerbose ? ConsoleAnalytics(clock: container.clock()) : nil
        }
        .graph
    }

    var progress: Factory<any ImportObserving> { self { ImportProgress() }.shared }
}
