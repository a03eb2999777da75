import Foundation

/// Runs a body on new threads, which begin together; returns when all have ended and hold nothing any more.
package func onThreads(_ count: Int, stackSize: Int = 8 << 20, _ body: @escaping @Sendable (Int) -> Void) {
    let start = Gate()
    // The threads are joined, which `Foundation.Thread` does not allow. A thread whose body has ended may still hold what the
    // body captured.
    let threads = (0..<count).map { index in
        newThread(stackSize: stackSize) {
            _ = start.wait()
            body(index)
        }
    }
    start.open()
    for thread in threads { pthread_join(thread, nil) }
}

/// Runs a body on a new thread; returns a gate, which opens when the body has ended.
package func started(_ body: @escaping @Sendable () -> Void) -> Gate {
    let ended = Gate()
    Thread.detachNewThread {
        body()
        ended.open()
    }
    return ended
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

/// Ends the current thread in the middle of its work.
package func endThread() -> Never {
    pthread_exit(nil)
}

private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
}

private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
    return nil
}

private func newThread(stackSize: Int, _ body: @escaping @Sendable () -> Void) -> pthread_t {
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    #if canImport(Darwin)
    var created: pthread_t?
    let error = pthread_create(&created, &attributes, { runWork($0) }, work)
    guard error == 0, let thread = created else { fatalError("no thread: \(error)") }
    #else
    var thread = pthread_t()
    let error = pthread_create(&thread, &attributes, { runWork($0) }, work)
    guard error == 0 else { fatalError("no thread: \(error)") }
    #endif
    return thread
}
