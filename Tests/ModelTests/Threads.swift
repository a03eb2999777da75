import Foundation
import Resolver
import Synchronization
import Testing

/// Runs a body on threads of their own, which begin together, and returns when all have ended and hold nothing more.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let gate = Gate()
    let threads = (0..<count).map { index in
        let work = Unmanaged.passRetained(
            Work {
                gate.wait()
                body(index)
            })
        #if canImport(Darwin)
        var thread: pthread_t?
        let result = pthread_create(&thread, nil, runWork, work.toOpaque())
        #else
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, { raw in raw.flatMap { runWork($0) } }, work.toOpaque())
        #endif
        precondition(result == 0, "no thread: \(result)")
        return thread
    }
    gate.open()
    #if canImport(Darwin)
    for case let thread? in threads { pthread_join(thread, nil) }
    #else
    for thread in threads { pthread_join(thread, nil) }
    #endif
}

private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
}

private func runWork(_ raw: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(raw).takeRetainedValue().body()
    return nil
}

/// Holds threads back until it is opened.
final class Gate: @unchecked Sendable {
    // Sound because `isOpen` is guarded by the condition.
    private let condition = NSCondition()
    private var isOpen = false

    func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }

    func wait() {
        condition.lock()
        while !isOpen { condition.wait() }
        condition.unlock()
    }
}

/// Ends the program where something is not as it must be: for what runs in a process of its own.
func check(_ condition: Bool, _ message: @autoclosure () -> String, line: UInt = #line) {
    if !condition { fatalError("line \(line): \(message())") }
}

/// A value that threads take turns with, Sendable or not.
///
/// Not a `Mutex`, which the thread sanitizer does not see on Linux.
final class Locked<Value>: @unchecked Sendable {
    // Sound because `value` is guarded by the lock; what is handed out may be used from any thread.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}

/// A whole number that threads count up.
final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
    @discardableResult
    func add(_ number: Int = 1) -> Int { count.add(number, ordering: .sequentiallyConsistent).newValue }
}

/// Whether this is the thread sanitizer's run, in which everything takes ten times as long.
let isSanitized = dlsym(nil, "__tsan_init") != nil

/// A count of rounds, fewer where the program is not optimised and under the thread sanitizer.
func rounds(_ count: Int, debug: Int) -> Int {
    #if DEBUG
    let rounds = debug
    #else
    let rounds = count
    #endif
    return isSanitized ? max(1, rounds / 10) : rounds
}

/// What a test does first that runs in a process of its own: it ends the process if it has not ended by itself, as
/// nothing here may hang.
///
/// A process of an exit test is silent. Where it should not fail, what it says of a failure is shown by the parent.
func beginProcess(seconds: Double = 60, isShown: Bool = true) {
    #if os(Linux)
    if isShown {
        let descriptor = open("/proc/\(getppid())/fd/2", O_WRONLY | O_APPEND)
        if descriptor >= 0 { dup2(descriptor, STDERR_FILENO) }
    }
    #endif
    let thread = Thread {
        Thread.sleep(forTimeInterval: seconds * (isSanitized ? 4 : 1))
        fatalError("nothing has come of it for \(seconds) seconds")
    }
    thread.start()
}
