/// The factory of an asynchronous service, which a synchronous call cannot run.
package final class AsyncTypedFactory<Service>: AnyFactory, @unchecked Sendable {
    // Sound because the closure is `Sendable`, and stored once.

    /// Makes the service; throws a `NoService` where there is none.
    package typealias MakeAsync = @Sendable (Resolver, Any?) async throws -> Service

    let makeAsync: MakeAsync

    package init(async makeAsync: @escaping MakeAsync) {
        self.makeAsync = makeAsync
        unsafe super.init(Service.self) { _, _, _ in
            throw unsafe ResolutionError.askedSynchronously(ThreadState.current)
        }
    }

    override var isAsynchronous: Bool { true }

    override func refusing(_ fail: @escaping @Sendable () -> Never) -> AnyFactory {
        AsyncTypedFactory { _, _ in fail() }
    }
}

extension ResolutionError {
    /// The error of a synchronous call, whose frame is the thread's innermost.
    fileprivate static func askedSynchronously(_ thread: ThreadState.Pointer) -> ResolutionError {
        guard let frame = unsafe thread.pointee.top else {
            fatalError("Resolver: an asynchronous factory runs without a frame; please report this")
        }
        let registration = unsafe frame.pointee.registration.unsafelyUnwrapped.takeUnretainedValue()
        return unsafe ResolutionError(
            .asynchronous, key: registration.key, at: frame.pointee.location,
            chain: frame.askers, site: registration.location)
    }
}
