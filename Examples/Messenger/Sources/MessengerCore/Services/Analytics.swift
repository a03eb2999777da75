import Foundation

/// Something a user did.
package enum AnalyticsEvent: String, CaseIterable, Sendable {
    case signedIn = "signed in"
    case importedArchive = "imported an archive"
    case listedMessages = "listed messages"
    case openedMessage = "opened a message"
    case searched = "searched"
    case queuedMessage = "queued a message"
}

/// Records what users do.
package protocol Analytics: Sendable {
    func record(_ event: AnalyticsEvent)
}

/// Writes every event to standard error, where it does not mix with results.
package struct ConsoleAnalytics: Analytics {
    private let clock: any WallClock

    package init(clock: any WallClock) {
        self.clock = clock
    }

    package func record(_ event: AnalyticsEvent) {
        let line = "\(UTCTime.text(clock.now)) \(event.rawValue)\n"
        FileHandle.standardError.write(Data(line.utf8))
    }
}

/// Counts events in memory.
package final class EventCounter: Analytics {
    private let counts = Locked<[AnalyticsEvent: Int]>([:])

    package init() {}

    package func record(_ event: AnalyticsEvent) {
        counts.withLock { $0[event, default: 0] += 1 }
    }

    package func count(of event: AnalyticsEvent) -> Int {
        counts.withLock { $0[event] ?? 0 }
    }
}
