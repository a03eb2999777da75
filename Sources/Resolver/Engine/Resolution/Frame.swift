/// One running factory: a link of the chain from the outermost resolution to the current one.
///
/// Each thread has a stack of frames of its own, whose memory it uses again and again, so a chain costs no allocation.
/// Fibers that take turns on one thread must not resolve at the same time: they would overwrite each other's frames.
@usableFromInline
@safe
package struct Frame {
    @usableFromInline package typealias Pointer = StablePointer<Frame>

    /// The one above it on the thread's stack of frames, if there has been one yet.
    fileprivate(set) var next: Pointer?
    // Not first: the thread sanitizer takes a change of any field for one of the first, and other threads read this one.
    /// The thread whose frame it is.
    @usableFromInline let thread: ThreadState.Pointer

    // What the caller says.

    /// Where the arguments are, if there are any, and their type; no type means `Any?`.
    var argument: UnsafeRawPointer?
    var argumentType: Any.Type?
    package internal(set) var location: CodeLocation
    /// The scope that is stated, where it is one of the program's own; the caller holds it.
    var scope: Unheld<ResolverScope>?
    /// What else is stated, for this call or for all of the declaration; the caller holds it.
    var options: Unheld<CallOptions>?

    // What `begin` finds.

    /// The resolver that was asked, which the factory is handed.
    var resolver: Unheld<Resolver>?
    /// The environment; nil for the process's.
    var environment: Unheld<Environment>?
    var registration: Unheld<Registration>?
    /// The resolver that has the registration: the one that was asked, or one of its children.
    var owner: Unheld<Resolver>?
    @usableFromInline var parent: Pointer?
    /// How many services are being made, this one included; a lazy wrapper is none.
    var depth: UInt = 0
    /// What is left to do when the instance is there.
    @usableFromInline var duties = Duties.nothing
    /// The marks of the declaration, 0 for the runtime face.
    var marks: UInt64 = 0
    /// Where a graph keeps what is made, or has it already.
    var entry: GraphEntry.Pointer?
    /// The cell for which it makes an instance, or from which one is copied.
    var cell: InstanceCell.Pointer?
    /// How many resets there had been when it began to make an instance that is kept.
    var resets: UInt = 0
    /// Of the first read of a lazy wrapper: how deep the run is nested in which the wrapper was made; it keeps nothing of one
    /// that is nested deeper.
    ///
    /// `UInt.max` where something keeps the wrapper's object.
    var runDepth: UInt = 0
    /// The instance that is made or copied, or what refuses to make it, where the frame holds it.
    var heldValue: Unheld<AnyObject>?
    /// A root or main that may be replaced at any moment, which the thread holds for the frame.
    var heldResolver: Unheld<Resolver>?
    /// Others, which the frame holds by references.
    var moreResolvers: Unheld<HeldResolver>?

    @inline(__always)
    fileprivate init(
        thread: ThreadState.Pointer, next: Pointer?, argument: UnsafeRawPointer?, type: Any.Type?,
        at location: CodeLocation, scope: Unheld<ResolverScope>?, options: Unheld<CallOptions>?
    ) {
        self.next = next
        self.thread = thread
        unsafe self.argument = unsafe argument
        argumentType = type
        self.location = location
        self.scope = scope
        self.options = options
    }

    /// What is left to do when the instance is there; nothing for what nobody keeps or watches.
    @frozen @usableFromInline
    struct Duties: BitSet {
        @usableFromInline let rawValue: UInt

        @inlinable @inline(__always)
        init(rawValue: UInt) { self.rawValue = rawValue }

        /// A graph keeps it.
        static let graph = Duties(rawValue: 1)
        /// A cell keeps it.
        static let keep = Duties(rawValue: 2)
        /// Somebody decorates it.
        static let decorate = Duties(rawValue: 4)
        /// The frame has a reference to the registration.
        static let releaseRegistration = Duties(rawValue: 16)
        /// The frame holds the instance, or resolvers.
        static let releaseHeld = Duties(rawValue: 32)
        /// The environment's observers are told.
        static let observe = Duties(rawValue: 64)
        /// Somebody wants to know of what is resolved outside of any sandbox.
        static let reportOutside = Duties(rawValue: 128)
        /// The thread holds the registration, which may be replaced at any moment.
        static let endHold = Duties(rawValue: 256)
        /// The cell is a run's, which lists all of its cells.
        static let isByRun = Duties(rawValue: 512)
        /// Instances of graph lifetime go with the frame.
        static let endGraph = Duties(rawValue: 1024)

        /// Those that are looked at as soon as the registration is found.
        static let reporting = observe | reportOutside

        /// Those for which a copy of the instance is needed: `graph`, `keep` and `decorate`.
        ///
        /// As numbers, since inlined code cannot name these.
        @inlinable @inline(__always) static var copying: Duties { Duties(rawValue: 1 | 2 | 4) }
    }
}

/// A resolver that a frame holds by a reference, and more of them.
final class HeldResolver {
    private let resolver: Resolver
    private let next: HeldResolver?

    init(_ resolver: Resolver, _ next: HeldResolver?) {
        self.resolver = resolver
        self.next = next
    }
}

// MARK: - A thread's stack of frames

extension Frame {
    /// A frame for a call, until it is popped; nothing is linked yet.
    ///
    /// - Parameters:
    ///   - argument: Where the arguments are, if there are any.
    ///   - type: Their type, where that is not `Any?`.
    ///   - location: Where the call is.
    ///   - scope: The scope that is stated, where it is one of the program's own; the caller holds it.
    ///   - options: What else is stated for this call; the caller holds it.
    /// - Returns: The frame.
    @inline(__always)
    static func push(
        argument: UnsafeRawPointer? = nil, type: Any.Type? = nil, at location: CodeLocation,
        scope: ResolverScope? = nil, options: CallOptions? = nil
    ) -> Pointer {
        let thread = ThreadState.current
        let frame = thread.pointee.nextFrame
        let next = frame.pointee.next
        unsafe frame.initialize(
            to: Frame(
                thread: thread, next: next, argument: argument, type: type, at: location, scope: Unheld(scope),
                options: Unheld(options)))
        thread.pointee.nextFrame = next ?? frame.makeNext()
        return frame
    }

    /// Memory for a frame, with nothing above it yet.
    static func make(for thread: ThreadState.Pointer) -> Pointer {
        unsafe Pointer.allocate(
            filledWith: Frame(
                thread: thread, next: nil, argument: nil, type: nil, at: .unknown, scope: nil, options: nil))
    }
}

extension Frame.Pointer {
    /// Gives a frame back, and what is behind it: the topmost one, as calls end in the reverse order.
    @usableFromInline
    package func pop() {
        pointee.thread.pointee.nextFrame = self
    }

    /// The frame above the topmost one that there is.
    @inline(never)
    fileprivate func makeNext() -> Frame.Pointer {
        let next = Frame.make(for: pointee.thread)
        pointee.next = next
        return next
    }

    /// Frees a thread's frames, from the lowest one on; the thread may have ended in the middle of a call.
    func freeAll() {
        var frame: Frame.Pointer? = self
        while let current = frame {
            frame = current.pointee.next
            unsafe current.deallocate()
        }
    }
}

extension Frame.Pointer {
    /// The arguments.
    var given: GivenArguments { unsafe GivenArguments(at: pointee.argument, pointee.argumentType) }

    /// What the instance is kept for, where there is one for each parameter.
    var parameterKey: AnyHashable? { options?.parameterKey?(given) }

    /// Whether it is that of the first read of a lazy wrapper.
    var isOfWrapper: Bool { pointee.registration == nil }

    /// Whether it is that of the first read of a lazy wrapper whose object is kept: the service it finds is kept by that
    /// object, not by what the reader makes.
    var isOfKeptWrapper: Bool { pointee.runDepth == .max }

    /// The resolver that is asked, once it is known.
    var askedResolver: Unheld<Resolver> {
        @_transparent get { unsafe pointee.resolver.unsafelyUnwrapped }
    }

    /// The registration, once it is found.
    var foundRegistration: Unheld<Registration> {
        @_transparent get { unsafe pointee.registration.unsafelyUnwrapped }
    }

    /// The resolver that has it, once it is found.
    var foundOwner: Resolver { unsafe pointee.owner.unsafelyUnwrapped.object }

    /// What is made.
    var key: ServiceKey { foundRegistration.with { $0.key } }

    /// What is stated for the call.
    @inline(__always)
    var options: CallOptions? { pointee.options?.object }
}

extension InstanceCell.Pointer {
    /// The frame that is making an instance for the cell; nil where none does.
    ///
    /// Under the engine's lock, without which the frame cannot end from then on.
    var frameInMaking: Frame.Pointer? {
        let word = content.loadInOrder()
        guard word & InstanceCell.isMaking != 0,
            word & InstanceCell.isAwaited != 0 || content.replace(word, with: word | InstanceCell.isAwaited)
        else { return nil }
        return unsafe Frame.Pointer(bits: word & ~InstanceCell.marks)
    }
}
