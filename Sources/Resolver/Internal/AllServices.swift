extension Engine {
    /// Every service registered for a type in a resolver and its children, in the order they were registered.
    static func all<Service>(_ type: Service.Type, site: CallSite, asked: Resolver?) -> [Service] {
        let sandbox = Sandbox.prepared()
        sandbox.noteResolution(of: ServiceKey(type, name: nil), at: site)
        let resolver = asked ?? sandbox.root
        var registrations = resolver.searched(in: sandbox).flatMap { resolver in
            locked {
                resolver.registry.slots.compactMap { slot in
                    slot.key.type == type && slot.key.place == nil ? slot.registration.map { (resolver, $0) } : nil
                }
            }
        }
        registrations.removeAll { $0.1.takesArguments }
        registrations.sort { $0.1.id < $1.1.id }
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
