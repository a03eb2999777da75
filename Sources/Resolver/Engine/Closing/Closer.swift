/// What closes the instances of a registration: the program's closure, which is shown an instance of any type.
@usableFromInline
package enum Closer: Sendable {
    case synchronous(@Sendable (SeenInstance, RunOutcome) throws -> Void)
    /// The closure may suspend.
    // The label is for a module's interface, where the compiler cannot read `nonisolated(nonsending)` without one.
    case asynchronous(close: @Sendable (SeenInstance, RunOutcome) async throws -> Void)

    // An instance of another type, which an override has made, is not closed.

    @inlinable
    package static func of<Service>(
        _ close: @escaping @Sendable (Service, RunOutcome) throws -> Void
    ) -> Closer {
        .synchronous { if let service = $0.service(as: Service.self) { try close(service, $1) } }
    }

    @inlinable
    package static func of<Service>(
        async close: @escaping @Sendable (Service, RunOutcome) async throws -> Void
    ) -> Closer {
        .asynchronous(close: { if let service = $0.service(as: Service.self) { try await close(service, $1) } })
    }

    /// Whether the closure may suspend.
    var isAsynchronous: Bool { if case .asynchronous = self { true } else { false } }
}

/// What is needed to close an instance, and its place in the order of closing; the kept value has it.
final class ClosingDuty {
    let key: ServiceKey
    /// Where it is registered, or a typed factory is declared.
    let location: CodeLocation
    let closer: Closer
    /// Instances that were completed later have higher numbers.
    let order = UniqueNumber.next()
    /// Whether its instance was taken away to be closed, so that nobody may be given it again.
    ///
    /// Under the engine's lock.
    var isTaken = false

    init(_ key: ServiceKey, registered location: CodeLocation, _ closer: Closer) {
        self.key = key
        self.location = key.declaration?.location ?? location
        self.closer = closer
    }
}
