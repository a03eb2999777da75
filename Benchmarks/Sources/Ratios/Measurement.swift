import Dispatch
import Operations

import class Foundation.Thread

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// An operation that is ready to run, with a count for which it takes about the time that was asked for.
struct Measured: Sendable {
    private let loop: Operation.Loop
    private let surroundings: Operation.Surroundings
    private let count: Int

    init(_ operation: Operation, nanoseconds: Double) {
        let loop = operation.prepare()
        // The count is doubled until the loop takes long enough to measure. That warms the loop up, too.
        var count = 1
        operation.surroundings {
            // The very first time may take a millisecond, as the registration hook runs; the count would then stay at one.
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

    /// The nanoseconds that one time takes, on one thread.
    func alone(_ clock: Clock = .processor) -> Double {
        var duration = 0.0
        surroundings { duration = Measured.nanoseconds(clock) { loop(count) } }
        return duration / Double(count)
    }

    /// The nanoseconds of wall-clock time that one time takes if two threads run the loop at once.
    ///
    /// If neither thread hinders the other, that is half of the time on one thread.
    func onTwoThreads() -> Double {
        let (ready, start, end) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        for _ in 0..<2 {
            Thread.detachNewThread { [self] in
                surroundings {
                    // A thread's first resolution makes its buffers, which must not be measured.
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

/// The clocks to measure with.
enum Clock {
    /// The processor time of this thread, which other users of the machine do not affect.
    case processor
    /// Wall-clock time.
    case wall

    var now: Double {
        guard self == .processor else { return Double(DispatchTime.now().uptimeNanoseconds) }
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// The figures of an operation.
struct Figures {
    /// The nanoseconds that one time takes.
    let nanoseconds: Double
    /// The operation's time divided by the other operation's.
    let ratio: Double
    /// The width of the middle half of the rounds' ratios.
    let spread: Double

    /// Measures an operation and another one in turn, so that fast and slow moments of the machine affect both.
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

/// The gain of a second thread: how many times as much two threads do as one.
struct Gain {
    /// The gain of the operation.
    let own: Double
    /// The gain of the counterpart, in the same rounds.
    let ofCounterpart: Double
    /// The operation's gain as a share of the counterpart's.
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
