import Benchmark
import Dispatch
import Operations

let benchmarks: @Sendable () -> Void = {
    let onTwoThreads = Set(Operation.all.filter { $0.threads != nil }.flatMap { [$0.id, $0.threadsBaseline ?? $0.id] })
    for operation in Operation.all {
        Benchmark(operation.id, configuration: configuration) { benchmark, loop in
            loop(benchmark.scaledIterations.count)
        } setup: {
            operation.prepare()
        }
        guard onTwoThreads.contains(operation.id) else { continue }
        Benchmark("\(operation.id), on each of 2 threads", configuration: configuration) { benchmark, loop in
            let count = benchmark.scaledIterations.count
            DispatchQueue.concurrentPerform(iterations: 2) { _ in loop(count) }
        } setup: {
            operation.prepare()
        }
    }
}

private var configuration: Benchmark.Configuration {
    .init(metrics: [.wallClock], scalingFactor: .kilo, maxDuration: .milliseconds(300))
}
