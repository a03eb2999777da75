/// What closes the instances of a registration: the program's closure, without the service's type.
///
/// There is a subclass for each kind, as a typed factory that states a closer makes one at each call.
@usableFromInline
package class Closer: @unchecked Sendable {
    // Sound because nothing in it changes, and the closures are `Sendable`.

    /// Whether the closure may suspend.
    var isAsynchronous: Bool { false }

    @usableFromInline
    init() {}

    /// Closes an instance; one of another type, which an override has made, is not closed.
    func close(_ value: KeptValue, _ outcome: RunOutcome) async throws { try closeAtOnce(value, outcome) }

    /// The same for a closure that does not suspend.
    func closeAtOnce(_ value: KeptValue, _ outcome: RunOutcome) throws {
        fatalError("Resolver: a closer that may suspend was run at once; please report this")
    }
}

/// A closer that does not suspend.
@usableFromInline
package final class SynchronousCloser<Service>: Closer, @unchecked Sendable {
    // Sound as its base class is.

    private let body: @Sendable (Service, RunOutcome) throws -> Void

    @usableFromInline
    package init(_ body: @escaping @Sendable (Service, RunOutcome) throws -> Void) { self.body = body }

    override func closeAtOnce(_ value: KeptValue, _ outcome: RunOutcome) throws {
        let service: Service
        do throws(OtherType) { service = try value.service(as: Service.self) } catch { return }
        try body(service, outcome)
    }
}

/// A closer that may suspend.
@usableFromInline
package final class AsynchronousCloser<Service>: Closer, @unchecked Sendable {
    // Sound as its base class is.

    private let body: @Sendable (Service, RunOutcome) async throws -> Void

    @usableFromInline
    package init(_ body: @escaping @Sendable (Service, RunOutcome) async throws -> Void) { self.body = body }

    override var isAsynchronous: Bool { true }

    override func close(_ value: KeptValue, _ outcome: RunOutcome) async throws {
        let service: Service
        do throws(OtherType) { service = try value.service(as: Service.self) } catch { return }
        try await body(service, outcome)
    }
}

/// Thrown where an override has made an instance of another type.
private struct OtherType: Error {}

// These throw and return no optional: asking the runtime for the type `Service?` takes as long as a resolution.
extension KeptValue {
    /// A copy of the instance as the service's type; an override may have made it as another type.
    ///
    /// - Throws: Where the instance is not of the type.
    fileprivate func service<Service>(as type: Service.Type) throws(OtherType) -> Service {
        if self.type == type { return unsafe address.assumingMemoryBound(to: type).pointee }
        return try cast(to: type)
    }

    // A function of its own, as its cast forms the type `Service?`.
    @inline(never)
    private func cast<Service>(to type: Service.Type) throws(OtherType) -> Service {
        guard let service = unsafe anyValue(at: address, self.type) as? Service else { throw OtherType() }
        return service
    }
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
