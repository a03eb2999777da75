// The chain of a resolution, its depth, and the cycles in it.

extension Frame.Pointer {
    /// The chain from this frame outwards, the innermost link first, with frames left out that only pass on what
    /// another registration makes.
    var chain: [ChainLink] { links(frames).filter { !$0.isForward } }

    /// The same for a frame that waits, always with its own link.
    ///
    /// Chains leave out a lazy wrapper's link, as the next one is that of its service; while the wrapper waits, there is no
    /// next one.
    var waitingChain: [ChainLink] { links([self]) + (pointee.parent?.chain ?? []) }

    /// What has asked for this frame's service, the innermost link first: frames of this thread, then constructions.
    var askers: [ChainLink] { (pointee.parent?.chain ?? []) + TaskState.chain }

    /// This frame and those it is nested in, the innermost first.
    var frames: [Frame.Pointer] {
        var frames: [Frame.Pointer] = []
        var next: Frame.Pointer? = self
        while let frame = next {
            frames.append(frame)
            next = frame.pointee.parent
        }
        return frames
    }

    /// Whether two frames make the same registration's instance with equal arguments.
    fileprivate func repeats(_ other: Frame.Pointer) -> Bool {
        pointee.registration == other.pointee.registration
            && Resolver.Args.provablyEqual(given.value, other.given.value)
    }

    /// Reports a service that is asked for while its instance is being made, on the same thread with the same arguments;
    /// returns if the arguments differ.
    func reportRecursion() {
        guard let frames = pointee.thread.pointee.top?.frames,
            let entry = frames.firstIndex(where: { $0.pointee.registration == pointee.registration }),
            frames[entry].repeats(self)
        else { return }
        let path = links(frames[...entry]).filter { !$0.isForward }.reversed() + links([self])
        report(path, of: frames, enteredAt: entry)
    }
}

/// Reports a cycle of frames, the innermost first.
private func report(_ path: [ChainLink], of frames: [Frame.Pointer], enteredAt entry: Int) -> Never {
    let isOfDecorator = frames[...entry].contains { $0.pointee.duties.has(.isDecorating) }
    Failure.cycle(path, frames[entry].askers, isOfDecorator: isOfDecorator).trap()
}

private func links(_ frames: some Sequence<Frame.Pointer>) -> [ChainLink] { frames.map(ChainLink.init) }

extension ChainLink {
    /// A call of a registration; a typed factory that passes on is a link all the same.
    init(_ registration: Registration, at location: CodeLocation) {
        self.init(registration.key, at: location, isForward: registration.isForward && !registration.isDeclaration)
    }

    fileprivate init(_ frame: Frame.Pointer) {
        let location = frame.pointee.location
        if let registration = frame.pointee.registration?.object {
            self.init(registration, at: location)
        } else {
            // A lazy wrapper's frame has no registration: its type is that of the service, which is the next link.
            self.init(ServiceKey(frame.pointee.argumentType ?? Any.self, name: nil), at: location, isForward: true)
        }
    }
}

extension ThreadState.Pointer {
    /// What is being made, the innermost link first: frames of this thread, which must be the current one, then constructions.
    var chain: [ChainLink] { (pointee.top?.chain ?? []) + TaskState.chain }

    /// Looks for a cycle in a chain that has reached the depth limit, or the end of its stack.
    @inline(never)
    func examine(limit: UInt) {
        guard let top = pointee.top else { return }
        let depth = top.pointee.depth
        let isOutOfStack = isOutOfStack
        if depth == limit + 1 { pointee.depthAllowance = limit }
        guard isOutOfStack || depth > pointee.depthAllowance else { return }
        let frames = top.frames
        if let cycle = cycle(of: frames, { $0.repeats($1) }) {
            report(path(of: cycle, in: links(frames)), of: frames, enteredAt: cycle.entry)
        }
        if isOutOfStack {
            let all = links(frames)
            let own = all.filter { !$0.isForward }
            // So short a chain has not used up the stack: preparations have.
            if isPreparing, depth <= limit { Failure.preparedForEver(Array(own.dropFirst())).trap() }
            Failure.tooDeep(own.isEmpty ? all : own).trap()
        }
        // The chain is only deep. The limit doubles, so that examining stays cheap against the work of getting there.
        pointee.depthAllowance = Swift.max(depth, limit) * 2
    }
}

/// How many links a cycle has, and the number of the link with which it was entered: the outermost one that is repeated.
typealias LinkCycle = (length: Int, entry: Int)

/// The cycle that the innermost links of a chain make, proven by two full periods.
func cycle<Link>(of links: [Link], _ repeats: (Link, Link) -> Bool) -> LinkCycle? {
    guard links.count > 1 else { return nil }
    let length = (1...(links.count / 2)).first { length in
        (0..<length).allSatisfy { repeats(links[$0], links[$0 + length]) }
    }
    guard let length else { return nil }
    let repeating = (0..<links.count - length).prefix { repeats(links[$0], links[$0 + length]) }
    return (length, repeating.count + length - 1)
}

/// A cycle as reports show it: once around, from the link with which it was entered to the same one again.
///
/// Links that only pass on are left out, unless the cycle has no others.
func path(of cycle: LinkCycle, in links: [ChainLink]) -> [ChainLink] {
    let around = links[(cycle.entry - cycle.length + 1)...cycle.entry]
    let isOfForwards = around.allSatisfy(\.isForward)
    func shown(_ links: ArraySlice<ChainLink>) -> [ChainLink] { links.filter { isOfForwards || !$0.isForward } }
    return Array(shown(links[0...cycle.entry]).reversed().prefix(shown(around).count + 1))
}
