import Metrics

/// What the server counts of its requests.
package final class ServerMetrics: Sendable {
    package let registry = MetricsRegistry()
    /// Requests whose services were made.
    private let begun: Counter
    private let answered: [Counter]
    private let duration: Metrics.Timer

    package init() {
        begun = Counter(label: "requests_begun", factory: registry)
        answered = (0...5).map { [registry] in
            Counter(label: "requests_answered", dimensions: [("status", "\($0)xx")], factory: registry)
        }
        duration = Timer(label: "request_nanoseconds", factory: registry)
    }

    func recordBegun() { begun.increment() }

    func recordAnswered(status: Int, after time: Duration) {
        answered[min(status / 100, 5)].increment()
        duration.recordNanoseconds(
            time.components.seconds * 1_000_000_000 + time.components.attoseconds / 1_000_000_000)
    }
}
