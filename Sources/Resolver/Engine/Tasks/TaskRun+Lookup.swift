// Where the instances of task scopes are, for synchronous and asynchronous calls.

extension Frame.Pointer {
    /// The current run, if the scope that keeps the instance is a task scope; nil where it is none.
    ///
    /// Fails outside of a run, and where something is being made that lives longer: on this thread, or by the
    /// asynchronous construction that the task belongs to. Where it does not fail, it needs no lock.
    ///
    /// - Parameter keeping: How the instance is kept.
    /// - Returns: The run, and those around it.
    /// - Throws: Where the service cannot be kept by a run.
    func runToKeep(_ keeping: UInt) throws(ResolutionError) -> Unheld<VisibleRuns>? {
        let address = Keeping.scopeAddress(keeping)
        var runs = VisibleRuns.innermost(ofScopeAt: address, in: environmentNumber)
        let isForThis = runs?.with { !$0.run.refuses && (isOutermost || noteUse(of: $0) == nil) }
        if isForThis != true { runs = try runsStatedAnew() }
        if let options, options.parameterKey != nil { runs?.object.run.hold(foundRegistration.object) }
        return runs
    }

    /// Fails with the reason, unless the scope has been stated anew since the word was read; nil where it is no task scope now.
    @inline(never)
    private func runsStatedAnew() throws(ResolutionError) -> Unheld<VisibleRuns>? {
        guard let scope = Lock.held({ scopeThatKeeps.object }) as? TaskScope else { return nil }
        func error(_ reason: ResolutionError.Reason) -> ResolutionError {
            ResolutionError(reason, key: key, at: pointee.location, chain: pointee.thread.chain)
        }
        let runs = try scope.currentRun(in: environmentOrProcess, orThrow: error)
        if let keeper = noteUse(of: runs) {
            throw unsafe error(.captive(scope: scope.display, keeper: ResolutionError.Link(keeper)))
        }
        return Unheld(runs)
    }

    /// The graph's entry whose instance this call is given: the oldest that it may use.
    ///
    /// Nil where the call must make its own; that fails if the making asks for something that belongs to a run.
    @inline(never)
    func entryToUse(_ newest: GraphEntry.Pointer) -> GraphEntry.Pointer? {
        // It is being made, and asked for again.
        if newest.pointee.type == nil { return newest }
        var found: GraphEntry.Pointer?
        var next: GraphEntry.Pointer? = newest
        while let entry = next {
            if entry.pointee.type != nil && mayUse(entry) { found = entry }
            next = entry.pointee.shadowed
        }
        return found
    }

    /// Whether this call may be given an instance, which may hold a run's, or lazy wrappers.
    private func mayUse(_ entry: GraphEntry.Pointer) -> Bool {
        // Wrappers that this call makes must look where those do.
        let keeper = entry.pointee.wrappers == 0 ? nil : InnermostKeeper(on: pointee.thread)
        if let keeper, keeper.mark != entry.pointee.wrappers { return false }
        if entry.pointee.run != 0 {
            guard let runs = VisibleRuns.current(entry.pointee.run), !runs.areHidden, noteUse(of: runs) == nil else {
                return false
            }
        }
        keeper?.noteWrappers()
        return true
    }

    /// Whether nothing is being made on this thread.
    @inline(__always)
    private var isOutermost: Bool { pointee.thread.pointee.top == nil }

    /// Notes with the instances of the graph that are being made that they may hold a run's, unless something that is being made
    /// would keep it longer.
    ///
    /// - Returns: What would.
    private func noteUse(of runs: VisibleRuns) -> ServiceKey? {
        if let keeper = keeper(outliving: runs) { return keeper }
        var next = pointee.thread.pointee.top
        while let frame = next {
            frame.pointee.entry?.note(runs)
            // The object whose lazy wrapper is read may outlive the run: the next read finds what is its reader's.
            if frame.isOfWrapper && frame.pointee.runDepth < runs.depth { frame.giveUp(.cannotBeKept) }
            if frame.isOfKeptWrapper, TaskState.current?.keeper != nil { return nil }
            next = frame.pointee.parent
        }
        return nil
    }

    /// What is being made on this thread to be kept longer than a run; nil where nothing is.
    private func keeper(outliving runs: VisibleRuns) -> ServiceKey? {
        var next = pointee.thread.pointee.top
        while let frame = next {
            if let word = frame.keptWord, (frame.runs(word)?.depth ?? 0) < runs.depth {
                return frame.key
            }
            // What the wrapper's object outlives is hidden already.
            if frame.isOfKeptWrapper, TaskState.current?.keeper != nil { return nil }
            next = frame.pointee.parent
        }
        return nil
    }

    /// The run that keeps what this frame makes, by the word that says how, and those around it; nil where it outlives all.
    func runs(_ word: UInt) -> VisibleRuns? {
        guard word & Keeping.isByRun != 0 else { return nil }
        return VisibleRuns.innermost(ofScopeAt: Keeping.scopeAddress(word), in: environmentNumber)?.object
    }

    /// How the cell keeps what this frame makes; nil where no cell or a lazy wrapper keeps it.
    var keptWord: UInt? {
        pointee.duties.has(.keep) && !isOfWrapper ? keepingWord : nil
    }
}

extension GraphEntry.Pointer {
    /// Whether it is the only one of its registration, and holds nothing of a run, nor a lazy wrapper.
    @inline(__always)
    var isForAnybody: Bool { pointee.run | pointee.wrappers == 0 && pointee.shadowed == nil }

    /// Notes that the value may hold instances of a run, unless it may hold those of one that is nested deeper.
    fileprivate func note(_ runs: VisibleRuns) {
        guard pointee.run == 0 || pointee.runDepth < runs.depth else { return }
        pointee.run = runs.run.number
        pointee.runDepth = runs.depth
    }
}
