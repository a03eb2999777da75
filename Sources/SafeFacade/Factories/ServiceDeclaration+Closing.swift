public import Resolver

// What closes the instances of a factory.

extension ServiceDeclaration {
    /// States what closes an instance when its lifetime ends.
    ///
    /// For a `TaskScope`, it runs when the run ends that has the instance; for any other lifetime that keeps the instance, when
    /// the container is closed. It runs once for each instance, the one completed last first. An instance that is dropped
    /// before, by a reset for instance, is not closed, as somebody may still use it. With a lifetime that keeps nothing until
    /// then (`unique`, `graph`, `shared`) the factory is reported where it is used, in every build. A closer must not ask for
    /// a service that ends with its own, as that fails. An override's instances are closed likewise. The last closer that is
    /// stated counts.
    ///
    /// ```swift
    /// var transaction: Factory<Transaction> {
    ///     self { Transaction() }.scope(.request).onClose { transaction, outcome in
    ///         if outcome.hasSucceeded { try transaction.commit() } else { transaction.rollback() }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter close: Is given the service, and how the run has ended; always `succeeded` for a service that is kept longer
    ///   than a run.
    /// - Returns: A changed copy.
    @inlinable
    public func onClose(
        _ close: @escaping @Sendable (_ service: Service, _ outcome: RunOutcome) throws -> Void
    ) -> Self {
        stating(declaration.stating(Closer.of(close)))
    }

    /// States what closes an instance when its lifetime ends, and may suspend.
    ///
    /// It runs in a task of its own, which nobody cancels, and is waited for. Everything else is as for closures that
    /// do not suspend.
    ///
    /// ```swift
    /// var database: AsyncFactory<Database> {
    ///     self { try await Database.open() }.singleton.onClose { database, _ in await database.close() }
    /// }
    /// ```
    ///
    /// - Parameter close: Is given the service, and how the run has ended.
    /// - Returns: A changed copy.
    @_disfavoredOverload
    @inlinable
    public func onClose(
        _ close: @escaping @Sendable (_ service: Service, _ outcome: RunOutcome) async throws -> Void
    ) -> Self {
        stating(declaration.stating(Closer.of(async: close)))
    }

    /// States what closes an instance, however its lifetime ends.
    ///
    /// - Parameter close: Is given the service.
    /// - Returns: A changed copy.
    @inlinable
    public func onClose(_ close: @escaping @Sendable (_ service: Service) throws -> Void) -> Self {
        onClose { service, _ in try close(service) }
    }

    /// States what closes an instance, however its lifetime ends, and may suspend.
    ///
    /// ```swift
    /// var pool: AsyncFactory<Pool> { self { try await Pool.open() }.singleton.onClose { await $0.close() } }
    /// ```
    ///
    /// - Parameter close: Is given the service.
    /// - Returns: A changed copy.
    @_disfavoredOverload
    @inlinable
    public func onClose(_ close: @escaping @Sendable (_ service: Service) async throws -> Void) -> Self {
        onClose { service, _ in try await close(service) }
    }
}
