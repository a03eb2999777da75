import Resolver

/// Where a test runs; what is true in the process must be true in a sandbox, and the other way round.
package enum Surroundings: String, CaseIterable, Codable, Sendable {
    case process, sandbox

    /// Runs a body with nothing registered.
    ///
    /// Call it in a process of its own, which ends if the body hangs.
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
