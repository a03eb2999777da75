/// Counts objects without holding them.
package final class LivingObjects: Sendable {
    private struct Reference {
        weak var object: AnyObject?
    }
    private let objects = Locked<[Reference]>([])

    package init() {}

    /// Counts an object, and returns it.
    package func counted<Object: AnyObject>(_ object: Object) -> Object {
        objects.withLock { $0.append(Reference(object: object)) }
        return object
    }

    /// How many were counted.
    package var count: Int { objects.withLock { $0.count } }

    /// How many of them are alive.
    package var alive: Int { objects.withLock { $0.filter { $0.object != nil }.count } }

    /// Waits until no more than a number of them are alive, though not for ever.
    package func wait(untilAtMost count: Int) async throws {
        for _ in 0..<1_000 where alive > count { try await Task.sleep(nanoseconds: 1_000_000) }
    }
}
