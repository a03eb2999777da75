import Resolver

/// Keeps what it is told.
package final class Recording: ResolutionObserver {
    private let list = Locked<[ResolutionEvent]>([])
    private let then: (@Sendable (ResolutionEvent, Recording) -> Void)?

    /// Makes one that does something more after each event.
    package init(then: (@Sendable (ResolutionEvent, Recording) -> Void)? = nil) { self.then = then }

    package var events: [ResolutionEvent] { list.withLock { $0 } }

    /// The factory of each event, or its service without the module, and the outcome.
    package var summary: [String] {
        events.map { "\($0.factory ?? String($0.service.split(separator: ".").last ?? "")) \($0.outcome)" }
    }

    package func observe(_ event: ResolutionEvent) {
        list.withLock { $0.append(event) }
        then?(event, self)
    }
}

/// Keeps nothing of what it is told.
package final class Silent: ResolutionObserver {
    package init() {}
    package func observe(_ event: ResolutionEvent) {}
}
