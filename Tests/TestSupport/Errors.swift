import Resolver

/// The error of an operation that must fail.
package func failure(_ operation: () async throws -> Void) async -> (any Error)? {
    do { try await operation() } catch { return error }
    return nil
}

/// The identifier of the failure of an operation whose service must be refused.
package func refusal(_ operation: () async throws -> Void) async -> String? {
    (await failure(operation) as? ResolutionError)?.identifier
}

/// The text of the error of an operation that must fail.
package func text(_ operation: () async throws -> Void) async -> String {
    await failure(operation).map { "\($0)" } ?? "nothing was thrown"
}
