/// What a task has of a class, or nothing.
///
/// An optional would be copied by way of its metadata, which takes longer than to find it.
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
        // Where there is none to leave, it need not be gone back to at each suspension.
        guard isolation != nil else { return try await withValue(value, operation: operation) }
        return try await withValue(value) {
            // What is captured here makes the closure run there.
            _ = isolation
            return try await operation()
        }
    }
}
