// How the making or the copying of an instance ends, and what the frame held is released.

extension Frame.Pointer {
    /// Ends the making of an instance of which nobody wants a copy, and gives the frame back; does nothing to a frame that
    /// has ended already.
    @inlinable @inline(__always)
    func endUncopied() {
        guard pointee.duties.isEmpty else { return endUncopiedWithDuties() }
        let thread = pointee.thread
        thread.pointee.top = pointee.parent
        thread.pointee.nextFrame = self
    }

    @usableFromInline @inline(never)
    func endUncopiedWithDuties() {
        unlink()
        // Before `release`, with which a replaced registration may go.
        if pointee.duties.has(.observe) { observe(.made) }
        release()
        pop()
    }

    /// Where the copy of an instance that was made belongs.
    ///
    /// - Returns: The place, and whether `publish` must follow; where it need not, the frame is given back.
    func placeForCopy(size: Int, alignment: Int) -> (address: UnsafeMutableRawPointer, isToBePublished: Bool) {
        guard isForGraphAlone else {
            let address =
                unsafe pointee.entry?.makeRoom(size: size, alignment: alignment)
                ?? keptRoom(for: key.type, size: size, alignment: alignment)
            return unsafe (address, isToBePublished: true)
        }
        let address = unsafe graphRoom(size: size, alignment: alignment)
        // Nothing else runs on the thread before the copy is there.
        endInGraph()
        return unsafe (address, isToBePublished: false)
    }

    /// Whether only a graph keeps the instance, which is made without arguments.
    ///
    /// With arguments, `publish` decides afterwards whether the graph keeps it.
    @inline(__always) var isForGraphAlone: Bool { unsafe pointee.duties == .graph && pointee.argument == nil }

    /// Where a graph keeps the instance.
    @inline(__always)
    func graphRoom(size: Int, alignment: Int) -> UnsafeMutableRawPointer {
        unsafe pointee.entry.unsafelyUnwrapped.makeRoom(size: size, alignment: alignment)
    }

    /// Ends the making of an instance that is in a graph's room, and gives the frame back.
    @inline(__always)
    func endInGraph() {
        unsafe pointee.entry.unsafelyUnwrapped.pointee.type = key.type
        unlink()
        pop()
    }

    /// Whether a call with arguments may be given a graph's instance.
    ///
    /// A value may not be given again, as other arguments may make another one. An object may: the first call's arguments
    /// count, as with Resolver 1.5.1.
    @inline(never)
    func mayGiveAgain(_ entry: GraphEntry.Pointer) -> Bool {
        // Where an instance is kept for each parameter, only calls with the same one come here.
        if options?.makeParameter != nil { return true }
        let value = unsafe unwrapped(anyValue(at: entry.pointee.address.unsafelyUnwrapped, key.type))
        return value.map { type(of: $0) is AnyClass } ?? false
    }

    /// Hands the copy, which is where `placeForCopy` said, to decorators, and then to the graph or the cell; gives the frame
    /// back.
    @usableFromInline @inline(never)
    package func publish() {
        let duties = pointee.duties
        let entry = pointee.entry
        if duties.has(.decorate), let address = unsafe copiedAddress {
            unsafe decorate(at: address, isMade: true)
        }
        if let entry {
            entry.pointee.type = key.type
            if unsafe pointee.argument != nil && !mayGiveAgain(entry) {
                pointee.thread.pointee.graph.drop(entry)
            }
        }
        if duties.has(.keep), let value = heldInstance, value.with({ keep($0) }) { pointee.heldValue = nil }
        unlink()
        if duties.has(.observe) { observe(.made) }
        release()
        pop()
    }

    /// Puts the instance into the cell, and hands it to the threads that wait for it; returns whether the cell has taken over
    /// the frame's reference.
    private func keep(_ value: KeptValue) -> Bool {
        guard let cell = pointee.cell, !value.isNil else {
            giveUp(.cannotBeKept)
            return false
        }
        if pointee.duties.has(.isByRun) && keepInRun(value, cell) { return true }
        let thread = pointee.thread
        if let time = options?.timeToLive { value.use(within: time, at: withEnvironment { $0.now }) }
        let weak = keeping == .weakly ? value.weakCopy() : nil
        var isTaken = false
        let awaited = Lock.held { () -> [Completion] in
            let own = bits | InstanceCell.isMaking
            let word = cell.content.load()
            let scope = scopeThatKeeps
            let keeping = scope.with { $0.keeping }
            let canBeKept = keeping == .strongly || keeping == .weakly && weak != nil
            if word & ~InstanceCell.isAwaited == own {
                let isKept = canBeKept && add(cell, to: scope)
                if isKept, keeping == .strongly {
                    // Before other threads can see the value.
                    foundRegistration.with { value.noteDuty($0.key, registered: $0.location, $0.closer) }
                    isTaken = true
                    cell.content.exchange(InstanceCell.word(owning: Unheld(value)))
                } else {
                    cell.content.exchange(isKept ? weak.map { InstanceCell.word(owning: $0) } ?? 0 : 0)
                }
            }
            // If the cell still had just this frame's word, nobody waits. If a reset has emptied it, those who waited before
            // are given the instance all the same.
            guard word != own else { return [] }
            thread.end(bits, with: canBeKept ? .made(value) : .cannotBeKept)
            return Completion.takeMaking(bits)
        }
        for end in awaited { end.end() }
        return isTaken
    }

    /// Does the same without the lock, for a cell of a run: where there is no closer, nobody waits, and no reset has emptied
    /// the cell.
    ///
    /// Returns whether it has.
    private func keepInRun(_ value: KeptValue, _ cell: InstanceCell.Pointer) -> Bool {
        guard keepingWord & Keeping.isByRun != 0, options?.timeToLive == nil,
            !foundRegistration.with({ $0.mayHaveCloser })
        else { return false }
        return cell.content.replace(bits | InstanceCell.isMaking, with: InstanceCell.word(owning: Unheld(value)))
    }

    /// Lists a cell with a scope, if it may keep the instance that the frame has made.
    private func add(_ cell: InstanceCell.Pointer, to scope: Unheld<ResolverScope>) -> Bool {
        // The run has listed its cells, so that a reset would have emptied this one.
        if pointee.duties.has(.isByRun), scope.with({ $0.isByRun }) { return true }
        let instances = scope.with { scope in withEnvironment { $0.instances(of: scope) } }
        return instances.with { $0.add(cell, begunAfter: pointee.resets) }
    }

    /// Whether the scope that would keep the instance was reset since the frame began to make it.
    ///
    /// Under the engine's lock.
    var isOlderThanReset: Bool {
        // The cell of a lazy wrapper has no scope.
        if isOfWrapper { return false }
        return withEnvironment { $0.instances(of: scopeThatKeeps.object) }.with { $0.lastReset } > pointee.resets
    }

    /// The scope that keeps the instance: that of the call, the declaration or the registration.
    ///
    /// Under the engine's lock, as the registration may be given another one.
    var scopeThatKeeps: Unheld<ResolverScope> {
        if let scope = pointee.scope { return scope }
        return foundRegistration.with { registration in
            guard registration.isDeclaration, pointee.marks & DeclarationMarks.hasLifetime != 0 else {
                return Unheld(registration.scope)
            }
            return Unheld(DeclarationMarks.scope(of: pointee.marks))
        }
    }

    /// How that scope keeps the instance, in the form of a registration's word.
    var keepingWord: UInt {
        if let scope = pointee.scope { return scope.with { $0.keepingWord } }
        return foundRegistration.with { registration in
            guard registration.isDeclaration, pointee.marks & DeclarationMarks.hasLifetime != 0 else {
                return registration.scopeKeeping
            }
            return DeclarationMarks.keeping(of: pointee.marks)
        }
    }

    /// The same without the task scope's address.
    var keeping: Keeping { Keeping(rawValue: keepingWord & Keeping.bits) ?? .nowhere }

    /// Ends a frame that has made no instance, and tells observers.
    func abandon(_ outcome: Wait.Outcome, _ event: ResolutionEvent.Outcome) {
        pointee.entry?.pointee.key.registration = 0
        giveUp(outcome)
        unlink()
        if pointee.duties.has(.observe) { observe(event) }
        release()
        // Whoever ends the frame must find nothing more to tell or to release.
        pointee.duties = .nothing
    }

    /// Empties the cell that the frame has claimed, and tells those who wait for it.
    func giveUp(_ outcome: Wait.Outcome) {
        guard pointee.duties.has(.keep), let cell = pointee.cell else { return }
        let thread = pointee.thread
        pointee.duties.remove(.keep)
        let own = bits | InstanceCell.isMaking
        if cell.content.replace(own, with: 0) { return }
        let awaited = Lock.held {
            _ = cell.content.replace(own | InstanceCell.isAwaited, with: 0)
            thread.end(bits, with: outcome)
            return Completion.takeMaking(bits)
        }
        for end in awaited { end.end() }
    }

    /// Ends the copying of an instance.
    ///
    /// Never inlined: what was copied has been retained before the call, and nothing is moved past it.
    @usableFromInline @inline(never)
    package func endCopy() {
        // For a graph's instance no mark is set; clearing it all the same is one store, to the thread's own cache line.
        pointee.thread.pointee.mark.pointee.clear()
        if !pointee.duties.isEmpty { endWatchedCopy() }
    }

    @inline(never)
    private func endWatchedCopy() {
        let duties = pointee.duties
        if duties.has(.decorate), let address = unsafe copiedAddress {
            unsafe decorate(at: address, isMade: false)
        }
        if duties.has(.observe) { observe(.reused) }
        release()
    }

    /// Where the instance is that was made or copied: in what the frame holds, or in the graph's entry.
    private var copiedAddress: UnsafeMutableRawPointer? {
        unsafe heldInstance?.with { unsafe $0.address } ?? pointee.entry?.pointee.address
    }

    /// The instance that the frame holds.
    var heldInstance: Unheld<KeptValue>? {
        pointee.heldValue?.with { unsafe Unheld(unsafeDowncast($0, to: KeptValue.self)) }
    }

    @inline(__always)
    func unlink() {
        let thread = pointee.thread
        thread.pointee.top = pointee.parent
        guard pointee.duties.has(.endGraph) else { return }
        pointee.duties.remove(.endGraph)
        thread.endGraph()
    }

    /// Releases what the frame holds, once: the frame may begin again.
    func release() {
        release(takeHold())
        guard pointee.duties.has(.releaseHeld) else { return }
        unsafe pointee.heldValue?.release()
        pointee.heldValue = nil
        unsafe pointee.moreResolvers?.release()
        pointee.moreResolvers = nil
        guard let resolver = pointee.heldResolver else { return }
        pointee.heldResolver = nil
        pointee.thread.pointee.mark.pointee.endHold(of: resolver.bits)
    }

    /// How a frame holds its registration: not at all, by a hold of its thread, or by a reference.
    typealias Hold = (registration: Unheld<Registration>?, duty: Frame.Duties)

    /// Takes the hold out of the frame, which may then find another registration.
    @inline(__always)
    func takeHold() -> Hold {
        let duty = pointee.duties & (.endHold | .releaseRegistration)
        pointee.duties.remove(duty)
        return (pointee.registration, duty)
    }

    /// Puts a hold back.
    func put(_ hold: Hold) {
        pointee.registration = hold.registration
        pointee.duties.add(hold.duty)
    }

    /// Ends a hold.
    @inline(__always)
    func release(_ hold: Hold) {
        if hold.duty.has(.endHold) {
            let address = hold.registration?.bits ?? 0
            pointee.thread.pointee.mark.pointee.endHold(of: address)
        } else if hold.duty.has(.releaseRegistration) {
            unsafe hold.registration?.release()
        }
    }
}
