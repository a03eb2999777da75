import Resolver

/// Where a test runs: what holds in the process must hold in a sandbox, and the other way round.
package enum Surroundings: String, CaseIterable, Codable, Sendable {
    case process, sandbox

    /// Runs a body with nothing registered, in a process of its own, which ends if the body hangs.
    package func run(_ body: () throws -> Void) rethrows {
        beginProcess(isShown: false)
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
package final class Thing: Sendable {
    package let label: String
    package init(_ label: String = "") { self.label = label }
}
