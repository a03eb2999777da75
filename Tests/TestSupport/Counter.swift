import Synchronization

/// A number that threads can count up.
package final class Counter: Sendable {
    private let count = Atomic(0)

    package init() {}

    /// The current count.
    package var value: Int { count.load(ordering: .sequentiallyConsistent) }

    /// Adds to the count, and returns the new count.
    @discardableResult
    package func add(_ number: Int = 1) -> Int { count.add(number, ordering: .sequentiallyConsistent).newValue }
}
