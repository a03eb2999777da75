extension Engine {
    /// Every registration of the runtime face in a resolver and its children, in the order they were registered.
    static func registrations(
        in resolver: Resolver, sandbox: Sandbox
    ) -> [(owner: Resolver, registration: Registration)] {
        let registrations = resolver.searched(in: sandbox).flatMap { resolver in
            locked {
                resolver.registry.slots.compactMap { slot in
                    slot.key.place == nil ? slot.registration.map { (owner: resolver, registration: $0) } : nil
                }
            }
        }
        return registrations.sorted { $0.registration.id < $1.registration.id }
    }

    /// Every service registered for a type in a resolver and its children, in the order they were registered.
    static func all<Service>(_ type: Service.Type, site: CallSite, asked: Resolver?) -> [Service] {
        let sandbox = Sandbox.prepared()
        sandbox.noteResolution(of: ServiceKey(type, name: nil), at: site)
        let resolver = asked ?? sandbox.root
        let registrations = registrations(in: resolver, sandbox: sandbox).filter {
            $0.registration.key.type == type && !$0.registration.takesArguments
        }
        var given: Set<AnyHashable> = []
        return registrations.compactMap { owner, registration -> Service? in
            let represented = locked { registration.represented(in: owner) }
            let identity = represented.export?.identity ?? AnyHashable(ObjectIdentifier(represented))
            guard given.insert(identity).inserted else { return nil }
            do throws(ResolutionError) {
                return try unsafe observableInstance(
                    type, of: Unmanaged.passUnretained(registration), arguments: nil, site: site,
                    in: Unmanaged.passUnretained(resolver), limit: UInt(depthLimit), sandbox: sandbox,
                    on: ThreadState.current)
            } catch {
                trap(error)
            }
        }
    }
}
