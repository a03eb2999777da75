import Resolver

extension Resolver {
    static let mock: Resolver = {
        let mock = Resolver(child: .main)
        mock.register { MockLoader() as MessageLoading }
        return mock
    }()
    static let payments = Resolver(child: .main)
}

private func loader(from resolver: Resolver = .main) -> MessageLoading { resolver.resolve() }

// Containers, children, main and root.
func checkContainerForms() {
    Resolver.register { MessageService() as MessageLoading }
    check(loader(from: .mock).isMock, ".mock as an argument")
    check(!loader(from: .root).isMock, ".root as an argument")
    check(!loader().isMock, ".main as a default argument")
    check(Resolver.payments.resolve(MessageLoading.self) is MessageService, "Resolver(child: .main) finds main's")

    let first = Resolver()
    first.register { Database(path: "first") }
    let second = Resolver()
    second.register { Database(path: "second") }
    second.register { MessageThread(id: 2) }
    let parent = Resolver()
    parent.add(child: first)
    parent.add(child: second)
    check(parent.resolve(Database.self).path == "first", "add(child:), in order")
    check(parent.resolve(MessageThread.self).id == 2, "add(child:), the second")
    parent.register { Database(path: "own") }
    check(parent.resolve(Database.self).path == "own", "its own registration comes first")
    let none: Resolver? = nil
    check(Resolver(child: none).optional(Database.self) == nil, "Resolver(child: nil)")

    let main = Resolver.main
    Resolver.root = .mock
    check(Resolver.resolve(MessageLoading.self).isMock, "Resolver.root = .mock")
    Resolver.root = Resolver.main
    check(!Resolver.resolve(MessageLoading.self).isMock, "Resolver.root = Resolver.main")
    Resolver.root = Resolver(child: .main)
    Resolver.register { Database(path: "main") }
    check(Resolver.main.resolve(Database.self).path == "main", "register goes to main, whatever root is")
    check(Resolver.resolve(Database.self).path == "main", "a root finds what is registered with its child")
    Resolver.root.register { Database(path: "root") }
    check(Resolver.resolve(Database.self).path == "root", "Resolver.root.register { }")

    Resolver.main = Resolver()
    Resolver.root = .main
    check(Resolver.optional(MessageLoading.self) == nil, "Resolver.main = Resolver()")
    Resolver.main = main
    Resolver.root = main
    check(Resolver.optional(MessageLoading.self) != nil, "Resolver.main = what it was")

    Resolver.reset()
    check(Resolver.optional(MessageLoading.self) == nil, "Resolver.reset()")
    check(Resolver.main === Resolver.root && Resolver.main !== main, "Resolver.reset() makes a new main")
}
