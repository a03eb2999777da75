/// What keeps the instances of the graph and the lazy wrappers that are made now on a thread, and the runs that they see: what
/// is made to live longer has a graph of its own, in which nothing is of a shorter run.
@safe
struct InnermostKeeper {
    /// The frame that makes what keeps them, or reads another wrapper, by which they are found; nil where there is none.
    private var frame: Frame.Pointer?
    private(set) var runs: VisibleRuns?

    init(on thread: ThreadState.Pointer?) {
        frame = thread?.pointee.top
        var depth = UInt.max
        while let frame = frame {
            // What a kept service needs does not end before it. So of all that are kept here, the innermost lives longest.
            if let word = frame.keptWord {
                runs = frame.runs(word)
                return
            }
            // What a lazy wrapper finds is kept by what keeps the wrapper, and lives as long as that.
            if frame.isOfWrapper {
                depth = frame.pointee.runDepth
                break
            }
            self.frame = frame.pointee.parent
        }
        guard ProcessState.has(.asynchronous) else { return }
        runs = TaskState.current?.runs?.innermost(in: .active)
        while let inner = runs, inner.depth > depth { runs = inner.outer }
    }

    /// The service that keeps such a wrapper, and so what the wrapper finds: the one that is made on this thread, or by the
    /// construction that the task belongs to; nil where there is none, or it is not known.
    private var keeper: LazyKeeper? {
        if let frame {
            guard frame.isOfWrapper else { return LazyKeeper(frame.key, runs) }
            return frame.isOfKeptWrapper ? TaskState.current?.keeper : nil
        }
        // Not where a run has begun since: a job of what is being made, perhaps, which this does not keep.
        guard let flight = TaskState.construction?.flight, flight.run === TaskState.current?.runs?.run else {
            return nil
        }
        return LazyKeeper(flight.key, flight.ask.runs)
    }

    /// The number of the innermost run that they see; 0 where they see none.
    private var runNumber: UInt { runs?.run.number ?? 0 }

    /// For a lazy wrapper that is made now: the number of the innermost run that it sees, and what would keep what it finds.
    static func ofNewWrapper() -> (run: UInt, keeper: LazyKeeper?) {
        let thread = ThreadState.existing
        if thread?.pointee.top == nil && !ProcessState.has(.asynchronous) { return (0, nil) }
        let innermost = InnermostKeeper(on: thread)
        return (innermost.runNumber, innermost.keeper)
    }

    /// The number of the innermost run that an instance of the graph sees that is asked for now.
    @inline(never)
    static func runOfGraph(on thread: ThreadState.Pointer) -> UInt {
        TaskState.current?.unheldRuns == nil ? 0 : InnermostKeeper(on: thread).runNumber
    }
}
