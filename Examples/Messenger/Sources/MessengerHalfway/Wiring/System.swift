import MessengerCommands
import MessengerCore
import Resolver
import SafeFacade

/// The world around the program: time, chance, and who looks on.
extension Container {
    /// What the command line says.
    var launch: Factory<Launch> { legacy() }

    var systemClock: Factory<SystemClock> { self { SystemClock() }.singleton }

    var clock: Factory<any WallClock> { self { $0.systemClock() } }

    var identifiers: Factory<any IdentifierGenerating> { self { RandomIdentifiers() } }

    // Nobody is watched who did not ask for it.
    var analytics: Factory<(any Analytics)?> {
        self { $0.launch().isVerbose ? ConsoleAnalytics(clock: $0.clock()) : nil }.graph
    }

    var progress: Factory<any ImportObserving> { self { ImportProgress() }.shared }
}

extension Resolver {
    /// What the runtime face still asks for of the above.
    static func registerSystem() {
        register(\.clock)
        register(\.identifiers)
        register(\.analytics)
        register(\.progress)
    }
}
