import MessengerCommands
import MessengerCore
import SafeFacade

/// The time, random identifiers, analytics, and the progress of imports.
extension Container {
    var systemClock: Factory<SystemClock> { self { SystemClock() }.singleton }
    var clock: Factory<any WallClock> { self { $0.systemClock() } }
    var identifiers: Factory<any IdentifierGenerating> { self { RandomIdentifiers() }.unique }

    // Events are recorded only for users who ask for it with `--verbose`.
    var analytics: Factory<(any Analytics)?> {
        self { $0.launch().isVerbose ? ConsoleAnalytics(clock: $0.clock()) : nil }.graph
    }

    var progress: Factory<any ImportObserving> { self { ImportProgress() }.shared }
}
