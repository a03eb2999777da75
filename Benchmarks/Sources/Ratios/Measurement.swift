import Dispatch
import Operations

import class Foundation.Thread

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// An operation that is ready to be run, with a count that takes about as long as was asked for.
struct Measured: Sendable {
    private let loop: Operation.Loop
    private let surroundings: Operation.Surroundings
    private let count: Int

    init(_ operation: Operation, nanoseconds: Double) {
        let loop = operation.prepare()
        // Doubled until it takes long enough to be told from the clock; that warms it up, too.
        var count = 1
        operation.surroundings {
            // The first time of all may take a millisecond (the registration hook runs), and would be the only one.
            loop(1)
            var duration = Measured.nanoseconds { loop(count) }
            while duration < nanoseconds / 4 {
                count *= 2
                duration = Measured.nanoseconds { loop(count) }
            }
            count = max(1, Int(Double(count) * nanoseconds / duration))
        }
        self.loop = loop
        self.surroundings = operation.surroundings
        self.count = count
    }

    /// Nanoseconds for each time, on one thread.
    func alone(_ clock: Clock = .processor) -> Double {
        var duration = 0.0
        surroundings { duration = Measured.nanoseconds(clock) { loop(count) } }
        return duration / Double(count)
    }

    /// Nanoseconds for each time, on two threads that each run it as often, by the time that passes: half of what it takes
    /// alone where neither is in the other's way.
    func onTwoThreads() -> Double {
        let (ready, start, end) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        for _ in 0..<2 {
            Thread.detachNewThread { [self] in
                surroundings {
                    // A thread's first resolution makes its buffers, which is not what is measured.
                    loop(1)
                    ready.signal()
                    start.wait()
                    loop(count)
                    end.signal()
                }
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
enum Clock {
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

/// What an operation takes.
struct Figures {
    /// Nanoseconds for each time.
    let nanoseconds: Double
    /// How many times the other operation that is.
    let ratio: Double
    /// The middle half of the ratios of the rounds lies within so much of each other.
    let spread: Double

    /// Measures an operation and another one in turn, so that both see the machine at its fast and its slow moments.
    init(of operation: Operation, against other: Operation, rounds: Int, nanoseconds: Double) {
        let (measured, other) = (
            Measured(operation, nanoseconds: nanoseconds), Measured(other, nanoseconds: nanoseconds)
        )
        let rounds = (0..<rounds).map { _ in
            let before = other.alone()
            let figure = measured.alone()
            return (figure: figure, ratio: figure / before)
        }
        let ratios = rounds.map(\.ratio).sorted()
        self.nanoseconds = median(rounds.map(\.figure))
        ratio = median(ratios)
        spread = ratios[ratios.count * 3 / 4] - ratios[ratios.count / 4]
    }
}

/// How much more two threads do than one.
struct Gain {
    /// The operation's own.
    let own: Double
    /// The counterpart's, in the same rounds.
    let ofCounterpart: Double
    /// The operation's own, as a share of the counterpart's.
    let share: Double

    init(of operation: Operation, against counterpart: Operation, rounds: Int, nanoseconds: Double) {
        let (measured, counterpart) = (
            Measured(operation, nanoseconds: nanoseconds), Measured(counterpart, nanoseconds: nanoseconds)
        )
        let rounds = (0..<rounds).map { _ in
            let (one, counterpartOne) = (measured.alone(.wall), counterpart.alone(.wall))
            let (two, counterpartTwo) = (measured.onTwoThreads(), counterpart.onTwoThreads())
            return (own: one / two, ofCounterpart: counterpartOne / counterpartTwo)
        }
        own = median(rounds.map(\.own))
        ofCounterpart = median(rounds.map(\.ofCounterpart))
        share = median(rounds.map { $0.own / $0.ofCounterpart })
    }
}
