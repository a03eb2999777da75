// What a resolution comes to that gives no instance.

/// Why a resolution gives no service: an error, or nil where a caller who can do without asks for what is not there.
@usableFromInline @frozen
package struct NoService: Error {
    @usableFromInline let error: ResolutionError?
    /// What the service's own factory threw, for those who throw it as it is.
    @usableFromInline let thrown: (any Error)?

    @inlinable
    init(error: ResolutionError?, thrown: (any Error)? = nil) {
        self.error = error
        self.thrown = thrown
    }

    /// What an asynchronous typed call throws, also one that only passes on what the runtime face gives.
    var asItIs: any Error { thrown ?? requiredError }

    /// The same for a caller who cannot do without.
    @inline(never)
    var requiredError: ResolutionError {
        guard let error else {
            fatalError("Resolver: a required service is absent without an error; please report this")
        }
        return error
    }
}

extension Frame.Pointer {
    /// Ends it where the factory threw: with the error of the service that it is about, or none where it has returned nil.
    @inline(never)
    func failed(_ error: any Error, isOptional: Bool) -> NoService {
        defer { pop() }
        let registration = foundRegistration.object
        if error is NothingMade {
            let error = isOptional ? nil : self.error(.returnedNil, registration)
            abandon(.cannotBeKept, .returnedNil)
            return NoService(error: error)
        }
        if error is OnlyAsynchronous {
            let error = self.error(.asynchronous, registration)
            abandon(.failed, .failed(error))
            return NoService(error: error)
        }
        let reason = error as? ResolutionError ?? self.error(.init(thrown: error), registration)
        let isAbsent = isOptional && error is DoesNotConform
        abandon(isAbsent ? .cannotBeKept : .failed, .failed(reason))
        return isAbsent
            ? NoService(error: nil) : NoService(error: reason, thrown: error is DoesNotConform ? nil : error)
    }

    /// The error of a service whose factory gave none.
    private func error(_ reason: ResolutionError.Reason, _ registration: Registration) -> ResolutionError {
        ResolutionError(
            reason, key: registration.key, at: pointee.location, chain: askers, site: registration.location)
    }

    /// Ends it where nothing is registered, for a caller who can do without.
    @inline(__always)
    func endMissing() {
        if !pointee.duties.isEmpty { release() }
        pop()
    }

    /// Ends it where nothing is registered.
    func missing(
        _ type: Any.Type, name: Resolver.Name?, isOptional: Bool
    ) -> NoService {
        if isOptional {
            endMissing()
            return NoService(error: nil)
        }
        defer { pop() }
        let environment = environmentOrProcess
        let resolver = pointee.resolver.map { $0.object } ?? environment.root
        defer { release() }
        let key = ServiceKey(type, name: name?.rawValue)
        if resolver.hasEnded { Failure.endedSandbox(key, pointee.location).trap() }
        let chain = ThreadState.current.chain
        return NoService(
            error: ResolutionError(
                .missing, key: key, at: pointee.location, chain: chain,
                nearMisses: NearMiss.all(for: key, in: resolver, environment, besides: chain.map(\.key)),
                hasUnseenHook: environment.hasUnseenHook,
                isBesideMain: !environment.searched(from: resolver).contains { $0 === environment.main }))
    }
}
