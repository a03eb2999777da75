internal import CResolverPlatform

/// The state of one thread that resolves.
///
/// It is made at a thread's first resolution and freed when the thread ends. Only its own thread touches it, but for
/// properties that are guarded by the engine's lock.
@usableFromInline
@safe
struct ThreadState {
    @usableFromInline typealias Pointer = StablePointer<ThreadState>

    /// The thread's mark, which names the word through which it reads.
    let mark: ReaderMark.Pointer
    /// The lowest frame of its stack of frames, and the frame for the next call.
    fileprivate let firstFrame: Frame.Pointer
    @usableFromInline var nextFrame: Frame.Pointer
    /// The innermost factory that is running, or nil outside any resolution.
    @usableFromInline var top: Frame.Pointer?
    /// The frame with which the current resolution has begun.
    var outermost: Frame.Pointer?
    /// The address below which the stack counts as used up, and the stack's lowest address.
    let stackFloor: UInt
    let stackEnd: UInt
    /// How deep the current resolution may go before its chain is examined again.
    var depthAllowance: UInt = 0
    /// The instances of graph lifetime of the current resolution.
    var graph = GraphInstances()
    /// Whether a registration hook runs on this thread.
    var isRunningHook = false
    /// The resolver of the container that registers its own overrides on this thread, if one does; only ever compared.
    var autoRegistering: Unheld<Resolver>?
    /// The resolver of a container that the next call uses unprepared; only ever compared.
    var usesUnprepared: Unheld<Resolver>?
    /// The events that observers have not been told yet.
    var pendingEvents: PendingEvents?
    /// Takes over failures that would end the program.
    var failureHandler: (any FailureHandler)?

    /// The wait of this thread for another one; nil where it does not wait.
    ///
    /// Guarded by the engine's lock.
    var wait: Wait?

    /// Whether this thread never goes on, so that others must do what it was preparing.
    ///
    /// Guarded by the engine's lock.
    var isAbandoned = false

    /// This thread's state, made if it has none.
    @inline(__always)
    static var current: Pointer { existing ?? make() }

    /// This thread's state, if it has one.
    @inline(__always)
    static var existing: Pointer? { unsafe Pointer(bits: UInt(bitPattern: resolver_thread_get())) }

    @inline(never)
    private static func make() -> Pointer {
        var low: UInt = 0
        var high: UInt = 0
        if unsafe !resolver_stack_bounds(&low, &high) {
            // Threads are rarely given less than 512 KB of stack: half of that is left to this resolution.
            high = resolver_stack_position()
            low = high > 256 * 1024 ? high - 256 * 1024 : 0
        }
        // Enough for one factory to run, and for a failure to be reported.
        let reserve = Swift.min(96 * 1024, (high - low) / 2)
        let state = unsafe Pointer.allocate()
        state.initialize(
            to: ThreadState(
                mark: Lock.held { ReaderMark.take() }, firstFrame: Frame.make(for: state),
                stackFloor: low + reserve, stackEnd: low))
        unsafe resolver_thread_set(state.address) { unsafe Pointer($0.assumingMemoryBound(to: ThreadState.self)).end() }
        return state
    }

    private init(mark: ReaderMark.Pointer, firstFrame: Frame.Pointer, stackFloor: UInt, stackEnd: UInt) {
        self.mark = mark
        self.firstFrame = firstFrame
        nextFrame = firstFrame
        self.stackFloor = stackFloor
        self.stackEnd = stackEnd
    }
}

extension ThreadState.Pointer {
    /// Frees the state of a thread that ends.
    ///
    /// If it ends in the middle of a call, others refer to the state, which stays.
    fileprivate func end() {
        let isBusy = pointee.top != nil || isPreparing
        if isBusy { abandon() }
        pointee.mark.pointee.endHolds()
        pointee.mark.pointee.leave()
        if isBusy { return }
        pointee.graph.free()
        pointee.firstFrame.freeAll()
        unsafe address.deinitialize(count: 1)
        unsafe deallocate()
    }

    /// Gives up what the thread is making and preparing, as the thread never goes on.
    func abandon() {
        for frame in pointee.top?.frames ?? [] { frame.giveUp(.failed) }
        pointee.mark.pointee.endHolds()
        Lock.held {
            pointee.isAbandoned = true
            endPreparations()
        }
    }

    /// Whether it runs a registration hook, or a container's `autoRegister`.
    var isPreparing: Bool { pointee.isRunningHook || pointee.autoRegistering != nil }

    /// Whether the stack is nearly used up.
    ///
    /// If the stack pointer is below the thread's stack, this is the stack of a fiber, of which nothing is known.
    @inline(__always)
    var isOutOfStack: Bool {
        let position = resolver_stack_position()
        return position < pointee.stackFloor && position >= pointee.stackEnd
    }
}

/// What a thread waits for.
@safe
struct Wait {
    /// The thread that must go on first.
    let thread: ThreadState.Pointer
    /// The address of the frame, or of the preparation, for which it waits.
    let awaited: UInt
    /// The frame that waits, which is not linked, and the frame that makes the instance; both nil for a preparation.
    var frame: Frame.Pointer?
    var making: Frame.Pointer?
    /// How the wait has ended; nil until it has.
    var outcome: Outcome?

    init(thread: ThreadState.Pointer, awaited: UInt) {
        self.thread = thread
        self.awaited = awaited
    }

    /// A frame's wait for another that makes the instance.
    init(_ frame: Frame.Pointer, for making: Frame.Pointer) {
        self.init(thread: making.pointee.thread, awaited: making.bits)
        self.frame = frame
        self.making = making
    }

    enum Outcome {
        /// The instance was made; it is held here for the waiting thread.
        case made(KeptValue)
        /// The factory returned nil, or an instance that cannot be kept: everybody makes their own.
        case cannotBeKept
        /// No instance was made: look again.
        case failed
    }
}
