import Resolver

/// An observer that keeps all events.
package final class Recording: ResolutionObserver {
    private let list = Locked<[ResolutionEvent]>([])
    private let then: (@Sendable (ResolutionEvent, Recording) -> Void)?

    /// Makes an observer that does something else after each event.
    package init(then: (@Sendable (ResolutionEvent, Recording) -> Void)? = nil) { self.then = then }

    package var events: [ResolutionEvent] { list.withLock { $0 } }

    /// For each event, the factory or else the service without its module, and the outcome.
    package var summary: [String] {
        events.map { "\($0.factory ?? String($0.service.split(separator: ".").last ?? "")) \($0.outcome)" }
    }

    package func observe(_ event: ResolutionEvent) {
        list.withLock { $0.append(event) }
        then?(event, self)
    }
}

/// An observer that does nothing.
package final class Silent: ResolutionObserver {
    package init() {}
    package func observe(_ event: ResolutionEvent) {}
}
