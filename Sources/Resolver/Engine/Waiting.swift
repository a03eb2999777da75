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
        var patience: Int? = 5
        while true {
            if let outcome = unsafe pointee.wait?.outcome { return outcome }
            guard !Lock.wait(seconds: patience), unsafe pointee.wait?.outcome == nil else { continue }
            patience = nil
            guard let frame = unsafe wait.frame, let making = unsafe wait.making else { continue }
            let (own, others) = unsafe (frame.chain, making.chain)
            Lock.released { writeToStandardError(Failure.longWait(own, others).text) }
        }
    }

    /// The chains of the threads between one that would be waited for and this one, for a report.
    func chainsWaiting(from other: ThreadState.Pointer) -> [[ChainLink]] {
        var chains: [[ChainLink]] = []
        var thread = unsafe other
        while unsafe thread != self, let wait = unsafe thread.pointee.wait {
            if let frame = unsafe wait.frame { unsafe chains.append(frame.chain) }
            unsafe thread = unsafe wait.thread
        }
        return chains
    }

    /// Tells all threads that wait for something of this one what has come of it.
    func end(_ awaited: UInt, with outcome: Wait.Outcome) {
        var isAwaited = false
        // swift-format-ignore
        for unsafe thread in unsafe Waiters.all where unsafe thread.pointee.wait?.awaited == awaited {
            // One that has not woken yet may have waited for an earlier frame at the same address.
            guard unsafe thread.pointee.wait?.outcome == nil else { continue }
            unsafe thread.pointee.wait?.outcome = outcome
            isAwaited = true
        }
        if isAwaited { Lock.wakeAll() }
    }
}

/// What one thread does once, while others that need it wait: running the registration hook, or letting a container
/// register its own overrides.
@safe
package final class Preparation: @unchecked Sendable {
    // Sound because `done` is a shared word, and the rest is guarded by the engine's lock.

    private let done = Word.zeros(1)
    /// The thread that does it.
    private var thread: UnsafeMutablePointer<ThreadState>?

    package init(isDone: Bool = false) { done[0] = isDone ? 1 : 0 }

    deinit { done.deallocate() }

    package var isDone: Bool { done.load() != 0 }

    /// Whether this thread runs it, so that a reset lets it go on and begins no new one.
    ///
    /// Under the engine's lock.
    package var isMine: Bool {
        guard let thread = unsafe thread else { return false }
        return unsafe thread == ThreadState.existing
    }

    /// Runs a body, unless it has run.
    ///
    /// A thread that comes meanwhile waits. It goes on at once where it is the one that runs the body, and where the
    /// one that does waits for it: preparing is not making, and one thread alone would go on there, too.
    package func run(_ body: () -> Void) {
        guard !isDone else { return }
        let own = unsafe ThreadState.current
        let isFirst = Lock.held {
            if isDone { return false }
            guard let other = unsafe thread, unsafe !other.pointee.isAbandoned else {
                unsafe thread = unsafe own
                return true
            }
            if unsafe other != own, unsafe !own.isAwaited(by: other) {
                _ = unsafe own.wait(Wait(thread: other, awaited: address))
            }
            return false
        }
        guard isFirst else { return }
        // What is prepared in another preparation may have the same body.
        if unsafe own.isPreparing, unsafe own.isOutOfStack { unsafe Failure.preparedForEver(own.chain).trap() }
        body()
        Lock.held {
            done.store(1)
            unsafe thread = nil
            unsafe own.end(address, with: .failed)
        }
    }

    private var address: UInt { unsafe UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
}
