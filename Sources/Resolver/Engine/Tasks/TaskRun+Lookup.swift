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
        // Most often nothing is being made.
        let isOutermost = pointee.thread.pointee.top == nil
        let isForThis = runs?.with { !$0.run.refuses && (isOutermost || keeper(outliving: $0) == nil) }
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
        if let keeper = keeper(outliving: runs) {
            throw unsafe error(.captive(scope: scope.display, keeper: ResolutionError.Link(keeper)))
        }
        return Unheld(runs)
    }

    /// What is being made on this thread to be kept longer than a run; nil where nothing is.
    private func keeper(outliving runs: VisibleRuns) -> ServiceKey? {
        var next = pointee.thread.pointee.top
        while let frame = next {
            if let word = frame.keptWord, (frame.runs(word)?.depth ?? 0) < runs.depth { return frame.key }
            // What the wrapper's object outlives is hidden already.
            if frame.isOfKeptWrapper, TaskState.current?.keeper != nil { return nil }
            // The object whose lazy wrapper is read may outlive the run: the next read finds what is its reader's.
            if frame.isOfWrapper && frame.pointee.runDepth < runs.depth { frame.giveUp(.cannotBeKept) }
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
