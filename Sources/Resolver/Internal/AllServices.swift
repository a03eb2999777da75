extension Engine {
    /// Every service registered for a type in a resolver and its children, in the order they were registered.
    static func all<Service>(_ type: Service.Type, site: CallSite, asked: Resolver?) -> [Service] {
        let sandbox = Sandbox.prepared()
        let resolver = asked ?? sandbox.root
        var registrations: [(owner: Resolver, registration: Registration)] = []
        collect(type, in: resolver, sandbox: sandbox, into: &registrations)
        registrations.sort { $0.registration.id < $1.registration.id }
        var given: Set<ObjectIdentifier> = []
        return registrations.compactMap { owner, registration -> Service? in
            let represented = locked { registration.represented(in: owner) }
            guard given.insert(ObjectIdentifier(represented)).inserted else { return nil }
            do throws(ResolutionError) {
                return try unsafe instance(
                    type, of: Unmanaged.passUnretained(registration), arguments: nil, site: site,
                    in: Unmanaged.passUnretained(resolver), limit: UInt(depthLimit), sandbox: sandbox,
                    on: ThreadState.current)
            } catch {
                trap(error)
            }
        }
    }

    private static func collect(
        _ type: Any.Type, in resolver: Resolver, sandbox: Sandbox,
        into registrations: inout [(owner: Resolver, registration: Registration)], path: [Resolver] = []
    ) {
        let own = locked { resolver.registry.slots.compactMap { $0.key.type == type ? $0.registration : nil } }
        for registration in own where !registration.takesArguments {
            guard !registrations.contains(where: { $0.registration === registration }) else { continue }
            registrations.append((resolver, registration))
        }
        for child in resolver.children(in: sandbox) where child !== resolver && !path.contains(where: { $0 === child })
        {
            collect(type, in: child, sandbox: sandbox, into: &registrations, path: path + [resolver])
        }
    }
}
