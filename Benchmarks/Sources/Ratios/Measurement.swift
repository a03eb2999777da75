import Dispatch
import Operations

import class Foundation.Thread

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The middle of some figures.
func median(_ figures: [Double]) -> Double {
    let sorted = figures.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// An operation that is ready to be run, with a count that takes about as long as was asked for.
struct Measured: Sendable {
    private let loop: Operation.Loop
    private let count: Int

    init(_ operation: Operation, nanoseconds: Double) {
        let loop = operation.prepare()
        // Doubled until it takes long enough to be told from the clock; that warms it up, too.
        var count = 1
        var duration = Measured.nanoseconds { loop(count) }
        while duration < nanoseconds / 4 {
            count *= 2
            duration = Measured.nanoseconds { loop(count) }
        }
        self.loop = loop
        self.count = max(1, Int(Double(count) * nanoseconds / duration))
    }

    /// Nanoseconds for each time, on one thread.
    func alone() -> Double { Measured.nanoseconds { loop(count) } / Double(count) }

    /// The same, by the time that passes.
    func aloneByTheWall() -> Double { Measured.nanoseconds(.wall) { loop(count) } / Double(count) }

    /// Nanoseconds for each time, on two threads that each run it as often, by the time that passes: half of what it takes
    /// alone where neither is in the other's way.
    func onTwoThreads() -> Double {
        let (ready, start, end) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        for _ in 0..<2 {
            Thread.detachNewThread { [self] in
                // A thread's first resolution makes its buffers, which is not what is measured.
                loop(1)
                ready.signal()
                start.wait()
                loop(count)
                end.signal()
            }
        }
        for _ in 0..<2 { ready.wait() }
        return Measured.nanoseconds(.wall) {
            for _ in 0..<2 { start.signal() }
            for _ in 0..<2 { end.wait() }
        } / Double(2 * count)
    }

    private static func nanoseconds(_ clock: Clock = .processor, _ body: () -> Void) -> Double {
        let start = clock.now
        body()
        return clock.now - start
    }
}

/// What tells the time.
private enum Clock {
    /// The processor time of this thread: others who use the machine do not show.
    case processor
    /// The time that passes.
    case wall

    var now: Double {
        guard self == .processor else { return Double(DispatchTime.now().uptimeNanoseconds) }
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// What one row of a table is made of.
struct Figures {
    /// Nanoseconds for each time.
    let nanoseconds: Double
    /// How many times the baseline that is; 1 for what has none.
    let ratio: Double
    /// The middle half of the ratios of the rounds lies within so much of each other.
    let spread: Double

    /// Measures an operation and its baseline in turn, so that both see the machine at its fast and its slow moments.
    init(of operation: Operation, rounds: Int, nanoseconds: Double) {
        let measured = Measured(operation, nanoseconds: nanoseconds)
        let baseline = operation.baseline.flatMap { Operation.named($0) }.map {
            Measured($0, nanoseconds: nanoseconds)
        }
        self.init(
            rounds: (0..<rounds).map { _ in
                let before = baseline?.alone()
                let figure = measured.alone()
                return (figure, figure / (before ?? figure))
            })
    }

    private init(rounds: [(figure: Double, ratio: Double)]) {
        let ratios = rounds.map(\.ratio).sorted()
        nanoseconds = median(rounds.map(\.figure))
        ratio = median(ratios)
        spread = ratios[ratios.count * 3 / 4] - ratios[ratios.count / 4]
    }
}

/// How much more two threads do than one.
struct Gain {
    /// The operation's own.
    let own: Double
    /// The baseline's, in the same rounds.
    let ofBaseline: Double
    /// The operation's throughput on two threads, as a share of the baseline's.
    let throughput: Double
    /// The operation's own gain, as a share of the baseline's.
    let share: Double

    init(of operation: Operation, against baseline: Operation, rounds: Int, nanoseconds: Double) {
        let (measured, baseline) = (
            Measured(operation, nanoseconds: nanoseconds), Measured(baseline, nanoseconds: nanoseconds)
        )
        var (owns, ofBaseline, throughputs): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<rounds {
            let (one, baselineOne) = (measured.aloneByTheWall(), baseline.aloneByTheWall())
            let (two, baselineTwo) = (measured.onTwoThreads(), baseline.onTwoThreads())
            owns.append(one / two)
            ofBaseline.append(baselineOne / baselineTwo)
            throughputs.append(baselineTwo / two)
        }
        own = median(owns)
        self.ofBaseline = median(ofBaseline)
        throughput = median(throughputs)
        share = median(zip(owns, ofBaseline).map { $0 / $1 })
    }
}
