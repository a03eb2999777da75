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
