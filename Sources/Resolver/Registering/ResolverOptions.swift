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
    private let original: Registration
    /// The key that the service is registered under, if that is not the registration's own.
    private let otherKey: ServiceKey?
    private var replacement: ResolverRegistration<Service>?

    init(resolver: Resolver, registration: Registration, otherKey: ServiceKey?) {
        self.resolver = resolver
        original = registration
        self.otherKey = otherKey
    }

    /// The registration these options belong to.
    ///
    /// If you set another registration, the options stated from then on apply to it. Setting it does not register it.
    public var registration: ResolverRegistration<Service> {
        get { replacement ?? ResolverRegistration(resolver: resolver, registration: original) }
        set { replacement = newValue }
    }

    private var registered: Registration { replacement?.registration ?? original }

    /// Registers the service for a protocol as well: resolving the protocol gives the very instance that resolving the
    /// service would give.
    ///
    /// The protocol stands for the registration under this service's type and name in the same resolver. That also holds for a
    /// later registration under them, unless it is asynchronous. If the service does not conform to the protocol, `resolve`
    /// traps, `require` throws and `optional` returns nil.
    ///
    /// - Parameters:
    ///   - type: The protocol, or any type the service can be cast to.
    ///   - name: The name to register the protocol under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The same options.
    @discardableResult
    @inlinable
    public func implements<Protocol>(
        _ type: Protocol.Type, name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> ResolverOptions<Service> {
        // Inlined into the program, where both types are known: a cast that the compiler can see through costs a tenth.
        unsafe forward(
            { [key] resolver, arguments in
                let service = try unsafe Engine.target(Service.self, key, asked: resolver, arguments: arguments)
                guard let service = service as? Protocol else {
                    throw Engine.doesNotConform(key)
                }
                return service
            }, to: Protocol.self, .inForce(name, by: type), at: CodeLocation(file, line))
        return self
    }

    /// The key that the service is registered under; not the key of a typed factory that the registration overrides.
    @usableFromInline var key: ServiceKey { replacement?.registration.key ?? otherKey ?? original.key }

    /// Registers a factory under another key, which only passes on this service.
    @usableFromInline
    func forward<Protocol>(
        _ make: @escaping MakeService<Protocol>, to type: Protocol.Type, _ name: Resolver.Name?,
        at location: CodeLocation
    ) {
        // Under its own type and name, the service is registered already.
        guard !(serviceType(of: type) == key.type && name?.rawValue == key.name) else { return }
        let factory = unsafe AnyFactory.of(type, make: make).unwrapped
        resolver.insert(factory, name: name, at: location, forwardedKey: key)
    }

    /// Registers the service for a protocol as well; the exact type of Resolver 1.5.1, for function values.
    @discardableResult
    @_disfavoredOverload
    public func implements<Protocol>(_ type: Protocol.Type, name: Resolver.Name?) -> ResolverOptions<Service> {
        implements(type, name: name, file: "", line: 0)
    }

    /// Runs a function on each instance that is made, to set what its initialiser does not take.
    ///
    /// It runs before any other code can see the instance.
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
        unsafe registration.wrap { factory in
            { resolver, arguments in
                let service = try unsafe factory.make(Service.self, resolver, arguments)
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
        resolver.setScope(scope, of: registered)
        return self
    }
}

// MARK: - Closing

extension ResolverOptions {
    /// States a closer, which closes the service's instance when its lifetime ends.
    ///
    /// If the service's scope is a ``TaskScope``, the closer runs when the run ends that has the instance. For other scopes, it
    /// runs at ``Resolver/close(file:line:)``. It runs once for each instance; the instance completed last is closed first. An
    /// instance that is dropped before, by a reset for instance, is never closed, as some code may still use it. With a scope
    /// that does not keep instances until then (`unique`, `graph`, `shared`), resolving the service traps, in every build. A
    /// closer must not ask for a service that ends together with its own: that fails. The last closer that was stated counts.
    ///
    /// ```swift
    /// Resolver.register { Transaction() }
    ///     .scope(.request)
    ///     .onClose { transaction, outcome in
    ///         if outcome.hasSucceeded { try transaction.commit() } else { transaction.rollback() }
    ///     }
    /// ```
    ///
    /// - Parameter close: Closes the service; is given how the run has ended, too.
    /// - Returns: The same options.
    @discardableResult
    public func onClose(
        _ close: @escaping @Sendable (_ service: Service, _ outcome: RunOutcome) throws -> Void
    ) -> ResolverOptions<Service> {
        resolver.setCloser(.of(close), of: registered)
        return self
    }

    /// States a closer that may suspend, which closes the service's instance when its lifetime ends.
    ///
    /// The closer runs in a task of its own, which nobody cancels, and the ending waits for that task. Everything else is as
    /// for a closer that does not suspend.
    ///
    /// - Parameter close: Closes the service; is given how the run has ended, too.
    /// - Returns: The same options.
    @discardableResult
    @_disfavoredOverload
    public func onClose(
        _ close: @escaping @Sendable (_ service: Service, _ outcome: RunOutcome) async throws -> Void
    ) -> ResolverOptions<Service> {
        resolver.setCloser(.of(async: close), of: registered)
        return self
    }

    /// States a closer, which closes the service's instance however its lifetime ends.
    ///
    /// - Parameter close: Closes the service.
    /// - Returns: The same options.
    @discardableResult
    public func onClose(_ close: @escaping @Sendable (_ service: Service) throws -> Void) -> Self {
        onClose { service, _ in try close(service) }
    }

    /// States a closer that may suspend, which closes the service's instance however its lifetime ends.
    ///
    /// ```swift
    /// Resolver.register { Pool() }.scope(.application).onClose { await $0.close() }
    /// ```
    ///
    /// - Parameter close: Closes the service.
    /// - Returns: The same options.
    @discardableResult
    @_disfavoredOverload
    public func onClose(_ close: @escaping @Sendable (_ service: Service) async throws -> Void) -> Self {
        onClose { service, _ in try await close(service) }
    }
}

extension Engine {
    @usableFromInline @inline(never)
    static func doesNotConform(_ key: ServiceKey) -> any Error { DoesNotConform(service: key) }
}
