// How a resolution ends that gives no instance.

/// Why a resolution gives no service: an error; or nil, where the service is absent and the caller can do without.
@usableFromInline @frozen
package struct NoService: Error {
    @usableFromInline let error: ResolutionError?
    /// The error that the service's own factory threw, for callers that throw it on as it is.
    @usableFromInline let thrown: (any Error)?

    @inlinable
    init(error: ResolutionError?, thrown: (any Error)? = nil) {
        self.error = error
        self.thrown = thrown
    }

    /// The error that an asynchronous typed call throws, also one that only passes on a service of the runtime face.
    var asItIs: any Error { thrown ?? requiredError }

    /// The error for a caller that cannot do without the service.
    @inline(never)
    var requiredError: ResolutionError {
        guard let error else {
            fatalError("Resolver: a required service is absent without an error; please report this")
        }
        return error
    }
}

extension Frame.Pointer {
    /// Ends a frame whose factory threw.
    ///
    /// The result has the error; none where the caller can do without, and the factory returned nil, or a service that does
    /// not conform to the type of an `implements`.
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
            reason, key: registration.key, at: pointee.location, chain: askers, site: registration.location,
            facts: pointee.marks & DeclarationMarks.isLegacy != 0 ? .isOfLegacy : .nothing)
    }

    /// Ends a frame that has found nothing, for a caller that can do without.
    @inline(__always)
    func endMissing() {
        if !pointee.duties.isEmpty { release() }
        pop()
    }

    /// Ends a frame that has found nothing.
    func missing(
        _ type: Any.Type, name: Resolver.Name?, isOptional: Bool, isAsynchronous: Bool = false
    ) -> NoService {
        if isOptional {
            endMissing()
            return NoService(error: nil)
        }
        defer { pop() }
        let environment = environmentOrProcess
        let resolver = askedResolver.object
        defer { release() }
        let key = ServiceKey(type, name: name?.rawValue)
        if resolver.hasEnded { Failure.endedSandbox(key, pointee.location).trap() }
        let chain = ThreadState.current.chain
        var facts: ResolutionError.Facts = isAsynchronous ? .isAsynchronous : .nothing
        if environment.hasUnseenHook { facts.add(.hasUnseenHook) }
        if !environment.searched(from: resolver).contains(where: { $0 === environment.main }) {
            facts.add(.isBesideMain)
        }
        return NoService(
            error: ResolutionError(
                .missing, key: key, at: pointee.location, chain: chain,
                nearMisses: NearMiss.all(for: key, in: resolver, environment, besides: chain.map(\.key)), facts: facts))
    }
}
