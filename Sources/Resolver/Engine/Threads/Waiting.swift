// How one thread waits for another. Everything here is called under the engine's lock.

/// The threads that wait at this moment.
private enum Waiters {
    // Sound because it is only touched under the engine's lock.
    nonisolated(unsafe) static var all: [ThreadState.Pointer] = unsafe []
}

extension UnsafeMutablePointer<ThreadState> {
    /// Whether a thread waits, directly or through others, for this one, so that waiting for it would never end.
    func isAwaited(by other: ThreadState.Pointer) -> Bool {
        var next: ThreadState.Pointer? = unsafe other
        while let thread = unsafe next {
            if unsafe thread == self { return true }
            // A thread whose wait is over may not have woken yet.
            guard let wait = unsafe thread.pointee.wait, wait.outcome == nil else { return false }
            unsafe next = unsafe wait.thread
        }
        return false
    }

    /// Lets a thread go on that waits for a preparation and is part of a circle, if there is one: preparing is not
    /// making.
    func breakCircle(from other: ThreadState.Pointer) -> Bool {
        var next: ThreadState.Pointer? = unsafe other
        while let thread = unsafe next, unsafe thread != self, let wait = unsafe thread.pointee.wait {
            if unsafe wait.making == nil {
                unsafe thread.pointee.wait?.outcome = .failed
                Lock.wakeAll()
                return true
            }
            unsafe next = unsafe wait.thread
        }
        return false
    }

    /// Waits until another thread says what has come of what this one waits for.
    ///
    /// After five seconds it says once, on standard error, who waits for whom.
    func wait(_ wait: Wait) -> Wait.Outcome {
        unsafe pointee.wait = wait
        unsafe Waiters.all.append(self)
        defer {
            unsafe Waiters.all.removeAll { unsafe $0 == self }
            unsafe pointee.wait = nil
        }
        let reportTime = monotonicTime() + 5_000_000_000
        var isReported = false
        while true {
            if let outcome = unsafe pointee.wait?.outcome { return outcome }
            let now = monotonicTime()
            // By the clock: all who wait share one condition, and are woken when any of them goes on.
            guard !isReported, now >= reportTime else {
                Lock.wait(seconds: isReported ? nil : Int((reportTime - now) / 1_000_000_000 + 1))
                continue
            }
            isReported = true
            let failure: Failure
            if let frame = unsafe wait.frame, let making = unsafe wait.making {
                failure = unsafe .longWait(frame.waitingChain, making.waitingChain)
            } else {
                failure = unsafe .longPreparation(chain)
            }
            Lock.released { failure.write() }
        }
    }

    /// The chains of the threads between one that would be waited for and this one, for a report.
    func chainsWaiting(from other: ThreadState.Pointer) -> [[ChainLink]] {
        var chains: [[ChainLink]] = []
        var thread = unsafe other
        while unsafe thread != self, let wait = unsafe thread.pointee.wait {
            if let frame = unsafe wait.frame { unsafe chains.append(frame.waitingChain) }
            unsafe thread = unsafe wait.thread
        }
        return chains
    }

    /// Tells all threads that wait for something of this one what has come of it.
    func end(_ awaited: UInt, with outcome: Wait.Outcome) {
        unsafe endWaits(with: outcome) { $0.awaited == awaited }
    }

    /// Tells all threads that wait for what this one prepares that it never will.
    func endPreparations() {
        unsafe endWaits(with: .failed) { unsafe $0.thread == self && $0.making == nil }
    }

    private func endWaits(with outcome: Wait.Outcome, where isMeant: (Wait) -> Bool) {
        var isAwaited = false
        // swift-format-ignore
        for unsafe thread in unsafe Waiters.all where unsafe thread.pointee.wait.map(isMeant) ?? false {
            // One that has not woken yet may have waited for an earlier frame at the same address.
            guard unsafe thread.pointee.wait?.outcome == nil else { continue }
            unsafe thread.pointee.wait?.outcome = outcome
            isAwaited = true
        }
        if isAwaited { Lock.wakeAll() }
    }
}
