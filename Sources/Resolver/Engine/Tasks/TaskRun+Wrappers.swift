// In which runs lazy wrappers look, and what keeps what they find.

extension TaskRun {
    /// For a lazy wrapper that is made now: the number of the innermost run that it sees, 0 for none, and what would keep what
    /// it finds.
    static func ofNewWrapper() -> (run: UInt, keeper: LazyKeeper?) {
        let thread = ThreadState.existing
        let hasRuns = ProcessState.has(.asynchronous)
        if !hasRuns && thread?.pointee.top == nil { return (0, nil) }
        let innermost = InnermostKeeper(on: thread)
        if hasRuns { innermost.noteWrappers() }
        return (innermost.runs?.run.number ?? 0, innermost.keeper)
    }
}

/// What keeps the lazy wrappers that are made now on a thread, and the runs in which they look.
@safe
struct InnermostKeeper {
    private let thread: ThreadState.Pointer?
    /// The frame that makes what keeps them, or reads another wrapper, by which they are found; nil where there is none.
    private var frame: Frame.Pointer?
    private(set) var runs: VisibleRuns?

    init(on thread: ThreadState.Pointer?) {
        self.thread = thread
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
    var keeper: LazyKeeper? {
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

    /// What tells its innermost run from all others, and none from it.
    var mark: UInt { (runs?.run.number ?? 0) << 1 | 1 }

    /// Notes with the instances of the graph that are being made for it, which hold a wrapper, where that looks: who asks for
    /// one of them, and whose wrappers look elsewhere, makes one of its own.
    func noteWrappers() {
        let mark = mark
        var next = thread?.pointee.top
        while let frame = next, frame != self.frame {
            frame.pointee.entry?.pointee.wrappers = mark
            next = frame.pointee.parent
        }
    }
}
