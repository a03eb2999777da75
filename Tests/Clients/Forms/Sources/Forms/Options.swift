import Resolver

// The options behind a registration.
func checkOptionForms() {
    Resolver.register { MessageService() }
        .implements(MessageLoading.self)
        .implements(MessageSending.self)
        .implements((any MessageSearching).self)
        .implements((MessageLoading & MessageSending).self)
        .implements((any MessageCounting & MessageDeleting).self)
        .implements(MessageMarking.self, name: "marking")
        .implements(MessageMoving.self)
        .implements(MessageDrafting.self)
        .scope(.application)
    let service: MessageService = Resolver.resolve()
    check(Resolver.resolve(MessageLoading.self) === service, "implements(P.self)")
    check(Resolver.resolve((any MessageSearching).self) === service, "implements((any P).self)")
    check(Resolver.resolve((MessageSending & MessageLoading).self) === service, "implements((A & B).self)")
    check(Resolver.resolve((MessageCounting & MessageDeleting).self) === service, "implements((any A & B).self)")
    check(Resolver.resolve(MessageMarking.self, name: "marking") === service, "implements(P.self, name:)")
    check(Resolver.resolve(MessageDrafting.self) === service, "the last of eight implements")

    Resolver.register(name: "mock") { MockLoader() }
        .implements(MessageLoading.self, name: "mock")
    check(Resolver.resolve(MessageLoading.self, name: "mock").isMock, "register(name:) { }.implements(P.self, name:)")

    Resolver.register { MemoryAnalytics() as Analytics }
        .scope(.application)
    let analytics: Analytics = Resolver.resolve()
    Resolver.register { MessageService() }
        .resolveProperties { resolver, service in service.analytics = resolver.resolve() }
    check(Resolver.resolve(MessageService.self).analytics === analytics, "resolveProperties { r, x in }")
    Resolver.register { MessageService() }
        .resolveProperties { $1.analytics = $0.optional() }
    check(Resolver.resolve(MessageService.self).analytics === analytics, "resolveProperties { $1.p = $0.optional() }")
    Resolver.register { MessageService() }
        .resolveProperties { (_, service, args) in service.folder = args() }
    check(Resolver.resolve(MessageService.self, args: "Trash").folder == "Trash", "resolveProperties { r, x, args in }")
    Resolver.register { (_, args) in Database(path: args()) }
    Resolver.register { () -> SessionOwner in SessionOwner() }
        .resolveProperties { $1.database = $0.optional(args: $2) }
    check(
        Resolver.resolve(SessionOwner.self, args: "passed on").database?.path == "passed on",
        "resolveProperties { $1.p = $0.optional(args: $2) }")
    Resolver.register { (_, args) in OwnedSession(owner: args()) }
    Resolver.register { SessionOwner() }
        .resolveProperties { $1.owned = $0.optional(args: $1) }
    let owner: SessionOwner = Resolver.resolve()
    check(owner.owned?.owner === owner, "resolveProperties { $1.p = $0.optional(args: $1) }")

    let options: ResolverOptions<Database> = Resolver.register { Database() }
    options.scope(.cached)
    check(Resolver.resolve(Database.self) === Resolver.resolve(Database.self), "options kept in a constant")
    let registration: ResolverRegistration<Database> = options.registration
    let instance = registration.resolve(resolver: .main, args: nil)
    check(instance === Resolver.resolve(Database.self), "registration.resolve(resolver:args:)")
    check(registration.instantiate(resolver: .main, args: nil) !== instance, "registration.instantiate(resolver:args:)")
}

private final class SessionOwner {
    var database: Database?
    var owned: OwnedSession?
}

private final class OwnedSession {
    weak var owner: SessionOwner?

    init(owner: SessionOwner) { self.owner = owner }
}
