// What each call does with the outcome of a resolution.
extension Engine {
    @inlinable @inline(__always)
    static func resolved<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) -> Service {
        do throws(NoService) {
            return try unsafe service(
                type, name: name, arguments: arguments, site: site, asked: asked, isOptional: false)
        } catch {
            trap(error)
        }
    }

    @inlinable @inline(__always)
    static func required<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) throws(ResolutionError) -> Service {
        do throws(NoService) {
            return try unsafe service(
                type, name: name, arguments: arguments, site: site, asked: asked, isOptional: false)
        } catch {
            throw reason(error)
        }
    }

    @inlinable @inline(__always)
    static func optional<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) -> Service? {
        do throws(NoService) {
            return try unsafe service(
                type, name: name, arguments: arguments, site: site, asked: asked, isOptional: true)
        } catch {
            trapUnlessAbsent(error)
            return nil
        }
    }

    /// What a lookup that found nothing comes to.
    static func missing<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?,
        in resolver: Resolver, sandbox: Sandbox?, isOptional: Bool, on thread: ThreadState.Pointer
    ) throws(NoService) -> Service {
        let sandbox = sandbox ?? .process
        if sandbox.runUnseenHook() {
            return unsafe try service(
                type, name: name, arguments: arguments, site: site, asked: asked, isOptional: isOptional)
        }
        if let optional = optionalService(type) {
            let wrapped = unsafe try optional.resolve(name: name, arguments: arguments, site: site, asked: asked)
            guard let service = wrapped as? Service else { throw NoService(error: nil) }
            return service
        }
        let key = ServiceKey(type, name: name)
        unsafe observeMissing(key, site: site, in: sandbox, on: thread)
        if isOptional { throw NoService(error: nil) }
        let chain = unsafe chain(from: thread.pointee.top)
        throw NoService(
            error: ResolutionError(
                .missing, key: key, site: site, chain: chain,
                nearMisses: NearMiss.all(for: key, in: resolver, sandbox: sandbox, besides: chain.map(\.key)),
                mayHaveUnseenHook: sandbox.mayHaveUnseenHook))
    }

    /// What a factory that returned nil comes to.
    static func returnedNil(_ registration: Registration, site: CallSite) -> ResolutionError {
        unsafe ResolutionError(
            .returnedNil, key: registration.key, site: site, chain: chain(from: ThreadState.current.pointee.top),
            registered: registration.site)
    }

    /// What a factory that threw comes to: the error of the service it is about.
    static func failure(of registration: Registration, error: any Error) -> ResolutionError {
        if let error = error as? ResolutionError { return error }
        let chain = unsafe chain(from: ThreadState.current.pointee.top)
        return ResolutionError(
            .factoryThrew(error), key: registration.key, site: chain.first?.site ?? .unknown,
            chain: Array(chain.dropFirst()), registered: registration.site)
    }

    static func trap(_ error: ResolutionError) -> Never { Failure.unresolved(error).trap() }

    /// Why a service that the caller cannot do without is not there.
    @usableFromInline @inline(never)
    static func reason(_ absence: NoService) -> ResolutionError {
        guard let error = absence.error else { fatalError("what is required is there, or there is an error") }
        return error
    }

    @usableFromInline @inline(never)
    static func trap(_ absence: NoService) -> Never { trap(reason(absence)) }

    /// Traps for an error; returns where the caller can do without.
    @usableFromInline @inline(never)
    static func trapUnlessAbsent(_ absence: NoService) {
        if let error = absence.error { trap(error) }
    }
}
