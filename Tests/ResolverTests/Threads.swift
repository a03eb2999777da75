import Foundation
import Synchronization

/// Runs a body on threads of their own, all at once, and returns when all have ended.
func onThreads(_ count: Int, stackSize: Int = 8 << 20, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
        group.enter()
        let thread = Thread {
            body(index)
            group.leave()
        }
        thread.stackSize = stackSize
        thread.start()
    }
    group.wait()
}

/// Runs a body on a thread with a stack as large as the main thread's.
func onLargeStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let result = Mutex<Result?>(nil)
    onThreads(1) { _ in
        let value = body()
        result.withLock { $0 = value }
    }
    guard let value = result.withLock({ $0 }) else { fatalError("the thread has ended without a result") }
    return value
}

/// A point that a number of threads reach before any of them goes on.
final class Meeting: Sendable {
    private let missing: Mutex<Int>
    private let everybody = DispatchSemaphore(value: 0)

    init(of count: Int) { missing = Mutex(count) }

    func attend() {
        let isLast = missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
        if !isLast { everybody.wait() }
        everybody.signal()
    }
}
