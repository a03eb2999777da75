import MessengerCommands
import MessengerCore
import SafeFacade

/// The world around the program: time, chance, and who looks on.
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
