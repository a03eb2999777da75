/// What one thread knows while it resolves.
///
/// It is made at a thread's first resolution and freed when the thread ends. Only its own thread touches it; what others
/// read stands in `shared`.
@usableFromInline
@safe
struct ThreadState: ~Copyable {
    @usableFromInline typealias Pointer = UnsafeMutablePointer<ThreadState>

    let shared: SharedThreadState.Pointer
    /// The innermost factory that is running, or nil outside any resolution.
    var top: UnsafeMutablePointer<Frame>?
    /// Where the stack may not go below.
    var stackFloor: UInt = 0
    /// How deep the current resolution may go before its chain is examined again.
    var depthAllowance = 0
    /// The instances of graph lifetime of the current resolution.
    var graph = GraphInstances()
    /// The set whose registration hook runs on this thread.
    var hookRunning: Unmanaged<Sandbox>?
    /// What is to be told to observers.
    var pending = PendingEvents()
    /// The validation that resolves on this thread.
    var validation: Unmanaged<ValidationRun>?

    private init() {
        unsafe shared = .allocate(capacity: 1)
        unsafe shared.initialize(to: SharedThreadState())
        // Enough for one factory to run, and for a failure to be reported.
        let reserve: UInt = 96 * 1024
        if let bounds = ThreadState.stackBounds {
            stackFloor = bounds.lowerBound + min(reserve, UInt(bounds.count) / 2)
        } else {
            // The smallest stack that threads are commonly given has 512 KB: half of it is left to this resolution.
            var local: UInt8 = 0
            let here = unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
            stackFloor = here > 256 * 1024 ? here - 256 * 1024 : 0
        }
    }

    /// This thread's state, made if it has none.
    @inline(__always)
    static var current: Pointer {
        if let existing = unsafe existing { return unsafe existing }
        return unsafe make()
    }

    @inline(never)
    private static func make() -> Pointer {
        let state = Pointer.allocate(capacity: 1)
        unsafe state.initialize(to: ThreadState())
        unsafe bind(state)
        unsafe SharedThreadState.insert(state.pointee.shared)
        return unsafe state
    }

    /// Frees the state of a thread that ends.
    static func end(_ state: Pointer) {
        unsafe SharedThreadState.remove(state.pointee.shared)
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }
}

/// What other threads read of a thread's state: all but `copies` is guarded by the engine's lock.
@safe
struct SharedThreadState: ~Copyable {
    typealias Pointer = UnsafeMutablePointer<SharedThreadState>

    /// Not zero while the thread copies an instance out of a slot (see `Engine.copying`).
    let copies = SharedWord(0)

    /// The construction the thread waits for, and the chain it waits with.
    var waitsFor: Unmanaged<Construction>?
    var waitingChain: [ChainLink] = []

    private(set) var next: Pointer?
    private var previous: Pointer?

    fileprivate init() {}

    /// The first of all threads' states.
    // Sound because it is only touched under the engine's lock.
    nonisolated(unsafe) private(set) static var all: Pointer?

    fileprivate static func insert(_ state: Pointer) {
        Engine.locked {
            unsafe state.pointee.next = all
            unsafe all?.pointee.previous = state
            unsafe all = state
        }
    }

    /// Takes a state out of the list, and frees it.
    fileprivate static func remove(_ state: Pointer) {
        Engine.locked {
            let next = unsafe state.pointee.next
            let previous = unsafe state.pointee.previous
            if let previous = unsafe previous { unsafe previous.pointee.next = next } else { unsafe all = next }
            unsafe next?.pointee.previous = previous
        }
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }
}
