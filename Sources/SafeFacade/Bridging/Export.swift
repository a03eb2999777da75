public import Resolver

// Typed factories that answer `Resolver.resolve`, too.

extension Resolver {
    /// Registers with `Resolver.main` a typed factory, so that `Resolver.resolve` gives what the factory gives.
    ///
    /// ```swift
    /// Resolver.register(\.loader)
    /// let loader: any MessageLoading = Resolver.resolve()
    /// ```
    ///
    /// Both are one: a later registration of the type overrides the factory, until that is reset. A registration that the
    /// program itself has made before the export, a mock for instance, overrides the factory, too; one that the registration
    /// hook has made is replaced. State the lifetime, and all else, where the factory is declared. A factory with a parameter
    /// takes it from `args`. A factory of the main actor traps if it would make a service elsewhere; a kept instance is handed
    /// to any thread. Ask for an asynchronous factory with `requireAsync`.
    ///
    /// The factory, in turn, gives what is registered nearer to `Resolver.root`: a mock in `Resolver(child: .main)`,
    /// for instance.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - name: The name to register it under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    public static func register<Declared: ServiceDeclaration>(
        _ factory: KeyPath<Container, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        main.register(factory, name: name, file: file, line: line)
    }

    /// Registers with `Resolver.main` a typed factory of an optional, for the service that it wraps.
    public static func register<Declared: ServiceDeclaration, Service>(
        _ factory: KeyPath<Container, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) where Declared.Service == Service? {
        main.register(factory, name: name, file: file, line: line)
    }

    /// Registers with `Resolver.main` a typed factory of a container of your own.
    public static func register<C: SharedContainer, Declared: ServiceDeclaration>(
        _ factory: KeyPath<C, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        main.register(factory, name: name, file: file, line: line)
    }

    /// Registers with `Resolver.main` a typed factory of an optional of a container of your own.
    public static func register<C: SharedContainer, Declared: ServiceDeclaration, Service>(
        _ factory: KeyPath<C, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) where Declared.Service == Service? {
        main.register(factory, name: name, file: file, line: line)
    }

    /// Registers with this resolver a typed factory, so that `resolve` gives what the factory gives.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - name: The name to register it under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    public func register<Declared: ServiceDeclaration>(
        _ factory: KeyPath<Container, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        export(factory, name, CodeLocation(file, line), as: Declared.Service.self)
    }

    /// Registers with this resolver a typed factory of an optional, for the service that it wraps.
    public func register<Declared: ServiceDeclaration, Service>(
        _ factory: KeyPath<Container, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) where Declared.Service == Service? {
        export(factory, name, CodeLocation(file, line), as: Service.self)
    }

    /// Registers with this resolver a typed factory of a container of your own.
    public func register<C: SharedContainer, Declared: ServiceDeclaration>(
        _ factory: KeyPath<C, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        export(factory, name, CodeLocation(file, line), as: Declared.Service.self)
    }

    /// Registers with this resolver a typed factory of an optional of a container of your own.
    public func register<C: SharedContainer, Declared: ServiceDeclaration, Service>(
        _ factory: KeyPath<C, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) where Declared.Service == Service? {
        export(factory, name, CodeLocation(file, line), as: Service.self)
    }

    /// Exports a factory, for all of the functions above.
    private func export<C: SharedContainer, Declared: ServiceDeclaration>(
        _ path: KeyPath<C, Declared>, _ name: Resolver.Name?, _ location: CodeLocation, as service: Any.Type
    ) {
        let environment = Environment.active
        let declared = C.shared[keyPath: path]
        let declaration = declared.declaration
        let key = ServiceKey(service, name: name?.rawValue)
        // The runtime face finds its registration there already.
        if declared.isLegacy, declaration.runtimeKey(of: Declared.Service.self) == key { return }
        let reference = declaration.slotReference(of: Declared.Service.self)
        let isPlain =
            Declared.Service.self == service && declaration.details.concernsNoCall && declaration.contextCount == 0
        if isPlain, !declared.isLegacy, reference.resolver === environment.own(self) {
            // One slot under two keys.
            environment.bridge(reference, to: key, exporting: Declared.erased(declared.body).factory)
            return
        }
        environment.noteExport(of: reference, as: key, with: self)
        // The factory is read anew each time, in the environment that asks.
        let export = Export(of: reference.key, container: declaration.container) {
            let current = C.shared[keyPath: path].declaration
            let isLegacy = current.has(DeclarationMarks.isLegacy)
            let legacy = isLegacy ? current.legacyReference(of: Declared.Service.self) : nil
            return legacy ?? current.slotReference(of: Declared.Service.self)
        }
        // Sound because a key path of a property captures nothing.
        nonisolated(unsafe) let path = path
        let forward = Declared.forwarding { unsafe C.shared[keyPath: path] }.factory
        insert(forward.converted(to: service), name: name, at: location, export: export)
    }
}
