package import CoreMetrics
import Synchronization

/// A backend of swift-metrics that keeps everything in memory, and writes it as Prometheus reads it.
package final class MetricsRegistry: MetricsFactory {
    private struct Key: Hashable {
        let label: String
        let dimensions: String
    }
    private let handlers = Mutex<[Key: MetricHandler]>([:])

    package init() {}

    /// All metrics, one a line.
    package var text: String {
        let all = handlers.withLock { $0 }
        let lines = all.flatMap { key, handler in
            handler.samples.map { suffix, value in "\(key.label)\(suffix)\(key.dimensions) \(value)" }
        }
        return lines.sorted().joined(separator: "\n") + "\n"
    }

    private func handler(
        _ label: String, _ dimensions: [(String, String)], isCounter: Bool
    ) -> MetricHandler {
        let pairs = dimensions.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
        let key = Key(label: label, dimensions: pairs.isEmpty ? "" : "{\(pairs)}")
        return handlers.withLock { handlers in
            if let handler = handlers[key] { return handler }
            let handler = MetricHandler(isCounter: isCounter)
            handlers[key] = handler
            return handler
        }
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        handler(label, dimensions, isCounter: true)
    }

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        handler(label, dimensions, isCounter: false)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        handler(label, dimensions, isCounter: false)
    }

    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}
}

/// What is kept of one metric: how often, and how much in all.
private final class MetricHandler: CounterHandler, RecorderHandler, TimerHandler {
    private let count = Atomic<Int64>(0)
    private let sum = Atomic<Int64>(0)
    private let isCounter: Bool

    init(isCounter: Bool) { self.isCounter = isCounter }

    var samples: [(suffix: String, value: Int64)] {
        let sum = sum.load(ordering: .relaxed)
        if isCounter { return [("", sum)] }
        return [("_count", count.load(ordering: .relaxed)), ("_sum", sum)]
    }

    func increment(by amount: Int64) { sum.add(amount, ordering: .relaxed) }

    func reset() { sum.store(0, ordering: .relaxed) }

    func record(_ value: Int64) {
        count.add(1, ordering: .relaxed)
        sum.add(value, ordering: .relaxed)
    }

    func record(_ value: Double) {
        // What is no number is not counted.
        if let whole = Int64(exactly: value.rounded()) { record(whole) }
    }

    func recordNanoseconds(_ duration: Int64) { record(duration) }
}
