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
    /// Both are one: what is registered for the type later overrides the factory, until that is reset; options stated of
    /// this registration are stated of the factory, until then or until it is registered again. A factory with a parameter
    /// takes it from `args`. One of the main actor's traps where it is asked for elsewhere.
    ///
    /// The factory, in turn, gives what is registered nearer to `Resolver.root`: a mock in `Resolver(child: .main)`, for instance.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - name: The name to register it under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    public static func register<Declared: FactoryDeclaration>(
        _ factory: KeyPath<Container, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> ResolverOptions<Declared.Service> {
        main.register(factory, name: name, file: file, line: line)
    }

    /// Registers with `Resolver.main` a typed factory of an optional, for the service that it wraps.
    @discardableResult
    public static func register<Declared: FactoryDeclaration, Service>(
        _ factory: KeyPath<Container, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> ResolverOptions<Service> where Declared.Service == Service? {
        main.register(factory, name: name, file: file, line: line)
    }

    /// Registers with `Resolver.main` a typed factory of a container of your own.
    @discardableResult
    public static func register<C: SharedContainer, Declared: FactoryDeclaration>(
        _ factory: KeyPath<C, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> ResolverOptions<Declared.Service> {
        main.register(factory, name: name, file: file, line: line)
    }

    /// Registers with `Resolver.main` a typed factory of an optional of a container of your own.
    @discardableResult
    public static func register<C: SharedContainer, Declared: FactoryDeclaration, Service>(
        _ factory: KeyPath<C, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> ResolverOptions<Service> where Declared.Service == Service? {
        main.register(factory, name: name, file: file, line: line)
    }

    /// Registers with this resolver a typed factory, so that `resolve` gives what the factory gives.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - name: The name to register it under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: Options to state the lifetime and more.
    @discardableResult
    public func register<Declared: FactoryDeclaration>(
        _ factory: KeyPath<Container, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> ResolverOptions<Declared.Service> {
        export(factory, name, CallSite(file, line)) { $0 }
    }

    /// Registers with this resolver a typed factory of an optional, for the service that it wraps.
    @discardableResult
    public func register<Declared: FactoryDeclaration, Service>(
        _ factory: KeyPath<Container, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> ResolverOptions<Service> where Declared.Service == Service? {
        export(factory, name, CallSite(file, line)) { $0 }
    }

    /// Registers with this resolver a typed factory of a container of your own.
    @discardableResult
    public func register<C: SharedContainer, Declared: FactoryDeclaration>(
        _ factory: KeyPath<C, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> ResolverOptions<Declared.Service> {
        export(factory, name, CallSite(file, line)) { $0 }
    }

    /// Registers with this resolver a typed factory of an optional of a container of your own.
    @discardableResult
    public func register<C: SharedContainer, Declared: FactoryDeclaration, Service>(
        _ factory: KeyPath<C, Declared>, name: Resolver.Name? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> ResolverOptions<Service> where Declared.Service == Service? {
        export(factory, name, CallSite(file, line)) { $0 }
    }

    /// What every export comes to.
    ///
    /// The factory is read anew each time, in the sandbox that asks.
    private func export<C: FactoryContainer, Declared: FactoryDeclaration, Service>(
        _ path: KeyPath<C, Declared>, _ name: Resolver.Name?, _ site: CallSite,
        unwrap: @escaping (Declared.Service) -> Service?
    ) -> ResolverOptions<Service> {
        let exported = ExportedFactory<Service, Declared.Service>(
            takesArguments: Declared.self is any TakesParameter.Type,
            declaration: { C.shared[keyPath: path].declaration.core },
            resolve: { argument, site in
                let factory = C.shared[keyPath: path]
                let service = unsafe withUnsafePointer(to: argument) { arguments in
                    unsafe factory.resolved(parameter: argument, arguments: arguments, site: site, isExported: true)
                }
                return unwrap(service)
            },
            make: { C.shared[keyPath: path].made(parameter: $0) })
        return export(exported, name: name, site: site)
    }
}

/// A factory that is called with a parameter.
protocol TakesParameter {}

extension ParameterFactory: TakesParameter {}
