import Resolver

// Helpers that programs build on `register` and `resolve`, with the public typealiases.

extension Resolver {
    @discardableResult
    func autoregister<Service>(
        _ service: Service.Type, initializer: @escaping () -> Service
    ) -> ResolverOptions<Service> {
        register(service, factory: initializer)
    }

    @discardableResult
    func autoregister<Service, A>(
        _ service: Service.Type, name: Resolver.Name? = nil, initializer: @escaping (A) -> Service
    ) -> ResolverOptions<Service> {
        register(service, name: name) { resolver in initializer(resolver.resolve()) }
    }

    @discardableResult
    func autoregister<Service, A, B>(
        _ service: Service.Type, name: Resolver.Name? = nil, initializer: @escaping (A, B) -> Service
    ) -> ResolverOptions<Service> {
        register(service, name: name) { initializer($0.resolve(), $0.resolve()) }
    }

    @discardableResult
    func registerInContext<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, factory: @escaping ResolverFactory<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: name, factory: factory).scope(cache)
    }

    @discardableResult
    static func registerInContext<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        factory: @escaping ResolverFactoryResolver<Service>
    ) -> ResolverOptions<Service> {
        main.register(type, name: name, factory: factory).scope(main.cache)
    }

    @discardableResult
    func registerInContext<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil,
        factory: @escaping ResolverFactoryArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: name, factory: factory).scope(.unique)
    }
}

extension ResolverOptions {
    @discardableResult
    func onResolved(_ block: @escaping ResolverFactoryMutator<Service>) -> ResolverOptions<Service> {
        registration.update { existing in
            { resolver, args in
                guard let service = existing(resolver, args) else { return nil }
                block(resolver, service)
                return service
            }
        }
        return self
    }

    @discardableResult
    func replaced(by factory: @escaping ResolverFactoryAnyArguments<Service>) -> ResolverOptions<Service> {
        registration.update(factory: { (_: @escaping ResolverFactoryAnyArguments<Service>) in factory })
        return self
    }

    @discardableResult
    func completed(by block: @escaping ResolverFactoryMutatorArgumentsN<Service>) -> ResolverOptions<Service> {
        resolveProperties(block)
    }

    @discardableResult
    func inObjectScope(_ objectScope: ResolverScope) -> ResolverOptions<Service> { scope(objectScope) }

    @discardableResult
    func asSingleton() -> Self { scope(.application) }
}

/// A property wrapper of the program's own.
@propertyWrapper
struct Setting<Service> {
    let wrappedValue: Service

    init(_ name: Resolver.Name) { wrappedValue = Resolver.resolve(Service.self, name: name) }
}

private struct Settings {
    @Setting("signature") var signature: String
    @Setting(.production) var isProduction: Bool
}

extension Injected {
    /// A further initialiser of the library's wrapper.
    init(_ name: Resolver.Name) { self.init(name: name) }
}

private struct Footer {
    @Injected("signature") var signature: String
}

func checkHelpers() {
    let container = Resolver(child: .main)
    container.autoregister(MessageLoading.self, initializer: MockLoader.init)
    check(container.resolve(MessageLoading.self).isMock, "autoregister(P.self, initializer: X.init)")
    container.autoregister(Database.self, initializer: Database.init(path:)).inObjectScope(.application)
    container.register { "file" }
    check(container.resolve(Database.self).path == "file", "autoregister(X.self, initializer: X.init), one parameter")
    check(container.resolve(Database.self) === container.resolve(Database.self), "inObjectScope(_:)")
    container.autoregister(Session.self, initializer: Session.init(database:token:)).asSingleton()
    check(container.resolve(Session.self).token == "file", "autoregister(X.self, initializer: X.init), two parameters")
    check(container.resolve(Session.self) === container.resolve(Session.self), "asSingleton()")

    container.registerInContext { Database() }
    check(container.resolve(Database.self) === container.resolve(Database.self), "registerInContext(factory)")
    Resolver.registerInContext { Session(database: $0.optional() ?? Database(path: "none")) }
    check(Resolver.resolve(Session.self).database.path == "none", "registerInContext(factory with a resolver)")
    container.registerInContext { _, args in MessageThread(id: args()) }
    check(container.resolve(MessageThread.self, args: 1).id == 1, "registerInContext(factory with arguments)")

    var seen: [String] = []
    Resolver.register { MessageService() }
        .onResolved { _, service in seen.append(service.folder) }
        .completed { _, service, args in service.folder = args.optional() ?? "completed" }
    check(Resolver.resolve(MessageService.self).folder == "completed", "resolveProperties in an extension")
    check(seen == ["Inbox"], "registration.update { } in an extension")
    Resolver.register { MessageThread(id: 0) }
        .replaced { _, args in MessageThread(id: args as? Int ?? -1) }
    check(Resolver.resolve(MessageThread.self, args: 2).id == 2, "registration.update(factory:), args as they are")

    Resolver.register(name: "signature") { "Ada" }
    Resolver.register(name: .production) { true }
    check(Settings().signature == "Ada" && Settings().isProduction, "an own wrapper over Resolver.resolve(_:name:)")
    check(Footer().signature == "Ada", "an own initialiser of Injected")
}
