extension Engine {
    /// Every registration of the runtime face in a resolver and its children, in the order they were registered.
    static func registrations(in resolver: Resolver, sandbox: Sandbox) -> [Registration] {
        let registrations = resolver.searched(in: sandbox).flatMap { resolver in
            locked {
                resolver.registry.slots.compactMap { $0.key.place == nil ? $0.registration : nil }
            }
        }
        return registrations.sorted { $0.id < $1.id }
    }

    /// The registration whose instance a service is, behind what only passes it on.
    private static func origin(of registration: Registration) -> Registration {
        var origin = locked { registration.represented }
        // Those that stand for each other are a mistake that resolving them reports.
        var seen: Set<ObjectIdentifier> = []
        while let export = origin.export, seen.insert(ObjectIdentifier(origin)).inserted {
            let core = export.declaration()
            let inForce = self.registration(in: slot(of: export.type, core, in: .of(core)))
            origin = locked { inForce.represented }
        }
        return origin
    }

    /// Every service registered for a type in a resolver and its children, in the order they were registered.
    static func all<Service>(_ type: Service.Type, site: CallSite, asked: Resolver?) -> [Service] {
        let sandbox = Sandbox.prepared()
        sandbox.noteResolution(of: ServiceKey(type, name: nil), at: site)
        let resolver = asked ?? sandbox.root
        let registrations = registrations(in: resolver, sandbox: sandbox).filter {
            $0.key.type == type && !$0.takesArguments
        }
        var given: Set<ObjectIdentifier> = []
        return registrations.compactMap { registration -> Service? in
            guard given.insert(ObjectIdentifier(origin(of: registration))).inserted else { return nil }
            do throws(ResolutionError) {
                return try unsafe instance(
                    type, of: Unmanaged.passUnretained(registration), arguments: nil, site: site, in: resolver,
                    sandbox: sandbox, on: ThreadState.current)
            } catch {
                trap(error)
            }
        }
    }
}
