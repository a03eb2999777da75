import Benchmark
import Operations

let benchmarks: @Sendable () -> Void = {
    for operation in Operation.all {
        Benchmark(
            operation.id,
            configuration: .init(
                metrics: [.wallClock, .throughput], scalingFactor: .kilo, maxDuration: .milliseconds(300))
        ) { benchmark in
            guard let loop = benchmark.setupState as? Operation.Loop else {
                fatalError("\(operation.id) is not set up")
            }
            loop(benchmark.scaledIterations.count)
        } setup: {
            operation.prepare()
        }
    }
}
