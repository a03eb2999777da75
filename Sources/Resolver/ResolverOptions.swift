/// What a registration returns, to state its lifetime and more.
///
/// ```swift
/// Resolver.register { HTTPClient() }
///     .implements((any NetworkClient).self)
///     .resolveProperties { resolver, client in client.cache = resolver.optional() }
///     .scope(.application)
/// ```
public struct ResolverOptions<Service> {
    private let resolver: Resolver
    private let key: ServiceKey
    private let registered: Registration

    init(resolver: Resolver, key: ServiceKey, registration: Registration) {
        self.resolver = resolver
        self.key = key
        registered = registration
    }

    /// What the options are stated of: for a typed factory that was registered, an override of it.
    private var entry: Registration { registered.export.map { Engine.adjustable($0) } ?? registered }

    /// The registration these options belong to.
    public var registration: ResolverRegistration<Service> {
        ResolverRegistration(resolver: resolver, key: key, entry: entry)
    }

    /// Registers the service for a protocol as well: resolving the protocol gives the very instance that resolving the
    /// service would give.
    ///
    /// It stands for what is registered under this service's type and name in the same resolver, also when that is
    /// registered anew later. Resolving the protocol traps if the service does not conform to it.
    ///
    /// - Parameters:
    ///   - type: The protocol, or any type the service can be cast to.
    ///   - name: The name to register the protocol under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The same options.
    @discardableResult
    public func implements<Protocol>(
        _ type: Protocol.Type, name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> ResolverOptions<Service> {
        let implemented = ServiceKey(type, name: name)
        // A service stands for itself as it is.
        guard !(implemented == key) else { return self }
        let target = Engine.locked { resolver.registry.makeSlot(for: key) }
        let alias = Alias(target: target) { slot in
            unsafe TypedFactory<Protocol> { resolver, arguments in
                guard
                    let service = try unsafe Engine.target(
                        Service.self, slot: slot, arguments: arguments, resolver: resolver)
                else { return nil }
                if let service = service as? Protocol { return service }
                Failure.doesNotImplement(slot.key, Protocol.self, CallSite(file, line)).trap()
            }
        }
        _ = resolver.insert(
            implemented, site: CallSite(file, line), takesArguments: registered.takesArguments,
            factory: alias.factory(target), alias: alias)
        return self
    }

    /// Registers the service for a protocol as well; the exact type of Resolver 1.5.1, for function values.
    @discardableResult
    @_disfavoredOverload
    public func implements<Protocol>(_ type: Protocol.Type, name: Resolver.Name?) -> ResolverOptions<Service> {
        implements(type, name: name, file: "", line: 0)
    }

    /// Runs a function on each instance that is made, to set what its initialiser does not take.
    ///
    /// It runs before anybody else can see the instance.
    ///
    /// - Parameter block: Is given the resolver that was asked, and the instance.
    /// - Returns: The same options.
    @discardableResult
    public func resolveProperties(_ block: @escaping ResolverFactoryMutator<Service>) -> ResolverOptions<Service> {
        resolveProperties { resolver, service, _ in block(resolver, service) }
    }

    /// Runs a function on each instance that is made, to set what its initialiser does not take.
    ///
    /// - Parameter block: Is given the resolver that was asked, the instance, and the arguments of the call.
    /// - Returns: The same options.
    @discardableResult
    public func resolveProperties(
        _ block: @escaping ResolverFactoryMutatorArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        unsafe registration.wrap { make in
            { resolver, arguments in
                guard let service = try unsafe make(resolver, arguments) else { return nil }
                unsafe block(resolver, service, Resolver.Args(at: arguments))
                return service
            }
        }
        return self
    }

    /// States how long the service's instance lives.
    ///
    /// The last scope that was stated counts.
    ///
    /// - Parameter scope: The scope.
    /// - Returns: The same options.
    @discardableResult
    public func scope(_ scope: ResolverScope) -> ResolverOptions<Service> {
        let scope = resolver.scope(for: scope)
        let sandbox = Sandbox.active
        let entry = entry
        let garbage = Engine.locked {
            entry.setScope(scope)
            // An instance that the scope before has kept is not the new scope's.
            let garbage = sandbox.dropInstance(of: entry) + entry.dropInstances()
            Engine.awaitCopies()
            return garbage
        }
        withExtendedLifetime(garbage) {}
        return self
    }
}
