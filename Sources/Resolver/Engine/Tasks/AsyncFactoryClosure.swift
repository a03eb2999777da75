/// What makes an asynchronous service.
final class AsyncFactoryClosure<Service>: Sendable {
    let make: MakeServiceAsync<Service>

    init(_ make: @escaping MakeServiceAsync<Service>) { self.make = make }
}

/// Makes a service; throws a ``NothingMade`` where there is none.
package typealias MakeServiceAsync<Service> = @Sendable (Resolver, Any?) async throws -> Service

extension AnyFactory {
    /// The factory of an asynchronous service, which a synchronous call cannot run.
    package static func of<Service>(
        async service: Service.Type, make: @escaping MakeServiceAsync<Service>
    ) -> AnyFactory {
        unsafe of(service, asynchronous: AsyncFactoryClosure(make)) { _, _ in
            throw ResolutionError.askedSynchronously(ThreadState.current)
        }
    }

    /// The closure of an asynchronous factory of a type; nil where it is synchronous.
    func asyncClosure<Service>(of type: Service.Type) -> MakeServiceAsync<Service>? {
        asynchronous.map { unsafe unsafeDowncast($0, to: AsyncFactoryClosure<Service>.self).make }
    }
}

extension ResolutionError {
    /// The error of a synchronous call, whose frame is the thread's innermost.
    fileprivate static func askedSynchronously(_ thread: ThreadState.Pointer) -> ResolutionError {
        guard let frame = thread.pointee.top else {
            fatalError("Resolver: an asynchronous factory runs without a frame; please report this")
        }
        let registration = frame.foundRegistration.object
        return ResolutionError(
            .asynchronous, key: registration.key, at: frame.pointee.location,
            chain: frame.askers, site: registration.location)
    }
}
