import Resolver

// The places where registrations are written.
extension Resolver {
    static func registerBare() {
        register { Database() }
        register { MemoryAnalytics() as Analytics }
        registerNested()

        func registerNested() {
            register { Session(database: resolve()) }
        }
    }

    func registerBareOnInstance() {
        register { Database(path: "instance") }
        register { Session(database: self.resolve()) }
    }
}

/// A module that registers its services with the container that it is given.
private func registerLoading(with container: Resolver) {
    container.register { MessageService() as MessageLoading }
}

/// A program that registers in its delegate, and registers the delegate as a service, too.
private final class Coordinator: MessageMoving {
    func start() {
        Resolver.register { self as MessageMoving }
        Resolver.main.register { [unowned self] in self }
    }
}

private func makeLoader() -> MessageLoading { MockLoader() }

func checkRegistrationForms() {
    Resolver.registerBare()
    check(Resolver.resolve(Session.self).database.path == ":memory:", "register { } in an extension of Resolver")
    check(Resolver.resolve(Analytics.self) is MemoryAnalytics, "register { X() as P }")

    let container = Resolver()
    container.registerBareOnInstance()
    check(container.resolve(Session.self).database.path == "instance", "register { } on an instance")

    Resolver.register { Database(path: "static") }
    check(Resolver.resolve(Database.self).path == "static", "Resolver.register { }")
    Resolver.main.register { Database(path: "main") }
    check(Resolver.resolve(Database.self).path == "main", "Resolver.main.register { }")

    Resolver.register(Database.self) { Database(path: "type") }
    check(Resolver.resolve(Database.self).path == "type", "register(X.self) { }")
    Resolver.register(Database.self, name: "archive") { Database(path: "type and name") }
    check(Resolver.resolve(Database.self, name: "archive").path == "type and name", "register(X.self, name:) { }")
    Resolver.register(name: "archive") { Database(path: "name") }
    check(Resolver.resolve(Database.self, name: "archive").path == "name", "register(name:) { }")
    Resolver.register(factory: { Database(path: "factory") })
    check(Resolver.resolve(Database.self).path == "factory", "register(factory: { })")
    Resolver.register(MessageLoading.self, factory: MockLoader.init)
    check(Resolver.resolve(MessageLoading.self).isMock, "register(P.self, factory: X.init)")
    Resolver.register(factory: makeLoader)
    check(Resolver.resolve(MessageLoading.self).isMock, "register(factory: function)")
    Resolver.register((any MessageLoading).self) { MessageService() }
    check(Resolver.resolve((any MessageLoading).self) is MessageService, "register((any P).self) { }")

    registerLoading(with: container)
    registerLoading(with: .main)
    check(container.resolve(MessageLoading.self) is MessageService, "a module's function that takes a container")

    let coordinator = Coordinator()
    coordinator.start()
    check(Resolver.resolve(MessageMoving.self) === coordinator, "register { self as P }")
    check(Resolver.resolve(Coordinator.self) === coordinator, "register { [unowned self] in self }")

    if Resolver.optional(MessageThread.self) == nil {
        Resolver.register { MessageThread(id: 1) }
    }
    check(Resolver.resolve(MessageThread.self).id == 1, "register if there is none yet")
}
