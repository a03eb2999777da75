// What a call comes to that asks for something which is kept no more.

extension UnsafeMutablePointer<Frame> {
    /// How to refuse to make what the frame has claimed, where its run has ended or it was closed; nil otherwise.
    ///
    /// Asked after the claim: either who ends what keeps it sees the claim, and waits, or the end is seen here.
    func refusalStep(in runs: Unmanaged<VisibleRuns>?, _ thread: ThreadState.Pointer) -> Step? {
        guard unsafe pointee.duties.has(.keep) else { return nil }
        let reason: ResolutionError.Reason
        var site = CodeLocation.unknown
        if let runs = unsafe runs {
            guard unsafe runs._withUnsafeGuaranteedRef({ $0.run.refuses }) else { return nil }
            reason = .endedRun(scope: unsafe runs.takeUnretainedValue().run.scope.display)
        } else {
            guard let part = unsafe partRefusing else { return nil }
            reason = .closed
            site = part.location
        }
        unsafe giveUp(.failed)
        return unsafe refuse(
            ResolutionError(reason, key: key, at: pointee.location, chain: thread.chain, site: site), thread)
    }

    /// What closes to this frame what it has claimed; nil where it may make it.
    private var partRefusing: ClosedPart? {
        guard unsafe withEnvironment({ $0.hasClosed }) else { return nil }
        let registration = unsafe pointee.registration.unsafelyUnwrapped.takeUnretainedValue()
        let owner = unsafe pointee.owner?.takeUnretainedValue()
        // Before the lock: constructions are not held by those that they asked for.
        let flights = TaskState.construction.map { Array($0.flights) } ?? []
        return Lock.held {
            unsafe environmentOrProcess.partRefusing(registration, of: owner, scopeThatKeeps, besides: flights)
        }
    }

    /// Links the frame for a factory that throws an error, in place of the one that was found: so each call fails as it
    /// does for a factory's own error.
    func refuse(_ error: ResolutionError, _ thread: ThreadState.Pointer) -> Step {
        let factory = unsafe AnyFactory.failing(key.type) { throw error }
        unsafe setParent(thread)
        unsafe thread.pointee.top = unsafe self
        unsafe pointee.heldValue = unsafe .passRetained(factory)
        unsafe pointee.duties.add(.releaseHeld)
        return unsafe Step(.make, factory.address)
    }
}

extension Registration {
    /// What is run in place of its factory while it states a closer, and a scope that keeps nothing until then.
    func makeRefusingFactory() -> AnyFactory? {
        factory?.failing { [unowned self] in
            let scope = Lock.held { ownScope }
            Failure.neverClosed(key, scope, Failure.currentChain, registered: location).trap()
        }
    }
}
