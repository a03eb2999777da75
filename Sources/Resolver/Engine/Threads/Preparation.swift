/// Work that one thread does once, while other threads that need it wait: running the registration hook, or letting a
/// container register its own overrides.
@safe
package final class Preparation: @unchecked Sendable {
    // Sound because `done` is a shared word, and the rest is guarded by the engine's lock. It may be released there: nothing in
    // it is the program's code.

    @safe @exclusivity(unchecked) private var storedWords: StoredWords.One
    /// The thread that does the work.
    private var thread: ThreadState.Pointer?

    package init(isDone: Bool = false) { storedWords = isDone ? 1 : 0 }

    private var done: Word { Word(firstStoredIn: self) }

    package var isDone: Bool { done.load() != 0 }

    /// Whether this thread does the work.
    ///
    /// A reset by this thread then lets it go on, and begins no new preparation.
    ///
    /// Under the engine's lock.
    package var isMine: Bool { thread != nil && thread == ThreadState.existing }

    /// Runs a body, unless it has run.
    ///
    /// A thread that comes meanwhile waits. It goes on at once, unprepared, where it runs the body itself, or where the thread
    /// that runs the body waits for it: one thread alone would go on there, too.
    package func run(_ body: () -> Void) {
        guard !isDone else { return }
        let own = ThreadState.current
        let isFirst = Lock.held {
            while !isDone {
                guard let other = thread, !other.pointee.isAbandoned else {
                    thread = own
                    return true
                }
                if other == own || own.isAwaited(by: other) { return false }
                // The wait may be given up to break a circle: then the other thread waits for this one.
                _ = own.wait(Wait(thread: other, awaited: address))
            }
            return false
        }
        guard isFirst else { return }
        // A preparation within another one may run the same body, and so on.
        if own.isPreparing, own.isOutOfStack { Failure.preparedForEver(own.chain).trap() }
        PendingEvents.preparing(on: own, body)
        Lock.held {
            done.store(1)
            thread = nil
            own.end(address, with: .failed)
        }
        own.pointee.pendingEvents?.tell()
    }

    private var address: UInt { Unheld(self).bits }
}
