/// How the work has ended that a service was used for, which its closer is told.
///
/// A unit of work is committed or rolled back by it:
///
/// ```swift
/// Resolver.register { Transaction() }
///     .scope(.request)
///     .onClose { transaction, outcome in
///         if outcome.hasSucceeded { try transaction.commit() } else { transaction.rollback() }
///     }
/// ```
public enum RunOutcome: Sendable {
    /// The operation of the run has returned; what is kept longer than a run is always closed with this.
    case succeeded
    /// The operation of the run has thrown.
    case failed(any Error)

    /// Whether the operation has returned.
    public var hasSucceeded: Bool {
        if case .succeeded = self { return true }
        return false
    }
}
