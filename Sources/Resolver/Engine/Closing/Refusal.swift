// What a call comes to that asks for something which is kept no more.

extension Frame.Pointer {
    /// How to refuse to make what the frame has claimed, where its run has ended or it was closed; nil otherwise.
    ///
    /// Asked after the claim: either who ends what keeps it sees the claim, and waits, or the end is seen here.
    func refusalStep(in runs: Unheld<VisibleRuns>?) -> Step? {
        guard pointee.duties.has(.keep) else { return nil }
        let reason: ResolutionError.Reason
        let part: ClosedPart?
        if let runs {
            guard runs.with({ $0.run.refuses }) else { return nil }
            reason = .endedRun(scope: runs.object.run.scope.display)
            part = nil
        } else {
            part = partRefusing
            guard part != nil else { return nil }
            reason = .closed
        }
        giveUp(.failed)
        return refuse(
            ResolutionError(
                reason, key: key, at: pointee.location, chain: pointee.thread.chain, site: part?.location ?? .unknown,
                closedScope: part?.scope))
    }

    /// What closes to this frame what it has claimed; nil where it may make it.
    private var partRefusing: ClosedPart? {
        guard withEnvironment({ $0.hasClosed }) else { return nil }
        let registration = foundRegistration.object
        let owner = foundOwner
        // Before the lock: constructions are not held by those that they asked for.
        let flights = TaskState.flights
        return Lock.held {
            withEnvironment { $0.partRefusing(registration, of: owner, scopeThatKeeps.object, besides: flights) }
        }
    }

    /// Links the frame for a factory that throws an error, in place of the one that was found: so each call fails as it
    /// does for a factory's own error.
    func refuse(_ error: ResolutionError) -> Step {
        let factory = AnyFactory.failing(key.type) { throw error }
        let thread = pointee.thread
        setParent(thread)
        thread.pointee.top = self
        hold(factory)
        return unsafe Step(.make, factory.address)
    }
}

extension Registration {
    /// What is run in place of its factory while it states a closer, and a scope that keeps nothing until then.
    func makeRefusingFactory() -> AnyFactory? {
        guard let factory else { return nil }
        return .failing(factory.service, isAsynchronous: factory.isAsynchronous) { [unowned self] in
            let scope = Lock.held { ownScope }
            Failure.neverClosed(key, scope, Failure.currentChain, registered: location).trap()
        }
    }
}
