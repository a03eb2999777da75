// How a call fails whose service can be kept no more: its run has ended, or its resolver was closed.

extension Frame.Pointer {
    /// The step that refuses to make the instance, where the run of the claimed cell has ended, or its part was closed; nil
    /// where the frame may make it.
    ///
    /// Called after the claim: either the ending sees the claim, and waits for the frame, or the frame sees the end here. The
    /// claim is given up when the factory of the step has thrown.
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
        return refuse(
            ResolutionError(
                reason, key: key, at: pointee.location, chain: pointee.thread.chain, site: part?.location ?? .unknown,
                closedScope: part?.scope, facts: TaskState.facts))
    }

    /// The closed part to which the claimed cell belongs; nil where the frame may make the instance.
    ///
    /// One call may still make it: a synchronous call within a construction that the same closing waits for, as the
    /// construction began before. An asynchronous call may not, as closing cancels the construction.
    private var partRefusing: ClosedPart? {
        guard withEnvironment({ $0.hasClosed }) else { return nil }
        let registration = foundRegistration.object
        let owner = foundOwner
        // Before the lock: this may hold the last reference to a construction, as calls refer to their askers weakly.
        let flights = TaskState.flights
        return Lock.held {
            withEnvironment { environment in
                guard let part = environment.closedPart(of: registration, of: owner, scopeThatKeeps.object),
                    !flights.contains(where: { $0.run == nil && environment.isClosed($0, by: part.number) })
                else { return nil }
                return part
            }
        }
    }

    /// Links the frame for a factory that throws an error, in place of the one that was found.
    ///
    /// So each call fails in the way in which it fails for an error of a factory.
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
    /// The factory that traps in place of its own, while it states a closer and a scope that does not keep instances strongly.
    func makeRefusingFactory() -> AnyFactory? {
        guard let factory else { return nil }
        return .failing(factory.service, isAsynchronous: factory.isAsynchronous) { [unowned self] in
            let scope = Lock.held { ownScope }
            Failure.neverClosed(key, scope, Failure.currentChain, registered: location).trap()
        }
    }
}
