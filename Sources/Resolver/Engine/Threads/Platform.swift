// Every platform condition and every call into the operating system of this module is in this file; what Swift cannot
// say on every platform is in the C target.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
#error("Resolver needs a platform with POSIX threads.")
#endif

// MARK: - Lock and condition

/// A mutex that condition variables can wait on.
@safe
struct PlatformLock: @unchecked Sendable {
    // Sound because POSIX mutexes may be used from any thread; the pointer itself never changes.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        var attributes = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&attributes)
        // Taken twice by one thread it fails, where another kind would hang.
        unsafe pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ERRORCHECK))
        let result = unsafe pthread_mutex_init(mutex, &attributes)
        unsafe pthread_mutexattr_destroy(&attributes)
        guard result == 0 else { fatalError("Resolver: pthread_mutex_init failed with \(result)") }
    }

    func lock() {
        let result = unsafe pthread_mutex_lock(mutex)
        guard result == 0 else { fatalError("Resolver: pthread_mutex_lock failed with \(result)") }
    }
    func unlock() { unsafe pthread_mutex_unlock(mutex) }

    /// Waits for a signal, or until `deadline`; returns false at the deadline.
    fileprivate func wait(on condition: UnsafeMutablePointer<pthread_cond_t>, until deadline: timespec?) -> Bool {
        guard var deadline else {
            unsafe pthread_cond_wait(condition, mutex)
            return true
        }
        return unsafe pthread_cond_timedwait(condition, mutex, &deadline) == 0
    }
}

/// A condition variable, which lives for as long as somebody may wait on it.
@safe
final class PlatformCondition: @unchecked Sendable {
    // Sound because POSIX condition variables may be used from any thread; the pointer itself never changes.
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    init() {
        unsafe condition = .allocate(capacity: 1)
        unsafe condition.initialize(to: pthread_cond_t())
        let result = unsafe pthread_cond_init(condition, nil)
        guard result == 0 else { fatalError("Resolver: pthread_cond_init failed with \(result)") }
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe condition.deallocate()
    }

    func broadcast() { unsafe pthread_cond_broadcast(condition) }

    /// Waits with `lock` held; returns false when `seconds` have passed without a signal.
    func wait(with lock: PlatformLock, seconds: Int?) -> Bool {
        guard let seconds else { return unsafe lock.wait(on: condition, until: nil) }
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        now.tv_sec += seconds
        return unsafe lock.wait(on: condition, until: now)
    }
}

// MARK: - Threads

/// Whether this code runs on the main actor.
func isOnMainActor() -> Bool {
    #if canImport(Darwin)
    return pthread_main_np() != 0
    #else
    // Any thread may serve the main actor there. A conformance that is isolated to it can be seen by no other code, and
    // it is such a conformance that the registration hook may be.
    return seesIsolatedConformance(of: MainActorProbe())
    #endif
}

#if !canImport(Darwin)
private protocol MainActorBound {}
private struct MainActorProbe: @MainActor MainActorBound {}

/// Must be asked at run time, as a compiler that knows the type would answer for every caller; and of a value, as casts
/// of a type do not check isolation.
@inline(never) @_optimize(none)
private func seesIsolatedConformance(of value: Any) -> Bool { value is any MainActorBound }
#endif

// MARK: - Circumstances

/// What the program runs in.
package enum ProgramCircumstances {
    /// Whether Xcode runs it for a preview: only where it was built for debugging, so that nobody can switch a shipped
    /// program over from outside.
    package static var isPreview: Bool { isDebug && environment("XCODE_RUNNING_FOR_PREVIEWS") == "1" }

    /// Whether it runs tests: whether Swift Testing or XCTest is in the process.
    ///
    /// The environment and the arguments are not asked, for the same reason.
    package static let isTest = ["7Testing4TestV", "6XCTest0A4CaseC", "So10XCTestCaseC"].contains {
        _typeByName($0) != nil
    }

    /// Whether it was built for debugging.
    package static var isDebug: Bool {
        #if DEBUG
        true
        #else
        false
        #endif
    }

    /// Whether it runs in a simulator.
    package static var isSimulator: Bool {
        #if targetEnvironment(simulator)
        true
        #else
        false
        #endif
    }

    private static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}

// MARK: - Time

/// Nanoseconds on a clock that never goes back.
func monotonicTime() -> UInt64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
}

// MARK: - Standard error

/// Writes a line to standard error.
func writeToStandardError(_ line: String) {
    var bytes = Array((line + "\n").utf8)
    while !bytes.isEmpty {
        let written = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
        guard written > 0 else { return }
        bytes.removeFirst(written)
    }
}

/// Lets another thread run.
func yieldThread() { sched_yield() }
