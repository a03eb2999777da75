/// One resolution under way, or the first read of a lazy wrapper.
///
/// While its factory runs, it is a link of the chain from the outermost resolution to the current one.
///
/// Each thread has a stack of frames of its own, whose memory it uses again and again, so a chain costs no allocation.
/// Fibers that take turns on one thread must not resolve at the same time: they would overwrite each other's frames.
@usableFromInline
@safe
package struct Frame {
    @usableFromInline package typealias Pointer = StablePointer<Frame>

    /// The frame above it on the thread's stack of frames; nil until there has been one.
    fileprivate(set) var next: Pointer?
    // Not first: the thread sanitizer takes a change of any field for one of the first, and other threads read this one.
    /// The thread whose frame it is.
    @usableFromInline let thread: ThreadState.Pointer

    // What the caller says.

    /// Where the arguments are, if there are any, and their type; no type means `Any?`.
    var argument: UnsafeRawPointer?
    var argumentType: Any.Type?
    package internal(set) var location: CodeLocation
    /// The scope that is stated, where it is one of the program's own; it lives for ever, or the caller holds it.
    var scope: Unheld<ResolverScope>?
    /// The options that are stated; the caller holds them.
    var options: Unheld<DeclarationDetails>?

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
    /// The entry in which the graph keeps the instance, or has it already.
    var entry: GraphEntry.Pointer?
    /// The cell for which it makes an instance, or from which one is copied.
    var cell: InstanceCell.Pointer?
    /// How many resets there had been when it began to make an instance that is kept.
    var resets: UInt = 0
    /// In the first read of a lazy wrapper: how deep the run is nested in which the wrapper was made.
    ///
    /// The wrapper keeps no instance of a run that is nested deeper.
    ///
    /// `UInt.max` where something keeps the wrapper's object.
    var runDepth: UInt = 0
    /// The instance that is made or copied, or the factory that refuses to make it, where the frame holds it.
    var heldValue: Unheld<AnyObject>?
    /// A root or main that may be replaced at any moment, which the thread holds for the frame.
    var heldResolver: Unheld<Resolver>?
    /// Further roots or mains, which the frame holds by references.
    var moreResolvers: Unheld<HeldResolver>?

    @inline(__always)
    fileprivate init(
        thread: ThreadState.Pointer, next: Pointer?, argument: UnsafeRawPointer?, type: Any.Type?,
        at location: CodeLocation, scope: Unheld<ResolverScope>?
    ) {
        self.next = next
        self.thread = thread
        unsafe self.argument = unsafe argument
        argumentType = type
        self.location = location
        self.scope = scope
    }

    /// What is left to do when the instance is there; empty where nobody keeps or watches it.
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
        /// The resolution is outside of any sandbox, and is reported.
        static let reportOutside = Duties(rawValue: 128)
        /// The thread holds the registration, which may be replaced at any moment.
        static let endHold = Duties(rawValue: 256)
        /// The cell is a run's, which lists all of its cells.
        static let isByRun = Duties(rawValue: 512)
        /// The graph ends with the frame.
        static let endGraph = Duties(rawValue: 1024)
        /// Somebody decorates it at this moment.
        static let isDecorating = Duties(rawValue: 2048)

        /// The duties that are looked at as soon as the registration is found.
        static let reporting = observe | reportOutside

        /// The duties for which a copy of the instance is needed: `graph`, `keep` and `decorate`.
        ///
        /// As numbers, since inlined code cannot name these.
        @inlinable @inline(__always) static var copying: Duties { Duties(rawValue: 1 | 2 | 4) }
    }
}

/// A list of resolvers that a frame holds by references.
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
    /// Pushes a frame for a call, which has it until it is popped; the frame is not linked yet.
    ///
    /// - Parameters:
    ///   - argument: Where the arguments are, if there are any.
    ///   - type: Their type, where that is not `Any?`.
    ///   - location: Where the call is.
    ///   - scope: The scope that is stated, where it is one of the program's own; it lives for ever, or the
    ///     caller holds it.
    /// - Returns: The frame.
    @inline(__always)
    static func push(
        argument: UnsafeRawPointer? = nil, type: Any.Type? = nil, at location: CodeLocation,
        scope: Unheld<ResolverScope>? = nil
    ) -> Pointer {
        let thread = ThreadState.current
        let frame = thread.pointee.nextFrame
        let next = frame.pointee.next
        unsafe frame.initialize(
            to: Frame(
                thread: thread, next: next, argument: argument, type: type, at: location, scope: scope))
        thread.pointee.nextFrame = next ?? frame.makeNext()
        return frame
    }

    /// Memory for a frame, with nothing above it yet.
    static func make(for thread: ThreadState.Pointer) -> Pointer {
        unsafe Pointer.allocate(
            filledWith: Frame(
                thread: thread, next: nil, argument: nil, type: nil, at: .unknown, scope: nil))
    }
}

extension Frame.Pointer {
    /// Gives a frame back, with any above it: calls end in the reverse order.
    @usableFromInline
    package func pop() {
        pointee.thread.pointee.nextFrame = self
    }

    /// Makes the frame above the topmost one.
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

    /// The parameter by which the instance is kept, where there is one for each; else nil.
    var parameter: AnyHashable? { options?.makeParameter?(given) }

    /// Whether it is the frame of the first read of a lazy wrapper.
    var isOfWrapper: Bool { pointee.registration == nil }

    /// Whether it is the frame of the first read of a lazy wrapper whose object is kept.
    ///
    /// That object keeps the service which the read finds; the service that the reader is making does not.
    var isOfKeptWrapper: Bool { pointee.runDepth == .max }

    /// The resolver that is asked, once it is known.
    var askedResolver: Unheld<Resolver> {
        @_transparent get { unsafe pointee.resolver.unsafelyUnwrapped }
    }

    /// The registration, once it is found.
    var foundRegistration: Unheld<Registration> {
        @_transparent get { unsafe pointee.registration.unsafelyUnwrapped }
    }

    /// The resolver that has the registration, once it is found.
    var foundOwner: Resolver { unsafe pointee.owner.unsafelyUnwrapped.object }

    /// The key of the service that is made.
    var key: ServiceKey { foundRegistration.with { $0.key } }

    /// The options that are stated.
    @inline(__always)
    var options: DeclarationDetails? { pointee.options?.object }
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
