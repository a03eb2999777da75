import SafeFacade
import SafeFacadeTesting
import TestSupport
import Testing

/// Counts objects without holding them.
final class Counter: Sendable {
    private struct Reference {
        weak var object: AnyObject?
    }
    // Sound because the references are read under the lock alone.
    private let objects = Locked<[Reference]>([])

    func counted<Object: AnyObject>(_ object: Object) -> Object {
        objects.withLock { $0.append(Reference(object: object)) }
        return object
    }

    var count: Int { objects.withLock { $0.count } }
    var alive: Int { objects.withLock { $0.filter { $0.object != nil }.count } }
}

/// The issues that `withKnownIssue` has seen.
final class Recorded: Sendable {
    private let seen = Locked<[Issue]>([])

    func add(_ issue: Issue) { seen.withLock { $0.append(issue) } }
    var issues: [Issue] { seen.withLock { $0 } }
}
