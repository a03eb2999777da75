import Synchronization

/// A lock for tasks, first come, first served.
///
/// Waiting for it cannot be cancelled: every task that waits gets the lock in its turn, and has to unlock it.
final class AsyncLock: Sendable {
    private struct State {
        var isLocked = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    /// How many tasks have the lock or wait for it.
    var queueLength: Int { state.withLock { $0.waiting.count + ($0.isLocked ? 1 : 0) } }

    func lock() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isLocked else {
                    state.isLocked = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func unlock() {
        let next = state.withLock { state in
            guard state.waiting.isEmpty else { return Optional(state.waiting.removeFirst()) }
            state.isLocked = false
            return nil
        }
        next?.resume()
    }
}
