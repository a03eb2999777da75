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
    /// Both are one: what is registered for the type later overrides the factory, until that is reset. What the program has
    /// registered itself before the factory is exported, a mock for instance, overrides it, too. The
    /// lifetime, and whatever else there is to state, is stated where the factory is declared. A factory with a parameter
    /// takes it from `args`. One of the main actor's traps where it is asked for elsewhere.
    ///
    /// The factory, in turn, gives what is registered nearer to `Resolver.root`: a mock in `Resolver(child: .main)`, for instance.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - name: The name to register it under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    public static func register<Declared: FactoryDeclaration>(
        _ factory: KeyPath<Container, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        main.register(factory, name: name, file: file, line: line)
    }

    /// Registers with `Resolver.main` a typed factory of an optional, for the service that it wraps.
    public static func register<Declared: FactoryDeclaration, Service>(
        _ factory: KeyPath<Container, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) where Declared.Service == Service? {
        main.register(factory, name: name, file: file, line: line)
    }

    /// Registers with `Resolver.main` a typed factory of a container of your own.
    public static func register<C: SharedContainer, Declared: FactoryDeclaration>(
        _ factory: KeyPath<C, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        main.register(factory, name: name, file: file, line: line)
    }

    /// Registers with `Resolver.main` a typed factory of an optional of a container of your own.
    public static func register<C: SharedContainer, Declared: FactoryDeclaration, Service>(
        _ factory: KeyPath<C, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) where Declared.Service == Service? {
        main.register(factory, name: name, file: file, line: line)
    }

    /// Registers with this resolver a typed factory, so that `resolve` gives what the factory gives.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - name: The name to register it under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    public func register<Declared: FactoryDeclaration>(
        _ factory: KeyPath<Container, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        export(factory, name, CodeLocation(file, line)) { $0 }
    }

    /// Registers with this resolver a typed factory of an optional, for the service that it wraps.
    public func register<Declared: FactoryDeclaration, Service>(
        _ factory: KeyPath<Container, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) where Declared.Service == Service? {
        export(factory, name, CodeLocation(file, line)) { $0 }
    }

    /// Registers with this resolver a typed factory of a container of your own.
    public func register<C: SharedContainer, Declared: FactoryDeclaration>(
        _ factory: KeyPath<C, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        export(factory, name, CodeLocation(file, line)) { $0 }
    }

    /// Registers with this resolver a typed factory of an optional of a container of your own.
    public func register<C: SharedContainer, Declared: FactoryDeclaration, Service>(
        _ factory: KeyPath<C, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) where Declared.Service == Service? {
        export(factory, name, CodeLocation(file, line)) { $0 }
    }

    /// What every export comes to.
    private func export<C: SharedContainer, Declared: FactoryDeclaration, Service>(
        _ path: KeyPath<C, Declared>, _ name: Resolver.Name?, _ location: CodeLocation,
        unwrap: @escaping (Declared.Service) -> Service?
    ) {
        let environment = Environment.active
        let declared = C.shared[keyPath: path]
        let declaration = declared.declaration
        let key = ServiceKey(Service.self, name: name?.rawValue)
        // It is found there already.
        if declared.isLegacy, declaration.legacyKey(of: Declared.Service.self) == key { return }
        let place = declaration.place(of: Declared.Service.self)
        let takesArguments = Declared.self is any TakesParameter.Type
        let isPlain = Declared.Service.self == Service.self && !(declaration.options?.concernCalls ?? false)
        if isPlain, !declared.isLegacy, place.resolver === environment.own(self) {
            // One slot under two keys.
            let factory = Declared.erased(declared.body).factory
            environment.bridge(place, to: key, factory: factory, isExport: true)
            return
        }
        environment.noteExport(of: place, as: key)
        // The factory is read anew each time, in the environment that asks.
        let export = Export(of: place.key, container: declaration.container) {
            let declared = C.shared[keyPath: path]
            if let place = declared.isLegacy ? declared.legacyPlace : nil { return (place.resolver, place.key) }
            let place = declared.declaration.place(of: Declared.Service.self)
            return (place.resolver, place.key)
        }
        unsafe insert(
            Service.self, name: name, at: location, takesArguments: takesArguments, export: export
        ) { _, arguments in
            let parameter = unsafe arguments?.pointee ?? nil
            return unwrap(
                C.shared[keyPath: path].resolved(
                    parameter: parameter, at: Engine.innermostLocation, isExported: true))
        }
    }
}

/// A factory that is called with a parameter.
protocol TakesParameter {}

extension ParameterFactory: TakesParameter {}
extension MainActorParameterFactory: TakesParameter {}
