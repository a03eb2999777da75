/// What an asynchronous registration returns, to state its lifetime and more.
///
/// ```swift
/// Resolver.registerAsync { try await Database.open() }
///     .implements((any Storage).self)
///     .scope(.application)
/// ```
public struct AsyncResolverOptions<Service> {
    let resolver: Resolver
    let registration: Registration
    /// The key that the service is registered under; not the key of a typed factory that the registration overrides.
    let key: ServiceKey

    /// Registers the service for a protocol as well: asking for the protocol gives the very instance that asking for
    /// the service would give.
    ///
    /// Asking for the protocol throws if the service does not conform to it.
    ///
    /// - Parameters:
    ///   - type: The protocol, or any type the service can be cast to.
    ///   - name: The name to register the protocol under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The same options.
    @discardableResult
    public func implements<Protocol>(
        _ type: Protocol.Type, name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> AsyncResolverOptions<Service> {
        let name = Resolver.Name.inForce(name, by: type)
        // Under its own type and name, the service is registered already.
        guard !(serviceType(of: Protocol.self) == key.type && name?.rawValue == key.name) else { return self }
        let key = key
        _ = resolver.insertAsync(
            Protocol.self, name: name, at: CodeLocation(file, line), takesArguments: false, forwardedKey: key
        ) { resolver, argument in
            // The protocol stands for a service of the resolver in which both are registered, so that resolver is asked. If the
            // protocol's registration overrides a typed factory, its owner is the container, which may not have the service.
            // Then the root is asked.
            let owner = TaskState.construction?.ask.owner ?? resolver
            let isThere = Environment.active.nearest(key, from: owner) != nil
            let service = try await Engine.ifPresent(
                Service.self, name: .name(fromString: key.name), argument: argument,
                at: Engine.innermostCallLocation, asked: isThere ? owner : nil)
            guard let service else { return nil }
            if let service = service as? Protocol { return service }
            throw DoesNotConform(service: key)
        }
        return self
    }
}

extension AsyncResolverOptions {
    /// States a closer, which closes the service's instance when its lifetime ends, as for a synchronous registration.
    ///
    /// Asking for the service traps if its scope does not keep the instance until then.
    ///
    /// - Parameter close: Closes the service; is given how the run has ended, too.
    /// - Returns: The same options.
    @discardableResult
    public func onClose(
        _ close: @escaping @Sendable (_ service: Service, _ outcome: RunOutcome) throws -> Void
    ) -> AsyncResolverOptions<Service> {
        resolver.setCloser(.of(close), of: registration)
        return self
    }

    /// States a closer that may suspend, which closes the service's instance when its lifetime ends.
    ///
    /// ```swift
    /// Resolver.registerAsync { try await Database.open() }
    ///     .scope(.application)
    ///     .onClose { database, _ in await database.close() }
    /// ```
    ///
    /// - Parameter close: Closes the service; is given how the run has ended, too.
    /// - Returns: The same options.
    @discardableResult
    @_disfavoredOverload
    public func onClose(
        _ close: @escaping @Sendable (_ service: Service, _ outcome: RunOutcome) async throws -> Void
    ) -> AsyncResolverOptions<Service> {
        resolver.setCloser(.of(async: close), of: registration)
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
    /// Resolver.registerAsync { try await Pool.open() }.scope(.application)
    ///     .onClose { await $0.close() }
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

extension AsyncResolverOptions where Service: Sendable {
    /// States how long the service's instance lives.
    ///
    /// The last scope that was stated counts. The scope `graph` means `unique` here, as a graph never leaves its thread.
    ///
    /// - Parameter scope: The scope.
    /// - Returns: The same options.
    @discardableResult
    public func scope(_ scope: ResolverScope) -> AsyncResolverOptions<Service> {
        resolver.setScope(scope, of: registration)
        return self
    }
}
