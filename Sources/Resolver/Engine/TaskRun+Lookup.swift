// Where the instances of task scopes are, for synchronous and asynchronous calls.

extension UnsafeMutablePointer<Frame> {
    /// The cell in the current run, if the scope that keeps the instance is a task scope; nil where it is none.
    ///
    /// Fails outside of a run, and where something is being made that lives longer: on this thread, or by the
    /// asynchronous construction that the task belongs to.
    func runCell(of found: Registration) throws(ResolutionError) -> (cell: InstanceCell.Pointer, run: TaskRun)? {
        guard let scope = unsafe (pointee.options?.pointee.scope ?? Lock.held { unsafe scopeThatKeeps }) as? TaskScope
        else { return nil }
        func error(_ reason: ResolutionError.Reason) -> ResolutionError {
            unsafe ResolutionError(
                reason, key: found.key, at: pointee.location,
                chain: pointee.thread.unsafelyUnwrapped.chain + (TaskState.current?.construction?.chain ?? []))
        }
        let run = try unsafe scope.currentRun(in: environmentOrProcess, orThrow: error)
        // swift-format-ignore
        for unsafe frame in unsafe pointee.thread.unsafelyUnwrapped.pointee.top?.frames ?? [] {
            guard let keeper = unsafe frame.keeper, keeper.outlives(run) else { continue }
            throw unsafe error(.captive(scope: scope.display, keeper: ResolutionError.Link(keeper.registration.key)))
        }
        if unsafe pointee.options?.pointee.parameter != nil { run.hold(found) }
        return unsafe (run.cell(of: found), run)
    }

    /// What is made by this frame to be kept in a cell; nil where it is not kept, or where a lazy wrapper keeps it.
    fileprivate var keeper: Keeper? {
        guard unsafe pointee.duties.contains(.keep),
            let registration = unsafe pointee.registration?.takeUnretainedValue()
        else { return nil }
        return Keeper(registration: registration, scope: Lock.held { unsafe scopeThatKeeps })
    }
}

/// A registration whose instance is being made, and the scope that will keep it.
private struct Keeper {
    let registration: Registration
    let scope: ResolverScope

    /// Whether the instance lives longer than a run: it is not kept by that run, or by one inside it.
    func outlives(_ run: TaskRun) -> Bool {
        let own = TaskRun.innermost(of: scope, in: run.environment)
        return !(own?.isWithin(run) ?? false)
    }
}

extension TaskRun {
    /// What is being made that outlives all runs, on this thread or by the construction that the task belongs to: it would
    /// keep what a lazy wrapper finds that is made now.
    static var keeperOfLazyWrappers: ServiceKey? {
        var next = unsafe ThreadState.existing?.pointee.top
        while let frame = unsafe next {
            if let keeper = unsafe frame.keeper, !(keeper.scope is TaskScope) { return keeper.registration.key }
            unsafe next = unsafe frame.pointee.parent
        }
        guard ProcessState.has(.asynchronous) else { return nil }
        guard let flight = TaskState.current?.construction?.flight, flight.run == nil else { return nil }
        return flight.key
    }
}
