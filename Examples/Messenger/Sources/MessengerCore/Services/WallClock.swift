package import Foundation

/// Tells the time of day.
package protocol WallClock: Sendable {
    var now: Date { get }
}

/// The clock of the machine.
package struct SystemClock: WallClock {
    package init() {}

    package var now: Date { Date() }
}

/// A clock that stands still until it is set forward.
package final class ManualClock: WallClock {
    private let time: Locked<Date>

    package init(now: Date) {
        time = Locked(now)
    }

    package var now: Date { time.withLock { $0 } }

    package func advance(bySeconds seconds: Double) {
        time.withLock { $0 += seconds }
    }
}
