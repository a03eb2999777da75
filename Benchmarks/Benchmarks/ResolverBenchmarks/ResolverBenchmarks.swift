import Benchmark
import Dispatch
import Operations

let benchmarks: @Sendable () -> Void = {
    // The harness runs them on a thread of its own.
    for operation in Operation.all where !operation.needsMainThread {
        Benchmark(operation.id, configuration: configuration) { benchmark, loop in
            operation.surroundings { loop(benchmark.scaledIterations.count) }
        } setup: {
            operation.prepare()
        }
    }
    for operation in Operation.onTwoThreads {
        Benchmark("\(operation.id), on each of 2 threads", configuration: configuration) { benchmark, loop in
            let count = benchmark.scaledIterations.count
            DispatchQueue.concurrentPerform(iterations: 2) { _ in operation.surroundings { loop(count) } }
        } setup: {
            operation.prepare()
        }
    }
}

private var configuration: Benchmark.Configuration {
    .init(metrics: [.wallClock], scalingFactor: .kilo, maxDuration: .milliseconds(300))
}
