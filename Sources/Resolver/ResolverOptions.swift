/// What a registration returns, to state its lifetime and more.
///
/// ```swift
/// Resolver.register { HTTPClient() }
///     .implements((any NetworkClient).self)
///     .resolveProperties { resolver, client in client.cache = resolver.optional() }
///     .scope(.application)
/// ```
public struct ResolverOptions<Service> {
    let resolver: Resolver
    let entry: Registration

    init(resolver: Resolver, registration: Registration) {
        self.resolver = resolver
        entry = registration
    }

    /// The registration these options belong to.
    public var registration: ResolverRegistration<Service> {
        ResolverRegistration(resolver: resolver, entry: entry)
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
        let key = ServiceKey(type, name: name)
        // A service stands for itself as it is.
        guard !(key == entry.key) else { return self }
        let alias = Alias(target: entry.key) { slot in
            unsafe TypedFactory<Protocol> { resolver, arguments in
                guard
                    let service = try unsafe Engine.target(
                        Service.self, slot: slot, arguments: arguments, resolver: resolver)
                else { return nil }
                if let service = service as? Protocol { return service }
                Failure.doesNotImplement(slot.key, Protocol.self, CallSite(file, line)).trap()
            }
        }
        let target = Engine.locked { resolver.registry.makeSlot(for: entry.key) }
        _ = resolver.insert(
            key, site: CallSite(file, line), takesArguments: entry.takesArguments, factory: alias.factory(target),
            alias: alias)
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
        let garbage = Engine.locked {
            entry.setScope(scope)
            // An instance that the scope before has kept is not the new scope's.
            var garbage = sandbox.dropInstance(of: entry)
            if let instance = entry.cell.empty() { garbage.append(instance) }
            Engine.awaitCopies()
            return garbage
        }
        withExtendedLifetime(garbage) {}
        return self
    }
}

/// One registration, as extensions of ``ResolverOptions`` see it.
public final class ResolverRegistration<Service> {
    /// A number for the service's type.
    public let key: Int
    /// A text for the service's type and name.
    public let cacheKey: String

    private let resolver: Resolver
    private let entry: Registration

    init(resolver: Resolver, entry: Registration) {
        self.resolver = resolver
        self.entry = entry
        let number = Int(bitPattern: ObjectIdentifier(entry.key.type))
        key = number
        cacheKey = entry.key.name.map { "\(number):\($0)" } ?? "\(number)"
    }

    /// The service, as its lifetime has it.
    ///
    /// - Parameters:
    ///   - resolver: The resolver handed to the factory.
    ///   - args: The arguments handed to the factory.
    /// - Returns: The service, or nil if the factory returned nil.
    public func resolve(resolver: Resolver, args: Any?) -> Service? {
        do {
            return try unsafe withUnsafePointer(to: args) { arguments throws(ResolutionError) -> Service? in
                try unsafe Engine.instance(Service.self, of: entry, arguments: arguments, resolver: resolver)
            }
        } catch {
            Engine.trap(error)
        }
    }

    /// Makes a new instance, whatever the lifetime.
    ///
    /// - Parameters:
    ///   - resolver: The resolver handed to the factory.
    ///   - args: The arguments handed to the factory.
    /// - Returns: The service, or nil if the factory returned nil.
    public func instantiate(resolver: Resolver, args: Any?) -> Service? {
        unsafe ResolverRegistration.made(by: make, of: entry, resolver, args)
    }

    /// Wraps the factory in new behaviour.
    ///
    /// The factory handed to `modifier` cannot throw, as in Resolver 1.5.1: if what was registered throws, it traps.
    ///
    /// - Parameter modifier: Is given the factory there is, and returns the one to use.
    public func update(
        factory modifier: (_ factory: @escaping ResolverFactoryAnyArguments<Service>) ->
            ResolverFactoryAnyArguments<Service>
    ) {
        unsafe wrap { make in
            let modified = modifier { [entry] resolver, args in
                unsafe ResolverRegistration.made(by: make, of: entry, resolver, args)
            }
            return { resolver, arguments in unsafe modified(resolver, arguments?.pointee ?? nil) }
        }
    }

    /// What a factory makes, where a failure cannot be passed on.
    private static func made(
        by make: TypedFactory<Service>.Make, of entry: Registration, _ resolver: Resolver, _ args: Any?
    ) -> Service? {
        do {
            return try unsafe withUnsafePointer(to: args) { try unsafe make(resolver, $0) }
        } catch {
            Engine.trap(unsafe Engine.failure(of: entry, error: error, on: ThreadState.current))
        }
    }

    /// The factory in force, with its type.
    private var make: TypedFactory<Service>.Make {
        guard let factory = Engine.locked({ entry.erased }) else { fatalError("a registration has a factory") }
        if let typed = factory as? TypedFactory<Service> { return unsafe typed.make }
        // Registered under an optional type, it makes what the type wraps.
        return { resolver, arguments in try unsafe factory(resolver, arguments) as? Service }
    }

    func wrap(_ wrapper: (@escaping TypedFactory<Service>.Make) -> TypedFactory<Service>.Make) {
        let factory = unsafe TypedFactory(wrapper(make))
        let erased = (Service.self as? any OptionalService.Type)?.unwrapping(factory).factory ?? factory
        Engine.locked { entry.setFactory(erased) }
    }
}
