/// The service that keeps the graph instances and the lazy wrappers which a thread makes now, and the runs that they see.
///
/// They see no run that ends before their keeper does. So a keeper that outlives a run has graph instances of its own, none of
/// which refers to an instance of that run.
@safe
struct InnermostKeeper {
    /// The frame that makes the keeper, or that reads the lazy wrapper in whose read they are made; nil if there is neither.
    private var frame: Frame.Pointer?
    // No reference is counted, as each graph instance asks for them: the task holds the list for as long as the code runs.
    private var runs: Unheld<VisibleRuns>?

    /// - Parameters:
    ///   - thread: The current thread.
    ///   - visible: The innermost run of the current environment that the code belongs to, and those around it.
    private init(on thread: ThreadState.Pointer?, in visible: @autoclosure () -> Unheld<VisibleRuns>?) {
        frame = thread?.pointee.top
        var depth = UInt.max
        while let frame = frame {
            // What a kept service needs does not end before that service. So of all kept services that this thread is making,
            // the innermost lives longest.
            if let word = frame.keptWord {
                runs = frame.runs(word)
                return
            }
            // The service that a lazy wrapper finds has the wrapper's keeper, so only the wrapper's runs count.
            if frame.isOfWrapper {
                depth = frame.pointee.runDepth
                break
            }
            self.frame = frame.pointee.parent
        }
        runs = visible()
        while let inner = runs, inner.with({ $0.depth }) > depth { runs = inner.with { Unheld($0.outer) } }
    }

    /// The service that keeps a lazy wrapper which is made now, and so keeps the service that the wrapper finds.
    ///
    /// It is being made on this thread, or by the construction that the task belongs to. In another wrapper's read, it is that
    /// wrapper's keeper. Nil if there is none, or it is not known.
    private var keeper: LazyKeeper? {
        if let frame {
            guard frame.isOfWrapper else { return LazyKeeper(frame.key, runs?.object) }
            return frame.isOfKeptWrapper ? TaskState.current?.keeper : nil
        }
        // If a run has begun inside the construction, it may be a job that the constructed service does not keep.
        guard let flight = TaskState.construction?.flight, flight.run === TaskState.current?.runs?.run else {
            return nil
        }
        return LazyKeeper(flight.key, flight.ask.runs)
    }

    /// The number of the innermost run that they see; 0 if they see none.
    private var runNumber: UInt { runs?.with { $0.run.number } ?? 0 }

    /// For a lazy wrapper that is made now: the number of the innermost run that it sees, and the service that keeps it.
    static func ofNewWrapper() -> (run: UInt, keeper: LazyKeeper?) {
        let thread = ThreadState.existing
        if thread?.pointee.top == nil && !ProcessState.has(.asynchronous) { return (0, nil) }
        let innermost = InnermostKeeper(
            on: thread,
            in: ProcessState.has(.asynchronous)
                ? VisibleRuns.innermost(in: Environment.active.number) : nil)
        return (innermost.runNumber, innermost.keeper)
    }

    /// For a graph instance that is asked for now: the number of the innermost run that it sees; 0 if it sees none.
    ///
    /// - Parameters:
    ///   - thread: The current thread.
    ///   - environment: The number of the current environment.
    /// - Returns: The number.
    @inline(never)
    static func runOfGraph(on thread: ThreadState.Pointer, in environment: UInt) -> UInt {
        // Outside of runs, no frame need be looked at.
        guard let visible = VisibleRuns.innermost(in: environment) else { return 0 }
        return InnermostKeeper(on: thread, in: visible).runNumber
    }
}
