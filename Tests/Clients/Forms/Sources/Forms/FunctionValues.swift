import Resolver

// The library's functions as values of 1.5.1's exact types.
func checkFunctionValues() {
    let register: (Database.Type, Resolver.Name?, @escaping ResolverFactory<Database>) -> ResolverOptions<Database> =
        Resolver.register
    let resolve: (Database.Type, Resolver.Name?, Any?) -> Database = Resolver.resolve
    let optional: (Session.Type, Resolver.Name?, Any?) -> Session? = Resolver.optional
    _ = register(Database.self, nil) { Database(path: "value") }
    check(resolve(Database.self, nil, nil).path == "value", "Resolver.register and Resolver.resolve as values")
    check(optional(Session.self, nil, nil) == nil, "Resolver.optional as a value")

    Resolver.register { MockLoader() as MessageLoading }
    let load: ((any MessageLoading).Type, Resolver.Name?, Any?) -> MessageLoading = Resolver.resolve
    check(load(MessageLoading.self, nil, nil).isMock, "Resolver.resolve as a value, of a protocol")
    let reset: () -> Void = ResolverScope.session.reset
    reset()

    let container = Resolver()
    let registerWithResolver:
        (Session.Type, Resolver.Name?, @escaping ResolverFactoryResolver<Session>) -> ResolverOptions<Session> =
            container.register
    let registerWithArguments:
        (Database.Type, Resolver.Name?, @escaping ResolverFactoryArgumentsN<Database>) -> ResolverOptions<Database> =
            container.register
    _ = registerWithArguments(Database.self, "named") { _, args in Database(path: args()) }
    _ = registerWithResolver(Session.self, nil) { Session(database: $0.resolve(name: "named", args: "argument")) }
    let resolveSession: (Session.Type, Resolver.Name?, Any?) -> Session = container.resolve
    let optionalSession: (Session.Type, Resolver.Name?, Any?) -> Session? = container.optional
    check(resolveSession(Session.self, nil, nil).database.path == "argument", "resolver.resolve as a value")
    check(optionalSession(Session.self, "none", nil) == nil, "resolver.optional as a value")

    let full: (Database.Type, Resolver.Name?, Any?) -> Database = container.resolve(_:name:args:)
    check(full(Database.self, "named", "full name").path == "full name", "resolver.resolve(_:name:args:)")
    let unapplied: (Resolver) -> (Database.Type, Resolver.Name?, Any?) -> Database = Resolver.resolve
    check(unapplied(container)(Database.self, "named", "unapplied").path == "unapplied", "Resolver.resolve, unapplied")

    let options = container.register { MessageService() }
    let implements: ((any MessageLoading).Type, Resolver.Name?) -> ResolverOptions<MessageService> = options.implements
    let scope: (ResolverScope) -> ResolverOptions<MessageService> = options.scope
    _ = implements(MessageLoading.self, nil)
    _ = scope(.application)
    check(container.resolve(MessageLoading.self) is MessageService, "options.implements as a value")

    let wrapper: (Resolver.Name?, Resolver?) -> LazyInjected<Database> = LazyInjected.init(name:container:)
    check(wrapper("named", container).isEmpty, "LazyInjected.init as a value")
    let inject: (Resolver.Name?, Resolver?) -> Injected<Session> = Injected.init(name:container:)
    check(inject(nil, container).wrappedValue.database.path == "argument", "Injected.init as a value")
    let addChild: (Resolver) -> Void = container.add
    addChild(.main)
    check(container.optional(Database.self)?.path == "value", "resolver.add(child:) as a value")
}
