extension Resolver {
    /// Every service registered for a type, named and unnamed, from the root resolver and its children.
    ///
    /// Factories that return nil and those that take arguments are left out; an instance that is registered under
    /// several names with `implements` is given once. Traps where a factory throws or is asynchronous.
    ///
    /// - Parameters:
    ///   - type: The services' type.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The services, in the order they were registered.
    public static func all<Service>(
        _ type: Service.Type = Service.self, file: StaticString = #fileID, line: UInt = #line
    ) -> [Service] {
        let environment = Environment.activeAfterHook()
        return environment.all(type, from: environment.root, at: CodeLocation(file, line))
    }

    /// Every service registered for a type, named and unnamed, in this resolver and its children.
    ///
    /// Factories that return nil and those that take arguments are left out; an instance that is registered under
    /// several names with `implements` is given once. Traps where a factory throws or is asynchronous.
    ///
    /// ```swift
    /// for plugin in resolver.all((any Plugin).self) { plugin.start() }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The services' type.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The services, in the order they were registered.
    public final func all<Service>(
        _ type: Service.Type = Service.self, file: StaticString = #fileID, line: UInt = #line
    ) -> [Service] {
        let environment = Environment.activeAfterHook()
        return environment.all(type, from: environment.own(self), at: CodeLocation(file, line))
    }
}

extension Environment {
    /// A registration in force, and the resolver that has it.
    package struct Listed {
        package let registration: Registration
        package let owner: Resolver
        /// The key under which it was found, and that of its slot.
        package let key: ServiceKey
        package let slotKey: ServiceKey
        /// Whether its own factory takes arguments.
        fileprivate let takesArguments: Bool
    }

    /// The registrations in force of the runtime face in a resolver and its children, in the order they were
    /// registered.
    ///
    /// - Parameters:
    ///   - resolver: Where to begin.
    ///   - type: The type that they are found under; nil for all.
    /// - Returns: The registrations.
    package func registrations(from resolver: Resolver, of type: Any.Type? = nil) -> [Listed] {
        let contexts = contexts
        let listed = searched(from: resolver).flatMap { resolver in
            Lock.held {
                resolver.registry.slots(of: type).flatMap { $0.listed(of: resolver, in: contexts) }
                    .filter { !$0.key.isDeclared && (type == nil || $0.key.type == type) }
            }
        }
        return listed.sorted { $0.registration.id < $1.registration.id }
    }

    /// Every service registered for a type in a resolver and its children, in the order they were registered; of an optional
    /// type those of what it wraps.
    fileprivate func all<Service>(
        _ type: Service.Type, from resolver: Resolver, at location: CodeLocation
    ) -> [Service] {
        let wrapped = serviceType(of: Service.self)
        if wrapped != Service.self {
            func all<Wrapped>(_ wrapped: Wrapped.Type) -> [Any] { self.all(wrapped, from: resolver, at: location) }
            return _openExistential(wrapped, do: all).compactMap { $0 as? Service }
        }
        var given: Set<UInt> = []
        if isProcess, OutsideReport.isDue { OutsideReport.note(ServiceKey(Service.self, name: nil), at: location) }
        return registrations(from: resolver, of: Service.self).compactMap { listed -> Service? in
            let source = source(of: listed)
            guard !source.takesArguments, given.insert(source.registration.id).inserted else { return nil }
            do throws(ResolutionError) {
                return try unsafe Engine.instance(
                    type, of: listed.registration, in: listed.owner, asked: resolver, arguments: nil, at: location)
            } catch {
                Engine.trap(error)
            }
        }
    }

    /// The registration that makes the instance, behind what only passes it on, and whether one of them takes arguments.
    package func source(of listed: Listed) -> (registration: Registration, takesArguments: Bool) {
        var source = (registration: listed.registration, takesArguments: listed.takesArguments)
        guard listed.registration.isForward else { return source }
        if let passedOn = listed.registration.passesOn { return (passedOn, source.takesArguments) }
        var owner = listed.owner
        var seen: Set<UInt> = []
        let contexts = contexts
        // Those that stand for each other are a mistake that resolving them reports.
        while let target = target(of: source.registration, in: owner),
            seen.insert(source.registration.id).inserted
        {
            owner = target.resolver
            let next = Lock.held {
                owner.registry.slot(of: target.key)?.inForce(in: contexts).map { ($0, $0.takesArguments) }
            }
            guard let next else { break }
            source = (next.0, source.takesArguments || next.1)
        }
        return source
    }
}

extension Slot {
    /// What is in force under each key that finds this slot; of typed factories those that reports name.
    func listed(of owner: Resolver, in contexts: Set<ContextKey>) -> [Environment.Listed] {
        guard let registration = inForce(in: contexts) else { return [] }
        return ([key] + otherKeys).filter { key in
            key.isDeclared ? key.isNamedFactory : registration.factory != nil
        }
        .map {
            Environment.Listed(
                registration: registration, owner: owner, key: $0, slotKey: self.key,
                takesArguments: registration.takesArguments)
        }
    }
}
