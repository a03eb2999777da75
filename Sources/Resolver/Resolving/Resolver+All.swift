extension Resolver {
    /// Every service registered for a type, named and unnamed, from the root resolver and its children.
    ///
    /// They include services that `resolve` does not find, as a nearer resolver has others under the same names: both a mock
    /// and the service that it replaces are given. Factories that return nil, factories that take arguments, and services that
    /// do not conform to the type are left out. An instance that is registered under several names with `implements` is given
    /// once. Traps if a factory throws or is asynchronous, or if a service was closed, or is asked for outside of its run.
    ///
    /// Outside of a factory, each service is resolved on its own, so that they share no instances of graph lifetime.
    ///
    /// - Parameters:
    ///   - type: The services' type.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The services, in the order in which they were registered.
    public static func all<Service>(
        _ type: Service.Type = Service.self, file: StaticString = #fileID, line: UInt = #line
    ) -> [Service] {
        let environment = Environment.activeAfterHook()
        return environment.all(type, from: environment.root, at: CodeLocation(file, line))
    }

    /// Every service registered for a type, named and unnamed, in this resolver and its children.
    ///
    /// They include services that `resolve` does not find, as a nearer resolver has others under the same names: both a mock
    /// and the service that it replaces are given. Factories that return nil, factories that take arguments, and services that
    /// do not conform to the type are left out. An instance that is registered under several names with `implements` is given
    /// once. Traps if a factory throws or is asynchronous, or if a service was closed, or is asked for outside of its run.
    ///
    /// Outside of a factory, each service is resolved on its own, so that they share no instances of graph lifetime.
    ///
    /// ```swift
    /// for plugin in resolver.all((any Plugin).self) { plugin.start() }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The services' type.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The services, in the order in which they were registered.
    public final func all<Service>(
        _ type: Service.Type = Service.self, file: StaticString = #fileID, line: UInt = #line
    ) -> [Service] {
        let environment = Environment.activeAfterHook()
        return environment.all(type, from: environment.own(self), at: CodeLocation(file, line))
    }
}

extension Environment {
    /// A registration in force, and the resolver that has it.
    struct Listed {
        let registration: Registration
        let owner: Resolver
        /// The key under which the registration was found.
        let key: ServiceKey
        /// The key of the registration's slot.
        let slotKey: ServiceKey
        /// Whether the registration's own factory takes arguments.
        fileprivate let takesArguments: Bool

        /// The registration's instance; nil if there is none, and `isOptional` says that the caller can do without.
        ///
        /// Inlined, as each call of a generic function costs its metadata.
        @inline(__always)
        func instance<Service>(
            _ type: Service.Type, asked resolver: Resolver, arguments: Arguments, at location: CodeLocation,
            isOptional: Bool = true
        ) throws(ResolutionError) -> Service? {
            // A typed factory may be listed under a key of the runtime face; observers are told that this key was asked for.
            try PendingEvents.asking(for: key == slotKey ? nil : key) { () throws(ResolutionError) in
                try unsafe Engine.instance(
                    type, of: registration, in: owner, asked: resolver, arguments: arguments, at: location,
                    isOptional: isOptional)
            }
        }
    }

    /// The registrations in force of the runtime face in a resolver and its children, in the order of their registration.
    ///
    /// A registration that several names find is listed more than once.
    ///
    /// - Parameters:
    ///   - resolver: Where to begin.
    ///   - type: The type under which they are found; nil for all types.
    /// - Returns: The registrations.
    func registrations(from resolver: Resolver, of type: Any.Type? = nil) -> [Listed] {
        var listed = listed(in: searched(from: resolver), of: type)
        listed.removeAll { $0.key.isDeclared || type != nil && $0.key.type != type }
        listed.sort { $0.registration.id < $1.registration.id }
        return listed
    }

    /// The registrations and typed factories in force in resolvers, in the order of the resolvers.
    ///
    /// Those of one resolver are in the order in which its slots were made. If a type is given, they are in any order, and one
    /// that several keys of the type find may be listed more often than it has keys.
    ///
    /// - Parameters:
    ///   - resolvers: The resolvers.
    ///   - type: The type of the keys by which slots are looked up; nil for all slots.
    /// - Returns: The registrations and typed factories.
    func listed(in resolvers: [Resolver], of type: Any.Type? = nil) -> [Listed] {
        let contexts = contexts
        var listed: [Listed] = []
        for resolver in resolvers {
            Lock.held { resolver.registry.eachSlot(of: type) { $0.list(&listed, of: resolver, in: contexts) } }
        }
        return listed
    }

    /// Every service registered for a type in a resolver and its children, in the order in which they were registered.
    ///
    /// For an optional type, the services of the type that it wraps.
    fileprivate func all<Service>(
        _ type: Service.Type, from resolver: Resolver, at location: CodeLocation
    ) -> [Service] {
        let wrapped = serviceType(of: Service.self)
        if wrapped != Service.self {
            func all<Wrapped>(_ wrapped: Wrapped.Type) -> [Any] { self.all(wrapped, from: resolver, at: location) }
            return _openExistential(wrapped, do: all).compactMap { $0 as? Service }
        }
        if isProcess, OutsideReport.isDue { OutsideReport.note(ServiceKey(Service.self, name: nil), at: location) }
        var registrations = registrations(from: resolver, of: Service.self)
        if Resolver.Name.isImplied(by: type) {
            registrations.removeAll { !Resolver.Name.implies($0.key.name, type) }
        }
        var given = Set<UInt>(minimumCapacity: registrations.count)
        var services: [Service] = []
        for listed in registrations {
            let source = source(of: listed)
            guard !source.takesArguments, given.insert(source.registration.id).inserted else { continue }
            do throws(ResolutionError) {
                let service = try unsafe listed.instance(type, asked: resolver, arguments: nil, at: location)
                if let service { services.append(service) }
            } catch {
                Engine.trap(error)
            }
        }
        return services
    }

    /// The registration that makes a listed instance, and whether making it takes arguments.
    ///
    /// A listed registration may only pass on another one's instance, and so may that one. Each of them may take arguments.
    func source(of listed: Listed) -> (registration: Registration, takesArguments: Bool) {
        var source = (registration: listed.registration, takesArguments: listed.takesArguments)
        guard listed.registration.isForward else { return source }
        var owner = listed.owner
        var seen: Set<UInt> = []
        let contexts = contexts
        // Registrations that stand for each other are a mistake, which resolving them reports; here the search ends.
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
    /// Lists the registration in force under each key that finds this slot.
    ///
    /// A typed factory's key is listed only if it is one that reports name.
    fileprivate func list(
        _ listed: inout [Environment.Listed], of owner: Resolver, in contexts: Set<ContextKey>
    ) {
        guard let registration = inForce(in: contexts) else { return }
        func add(_ key: ServiceKey) {
            guard key.isDeclared ? key.isNamedFactory : registration.factory != nil else { return }
            listed.append(
                Environment.Listed(
                    registration: registration, owner: owner, key: key, slotKey: self.key,
                    takesArguments: registration.takesArguments))
        }
        add(key)
        for key in otherKeys { add(key) }
    }
}
