/// The value of a task-local: a reference, or none.
///
/// It is not an optional, which would be copied by way of its metadata: that takes longer than finding it.
struct TaskReference<Object: AnyObject & Sendable>: Sendable {
    let object: Object?

    @inline(__always)
    init(_ object: Object? = nil) { self.object = object }
}

extension TaskLocal {
    /// Runs an operation with a value, on the actor of the caller.
    ///
    /// `withValue` alone leaves that actor as soon as the operation suspends.
    func bind<Result>(
        _ value: Value, isolation: isolated (any Actor)? = #isolation,
        operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        // If the caller is on no actor, there is none to go back to after each suspension.
        guard isolation != nil else { return try await withValue(value, operation: operation) }
        return try await withValue(value) {
            // Capturing the actor makes the closure run on it.
            _ = isolation
            return try await operation()
        }
    }
}
