/// How the work has ended for which a service was used; the service's closer is told.
///
/// A closer commits or rolls back a unit of work by it:
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
