// How one thread waits for another. Everything here is called under the engine's lock.

/// The threads that wait at this moment.
private enum Waiters {
    // Sound because it is only touched under the engine's lock.
    nonisolated(unsafe) static var all: [ThreadState.Pointer] = []
}

extension ThreadState.Pointer {
    /// Whether a thread waits, directly or through others, for this one, so that waiting for it would never end.
    func isAwaited(by other: ThreadState.Pointer) -> Bool {
        var next: ThreadState.Pointer? = other
        while let thread = next {
            if thread == self { return true }
            // A thread whose wait is over may not have woken yet.
            guard let wait = thread.pointee.wait, wait.outcome == nil else { return false }
            next = wait.thread
        }
        return false
    }

    /// Ends the wait of a thread in a circle of waits, if one of them waits for a preparation; that thread goes on unprepared.
    ///
    /// Returns whether there was one.
    func breakCircle(from other: ThreadState.Pointer) -> Bool {
        var next: ThreadState.Pointer? = other
        while let thread = next, thread != self, let wait = thread.pointee.wait {
            if wait.making == nil {
                thread.pointee.wait?.outcome = .failed
                Lock.wakeAll()
                return true
            }
            next = wait.thread
        }
        return false
    }

    /// Waits until another thread says how the wait has ended.
    ///
    /// After five seconds, reports once on standard error who waits for whom.
    func wait(_ wait: Wait) -> Wait.Outcome {
        pointee.wait = wait
        unsafe Waiters.all.append(self)
        defer {
            unsafe Waiters.all.removeAll { $0 == self }
            pointee.wait = nil
        }
        let reportTime = monotonicTime() + 5_000_000_000
        var isReported = false
        while true {
            if let outcome = pointee.wait?.outcome { return outcome }
            let now = monotonicTime()
            // Go by the clock: all waiting threads share one condition variable, and wake when any of them may go on.
            guard !isReported, now >= reportTime else {
                Lock.wait(seconds: isReported ? nil : Int((reportTime - now) / 1_000_000_000 + 1))
                continue
            }
            isReported = true
            let (waiting, other) = (wait.frame?.waitingChain, wait.making?.waitingChain)
            Lock.released {
                // Without the lock: walking the task's constructions may release one that has ended.
                let own = waiting ?? chain
                (other.map { Failure.longWait(own, $0) } ?? Failure.longPreparation(own)).write()
            }
        }
    }

    /// For a report: the chains of the threads in a circle of waits, from another thread to this one.
    func chainsWaiting(from other: ThreadState.Pointer) -> [[ChainLink]] {
        var chains: [[ChainLink]] = []
        var thread = other
        while thread != self, let wait = thread.pointee.wait {
            if let frame = wait.frame { chains.append(frame.waitingChain) }
            thread = wait.thread
        }
        return chains
    }

    /// Tells the threads that wait for a frame or a preparation of this thread how it has ended.
    func end(_ awaited: UInt, with outcome: Wait.Outcome) {
        endWaits(with: outcome) { $0.awaited == awaited }
    }

    /// Tells the threads that wait for a preparation of this thread that it never will be done.
    ///
    /// By then nobody waits for an instance that this thread makes.
    func endPreparations() {
        endWaits(with: .failed) { $0.thread == self }
    }

    private func endWaits(with outcome: Wait.Outcome, where isMeant: (Wait) -> Bool) {
        var isAwaited = false
        // swift-format-ignore
        for thread in unsafe Waiters.all where thread.pointee.wait.map(isMeant) ?? false {
            // A thread that has its outcome but has not woken yet may have waited for an earlier frame at the same address.
            guard thread.pointee.wait?.outcome == nil else { continue }
            thread.pointee.wait?.outcome = outcome
            isAwaited = true
        }
        if isAwaited { Lock.wakeAll() }
    }
}
