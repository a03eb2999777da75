import Foundation
import TestHeap

/// Whether the tests are compiled for release.
package var isOptimized: Bool {
    #if DEBUG
    false
    #else
    true
    #endif
}

/// The bytes by which the heap grows while a body runs a number of times, after a warm-up of a fifth of that.
package func heapGrowth(in count: Int, _ body: (Int) -> Void) -> Int {
    for number in 0..<count / 5 { body(number) }
    let before = heapBytes()
    for number in count / 5..<count / 5 + count { body(number) }
    return heapBytes() - before
}

/// The allocated bytes of this process; 0 if the system does not tell.
package func heapBytes() -> Int { Int(testHeapBytes()) }

/// The processor time that a body takes on this thread, in nanoseconds: the least of several tries.
package func processorTime(tries: Int = 5, _ body: () -> Void) -> Double {
    (0..<tries).map { _ in
        let start = threadTime()
        body()
        return threadTime() - start
    }.min() ?? 0
}

/// Ensures, in the process of an exit test, that work takes no longer after something has come and gone than before.
package func ensureAsFastAgain(after change: () -> Void, line: UInt = #line, _ work: () -> Void) {
    func cost() -> Double { processorTime(tries: 9, work) }
    _ = cost()
    let before = cost()
    change()
    let after = min(cost(), cost())
    ensure(after < 2.5 * before, "\(before) \(after)", line: line)
}

private func threadTime() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Double(now.tv_sec) * 1e9 + Double(now.tv_nsec)
}

/// Threads that wait, so that another thread can find out that they are asleep.
package final class Sleepers: Sendable {
    private let threads = Locked<[String]>([])

    package init() {}

    /// Notes that the current thread is about to wait.
    package func join() {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        threads.withLock { $0.append(path.map { String($0.split(separator: "/").last ?? "") } ?? "") }
    }

    /// Returns once a number of threads have joined and have been asleep for a while, or after a minute.
    package func areAsleep(_ count: Int) {
        let end = Date(timeIntervalSinceNow: 60)
        var inARow = 0
        while inARow < 10, Date() < end {
            let threads = threads.withLock { $0 }
            inARow = threads.count == count && threads.allSatisfy(isAsleep) ? inARow + 1 : 0
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    private func isAsleep(_ thread: String) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8) else {
            return true
        }
        return text.split(separator: ")").last?.hasPrefix(" S") ?? true
    }
}
