import Foundation

/// Waits until a condition holds, and returns whether it does; gives up after a while.
@discardableResult
package func wait(until condition: () async -> Bool) async throws -> Bool {
    for _ in 0..<10_000 {
        if await condition() { return true }
        try await Task.sleep(nanoseconds: 1_000_000)
    }
    return await condition()
}

/// Begins a call, and returns once the call waits, for example after it has joined a flight.
@MainActor package func joining<Result: Sendable>(
    _ call: @escaping @MainActor () async throws -> Result
) async -> Task<Result, any Error> {
    let begun = Counter()
    // The task runs on the caller's actor, to which this function only returns when the call waits.
    let task = Task { @MainActor in
        begun.add()
        return try await call()
    }
    while begun.value == 0 { await Task.yield() }
    return task
}

/// Lets other tasks go on that are ready, such as one whose call returns although it should wait.
package func letOthersGoOn() async { for _ in 0..<1_000 { await Task.yield() } }

/// Holds threads back until it is opened; gives up after a while, so that a hang becomes a failure.
package final class Gate: @unchecked Sendable {
    // Sound because everything is guarded by the condition's lock.
    private let condition = NSCondition()
    private var isOpen = false

    package init() {}

    /// Lets all threads go on, now and later.
    package func open() {
        condition.withLock {
            isOpen = true
            condition.broadcast()
        }
    }

    /// Waits until the gate is opened, and returns whether that happened in time.
    package func wait(within seconds: Double = 60) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while !isOpen { if !condition.wait(until: end) { return isOpen } }
            return true
        }
    }
}

/// A point that a number of threads must reach before any of them goes on; it can be used again.
package final class Barrier: @unchecked Sendable {
    // Sound because everything is guarded by the condition's lock.
    private let condition = NSCondition()
    private let count: Int
    private var missing: Int
    private var round = 0

    package init(of count: Int) {
        self.count = count
        missing = count
    }

    /// Waits for the other threads.
    package func attend() {
        condition.withLock {
            missing -= 1
            guard missing > 0 else {
                missing = count
                round += 1
                condition.broadcast()
                return
            }
            let entered = round
            while round == entered { condition.wait() }
        }
    }
}
