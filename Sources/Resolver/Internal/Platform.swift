// Every platform condition and every call into the operating system of this module is in this file.

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

// MARK: - Shared words

// Two back ends read what threads share.
//
// - With atomics, readers take no lock. `reading` is free; `copying` marks the reader's own thread while it copies an
//   instance out, and `awaitCopies` lets a writer wait until no thread that may have seen the old instance still copies.
// - Without atomics (Apple systems older than Synchronization), `reading` and `copying` hold the engine's lock, under
//   which every write happens too, so a plain word is enough and there is nothing to wait for.
//
// A `SharedWord` is therefore only ever read inside `reading`, `copying` (or between `beginCopying` and `endCopying`) or
// the engine's lock, and only ever written under the engine's lock (a thread's own `copying` mark excepted).

#if os(Linux) && !RESOLVER_PORTABLE_LOCKS
public import Synchronization

@usableFromInline
@frozen
struct SharedWord: ~Copyable, Sendable {
    @usableFromInline let word: Atomic<UInt>

    @inlinable
    init(_ value: UInt = 0) { word = Atomic(value) }

    @inlinable
    func load() -> UInt { word.load(ordering: .acquiring) }

    /// Part of the total order that `copying` and `awaitCopies` rely on.
    @inlinable
    func loadInOrder() -> UInt { word.load(ordering: .sequentiallyConsistent) }

    @inlinable
    func store(_ value: UInt) { word.store(value, ordering: .releasing) }

    @inlinable
    func exchange(_ value: UInt) -> UInt { word.exchange(value, ordering: .sequentiallyConsistent) }
}

extension Engine {
    /// Reads shared words.
    @inlinable @inline(__always)
    static func reading<Result>(_ body: () -> Result) -> Result { body() }

    /// Marks this thread as one that copies out of shared objects, which may be dropped at any moment.
    ///
    /// The mark is made with an exchange so that it is visible before what follows loads: a writer that has taken the
    /// object away either sees the mark and waits, or took it away before the load, which then does not find it. For that
    /// the loads must be in the same total order (`SharedWord.loadInOrder`).
    @inline(__always)
    static func beginCopying(_ thread: ThreadState.Pointer) {
        _ = unsafe thread.pointee.shared.pointee.copies.exchange(1)
    }

    /// Takes the mark away.
    ///
    /// It may only go when what was copied has been retained. To the optimiser a retain is no memory access, and it moves
    /// one past a store; it does not move one past a call that it cannot see into, as that might release. So this is
    /// called by what is never inlined, with the copy made before.
    @inline(__always)
    static func endCopying(_ thread: ThreadState.Pointer) {
        unsafe thread.pointee.shared.pointee.copies.store(0)
    }

    /// Waits, under the engine's lock, until no thread copies out of an object that has been taken away before.
    static func awaitCopies() {
        var next = unsafe SharedThreadState.all
        while let thread = unsafe next {
            while unsafe thread.pointee.copies.loadInOrder() != 0 { sched_yield() }
            unsafe next = thread.pointee.next
        }
    }
}
#else
@usableFromInline
@safe
struct SharedWord: ~Copyable, @unchecked Sendable {
    // Sound because it is only touched under the engine's lock; see above.
    @usableFromInline let word: UnsafeMutablePointer<UInt>

    @inlinable
    init(_ value: UInt = 0) {
        unsafe word = .allocate(capacity: 1)
        unsafe word.initialize(to: value)
    }

    deinit { unsafe word.deallocate() }

    @inlinable
    func load() -> UInt { unsafe word.pointee }

    @inlinable
    func loadInOrder() -> UInt { load() }

    @inlinable
    func store(_ value: UInt) { unsafe word.pointee = value }

    @inlinable
    func exchange(_ value: UInt) -> UInt {
        defer { store(value) }
        return load()
    }
}

extension Engine {
    @inlinable @inline(__always)
    static func reading<Result>(_ body: () -> Result) -> Result { locked(body) }

    static func beginCopying(_ thread: ThreadState.Pointer) { acquire() }

    static func endCopying(_ thread: ThreadState.Pointer) { release() }

    static func awaitCopies() {}
}
#endif

extension Engine {
    /// Copies out of shared objects that may be dropped at any moment.
    @inline(__always)
    static func copying<Result>(_ thread: ThreadState.Pointer, _ body: () -> Result) -> Result {
        unsafe beginCopying(thread)
        let result = body()
        // A call that the optimiser cannot see into (see `endCopying`).
        _ = unsafe ThreadState.existing
        unsafe endCopying(thread)
        return result
    }
}

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

extension ThreadState {
    /// The thread-local slot, made once by `Engine.start`.
    // Sound because it is written once, before the engine's flags publish it; so there is no access to check, either.
    @exclusivity(unchecked)
    nonisolated(unsafe) private static var key: pthread_key_t = 0

    static func makeKey() {
        let result = unsafe pthread_key_create(&key) { raw in
            #if canImport(Darwin)
            let raw: UnsafeMutableRawPointer? = unsafe raw
            #endif
            guard let raw = unsafe raw else { return }
            unsafe ThreadState.end(raw.assumingMemoryBound(to: ThreadState.self))
        }
        guard result == 0 else { fatalError("Resolver: pthread_key_create failed with \(result)") }
    }

    /// This thread's state, if it has one.
    ///
    /// Called once the engine has started: whoever has a sandbox, or the state word of the fast path, may be sure of
    /// it.
    @inline(__always)
    static var existing: Pointer? {
        unsafe pthread_getspecific(key)?.assumingMemoryBound(to: ThreadState.self)
    }

    static func bind(_ state: Pointer?) {
        unsafe pthread_setspecific(key, state)
    }

    /// The lowest and one past the highest address of this thread's stack, or nil where the system does not tell.
    static var stackBounds: Range<UInt>? {
        #if canImport(Darwin)
        let top = unsafe UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
        let size = unsafe UInt(pthread_get_stacksize_np(pthread_self()))
        return top > size && size > 0 ? (top - size)..<top : nil
        #else
        // The C library has it, but its header hides it from Swift.
        typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32
        var attributes = pthread_attr_t()
        guard let getAttributes = unsafe function("pthread_getattr_np", as: GetAttributes.self),
            unsafe getAttributes(pthread_self(), &attributes) == 0
        else { return nil }
        defer { unsafe pthread_attr_destroy(&attributes) }
        var base: UnsafeMutableRawPointer?
        var size = 0
        guard unsafe pthread_attr_getstack(&attributes, &base, &size) == 0, let base = unsafe base, size > 0 else {
            return nil
        }
        let low = UInt(bitPattern: base)
        let (high, overflow) = low.addingReportingOverflow(UInt(size))
        return overflow ? nil : low..<high
        #endif
    }
}

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

#if !canImport(Darwin)
/// A function of the C library that its headers hide from Swift.
private func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    // Sound because the callers state the type that the C library documents.
    unsafe dlsym(nil, name).map { unsafe unsafeBitCast($0, to: Function.self) }
}
#endif

/// Runs a body on a new thread, with a stack as large as a main thread's.
func startThread(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
    unsafe pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    // Sound because the reference that is passed on is taken exactly once, by the new thread.
    let argument = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
    let result = unsafe pthread_create(
        &thread, &attributes,
        { argument in
            #if canImport(Darwin)
            let argument: UnsafeMutableRawPointer? = unsafe argument
            #endif
            guard let argument = unsafe argument else { return nil }
            unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().value(as: (@Sendable () -> Void).self)()
            return nil
        }, argument)
    unsafe pthread_attr_destroy(&attributes)
    guard result == 0 else { fatalError("Resolver: pthread_create failed with \(result)") }
}

// MARK: - Traps

/// The signals that a trap, a bad access or an abort raises.
private let trapSignals: [CInt] = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]
/// What was to be done at each before, and how many validations are under way.
// Sound because both are changed under the engine's lock only, and while nothing handles a trap; a thread that traps
// reads what was written before it began to validate.
nonisolated(unsafe) private var formerTrapActions: [sigaction] = []
nonisolated(unsafe) private var trapReporterCount = 0

/// Runs a validation, and says what it was at if one of its factories traps; the trap then takes its course.
func reportingTraps<Result>(_ body: () -> Result) -> Result {
    Engine.locked {
        unsafe trapReporterCount += 1
        guard unsafe trapReporterCount == 1 else { return }
        unsafe formerTrapActions = trapSignals.map { signal in
            var action = sigaction()
            _ = unsafe sigaction(signal, nil, &action)
            return action
        }
        for trap in trapSignals { _ = signal(trap) { reportTrap($0) } }
    }
    defer {
        Engine.locked {
            unsafe trapReporterCount -= 1
            if unsafe trapReporterCount == 0 { restoreTrapActions() }
        }
    }
    return body()
}

private func restoreTrapActions() {
    for (signal, action) in unsafe zip(trapSignals, formerTrapActions) {
        var action = action
        _ = unsafe sigaction(signal, &action, nil)
    }
}

/// Called in the middle of the factory that has trapped.
///
/// A handler should do little; but the program ends anyway, and a factory seldom traps inside the allocator. What was to
/// be done before is restored first, so that a second trap cannot come back here; returning raises the signal again.
private func reportTrap(_ signal: CInt) {
    restoreTrapActions()
    guard let thread = unsafe ThreadState.existing, let text = unsafe ValidationRun.trapText(on: thread) else { return }
    writeToStandardError(text.first)
    writeToStandardError("\n" + text.rest)
}

// MARK: - Circumstances

/// What the program runs in.
package enum ProgramCircumstances {
    /// Whether Xcode runs it for a preview.
    package static var isPreview: Bool { environment("XCODE_RUNNING_FOR_PREVIEWS") == "1" }

    /// Whether it runs tests.
    package static var isTest: Bool {
        environment("XCTestConfigurationFilePath") != nil || environment("XCTestBundlePath") != nil
            || CommandLine.arguments.contains { $0.contains(".xctest") || $0 == "--testing-library" }
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
