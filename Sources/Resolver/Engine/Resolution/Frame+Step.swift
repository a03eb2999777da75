// The step for a registration, which depends on its lifetime: make, copy, or wait. How that ends is in Frame+End.swift.

/// What a frame finds when it is about to wait for another one.
private enum WaitFinding {
    case outcome(Wait.Outcome)
    case ownMaking
    case deadlock([[ChainLink]])
}

extension ThreadState.Pointer {
    /// Whether a service is being made on this thread, to whose graph a new call belongs.
    @_transparent
    fileprivate var isNested: Bool { (pointee.top?.pointee.depth ?? 0) != 0 }
}

extension Frame.Pointer {
    // MARK: - Lifetimes

    // The inlined functions are handed the thread and the registration, which they would otherwise load from the frame again.
    // `@inline(__always)` leaves a call to it in the typed face's `begin`, and `@inline(always)` needs Swift 6.3.
    /// The step for a registration, which depends on its lifetime: copy an instance, or make one, for which the frame is
    /// linked.
    ///
    /// - Parameters:
    ///   - found: The registration.
    ///   - keeping: How its instances are kept.
    ///   - isDeclared: Whether the caller has the factory, as a typed call has.
    ///   - isPlain: Whether there is no sandbox, the frame has no duties yet, and nothing is stated for the call.
    /// - Returns: What the call has to do.
    @_transparent
    func step(
        _ found: Unheld<Registration>, keeping: UInt, isDeclared: Bool = false, isPlain: Bool = false
    ) -> Step {
        let thread = pointee.thread
        pointee.registration = found
        if !isPlain && pointee.duties.has(.reporting) { beginReports() }
        let found = isPlain || pointee.options == nil ? found : applyOptions(keeping)
        if keeping == Keeping.graph.rawValue {
            if thread.isNested, let step = graphStep(found, thread) { return step }
        } else if keeping != Keeping.nowhere.rawValue, let step = keptStep(found, keeping, thread, isPlain: isPlain) {
            return step
        }
        setParent(thread)
        thread.pointee.top = self
        let depth = pointee.depth
        if depth == 1 { thread.pointee.outermost = self }
        let limit = ProcessState.depthLimit
        if depth > limit || thread.isOutOfStack { thread.examine(limit: limit) }
        return unsafe isDeclared ? Step(.makeDeclared) : Step(.make, found.with { unsafe $0.factoryAddress })
    }

    /// The same, for calls that have taken a longer way already.
    @inline(never)
    func stepWithMore(_ found: Unheld<Registration>, keeping: UInt, isDeclared: Bool = false) -> Step {
        step(found, keeping: keeping, isDeclared: isDeclared)
    }

    /// Tells observers, and the report of resolutions outside of sandboxes, that a resolution begins.
    @inline(never)
    private func beginReports() {
        if pointee.duties.has(.observe) { beginObservation() }
        if pointee.duties.has(.reportOutside), !key.isContainer {
            OutsideReport.note(key, at: pointee.location)
        }
    }

    /// Applies the options of the call.
    ///
    /// Returns the registration that counts: where an instance is kept for each parameter, the parameter's own.
    @inline(never)
    private func applyOptions(_ keeping: UInt) -> Unheld<Registration> {
        if let options, options.decorate != nil { pointee.duties.add(.decorate) }
        guard keeping != Keeping.nowhere.rawValue, let parameter else { return foundRegistration }
        holdRegistration(for: parameter)
        // The graph holds the registration, so that its entry means the same parameter until the resolution ends.
        if keeping == Keeping.graph.rawValue, pointee.thread.isNested {
            pointee.thread.pointee.graph.held.append(foundRegistration.object)
        }
        return foundRegistration
    }

    /// Goes on with the registration that keeps the instance for one parameter, which the frame holds from now on.
    func holdRegistration(for parameter: AnyHashable) {
        let registration = withEnvironment { $0.registration(foundRegistration.object, for: parameter) }
        release(takeHold())
        pointee.registration = unsafe Unheld.retaining(registration)
        pointee.duties.add(.releaseRegistration)
    }

    @inline(__always)
    func setParent(_ thread: ThreadState.Pointer) {
        pointee.parent = thread.pointee.top
        pointee.depth = (pointee.parent?.pointee.depth ?? 0) &+ 1
    }

    /// The instance that the current resolution has made already, or nil where this frame makes it.
    @inline(__always)
    private func graphStep(_ found: Unheld<Registration>, _ thread: ThreadState.Pointer) -> Step? {
        guard !ProcessState.has(.asynchronous) else { return graphStepInRun(found) }
        return graphStep(found, thread, run: 0)
    }

    /// The same where there may be a run.
    @inline(never)
    private func graphStepInRun(_ found: Unheld<Registration>) -> Step? {
        let thread = pointee.thread
        return graphStep(found, thread, run: InnermostKeeper.runOfGraph(on: thread, in: environmentNumber))
    }

    @inline(__always)
    private func graphStep(_ found: Unheld<Registration>, _ thread: ThreadState.Pointer, run: UInt) -> Step? {
        let key = GraphEntry.Key(registration: found.with { $0.id }, environment: environmentNumber, run: run)
        if let known = thread.pointee.graph.find(key) { return knownStep(known) }
        let outermost = unsafe thread.pointee.outermost.unsafelyUnwrapped
        if outermost.pointee.registration?.with({ $0.id }) == key.registration {
            // The outermost service is asked for again. With other arguments that is no cycle, and is not kept.
            reportRecursion()
        } else {
            pointee.entry = thread.pointee.graph.begin(key)
            pointee.duties.add(.graph)
            outermost.pointee.duties.add(.endGraph)
        }
        return nil
    }

    // Not inlined: with it, `graphStep` would be a function of its own in each call.
    /// The same where the graph has an entry already.
    @inline(never)
    private func knownStep(_ entry: GraphEntry.Pointer) -> Step? {
        if entry.pointee.type == nil {
            reportRecursion()
            return nil
        }
        // What other arguments make in place of a value is not kept beside the value.
        guard unsafe pointee.argument == nil || mayGiveAgain(entry) else { return nil }
        pointee.entry = entry
        return unsafe Step(.copy, entry.pointee.address)
    }

    /// The instance that a cell keeps, or nil where this frame makes it.
    @inline(__always)
    private func keptStep(
        _ found: Unheld<Registration>, _ keeping: UInt, _ thread: ThreadState.Pointer, isPlain: Bool
    ) -> Step? {
        if isPlain || pointee.environment == nil && pointee.options == nil, keeping & Keeping.isByRun == 0,
            let cell = found.with({ $0.existingCell })
        {
            pointee.cell = cell
            thread.pointee.mark.pointee.begin(cell.content)
            let word = cell.content.loadInOrder()
            if word & InstanceCell.marks == 0, word != 0, isPlain || !pointee.duties.has(.decorate) {
                let value = unsafe Unheld<KeptValue>(bits: word).unsafelyUnwrapped
                return unsafe Step(.copy, value.with { unsafe $0.address })
            }
            if let step = copy(word) { return step }
            thread.pointee.mark.pointee.end()
        }
        return slowKeptStep(keeping)
    }

    /// The same where the cell has no instance to copy at once, or where the call has options.
    @inline(never)
    private func slowKeptStep(_ keeping: UInt) -> Step? {
        // An asynchronous service claims no cell here: its factory refuses a synchronous call.
        if foundRegistration.with({ $0.isAsynchronous }) { return nil }
        let runs: Unheld<VisibleRuns>?
        do throws(ResolutionError) {
            runs = try findCell(keeping)
        } catch {
            return refuse(error)
        }
        if let step = claimOrCopy() { return step }
        if runs != nil { pointee.duties.add(.isByRun) }
        return refusalStep(in: runs)
    }

    /// Finds the cell that keeps the instance: of the current run where a task scope does, else of the environment.
    ///
    /// Drops an instance whose time to live is over.
    ///
    /// - Returns: The run that has the cell, with those around it; nil where the environment has it.
    /// - Throws: Where the service cannot be kept by a run.
    @inline(__always)
    func findCell(_ keeping: UInt) throws(ResolutionError) -> Unheld<VisibleRuns>? {
        let runs = keeping & Keeping.isByRun == 0 ? nil : try runToKeep(keeping)
        let cell = foundRegistration.with { found in
            runs?.with { $0.run.cell(of: found.id) } ?? withEnvironment { $0.cell(of: found) }
        }
        pointee.cell = cell
        if let time = options?.timeToLive { cell.use(within: time, at: withEnvironment { $0.now }) }
        return runs
    }

    /// Copies the instance of the frame's cell, waits for another frame that makes it, or claims the cell.
    ///
    /// Nil says that this frame makes an instance.
    func claimOrCopy() -> Step? {
        let (cell, thread) = unsafe (pointee.cell.unsafelyUnwrapped, pointee.thread)
        setParent(thread)
        while true {
            pointee.resets = withEnvironment { $0.resets }
            // To claim an empty cell, no mark is needed.
            if cell.content.load() == 0, claim(cell, 0) { return nil }
            thread.pointee.mark.pointee.begin(cell.content)
            let word = cell.content.loadInOrder()
            if let step = copy(word) { return step }
            // Claim while the mark is set: until it ends, nobody frees the value in the word, so that no other value can
            // have its address.
            let isClaimed = claim(cell, word)
            thread.pointee.mark.pointee.end()
            if isClaimed {
                // The cell had a value whose object is gone.
                if let gone = InstanceCell.value(word) {
                    Lock.changing { unsafe $0.add(gone.takeRetained(), readThrough: cell.content) }
                }
                return nil
            }
            if word & InstanceCell.isMaking == 0 { continue }
            switch unsafe wait(for: Frame.Pointer(bits: word & ~InstanceCell.marks).unsafelyUnwrapped, cell) {
            case .made(let value): return copy(value)
            case .cannotBeKept: return nil
            case .failed: continue
            }
        }
    }

    /// How to copy what a cell keeps; nil where it keeps nothing.
    ///
    /// The thread's mark is set, and stays set for the copy.
    func copy(_ word: UInt) -> Step? {
        guard let kept = InstanceCell.value(word) else { return nil }
        return kept.with { value -> Step? in
            // A weak value's bits are valid while its object lives. Whoever moves them out takes over this reference.
            if value.isWeak {
                guard let object = value.object else { return nil }
                unsafe Unheld(object).retain()
            }
            if pointee.duties.has(.decorate) {
                // A decorator is the program's own code, during which no mark may be set.
                hold(value)
                pointee.thread.pointee.mark.pointee.end()
            }
            return unsafe Step(value.isWeak ? .take : .copy, value.address)
        }
    }

    /// How to copy an instance that another thread has made, and for which this one waited.
    private func copy(_ value: KeptValue) -> Step {
        hold(value)
        return unsafe Step(.copy, value.address)
    }

    /// Makes the frame hold the instance that it copies or makes, or a factory that refuses to make it.
    func hold(_ value: AnyObject) {
        pointee.heldValue = unsafe Unheld.retaining(value)
        pointee.duties.add(.releaseHeld)
    }

    /// Makes this frame the one that makes a cell's instance; false where another one does, or was faster.
    private func claim(_ cell: InstanceCell.Pointer, _ word: UInt) -> Bool {
        guard word & InstanceCell.isMaking == 0,
            cell.content.replace(word, with: bits | InstanceCell.isMaking)
        else { return false }
        pointee.duties.add(.keep)
        return true
    }

    /// Waits for another frame to make a cell's instance, and returns how that has ended.
    private func wait(for making: Frame.Pointer, _ cell: InstanceCell.Pointer) -> Wait.Outcome {
        let thread = pointee.thread
        let finding = Lock.held { () -> WaitFinding in
            // While its word is in the cell and says that it is awaited, a frame cannot end without the lock.
            let word = making.bits | InstanceCell.isMaking
            guard
                cell.content.load() == word | InstanceCell.isAwaited
                    || cell.content.replace(word, with: word | InstanceCell.isAwaited)
            else { return .outcome(.failed) }
            let other = making.pointee.thread
            if other == thread { return .ownMaking }
            if making.isOlderThanReset {
                // Its instance goes to those who asked before the reset; a call that comes now makes another one.
                cell.content.exchange(0)
                return .outcome(.failed)
            }
            while thread.isAwaited(by: other) {
                if !thread.breakCircle(from: other) {
                    return .deadlock(thread.chainsWaiting(from: other))
                }
            }
            return .outcome(thread.wait(Wait(self, for: making)))
        }
        switch finding {
        case .outcome(let outcome): return outcome
        case .deadlock(let others): Failure.deadlock(waitingChain, others).trap()
        case .ownMaking:
            // A lazy wrapper is read while its service is being made. Resolving again finds out whether that is a cycle.
            if isOfWrapper { return .cannotBeKept }
            reportRecursion()
            Failure.recursiveArgument(chain[0], thread.chain).trap()
        }
    }
}
