// Every call into the operating system of this module is in this file, and every platform condition that is not around a
// whole file. What Swift cannot say on every platform is in the C target.

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

// MARK: - Threads

/// Whether this code runs on the main actor.
package func isOnMainActor() -> Bool {
    #if canImport(Darwin)
    return pthread_main_np() != 0
    #else
    // Any thread may serve the main actor there. Only code on the main actor sees a conformance that is isolated to it.
    // The conformance to `ResolverRegistering` may be such a one, so this asks what matters.
    return seesIsolatedConformance(of: MainActorProbe())
    #endif
}

#if !canImport(Darwin)
private protocol MainActorBound {}
private struct MainActorProbe: @MainActor MainActorBound {}

/// Not optimised, as a compiler that knows the type would decide once for all callers.
///
/// Asks a value, as casts of a type do not check isolation.
@inline(never) @_optimize(none)
private func seesIsolatedConformance(of value: Any) -> Bool { value is any MainActorBound }
#endif

/// What a new thread runs.
private final class ThreadBody {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Runs a body on a new thread, with a stack as large as a main thread's; returns 0, or an error number if there is no thread.
package func startThread(_ body: @escaping @Sendable () -> Void) -> CInt {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
    unsafe pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    // Sound because exactly one owner takes the retained reference: the new thread, or this function where there is none.
    let argument = unsafe Unmanaged.passRetained(ThreadBody(body))
    let result = unsafe pthread_create(
        &thread, &attributes,
        { argument in
            #if canImport(Darwin)
            let argument: UnsafeMutableRawPointer? = unsafe argument
            #endif
            guard let argument = unsafe argument else { return nil }
            unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        }, argument.toOpaque())
    unsafe pthread_attr_destroy(&attributes)
    if result != 0 { unsafe argument.release() }
    return result
}

/// Lets another thread run.
func yieldThread() { sched_yield() }

/// Lets the thread sleep; it may wake earlier, to handle a signal.
package func sleepThread(nanoseconds: UInt64) {
    var time = timespec()
    time.tv_sec = numericCast(nanoseconds / 1_000_000_000)
    time.tv_nsec = numericCast(nanoseconds % 1_000_000_000)
    unsafe nanosleep(&time, nil)
}

// MARK: - Circumstances

/// Facts about the process that decide which contexts hold.
enum ProgramCircumstances {
    /// Whether Xcode runs it for a preview: only where it was built for debugging, so that nobody can switch a shipped
    /// program over from outside.
    static var isPreview: Bool {
        unsafe isDebug && getenv("XCODE_RUNNING_FOR_PREVIEWS").map { unsafe String(cString: $0) } == "1"
    }

    /// Whether it runs tests: whether Swift Testing or XCTest is in the process.
    ///
    /// It does not look at environment variables or arguments: nobody can switch a shipped program over from outside.
    static let isTest = ["7Testing4TestV", "6XCTest0A4CaseC", "So10XCTestCaseC"].contains {
        _typeByName($0) != nil
    }

    /// Whether it was built for debugging.
    static var isDebug: Bool {
        #if DEBUG
        true
        #else
        false
        #endif
    }

    /// Whether it runs in a simulator.
    static var isSimulator: Bool {
        #if targetEnvironment(simulator)
        true
        #else
        false
        #endif
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
package func writeToStandardError(_ line: String) {
    var bytes = Array((line + "\n").utf8)
    while !bytes.isEmpty {
        let written = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
        // A signal was handled before anything was written.
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return }
        bytes.removeFirst(written)
    }
}
