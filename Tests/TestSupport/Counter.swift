import Synchronization

/// A whole number that threads count up.
package final class Counter: Sendable {
    private let count = Atomic(0)

    package init() {}

    /// What was counted so far.
    package var value: Int { count.load(ordering: .sequentiallyConsistent) }

    /// Counts on, and returns what was counted so far.
    @discardableResult
    package func add(_ number: Int = 1) -> Int { count.add(number, ordering: .sequentiallyConsistent).newValue }
}
