import Foundation

/// Waits until something holds, though not for ever, and returns whether it does.
@discardableResult
package func wait(until condition: () async -> Bool) async throws -> Bool {
    for _ in 0..<10_000 {
        if await condition() { return true }
        try await Task.sleep(nanoseconds: 1_000_000)
    }
    return await condition()
}

/// Begins a call, and returns once it has done all that it does without waiting, as to join what is under way.
@MainActor package func joining<Result: Sendable>(
    _ call: @escaping @MainActor () async throws -> Result
) async -> Task<Result, any Error> {
    let begun = Counter()
    // On the caller's actor, which this function comes back to only when the call waits.
    let task = Task { @MainActor in
        begun.add()
        return try await call()
    }
    while begun.value == 0 { await Task.yield() }
    return task
}

/// Lets tasks go on that are ready to, such as one whose call returns where it should wait.
package func letOthersGoOn() async { for _ in 0..<1_000 { await Task.yield() } }

/// Holds threads back until it is opened, though not for ever: a hang becomes a failure.
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

    /// Waits until the gate is opened, and returns whether that happened within some seconds.
    package func wait(within seconds: Double = 60) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while !isOpen { if !condition.wait(until: end) { return isOpen } }
            return true
        }
    }
}

/// A point that a number of threads reach before any of them goes on, as often as they like.
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

    /// Waits for the others.
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
