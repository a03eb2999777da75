// Where the instances of task scopes are, for synchronous and asynchronous calls.

extension UnsafeMutablePointer<Frame> {
    /// The cell in the current run, if the scope that keeps the instance is a task scope; nil where it is none.
    ///
    /// Fails outside of a run, and where something is being made that lives longer: on this thread, or by the
    /// asynchronous construction that the task belongs to. Where it does not fail, it needs no lock.
    ///
    /// - Parameters:
    ///   - found: What is registered.
    ///   - keeping: How it says that its instances are kept.
    /// - Returns: The cell, and the run it is in with those around that.
    /// - Throws: Where the service cannot be kept by a run.
    func runCell(
        of found: Unmanaged<Registration>, _ keeping: UInt
    ) throws(ResolutionError) -> (cell: InstanceCell.Pointer, runs: Unmanaged<VisibleRuns>)? {
        let address = Keeping.scopeAddress(keeping)
        var runs = unsafe VisibleRuns.innermost(ofScopeAt: address, in: environmentNumber)
        let isForThis = unsafe runs?._withUnsafeGuaranteedRef {
            unsafe !$0.run.refuses && (isOutermost || noteUse(of: $0) == nil)
        }
        if isForThis != true { unsafe runs = unsafe try runsStatedAnew(for: found.takeUnretainedValue()) }
        guard let runs = unsafe runs else { return nil }
        if let options = unsafe options, options.parameterKey != nil {
            unsafe runs.takeUnretainedValue().run.hold(found.takeUnretainedValue())
        }
        let id = unsafe found._withUnsafeGuaranteedRef { $0.id }
        return unsafe (runs._withUnsafeGuaranteedRef { unsafe $0.run.cell(of: id) }, runs)
    }

    /// Fails with the reason, unless the scope has been stated anew since the word was read; nil where it is no task scope now.
    @inline(never)
    private func runsStatedAnew(for found: Registration) throws(ResolutionError) -> Unmanaged<VisibleRuns>? {
        guard let scope = Lock.held({ unsafe scopeThatKeeps }) as? TaskScope else { return nil }
        func error(_ reason: ResolutionError.Reason) -> ResolutionError {
            unsafe ResolutionError(
                reason, key: found.key, at: pointee.location,
                chain: pointee.thread.chain)
        }
        let runs = try unsafe scope.currentRun(in: environmentOrProcess, orThrow: error)
        if let keeper = unsafe noteUse(of: runs) {
            throw unsafe error(.captive(scope: scope.display, keeper: ResolutionError.Link(keeper)))
        }
        return unsafe .passUnretained(runs)
    }

    /// The graph's entry whose instance this call is given: the oldest that it may use.
    ///
    /// Nil where the call must make its own; that fails if the making asks for something that belongs to a run.
    @inline(never)
    func entryToUse(_ newest: GraphEntry.Pointer) -> GraphEntry.Pointer? {
        // It is being made, and asked for again.
        if unsafe newest.pointee.type == nil { return unsafe newest }
        var found: GraphEntry.Pointer?
        var next: GraphEntry.Pointer? = unsafe newest
        while let entry = unsafe next {
            if unsafe entry.pointee.type != nil && mayUse(entry) { unsafe found = unsafe entry }
            unsafe next = unsafe entry.pointee.shadowed
        }
        return unsafe found
    }

    /// Whether this call may be given an instance, which may hold a run's, or lazy wrappers.
    private func mayUse(_ entry: GraphEntry.Pointer) -> Bool {
        // Wrappers that this call makes must look where those do.
        let keeper = unsafe entry.pointee.wrappers == 0 ? nil : InnermostKeeper(on: pointee.thread)
        if let keeper = unsafe keeper, unsafe keeper.mark != entry.pointee.wrappers { return false }
        if unsafe entry.pointee.run != 0 {
            guard let runs = unsafe VisibleRuns.current(entry.pointee.run), unsafe noteUse(of: runs) == nil else {
                return false
            }
        }
        unsafe keeper?.noteWrappers()
        return true
    }

    /// Whether nothing is being made on this thread.
    @inline(__always)
    private var isOutermost: Bool { unsafe pointee.thread.pointee.top == nil }

    /// Notes with the instances of the graph that are being made that they may hold a run's, unless something that is being made
    /// would keep it longer.
    ///
    /// - Returns: What would.
    private func noteUse(of runs: VisibleRuns) -> ServiceKey? {
        if let keeper = unsafe keeper(outliving: runs) { return keeper }
        var next = unsafe pointee.thread.pointee.top
        while let frame = unsafe next {
            unsafe frame.pointee.entry?.note(runs)
            // The object whose lazy wrapper is read may outlive the run: the next read finds what is its reader's.
            if unsafe frame.isOfWrapper && frame.pointee.runDepth < runs.depth { unsafe frame.giveUp(.cannotBeKept) }
            if unsafe frame.isOfKeptWrapper, TaskState.current?.keeper != nil { return nil }
            unsafe next = unsafe frame.pointee.parent
        }
        return nil
    }

    /// What is being made on this thread to be kept longer than a run; nil where nothing is.
    private func keeper(outliving runs: VisibleRuns) -> ServiceKey? {
        var next = unsafe pointee.thread.pointee.top
        while let frame = unsafe next {
            if let word = unsafe frame.keptWord, unsafe (frame.runs(word)?.depth ?? 0) < runs.depth {
                return unsafe frame.key
            }
            // What the wrapper's object outlives is hidden already.
            if unsafe frame.isOfKeptWrapper, TaskState.current?.keeper != nil { return nil }
            unsafe next = unsafe frame.pointee.parent
        }
        return nil
    }

    /// The run that keeps what this frame makes, by the word that says how, and those around it; nil where it outlives all.
    fileprivate func runs(_ word: UInt) -> VisibleRuns? {
        guard word & Keeping.isByRun != 0 else { return nil }
        return unsafe VisibleRuns.innermost(ofScopeAt: Keeping.scopeAddress(word), in: environmentNumber)?
            .takeUnretainedValue()
    }

    /// How the cell keeps what this frame makes; nil where no cell or a lazy wrapper keeps it.
    fileprivate var keptWord: UInt? {
        unsafe pointee.duties.has(.keep) && pointee.registration != nil ? keepingWord : nil
    }
}

extension TaskRun {
    /// For a lazy wrapper that is made now: the number of the innermost run that it sees, 0 for none, and what would keep what
    /// it finds.
    static func ofNewWrapper() -> (run: UInt, keeper: LazyKeeper?) {
        let thread = unsafe ThreadState.existing
        let hasRuns = ProcessState.has(.asynchronous)
        if unsafe !hasRuns && thread?.pointee.top == nil { return (0, nil) }
        let innermost = unsafe InnermostKeeper(on: thread)
        if hasRuns { unsafe innermost.noteWrappers() }
        return unsafe (innermost.runs?.run.number ?? 0, innermost.keeper)
    }
}

/// What keeps the lazy wrappers that are made now on a thread, and the runs in which they look.
@unsafe
private struct InnermostKeeper {
    private let thread: ThreadState.Pointer?
    /// The frame that makes what keeps them, or reads another wrapper, by which they are found; nil where there is none.
    private var frame: Frame.Pointer?
    private(set) var runs: VisibleRuns?

    init(on thread: ThreadState.Pointer?) {
        unsafe self.thread = unsafe thread
        unsafe frame = unsafe thread?.pointee.top
        var depth = UInt.max
        while let frame = unsafe frame {
            // What a kept service needs does not end before it. So of all that are kept here, the innermost lives longest.
            if let word = unsafe frame.keptWord {
                unsafe runs = unsafe frame.runs(word)
                return
            }
            // What a lazy wrapper finds is kept by what keeps the wrapper, and lives as long as that.
            if unsafe frame.isOfWrapper {
                depth = unsafe frame.pointee.runDepth
                break
            }
            unsafe self.frame = unsafe frame.pointee.parent
        }
        guard ProcessState.has(.asynchronous) else { return }
        unsafe runs = TaskState.current?.runs?.innermost(in: .active)
        while let inner = unsafe runs, inner.depth > depth { unsafe runs = inner.outer }
    }

    /// What would keep what such a wrapper finds, and is made on this thread, or by the construction that the task belongs to;
    /// nil where nothing is, or nobody knows.
    var keeper: LazyKeeper? {
        if let frame = unsafe frame {
            guard unsafe frame.isOfWrapper else { return unsafe LazyKeeper(frame.key, runs) }
            return unsafe frame.isOfKeptWrapper ? TaskState.current?.keeper : nil
        }
        // Not where a run has begun since: a job of what is being made, perhaps, which this does not keep.
        guard let flight = TaskState.construction?.flight, flight.run === TaskState.current?.runs?.run else {
            return nil
        }
        return LazyKeeper(flight.key, flight.ask.runs)
    }

    /// What tells its innermost run from all others, and none from it.
    var mark: UInt { unsafe (runs?.run.number ?? 0) << 1 | 1 }

    /// Notes with the instances of the graph that are being made for it, which hold a wrapper, where that looks: who asks for
    /// one of them, and whose wrappers look elsewhere, makes one of its own.
    func noteWrappers() {
        let mark = unsafe mark
        var next = unsafe thread?.pointee.top
        while let frame = unsafe next, unsafe frame != self.frame {
            unsafe frame.pointee.entry?.pointee.wrappers = mark
            unsafe next = unsafe frame.pointee.parent
        }
    }
}

extension UnsafeMutablePointer<GraphEntry> {
    /// Whether it is the only one of its registration, and holds nothing of a run, nor a lazy wrapper.
    @inline(__always)
    var isForAnybody: Bool { unsafe pointee.run | pointee.wrappers == 0 && pointee.shadowed == nil }

    /// Notes that the value may hold instances of a run, unless it may hold those of one that is nested deeper.
    fileprivate func note(_ runs: VisibleRuns) {
        guard unsafe pointee.run == 0 || pointee.runDepth < runs.depth else { return }
        unsafe pointee.run = runs.run.number
        unsafe pointee.runDepth = runs.depth
    }
}
