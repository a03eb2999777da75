extension Resolver {
    /// Registers with ``main`` a service that is made without anything else.
    ///
    /// ```swift
    /// Resolver.register { HTTPClient() as any NetworkClient }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    ///   - factory: Makes the service, on the thread that resolves it. It may return nil and it may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping () throws -> Service?
    ) -> ResolverOptions<Service> {
        unsafe main.insert(type, name: name, site: CallSite(file, line), takesArguments: false) { _, _ in try factory()
        }
    }

    /// Registers with ``main`` a service that is made of what a resolver is asked for.
    ///
    /// ```swift
    /// Resolver.register { resolver in MessageLoader(client: resolver.resolve()) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    ///   - factory: Makes the service, on the thread that resolves it. It may return nil and it may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping (_ resolver: Resolver) throws -> Service?
    ) -> ResolverOptions<Service> {
        unsafe main.insert(type, name: name, site: CallSite(file, line), takesArguments: false) { resolver, _ in
            try factory(resolver)
        }
    }

    /// Registers with ``main`` a service that is made of arguments.
    ///
    /// ```swift
    /// Resolver.register { _, args in Message(id: args()) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    ///   - factory: Makes the service, on the thread that resolves it. It may return nil and it may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping (_ resolver: Resolver, _ args: Resolver.Args) throws -> Service?
    ) -> ResolverOptions<Service> {
        unsafe main.insert(type, name: name, site: CallSite(file, line), takesArguments: true) {
            try unsafe factory($0, Resolver.Args(at: $1))
        }
    }

    /// Registers with this resolver a service that is made without anything else.
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    ///   - factory: Makes the service, on the thread that resolves it. It may return nil and it may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    public final func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping () throws -> Service?
    ) -> ResolverOptions<Service> {
        unsafe self.insert(type, name: name, site: CallSite(file, line), takesArguments: false) { _, _ in try factory()
        }
    }

    /// Registers with this resolver a service that is made of what a resolver is asked for.
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    ///   - factory: Makes the service, on the thread that resolves it. It may return nil and it may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    public final func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping (_ resolver: Resolver) throws -> Service?
    ) -> ResolverOptions<Service> {
        unsafe self.insert(type, name: name, site: CallSite(file, line), takesArguments: false) { resolver, _ in
            try factory(resolver)
        }
    }

    /// Registers with this resolver a service that is made of arguments.
    ///
    /// - Parameters:
    ///   - type: The service's type, by default what the factory returns.
    ///   - name: The name to register it under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    ///   - factory: Makes the service, on the thread that resolves it. It may return nil and it may throw.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    public final func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping (_ resolver: Resolver, _ args: Resolver.Args) throws -> Service?
    ) -> ResolverOptions<Service> {
        unsafe self.insert(type, name: name, site: CallSite(file, line), takesArguments: true) {
            try unsafe factory($0, Resolver.Args(at: $1))
        }
    }
}

// MARK: - The exact types of Resolver 1.5.1

// For protocols that `Resolver` is made to conform to, and for function values. They carry no call site.
extension Resolver {
    /// Registers with ``main`` a service that is made without anything else.
    @discardableResult
    @_disfavoredOverload
    public static func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactory<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: name, file: "", line: 0, factory: factory)
    }

    /// Registers with ``main`` a service that is made of what a resolver is asked for.
    @discardableResult
    @_disfavoredOverload
    public static func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactoryResolver<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: name, file: "", line: 0, factory: factory)
    }

    /// Registers with ``main`` a service that is made of arguments.
    @discardableResult
    @_disfavoredOverload
    public static func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactoryArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: name, file: "", line: 0, factory: factory)
    }

    /// Registers with this resolver a service that is made without anything else.
    @discardableResult
    @_disfavoredOverload
    public final func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactory<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: name, file: "", line: 0, factory: factory)
    }

    /// Registers with this resolver a service that is made of what a resolver is asked for.
    @discardableResult
    @_disfavoredOverload
    public final func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactoryResolver<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: name, file: "", line: 0, factory: factory)
    }

    /// Registers with this resolver a service that is made of arguments.
    @discardableResult
    @_disfavoredOverload
    public final func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactoryArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: name, file: "", line: 0, factory: factory)
    }
}

// MARK: - Insertion

extension Resolver {
    /// What every `register` comes to.
    func insert<Service>(
        _ type: Service.Type, name: Resolver.Name?, site: CallSite, takesArguments: Bool,
        make: @escaping TypedFactory<Service>.Make
    ) -> ResolverOptions<Service> {
        let factory = unsafe TypedFactory(make).unwrapped
        let key = ServiceKey(factory.service, name: name)
        let registration = insert(key, site: site, takesArguments: takesArguments, factory: factory)
        return ResolverOptions(resolver: self, key: key, registration: registration)
    }

    /// Puts a registration in force, and returns it.
    ///
    /// The registration hook does not replace what the program registered itself: what it registers then is returned,
    /// and never in force. Under a key that a typed factory answers, it overrides that factory.
    func insert(
        _ key: ServiceKey, site: CallSite, takesArguments: Bool, factory: AnyFactory, alias: Alias? = nil,
        exported: Exported? = nil
    ) -> Registration {
        while true {
            if exported == nil, let (slot, export) = self.export(in: key) {
                let place = Engine.overridable(export.type, export.declaration(), exports: [(slot, export)])
                let override = Engine.override(place, site: site, factory: factory, alias: alias)
                if let override { return override }
            } else {
                let registration = put(
                    key, site: site, takesArguments: takesArguments, factory: factory, alias: alias,
                    exported: exported)
                if let registration { return registration }
            }
        }
    }

    /// The export in force under a key, and its slot.
    private func export(in key: ServiceKey) -> (ServiceSlot, Export)? {
        Engine.locked {
            guard let slot = registry.existingSlot(for: key), let export = slot.registration?.export else { return nil }
            return (slot, export)
        }
    }

    /// Puts a registration in force under its key, and returns it; nil where that is exported, and the registration must
    /// override the typed factory.
    private func put(
        _ key: ServiceKey, site: CallSite, takesArguments: Bool, factory: AnyFactory, alias: Alias?,
        exported: Exported?
    ) -> Registration? {
        let sandbox = Sandbox.active
        let isExplicit = unsafe ThreadState.existing?.pointee.hookRunning == nil
        let scope = self.scope(for: sandbox.defaultScope)
        var garbage: [AnyObject] = []
        defer { withExtendedLifetime(garbage) {} }
        return Engine.locked {
            let slot = registry.makeSlot(for: key)
            if exported == nil && slot.registration?.export != nil { return nil }
            let registration = Registration(
                id: Engine.nextID(), key: key, site: site, isExplicit: isExplicit, takesArguments: takesArguments,
                scope: alias == nil && exported == nil ? scope : .unique, factory: factory, alias: alias,
                export: exported?.export)
            if let old = slot.registration {
                if old.isExplicit && !isExplicit { return registration }
                registration.noteReplacing(old)
                garbage = sandbox.dropInstance(of: old)
            }
            if let exported {
                let export = exported.export
                export.lineage = slot.registration?.export?.lineage ?? Engine.nextID()
                garbage += exported.stated.takeBackOptions(of: export, isExplicit: isExplicit, in: sandbox)
                garbage += exported.declared.add([export])
            }
            garbage += slot.replace(with: registration)
            return registration
        }
    }

    /// The scope an instance is kept by: this resolver's own where the container's is meant.
    func scope(for scope: ResolverScope) -> ResolverScope {
        scope is ResolverScopeContainer ? cache : scope
    }
}
