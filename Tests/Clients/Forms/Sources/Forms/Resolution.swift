import Resolver

// Calls `register` and `resolve` without `Resolver`, as extensions of Resolver can.
extension Resolver {
    static func registerThread() {
        register { MessageThread(id: resolve(name: "id"), subject: optional()) }
        register(name: "id") { 7 }
    }

    func bareDatabase() -> Database { resolve() }
}

/// Has a `resolver` property from `Resolving`, which is the root.
private final class ThreadModel: Resolving {
    lazy var thread: MessageThread = resolver.resolve()
}

/// Declares a `resolver` property itself.
private struct MockModel: Resolving {
    var resolver: Resolver { .mock }

    var loader: MessageLoading { resolver.resolve() }
}

private typealias Services = Resolver

private func path(of database: @autoclosure () -> Database = Resolver.resolve()) -> String { database().path }

// The ways to ask for a service.
func checkResolutionForms() {
    Resolver.registerThread()
    check(Resolver.resolve(MessageThread.self).id == 7, "bare resolve() and optional()")

    Resolver.register { Database() }
    check(Resolver.main.bareDatabase().path == ":memory:", "bare resolve() on an instance")
    let inferred: Database = Resolver.resolve()
    check(inferred.path == ":memory:", "let x: X = Resolver.resolve()")
    let cast = Resolver.resolve() as Database
    check(cast.path == ":memory:", "Resolver.resolve() as X")
    check(Resolver.resolve(Database.self).path == ":memory:", "Resolver.resolve(X.self)")
    check(Resolver.main.resolve(Database.self).path == ":memory:", "Resolver.main.resolve(X.self)")
    check(Resolver.root.resolve(Database.self).path == ":memory:", "Resolver.root.resolve(X.self)")

    Resolver.register(name: "archive") { Database(path: "archive") }
    check(Resolver.resolve(name: "archive", args: nil) as Database !== inferred, "resolve(name:args:)")
    let archive: Database? = Resolver.optional(name: "archive")
    check(archive?.path == "archive", "optional(name:)")
    check(Resolver.optional(Database.self, name: "none") == nil, "optional(X.self, name:) of what is missing")
    check(Resolver.main.optional(Database.self) != nil, "optional(X.self) on an instance")
    check(Resolver.optional(Session.self) == nil, "optional(X.self) of what is missing")
    if let database = Resolver.optional() as Database? {
        check(database.path == ":memory:", "optional() as X?")
    }

    guard let present: Database = Resolver.optional() else { return check(false, "guard let x: X = optional()") }
    check(present.path == ":memory:", "guard let x: X = optional()")
    check(path() == ":memory:", "an autoclosure = Resolver.resolve()")
    check((Services.resolve() as Database).path == ":memory:", "a typealias of Resolver")

    let optional: Database? = Resolver.resolve()
    check(optional != nil, "let x: X? = resolve() finds X")
    let missing: Session? = Resolver.resolve()
    check(missing == nil, "let x: X? = resolve() is nil where X is missing")
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    let unwrapped: Database! = Resolver.resolve()
    check(unwrapped.path == ":memory:", "let x: X! = resolve() finds X")

    Resolver.register { MemoryAnalytics() as Analytics }.scope(.application)
    check(Inbox().analytics === Resolver.resolve(Analytics.self), "init(x: X = Resolver.resolve())")
    Resolver.register { Inbox(database: $0.resolve(name: "archive")) }
    check(Resolver.resolve(Inbox.self).database.path == "archive", "one default argument replaced")

    check(ThreadModel().thread.id == 7, "Resolving.resolver")
    check(MockModel().loader.isMock, "a Resolving type with a resolver of its own")
}
