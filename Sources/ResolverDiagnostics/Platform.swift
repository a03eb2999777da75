// This file has every platform condition of this module, and every call into the operating system.

import Resolver

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
#error("ResolverDiagnostics needs a platform with POSIX threads.")
#endif

// MARK: - Lock

/// A value behind a lock.
///
/// No code of the program runs under the lock.
@safe
final class Guarded<Value>: @unchecked Sendable {
    // Sound because the value is touched under the mutex alone, and POSIX mutexes may be used from any thread; the
    // pointer never changes.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    init(_ value: Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Reads or changes the value.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}

// MARK: - Traps

/// The signals that a trap, a bad access or an abort raises.
private let trapSignals: [CInt] = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]
/// The handler of these signals during a validation; a single value, so that it can be compared with other handlers.
private let trapHandler: @convention(c) (CInt) -> Void = { reportTrap($0) }
/// How many validations are under way.
private let trapReporterCount = Guarded(0)
/// The action of each signal before the validation.
// Sound because it only changes under the lock of the count, and while nothing handles a trap. A thread that traps reads what
// was written before its validation began.
nonisolated(unsafe) private var formerTrapActions: [sigaction] = []
/// Whether a trap has been handled.
// Sound because the program is about to end when it is set. A thread that still reads the old value reports once more.
nonisolated(unsafe) private var isTrapHandled = false

/// Runs a validation; if one of its factories traps, reports what was being made, and lets the trap take its course.
func reportingTraps<Result>(_ body: () -> Result) -> Result {
    trapReporterCount.withLock { count in
        count += 1
        guard count == 1 else { return }
        unsafe formerTrapActions = trapSignals.map { signal in
            var action = sigaction()
            _ = unsafe sigaction(signal, nil, &action)
            return action
        }
        for trap in trapSignals { _ = signal(trap, trapHandler) }
    }
    defer {
        trapReporterCount.withLock { count in
            count -= 1
            if count == 0 { restoreTrapActions() }
        }
    }
    return body()
}

/// Restores the former actions, except where a factory has set a handler meanwhile, as a crash reporter does.
private func restoreTrapActions() {
    for (trap, former) in unsafe zip(trapSignals, formerTrapActions) {
        var action = sigaction()
        _ = unsafe sigaction(trap, nil, &action)
        // The handler is in another place of `sigaction` on each platform, so setting one with `signal` is used to read it. The
        // cast is sound because a pointer to a function is a word, and nil is 0.
        let handler = unsafe unsafeBitCast(signal(trap, trapHandler), to: UInt.self)
        if unsafe handler == unsafeBitCast(trapHandler, to: UInt.self) { action = former }
        _ = unsafe sigaction(trap, &action, nil)
    }
}

/// Handles a trap, in the middle of the factory that has trapped.
///
/// A signal handler should do little; but the program ends anyway, and a factory seldom traps inside the allocator. The former
/// actions are restored first, so that a second trap does not come back here. When this returns, the signal is raised again.
private func reportTrap(_ trap: CInt) {
    // The former handler may call this one in turn: a crash reporter does that, if it was made in an earlier validation.
    guard unsafe !isTrapHandled else {
        _ = signal(trap, nil)
        return
    }
    unsafe isTrapHandled = true
    restoreTrapActions()
    (ToolSupport.failureHandler as? ValidationRun)?.reportTrap()
}
