import Foundation
import Synchronization

/// Runs a body on threads of their own, all at once, and returns when all have ended.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
        group.enter()
        let thread = Thread {
            body(index)
            group.leave()
        }
        thread.stackSize = 8 << 20
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
