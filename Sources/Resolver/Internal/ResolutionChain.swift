/// One running factory: a link of the chain from the outermost resolution to the current one.
///
/// Frames are local variables of those who resolve, and are linked from the inside out, so a chain costs no allocation.
/// That of an async function may stand on the heap, as the optimiser pleases.
@usableFromInline
@unsafe
@frozen
struct Frame {
    @usableFromInline typealias Pointer = UnsafeMutablePointer<Frame>

    /// Where the arguments stand, if there are any, and their type; no type stands for `Any?`.
    @usableFromInline let argument: UnsafeRawPointer?
    @usableFromInline let argumentType: Any.Type?
    @usableFromInline let site: CallSite
    @usableFromInline var parent: Pointer?
    /// What was found for it; there before it is linked.
    @usableFromInline var found: Unmanaged<Registration>?
    @usableFromInline var depth: UInt = 0
    /// The thread it is linked on.
    @usableFromInline var thread: ThreadState.Pointer?
    /// Where a graph keeps what is made, if one does.
    @usableFromInline var entry: GraphInstances.Entry.Pointer?
    /// The thread that copies an instance, if one does, and what holds that instance meanwhile.
    @usableFromInline var copier: ThreadState.Pointer?
    @usableFromInline var holder: Unmanaged<AnyObject>?
    /// Whether it holds the registration, which may be replaced at any moment.
    @usableFromInline var isRetained = false

    @inlinable @inline(__always)
    init(arguments: Arguments, site: CallSite) {
        unsafe self.init(argument: UnsafeRawPointer(arguments), type: nil, site: site)
    }

    /// For a typed argument, which is made an `Any` by nobody but who must see it.
    @inlinable @inline(__always)
    init(argument: UnsafeRawPointer?, type: Any.Type?, site: CallSite) {
        unsafe self.argument = unsafe argument
        unsafe argumentType = type
        unsafe self.site = site
    }

    /// The arguments.
    var given: Any? {
        guard let argument = unsafe argument else { return nil }
        guard let argumentType = unsafe argumentType else {
            return unsafe argument.assumingMemoryBound(to: Any?.self).pointee
        }
        func value<Argument>(as type: Argument.Type) -> Any {
            unsafe argument.assumingMemoryBound(to: type).pointee
        }
        return _openExistential(argumentType, do: value)
    }

    var registration: Unmanaged<Registration> { unsafe found.unsafelyUnwrapped }
}

/// The arguments of a call, where the caller holds them, or nil: copying an `Any?` costs as much as finding a
/// registration, even where it is nil.
@usableFromInline package typealias Arguments = UnsafePointer<Any?>?

/// Where in the source a call stands.
@usableFromInline
@frozen
package struct CallSite: Sendable {
    @usableFromInline package let file: StaticString
    @usableFromInline package let line: UInt

    @inlinable @inline(__always)
    package init(_ file: StaticString, _ line: UInt) {
        self.file = file
        self.line = line
    }

    /// The file, as `#fileID` has it.
    var fileText: String { "\(file)" }

    /// A call through a function value or a protocol, which carries no place.
    @usableFromInline static var unknown: CallSite { CallSite("", 0) }
}

extension CallSite: CustomStringConvertible {
    @usableFromInline package var description: String { line == 0 ? "" : "\(file):\(line)" }
}

/// What is remembered of a frame once its factory has gone, or on another thread.
struct ChainLink: Sendable {
    let key: ServiceKey
    let site: CallSite
}

// MARK: - Depth

extension Engine {
    /// Links a frame, and looks at the chain where it is deep.
    @inline(__always)
    static func link(
        _ frame: Frame.Pointer, to registration: Unmanaged<Registration>, on thread: ThreadState.Pointer, limit: UInt
    ) {
        let parent = unsafe thread.pointee.top
        let depth = unsafe (parent?.pointee.depth ?? 0) &+ 1
        if unsafe parent == nil {
            unsafe thread.pointee.graph.outermost = registration._withUnsafeGuaranteedRef { $0.id }
        }
        unsafe frame.pointee.parent = unsafe parent
        unsafe frame.pointee.found = unsafe registration
        unsafe frame.pointee.depth = depth
        unsafe frame.pointee.thread = unsafe thread
        unsafe thread.pointee.top = unsafe frame
        // Not where the frame stands: that of an async function may stand on the heap. Unprotected, as frames are, too:
        // nothing is written beyond them, and a canary at each resolution would guard nothing.
        var here: UInt8 = 0
        let isOutOfStack = unsafe _withUnprotectedUnsafeMutablePointer(to: &here) {
            unsafe UInt(bitPattern: $0) < thread.pointee.stackFloor
        }
        if depth > limit || isOutOfStack {
            unsafe examine(thread, limit: Int(limit), isOutOfStack: isOutOfStack)
        }
    }

    /// Unlinks a frame; with the outermost one the resolution ends.
    @inline(__always)
    static func unlink(_ frame: Frame.Pointer) {
        let thread = unsafe frame.pointee.thread.unsafelyUnwrapped
        unsafe thread.pointee.top = unsafe frame.pointee.parent
        if unsafe frame.pointee.parent == nil && thread.pointee.graph.isUsed {
            unsafe endGraph(of: thread)
        }
        if unsafe frame.pointee.isRetained { unsafe frame.pointee.registration.release() }
    }

    /// Looks for a cycle in a chain that has reached the depth limit, or the end of its stack.
    @inline(never)
    static func examine(_ thread: ThreadState.Pointer, limit: Int, isOutOfStack: Bool) {
        guard let top = unsafe thread.pointee.top else { return }
        let depth = unsafe Int(top.pointee.depth)
        if depth == limit + 1 { unsafe thread.pointee.depthAllowance = limit }
        guard unsafe isOutOfStack || depth > thread.pointee.depthAllowance else { return }
        let frames = unsafe frames(from: top)
        if let period = unsafe period(of: frames) {
            // Where the cycle was entered: the outermost frame that still repeats.
            var first = period
            while unsafe first + period < frames.count && repeats(frames[first], frames[first + period]) { first += 1 }
            first += period - 1
            let cycle = unsafe frames[(first - period + 1)...first]
            // Services that only stand for each other are all there is to tell of.
            let isOfAliases = unsafe links(cycle).isEmpty
            let around = unsafe links(cycle, withAliases: isOfAliases).count
            let links = unsafe Array(
                links(frames[0...first], withAliases: isOfAliases).reversed().prefix(around + 1))
            unsafe Failure.cycle(links, chain(from: frames[first].pointee.parent)).trap()
        }
        if isOutOfStack {
            let links = unsafe links(frames)
            Failure.tooDeep(unsafe links.isEmpty ? self.links(frames, withAliases: true) : links).trap()
        }
        // Only deep. The limit doubles, so that examining stays cheap against the work of getting there.
        unsafe thread.pointee.depthAllowance = max(depth, limit) * 2
    }

    /// The length of the cycle the innermost frames make, proven by two full periods.
    private static func period(of frames: [UnsafeMutablePointer<Frame>]) -> Int? {
        guard unsafe frames.count > 1 else { return nil }
        return unsafe (1...(frames.count / 2)).first { period in
            (0..<period).allSatisfy { unsafe repeats(frames[$0], frames[$0 + period]) }
        }
    }

    /// Whether two frames build the same registration with equal arguments.
    static func repeats(_ left: UnsafeMutablePointer<Frame>, _ right: UnsafeMutablePointer<Frame>) -> Bool {
        unsafe left.pointee.registration.toOpaque() == right.pointee.registration.toOpaque()
            && Resolver.Args.provablyEqual(left.pointee.given, right.pointee.given)
    }

    // MARK: - Chains for reports

    /// What frames stand for, those left out that only pass on what another registration makes.
    private static func links(
        _ frames: some Collection<UnsafeMutablePointer<Frame>>, withAliases: Bool = false
    ) -> [ChainLink] {
        unsafe frames.compactMap { frame in
            let registration = unsafe frame.pointee.registration._withUnsafeGuaranteedRef { $0 }
            return unsafe withAliases || registration.alias == nil
                ? ChainLink(key: registration.key, site: frame.pointee.site) : nil
        }
    }

    /// The frames from the given one outwards, the innermost first.
    static func frames(from top: UnsafeMutablePointer<Frame>?) -> [UnsafeMutablePointer<Frame>] {
        var frames: [UnsafeMutablePointer<Frame>] = unsafe []
        var next = unsafe top
        while let frame = unsafe next {
            unsafe frames.append(frame)
            unsafe next = frame.pointee.parent
        }
        return unsafe frames
    }

    /// The chain from the given frame outwards, the innermost link first.
    static func chain(from top: UnsafeMutablePointer<Frame>?) -> [ChainLink] {
        unsafe links(frames(from: top))
    }
}
