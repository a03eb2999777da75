import TestSupport
import Testing

/// The issues that `withKnownIssue` has seen.
final class Recorded: Sendable {
    private let seen = Locked<[Issue]>([])

    func add(_ issue: Issue) { seen.withLock { $0.append(issue) } }
    var issues: [Issue] { seen.withLock { $0 } }
}
