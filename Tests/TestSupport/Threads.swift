import Foundation

/// Runs a body on threads of their own, all at once, and returns when all have ended.
package func onThreads(_ count: Int, stackSize: Int = 8 << 20, _ body: @escaping @Sendable (Int) -> Void) {
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
package func onLargeStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let result = Locked<Result?>(nil)
    onThreads(1) { _ in
        let value = body()
        result.withLock { $0 = value }
    }
    guard let value = result.withLock({ $0 }) else { fatalError("the thread has ended without a result") }
    return value
}

/// A point that a number of threads reach before any of them goes on, as often as they like.
package final class Barrier: @unchecked Sendable {
    // Sound because everything is guarded by the condition's lock.
    private let condition = NSCondition()
    private let count: Int
    private var missing: Int
    private var round = 0

    package init(of count: Int) {
        self.count = count
        missing = count
    }

    /// Waits for the others.
    package func attend() {
        condition.withLock {
            missing -= 1
            guard missing > 0 else {
                missing = count
                round += 1
                condition.broadcast()
                return
            }
            let entered = round
            while round == entered { condition.wait() }
        }
    }
}

/// A value behind a lock.
///
/// The thread sanitizer sees this lock; it does not see `Synchronization.Mutex`.
package final class Locked<Value>: @unchecked Sendable {
    // Sound because the value is guarded by the lock.
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
