internal import CResolverPlatform

/// What one thread knows while it resolves.
///
/// It is made at a thread's first resolution and freed when the thread ends. Only its own thread touches it, but for
/// what is guarded by the engine's lock.
@usableFromInline
@safe
struct ThreadState {
    @usableFromInline typealias Pointer = StablePointer<ThreadState>

    /// What it copies out of at this moment.
    let mark: ReaderMark.Pointer
    /// Its frames, from the lowest one on, and the frame of the next call.
    fileprivate let firstFrame: Frame.Pointer
    @usableFromInline var nextFrame: Frame.Pointer
    /// The innermost factory that is running, or nil outside any resolution.
    @usableFromInline var top: Frame.Pointer?
    /// The frame with which the current resolution has begun.
    var outermost: Frame.Pointer?
    /// Where the stack begins to be used up, and its lowest address.
    let stackFloor: UInt
    let stackEnd: UInt
    /// How deep the current resolution may go before its chain is examined again.
    var depthAllowance: UInt = 0
    /// The instances of graph lifetime of the current resolution.
    var graph = GraphInstances()
    /// Whether a registration hook runs on this thread.
    var isRunningHook = false
    /// Whether a container registers its own overrides on this thread.
    var isAutoRegistering = false
    /// The container that was left unprepared for the call that follows; only ever compared.
    var usesUnprepared: Unheld<Resolver>?
    /// What is to be told to observers.
    var pendingEvents: PendingEvents?
    /// Takes over failures that would end the program.
    var failureHandler: (any FailureHandler)?

    /// What it waits for.
    ///
    /// Guarded by the engine's lock.
    var wait: Wait?

    /// Whether it never goes on, so that others do what it prepares.
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
            // The smallest stack that threads are commonly given has 512 KB: half of it is left to this resolution.
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
    /// Frees the state of a thread that ends; one that ends in the middle of a call is known to others, and stays.
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

    /// Gives up what the thread makes and prepares, as it never goes on.
    func abandon() {
        for frame in pointee.top?.frames ?? [] { frame.giveUp(.failed) }
        pointee.mark.pointee.endHolds()
        Lock.held {
            pointee.isAbandoned = true
            endPreparations()
        }
    }

    /// Whether it runs a hook, or what a container registers itself.
    var isPreparing: Bool { pointee.isRunningHook || pointee.isAutoRegistering }

    /// Whether the stack is nearly used up.
    ///
    /// Below its end it is another stack, that of a fiber, of which nothing is known.
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
    /// The address of what that thread makes or prepares.
    let awaited: UInt
    /// The frame that waits, which is not linked, and the one that makes what it waits for; nil for a preparation.
    var frame: Frame.Pointer?
    var making: Frame.Pointer?
    /// What came of it.
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
        /// An instance, which is held for those who waited.
        case made(KeptValue)
        /// Nil, or an instance of a kind that cannot be kept: everybody makes their own.
        case cannotBeKept
        /// Nothing: look again.
        case failed
    }
}
