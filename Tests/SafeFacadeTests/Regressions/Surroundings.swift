import Resolver
import TestSupport

/// Where a test runs: what holds in the process must hold in a sandbox, and the other way round.
enum Surroundings: String, CaseIterable, Codable, Sendable {
    case process, sandbox

    /// Runs a body with nothing registered, in a process of its own, which ends if the body hangs.
    func run(_ body: () throws -> Void) rethrows {
        endIfThisHangs()
        switch self {
        case .process:
            Resolver.registerServices = nil
            try body()
        case .sandbox:
            try withSandbox(.fresh) {
                Resolver.registerServices = nil
                try body()
            }
        }
    }
}

/// Something that tests tell apart by identity.
final class Thing: Sendable {
    let label: String
    init(_ label: String = "") { self.label = label }
}
