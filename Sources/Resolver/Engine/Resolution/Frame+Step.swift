// What is to be done for a registration, as its lifetime says: make, copy, or wait. How that ends is in Frame+End.swift.

/// What a frame finds that would wait for another one.
private enum WaitFinding {
    case outcome(Wait.Outcome)
    case ownMaking
    case deadlock([[ChainLink]])
}

extension UnsafeMutablePointer<ThreadState> {
    /// Whether something is being made whose graph what is asked for now would be in.
    @inline(__always)
    fileprivate var isNested: Bool { unsafe (pointee.top?.pointee.depth ?? 0) != 0 }
}

extension UnsafeMutablePointer<Frame> {
    // MARK: - Lifetimes

    // `@inline(__always)` leaves a call to it in the typed face's `begin`, and `@inline(always)` needs Swift 6.3.
    /// What is to be done for a registration, as its lifetime says: copy an instance, or make one, for which the frame is
    /// linked.
    ///
    /// - Parameters:
    ///   - found: The registration.
    ///   - keeping: How its instances are kept.
    ///   - isDeclared: Whether the caller has the factory, as a typed call has.
    ///   - isPlain: Whether the frame has no duties yet, and nothing is stated for the call.
    /// - Returns: What the call has to do.
    @_transparent
    func step(
        _ found: Unmanaged<Registration>, keeping: UInt, isDeclared: Bool = false, isPlain: Bool = false
    ) -> Step {
        let thread = unsafe pointee.thread
        unsafe pointee.registration = unsafe found
        if unsafe !isPlain && pointee.duties.has(.reporting) { unsafe beginReports(thread) }
        let found = unsafe isPlain || pointee.options == nil ? found : applyOptions(to: found, keeping, thread)
        if keeping == Keeping.graph.rawValue {
            if unsafe thread.isNested, let step = unsafe graphStep(found, thread) { return step }
        } else if keeping != Keeping.nowhere.rawValue, let step = unsafe keptStep(found, keeping, thread) {
            return step
        }
        unsafe setParent(thread)
        unsafe thread.pointee.top = unsafe self
        let depth = unsafe pointee.depth
        if depth == 1 { unsafe thread.pointee.outermost = unsafe self }
        let limit = ProcessState.depthLimit
        if unsafe depth > limit || thread.isOutOfStack { unsafe thread.examine(limit: limit) }
        return unsafe Step(.make, isDeclared ? nil : found._withUnsafeGuaranteedRef { unsafe $0.factoryAddress })
    }

    /// The same, for calls that have taken a longer way already.
    @inline(never)
    func stepWithMore(_ found: Unmanaged<Registration>, keeping: UInt, isDeclared: Bool = false) -> Step {
        unsafe step(found, keeping: keeping, isDeclared: isDeclared)
    }

    /// Tells those who want to know that a resolution begins.
    @inline(never)
    private func beginReports(_ thread: ThreadState.Pointer) {
        if unsafe pointee.duties.has(.observe) { unsafe beginObservation(thread) }
        if unsafe pointee.duties.has(.reportOutside), unsafe !key.isContainer {
            unsafe OutsideReport.note(key, at: pointee.location)
        }
    }

    /// Looks at what is stated for the call; returns the registration that counts, for a parameter its own.
    @inline(never)
    private func applyOptions(
        to found: Unmanaged<Registration>, _ keeping: UInt, _ thread: ThreadState.Pointer
    ) -> Unmanaged<Registration> {
        guard let options = unsafe options else { return unsafe found }
        if options.decorate != nil { unsafe pointee.duties.add(.decorate) }
        guard keeping != Keeping.nowhere.rawValue, let parameter = unsafe parameterKey else { return unsafe found }
        let registration = unsafe holdRegistration(of: found, for: parameter)
        // Its entry must mean the same until the resolution ends.
        if keeping == Keeping.graph.rawValue, unsafe thread.isNested {
            unsafe thread.pointee.graph.held.append(registration)
        }
        return unsafe .passUnretained(registration)
    }

    /// The registration that keeps the instance for one parameter, which the frame holds from now on.
    func holdRegistration(of found: Unmanaged<Registration>, for parameter: AnyHashable) -> Registration {
        let registration = unsafe environmentOrProcess.registration(found.takeUnretainedValue(), for: parameter)
        unsafe release(takeHold())
        unsafe pointee.registration = unsafe .passRetained(registration)
        unsafe pointee.duties.add(.releaseRegistration)
        return registration
    }

    @inline(__always)
    func setParent(_ thread: ThreadState.Pointer) {
        unsafe pointee.parent = unsafe thread.pointee.top
        unsafe pointee.depth = unsafe (pointee.parent?.pointee.depth ?? 0) &+ 1
    }

    /// The instance that the current resolution has made already, or nil where this frame makes it.
    @inline(__always)
    private func graphStep(_ found: Unmanaged<Registration>, _ thread: ThreadState.Pointer) -> Step? {
        let id = unsafe found._withUnsafeGuaranteedRef { $0.id }
        if let newest = unsafe thread.pointee.graph.find(id, environmentNumber) {
            return unsafe knownStep(found, newest, thread)
        }
        unsafe beginEntry(found, besides: nil, thread)
        return nil
    }

    // Not inlined: with it, `graphStep` would be a function of its own in each call.
    /// The same where the graph has entries of the registration.
    @inline(never)
    private func knownStep(
        _ found: Unmanaged<Registration>, _ newest: GraphEntry.Pointer, _ thread: ThreadState.Pointer
    ) -> Step? {
        let entry = unsafe newest.isForAnybody ? newest : entryToUse(newest)
        if let entry = unsafe entry, unsafe entry.pointee.type == nil {
            unsafe reportRecursion(found, thread)
            return nil
        }
        guard let entry = unsafe entry, unsafe pointee.argument == nil || mayGiveAgain(entry) else {
            unsafe beginEntry(found, besides: newest, thread)
            return nil
        }
        unsafe pointee.entry = unsafe entry
        return unsafe Step(.copy, entry.pointee.address)
    }

    /// Makes an entry for what this frame makes.
    @inline(__always)
    private func beginEntry(
        _ found: Unmanaged<Registration>, besides newest: GraphEntry.Pointer?, _ thread: ThreadState.Pointer
    ) {
        let id = unsafe found._withUnsafeGuaranteedRef { $0.id }
        let outermost = unsafe thread.pointee.outermost.unsafelyUnwrapped
        if unsafe outermost.pointee.registration?._withUnsafeGuaranteedRef({ $0.id }) == id {
            // What is made for other arguments is not kept.
            unsafe reportRecursion(found, thread)
        } else {
            unsafe pointee.entry = unsafe thread.pointee.graph.begin(id, environmentNumber, besides: newest)
            unsafe pointee.duties.add(.graph)
            unsafe outermost.pointee.duties.add(.endGraph)
        }
    }

    /// The instance that a cell keeps, or nil where this frame makes it.
    @inline(__always)
    private func keptStep(
        _ found: Unmanaged<Registration>, _ keeping: UInt, _ thread: ThreadState.Pointer
    ) -> Step? {
        if unsafe pointee.environment == nil, unsafe pointee.options == nil, keeping & Keeping.isByRun == 0,
            let cell = unsafe found._withUnsafeGuaranteedRef({ unsafe $0.existingCell })
        {
            unsafe pointee.cell = unsafe cell
            unsafe thread.pointee.mark.pointee.begin(cell.content)
            let word = unsafe cell.content.loadInOrder()
            if word & InstanceCell.marks == 0, word != 0, unsafe !pointee.duties.has(.decorate) {
                let value = unsafe Unmanaged<KeptValue>.fromOpaque(UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped)
                return unsafe Step(.copy, value._withUnsafeGuaranteedRef { unsafe $0.address })
            }
            if let step = unsafe copy(word, thread) { return step }
            unsafe thread.pointee.mark.pointee.end()
        }
        return unsafe slowKeptStep(found, keeping, thread)
    }

    /// The same where the instance is not simply there, or where the call has options.
    @inline(never)
    private func slowKeptStep(
        _ found: Unmanaged<Registration>, _ keeping: UInt, _ thread: ThreadState.Pointer
    ) -> Step? {
        // An asynchronous service claims no cell here: its factory refuses a synchronous call.
        if unsafe found._withUnsafeGuaranteedRef({ $0.isAsynchronous }) { return nil }
        let isByRun = keeping & Keeping.isByRun != 0
        var ofRun: (cell: InstanceCell.Pointer, runs: Unmanaged<VisibleRuns>)?
        if isByRun {
            do throws(ResolutionError) {
                unsafe ofRun = unsafe try runCell(of: found, keeping)
            } catch {
                return unsafe refuse(error, thread)
            }
        }
        let cell =
            unsafe ofRun?.cell
            ?? found._withUnsafeGuaranteedRef { found in unsafe withEnvironment { unsafe $0.cell(of: found) } }
        unsafe pointee.cell = unsafe cell
        if let time = unsafe options?.timeToLive {
            unsafe cell.use(within: time, at: environmentOrProcess.now)
        }
        return unsafe claimOrCopy(cell, thread) ?? refusalStep(in: ofRun?.runs, thread)
    }

    /// Copies what a cell keeps, waits for what another frame makes, or claims the cell for this frame, which is told
    /// by nil.
    func claimOrCopy(_ cell: InstanceCell.Pointer, _ thread: ThreadState.Pointer) -> Step? {
        unsafe setParent(thread)
        while true {
            unsafe pointee.resets = unsafe withEnvironment { $0.resets }
            // To claim an empty cell, no mark is needed.
            if unsafe cell.content.load() == 0, unsafe claim(cell, 0) { return nil }
            unsafe thread.pointee.mark.pointee.begin(cell.content)
            let word = unsafe cell.content.loadInOrder()
            if let step = unsafe copy(word, thread) { return step }
            // While the mark is set: until it ends, a value that is gone is not released, so that the word is no
            // other's.
            let isClaimed = unsafe claim(cell, word)
            unsafe thread.pointee.mark.pointee.end()
            if isClaimed {
                // What was held weakly is gone.
                if let gone = unsafe InstanceCell.value(word) {
                    Lock.changing { unsafe $0.add(gone.takeRetainedValue(), readThrough: cell.content) }
                }
                return nil
            }
            if word & InstanceCell.isMaking == 0 { continue }
            switch unsafe wait(
                for: Frame.Pointer(bitPattern: word & ~InstanceCell.marks).unsafelyUnwrapped, cell, thread)
            {
            case .made(let value): return unsafe copy(value)
            case .cannotBeKept: return nil
            case .failed: continue
            }
        }
    }

    /// How to copy what a cell keeps; nil where it keeps nothing.
    ///
    /// The thread's mark is set, and stays set for the copy.
    func copy(_ word: UInt, _ thread: ThreadState.Pointer) -> Step? {
        guard let kept = unsafe InstanceCell.value(word) else { return nil }
        return unsafe kept._withUnsafeGuaranteedRef { value in
            // The bits of what is held weakly are valid while the object is held, and the reference goes with them.
            if value.isWeak {
                guard let object = value.object else { return nil }
                _ = unsafe Unmanaged.passRetained(object)
            }
            if unsafe pointee.duties.has(.decorate) {
                // A decorator is the program's own code, during which no mark may be set.
                unsafe pointee.heldValue = unsafe Unmanaged.passRetained(value)
                unsafe pointee.duties.add(.releaseHeld)
                unsafe thread.pointee.mark.pointee.end()
            }
            return unsafe Step(value.isWeak ? .take : .copy, value.address)
        }
    }

    /// How to copy what another thread has made for those who waited.
    private func copy(_ value: KeptValue) -> Step {
        unsafe pointee.heldValue = unsafe Unmanaged.passRetained(value)
        unsafe pointee.duties.add(.releaseHeld)
        return unsafe Step(.copy, value.address)
    }

    /// Makes this frame the one that makes a cell's instance; false where another one does, or was faster.
    private func claim(_ cell: InstanceCell.Pointer, _ word: UInt) -> Bool {
        guard word & InstanceCell.isMaking == 0,
            unsafe cell.content.replace(word, with: UInt(bitPattern: self) | InstanceCell.isMaking)
        else { return false }
        unsafe pointee.duties.add(.keep)
        return true
    }

    /// Waits for another frame to make a cell's instance, and returns what has come of it.
    private func wait(
        for making: Frame.Pointer, _ cell: InstanceCell.Pointer, _ thread: ThreadState.Pointer
    ) -> Wait.Outcome {
        let finding = Lock.held { () -> WaitFinding in
            // While its word is in the cell and says that it is awaited, a frame cannot end without the lock.
            let word = UInt(bitPattern: making) | InstanceCell.isMaking
            guard
                unsafe cell.content.load() == word | InstanceCell.isAwaited
                    || cell.content.replace(word, with: word | InstanceCell.isAwaited)
            else { return .outcome(.failed) }
            let other = unsafe making.pointee.thread
            if unsafe other == thread { return .ownMaking }
            if unsafe making.isOlderThanReset {
                // It goes to those who asked before the reset; who asks now makes another one.
                unsafe cell.content.exchange(0)
                return .outcome(.failed)
            }
            while unsafe thread.isAwaited(by: other) {
                if unsafe !thread.breakCircle(from: other) {
                    return unsafe .deadlock(thread.chainsWaiting(from: other))
                }
            }
            return unsafe .outcome(thread.wait(Wait(self, for: making)))
        }
        switch finding {
        case .outcome(let outcome): return outcome
        case .deadlock(let others): unsafe Failure.deadlock(waitingChain, others).trap()
        case .ownMaking:
            // A lazy wrapper that is read while its service is made: resolving again tells whether that is a cycle.
            if unsafe pointee.registration == nil { return .cannotBeKept }
            unsafe reportRecursion(pointee.registration.unsafelyUnwrapped, thread)
            unsafe Failure.recursiveArgument(chain[0], thread.chain).trap()
        }
    }
}
