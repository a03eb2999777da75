import Foundation
import Resolver
import TestSupport
import Testing

// The services the tests of this target register.

protocol Engine: AnyObject {
    var cylinders: Int { get }
}
protocol Washable {}

final class Petrol: Engine, Sendable {
    let cylinders: Int
    init(cylinders: Int = 4) { self.cylinders = cylinders }
}

final class Electric: Engine, Sendable {
    let cylinders = 0
}

final class Car {
    let engine: any Engine
    init(engine: any Engine) { self.engine = engine }
}

struct Tyre: Equatable, Washable, Sendable {
    var inches: Int
}

/// What a process said when it failed: from `Resolver: ` to the end of the report.
func failureText(_ result: ExitTest.Result?) throws -> String {
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("Resolver: ") }, "no report in: \(output)")
    let rest = lines[(start + 1)...].prefix { $0.hasPrefix("  ") }
    return ([lines[start]] + rest).joined(separator: "\n")
}

/// Ends a process whose exit is tested, and says why, unless a condition holds.
func demand(_ condition: Bool, _ text: String, line: Int = #line) {
    if !condition { fatalError("line \(line): \(text)") }
}

/// Something that happens once and that threads wait for, though not for ever: a hang becomes a failure.
final class Event: @unchecked Sendable {
    // Sound because everything is guarded by the condition's lock.
    private let condition = NSCondition()
    private var hasHappened = false

    func happen() {
        condition.withLock {
            hasHappened = true
            condition.broadcast()
        }
    }

    /// Whether it has happened within a minute.
    func comes() -> Bool {
        let end = Date(timeIntervalSinceNow: 60)
        return condition.withLock {
            while !hasHappened { if !condition.wait(until: end) { return hasHappened } }
            return true
        }
    }
}

/// Begins to run a body on a thread of its own, and tells when it has ended.
func started(_ body: @escaping @Sendable () -> Void) -> Event {
    let ended = Event()
    Thread.detachNewThread {
        body()
        ended.happen()
    }
    return ended
}

/// The scopes that keep an instance until they are reset, by name, as a scope cannot be an argument of a test that is
/// run in another process.
enum KeptScope: String, CaseIterable, Codable, Sendable {
    case application, cached, container, shared, custom

    var scope: ResolverScope {
        switch self {
        case .application: .application
        case .cached: .cached
        case .container: .container
        case .shared: .shared
        case .custom: ResolverScopeCache()
        }
    }
}
