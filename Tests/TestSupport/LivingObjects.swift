/// Counts objects without holding them.
package final class LivingObjects: Sendable {
    private struct Reference {
        weak var object: AnyObject?
    }
    private let objects = Locked<(references: [Reference], count: Int)>(([], 0))

    package init() {}

    /// Counts an object, and returns it.
    package func counted<Object: AnyObject>(_ object: Object) -> Object {
        objects.withLock {
            $0.references.append(Reference(object: object))
            $0.count += 1
        }
        return object
    }

    /// How many objects were counted.
    package var count: Int { objects.withLock { $0.count } }

    /// How many of the counted objects are alive.
    package var alive: Int {
        objects.withLock {
            // References to objects that are gone are dropped.
            $0.references.removeAll { $0.object == nil }
            return $0.references.count
        }
    }

    /// Waits until at most a number of the objects are alive; gives up after a while.
    package func wait(untilAtMost count: Int) async throws { try await TestSupport.wait { alive <= count } }
}
