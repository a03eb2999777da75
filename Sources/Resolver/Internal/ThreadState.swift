/// What one thread knows while it resolves.
///
/// It is made at a thread's first resolution and freed when the thread ends. Only its own thread touches it, but for
/// `copies`, `next` and `waitsFor`, which are read under the engine's lock.
@usableFromInline
@safe
struct ThreadState: ~Copyable {
    @usableFromInline typealias Pointer = UnsafeMutablePointer<ThreadState>

    /// Not zero while this thread copies an instance out of a slot (see `Engine.copying`).
    @usableFromInline let copies = SharedWord(0)
    /// The innermost factory that is running, or nil outside any resolution.
    @usableFromInline var top: UnsafeMutablePointer<Frame>?
    /// Where the stack may not go below.
    @usableFromInline var stackFloor: UInt = 0
    /// How deep the current resolution may go before its chain is examined again.
    var depthAllowance = 0
    /// The instances of graph lifetime of the current resolution.
    @usableFromInline var graph = GraphInstances()
    /// The set whose registration hook runs on this thread.
    var hookRunning: Unmanaged<Sandbox>?

    /// The construction this thread waits for, and the chain it waits with.
    var waitsFor: Unmanaged<Construction>?
    var waitingChain: [ChainLink] = []

    fileprivate(set) var next: Pointer?
    private var previous: Pointer?

    private init() {
        // Enough for one factory to run, and for a failure to be reported.
        let reserve: UInt = 96 * 1024
        if let bounds = ThreadState.stackBounds {
            stackFloor = bounds.lowerBound + min(reserve, UInt(bounds.count) / 2)
        } else {
            // The smallest stack that threads are commonly given has 512 KB: half of it is left to this resolution.
            let here = unsafe withUnsafeMutablePointer(to: &depthAllowance) { UInt(bitPattern: $0) }
            stackFloor = here > 256 * 1024 ? here - 256 * 1024 : 0
        }
    }

    /// The first of all threads' states. Guarded by the engine's lock.
    // Sound because it is only touched under the engine's lock.
    nonisolated(unsafe) static var all: Pointer?

    /// This thread's state, made if it has none.
    @inlinable @inline(__always)
    static var current: Pointer {
        if let existing = unsafe existing { return unsafe existing }
        return unsafe make()
    }

    @usableFromInline @inline(never)
    static func make() -> Pointer {
        let state = Pointer.allocate(capacity: 1)
        unsafe state.initialize(to: ThreadState())
        unsafe bind(state)
        Engine.locked {
            unsafe state.pointee.next = all
            unsafe all?.pointee.previous = state
            unsafe all = state
        }
        return unsafe state
    }

    /// Frees the state of a thread that ends.
    static func end(_ state: Pointer) {
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
