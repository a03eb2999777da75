extension Engine {
    /// Every service registered for a type in a resolver and its children, in the order they were registered.
    static func all<Service>(_ type: Service.Type, site: CallSite, asked: Resolver?) -> [Service] {
        let sandbox = Sandbox.prepared()
        let resolver = asked ?? sandbox.root
        var registrations: [(owner: Resolver, registration: Registration)] = []
        var visited: [Resolver] = []
        collect(type, in: resolver, sandbox: sandbox, into: &registrations, visited: &visited)
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
        into registrations: inout [(owner: Resolver, registration: Registration)], visited: inout [Resolver]
    ) {
        guard !visited.contains(where: { $0 === resolver }) else { return }
        visited.append(resolver)
        let own = locked {
            resolver.registry.slots.compactMap { $0.key.type == type && $0.key.place == nil ? $0.registration : nil }
        }
        registrations += own.filter { !$0.takesArguments }.map { (resolver, $0) }
        for child in resolver.children(in: sandbox) {
            collect(type, in: child, sandbox: sandbox, into: &registrations, visited: &visited)
        }
    }
}
