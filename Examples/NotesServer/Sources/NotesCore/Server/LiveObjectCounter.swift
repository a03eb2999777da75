import Synchronization

/// Counts the objects that belong to requests, so that everybody can see that none outlives its request.
package final class LiveObjectCounter: Sendable {
    private let made = Atomic<Int>(0)
    private let ended = Atomic<Int>(0)

    package init() {}

    func recordMade() { made.add(1, ordering: .relaxed) }
    func recordEnded() { ended.add(1, ordering: .relaxed) }

    /// How many have been made, and how many of them are gone.
    package var counts: (made: Int, ended: Int) {
        // In this order, so that the difference is never too small.
        let ended = ended.load(ordering: .sequentiallyConsistent)
        return (made.load(ordering: .sequentiallyConsistent), ended)
    }
}
