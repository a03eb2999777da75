// What each call does with the outcome of a resolution.
extension Engine {
    @inlinable @inline(__always)
    static func resolved<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) -> Service {
        do throws(ResolutionError) {
            return try unsafe required(type, name: name, arguments: arguments, site: site, asked: asked)
        } catch {
            trap(error)
        }
    }

    @inlinable @inline(__always)
    static func required<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) throws(ResolutionError) -> Service {
        if let service = try unsafe value(
            type, name: name, arguments: arguments, site: site, asked: asked, isOptional: false)
        {
            return service
        }
        throw returnedNil(type, name: name, site: site, asked: asked)
    }

    @inlinable @inline(__always)
    static func optional<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) -> Service? {
        do throws(ResolutionError) {
            return try unsafe value(
                type, name: name, arguments: arguments, site: site, asked: asked, isOptional: true)
        } catch {
            trap(error)
        }
    }

    /// What a lookup that found nothing comes to.
    @usableFromInline @inline(never)
    static func missing<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?,
        in resolver: Unmanaged<Resolver>, sandbox: Sandbox?, isOptional: Bool, on thread: ThreadState.Pointer
    ) throws(ResolutionError) -> Service? {
        let sandbox = sandbox ?? .process
        if sandbox.runUnseenHook() {
            return unsafe try value(
                type, name: name, arguments: arguments, site: site, asked: asked, isOptional: isOptional)
        }
        if let optional = type as? any OptionalService.Type {
            return unsafe try optional.resolve(name: name, arguments: arguments, site: site, asked: asked) as? Service
        }
        let key = ServiceKey(type, name: name)
        unsafe observeMissing(key, site: site, in: sandbox, on: thread)
        if isOptional { return nil }
        let chain = unsafe chain(from: thread.pointee.top)
        throw unsafe resolver._withUnsafeGuaranteedRef { resolver in
            ResolutionError(
                .missing, key: key, site: site, chain: chain,
                nearMisses: NearMiss.all(for: key, in: resolver, sandbox: sandbox, besides: chain.map(\.key)),
                mayHaveUnseenHook: sandbox.mayHaveUnseenHook)
        }
    }

    @usableFromInline @inline(never)
    static func returnedNil<Service>(
        _ type: Service.Type, name: Resolver.Name?, site: CallSite, asked: Resolver?
    ) -> ResolutionError {
        let key = ServiceKey(type, name: name)
        let registered = NearMiss.registrationSite(of: key, in: asked ?? Sandbox.active.root)
        return unsafe ResolutionError(
            .returnedNil, key: key, site: site, chain: chain(from: ThreadState.current.pointee.top),
            registered: registered)
    }

    /// What a factory that threw comes to: the error of the service it is about.
    @usableFromInline @inline(never)
    static func failure(
        of registration: Registration, error: any Error, on thread: ThreadState.Pointer
    ) -> ResolutionError {
        if let error = error as? ResolutionError { return error }
        let chain = unsafe chain(from: thread.pointee.top)
        return ResolutionError(
            .factoryThrew(error), key: registration.key, site: chain.first?.site ?? .unknown,
            chain: Array(chain.dropFirst()), registered: registration.site)
    }

    @usableFromInline @inline(never)
    static func trap(_ error: ResolutionError) -> Never { Failure.unresolved(error).trap() }
}
