// How synchronous and asynchronous calls find the run that keeps an instance.

extension Frame.Pointer {
    /// The current run of the task scope that keeps the instance; nil if the scope is not a task scope any more.
    ///
    /// Fails outside of a run. It also fails if a service that lives longer than the run is being made: on this thread, or by
    /// the asynchronous construction that the task belongs to. The usual success takes no lock.
    ///
    /// - Parameter keeping: How the instance is kept.
    /// - Returns: The run, and the runs around it.
    /// - Throws: An error if no run can keep the service.
    func runToKeep(_ keeping: UInt) throws(ResolutionError) -> Unheld<VisibleRuns>? {
        let address = Keeping.scopeAddress(keeping)
        var runs = VisibleRuns.innermost(ofScopeAt: address, in: environmentNumber)
        // Most often no service is being made on this thread.
        let isOutermost = pointee.thread.pointee.top == nil
        let isForThis = runs?.with { !$0.run.refuses && (isOutermost || keeper(outliving: $0) == nil) }
        if isForThis != true { runs = try runsStatedAnew() }
        if let options, options.makeParameter != nil { runs?.object.run.hold(foundRegistration.object) }
        return runs
    }

    /// Looks again, in the scope that is stated now, as another thread may have stated another one since the word was read.
    ///
    /// Fails with the reason if the scope still has no run that can keep the instance; nil if it is not a task scope now.
    @inline(never)
    private func runsStatedAnew() throws(ResolutionError) -> Unheld<VisibleRuns>? {
        guard let scope = Lock.held({ scopeThatKeeps.object }) as? TaskScope else { return nil }
        func error(_ reason: ResolutionError.Reason) -> ResolutionError {
            ResolutionError(
                reason, key: key, at: pointee.location, chain: pointee.thread.chain,
                facts: TaskState.facts.setting(.isAsynchronous, foundRegistration.with { $0.isAsynchronous }))
        }
        // A scope that has had no run yet may be replaced, and released, meanwhile.
        defer { withExtendedLifetime(scope) {} }
        let runs = try Unheld(scope).currentRun(in: environmentOrProcess, orThrow: error)
        if let keeper = runs.with({ keeper(outliving: $0) }) {
            throw unsafe error(.captive(scope: scope.display, keeper: ResolutionError.Link(keeper)))
        }
        return runs
    }

    /// The innermost service being made on this thread that is kept longer than a run.
    ///
    /// Nil if there is none. Then lazy wrappers that may outlive the run do not keep its instance.
    private func keeper(outliving runs: VisibleRuns) -> ServiceKey? {
        var wrapper: Frame.Pointer?
        var next = pointee.thread.pointee.top
        while let frame = next {
            if let word = frame.keptWord, (frame.runs(word)?.with { $0.depth } ?? 0) < runs.depth { return frame.key }
            // Something keeps the wrapper's object, and the wrapper's read already hides the runs that end before that does.
            if frame.isOfKeptWrapper, TaskState.current?.keeper != nil { break }
            if frame.isOfWrapper && frame.pointee.runDepth < runs.depth { wrapper = frame }
            next = frame.pointee.parent
        }
        if let wrapper { giveUp(outwardsTo: wrapper, keeping: runs) }
        return nil
    }

    /// Lets lazy wrappers, from the innermost to a given one, keep nothing of a run that their objects may outlive: each later
    /// read resolves again.
    @inline(never)
    private func giveUp(outwardsTo last: Frame.Pointer, keeping runs: VisibleRuns) {
        var next = pointee.thread.pointee.top
        while let frame = next {
            if frame.isOfWrapper && frame.pointee.runDepth < runs.depth { frame.giveUp(.cannotBeKept) }
            next = frame == last ? nil : frame.pointee.parent
        }
    }

    /// The run that keeps this frame's instance, and the runs around it; nil if the instance outlives all visible runs.
    ///
    /// - Parameter word: How the instance is kept.
    /// - Returns: The run, and the runs around it.
    func runs(_ word: UInt) -> Unheld<VisibleRuns>? {
        guard word & Keeping.isByRun != 0 else { return nil }
        return VisibleRuns.innermost(ofScopeAt: Keeping.scopeAddress(word), in: environmentNumber)
    }

    /// How a cell keeps this frame's instance; nil if no cell keeps it, or only the cell of a lazy wrapper.
    var keptWord: UInt? {
        pointee.duties.has(.keep) && !isOfWrapper ? keepingWord : nil
    }
}
