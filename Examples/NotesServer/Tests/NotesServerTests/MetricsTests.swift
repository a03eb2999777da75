import CoreMetrics
import NotesCore
import Testing

/// The backend of swift-metrics.
@Suite(.timeLimit(.minutes(5))) struct MetricsTests {
    @Test func whatIsNoNumberIsNotCounted() {
        let registry = MetricsRegistry()
        let recorder = registry.makeRecorder(label: "size", dimensions: [], aggregate: true)
        for value in [1.6, .nan, .infinity, 1e300] { recorder.record(value) }
        #expect(registry.text == "size_count 1\nsize_sum 2\n")
    }
}
