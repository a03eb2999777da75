import Resolver

// The forms of factories.
func checkFactoryForms() {
    Resolver.register { Database() }
    Resolver.register { () -> MessageSending in MessageService() }
    check(Resolver.resolve(MessageSending.self) is MessageService, "{ () -> P in X() }")

    Resolver.register {
        let service = MessageService()
        service.folder = "Sent"
        return service
    }
    check(Resolver.resolve(MessageService.self).folder == "Sent", "a factory of several statements")

    Resolver.register { () -> MessageService in
        func configure(_ service: MessageService) -> MessageService {
            service.folder = "Drafts"
            return service
        }
        return configure(MessageService())
    }
    check(Resolver.resolve(MessageService.self).folder == "Drafts", "a factory with a nested function")

    Resolver.register { () -> MessageLoading in
        #if os(Linux) || canImport(Darwin)
        return MockLoader()
        #else
        return MessageService()
        #endif
    }
    check(Resolver.resolve(MessageLoading.self).isMock, "a factory with #if")

    Resolver.register { resolver in Session(database: resolver.resolve()) }
    check(Resolver.resolve(Session.self).database.path == ":memory:", "{ r in X(r.resolve()) }")
    Resolver.register { Session(database: $0.resolve(), token: $0.optional(name: "token") ?? "none") }
    check(Resolver.resolve(Session.self).token == "none", "{ X($0.resolve(), $0.optional(name:)) }")
    Resolver.register { (resolver: Resolver) -> Session in
        let database: Database = resolver.resolve()
        return Session(database: database, token: "signature")
    }
    check(Resolver.resolve(Session.self).token == "signature", "{ (r: Resolver) -> X in }")

    Resolver.register { (_, args) in MessageThread(id: args()) }
    check(Resolver.resolve(MessageThread.self, args: 2).id == 2, "{ (_, args) in }")
    Resolver.register { _, args in MessageThread(id: args.get()) }
    check(Resolver.resolve(MessageThread.self, args: 3).id == 3, "{ _, args in }")
    Resolver.register { MessageThread(id: $1(), subject: $0.optional(name: "subject")) }
    check(Resolver.resolve(MessageThread.self, args: 4).id == 4, "{ X($1(), $0.optional()) }")
    Resolver.register { _ in MessageThread(id: 5) }
    check(Resolver.resolve(MessageThread.self).id == 5, "{ _ in X() }")
    Resolver.register { _, _ in MessageThread(id: 6) }
    check(Resolver.resolve(MessageThread.self, args: 7).id == 6, "{ _, _ in X() }")
    Resolver.register { (resolver, args) -> Session in
        let token: String = args()
        return Session(database: resolver.resolve(), token: token)
    }
    check(Resolver.resolve(Session.self, args: "secret").token == "secret", "{ (r, args) -> X in }")

    Resolver.register { () -> MessageService? in nil }
    check(Resolver.optional(MessageService.self) == nil, "{ () -> X? in nil } registers X")
    Resolver.register { () -> MessageService? in MessageService() }
    check(Resolver.resolve(MessageService.self).folder == "Inbox", "{ () -> X? in X() } registers X")
    Resolver.register { MockLoader() as MessageLoading? }
    check(Resolver.resolve(MessageLoading.self).isMock, "{ X() as P? } registers P")
    Resolver.register { nil as MessageThread? }
    check(Resolver.optional(MessageThread.self) == nil, "{ nil as X? } registers X")

    Resolver.register { MessageService() }.scope(.shared)
    Resolver.register { Resolver.resolve(MessageService.self) as MessageCounting }
    Resolver.register { $0.resolve(MessageService.self) as MessageSearching }
    let service: MessageService = Resolver.resolve()
    check(Resolver.resolve(MessageCounting.self) === service, "{ resolve(X.self) as P }")
    check(Resolver.resolve(MessageSearching.self) === service, "{ $0.resolve(X.self) as P }")
}
