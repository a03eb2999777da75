import Resolver

private final class HomeModel {
    @Injected var analytics: Analytics
    @Injected(name: "archive") var archive: Database
    @Injected(name: .production) private var server: Database
    @Injected(container: .mock) var loader: MessageLoading
    @Injected(name: "archive", container: .main) var named: Database
    @Injected var database: Database?
    @Injected var composed: MessageLoading & MessageSending
    @Injected var any: any Analytics
    @OptionalInjected var missing: Session?
    @OptionalInjected(name: "archive") var present: Database?
    @OptionalInjected(container: .mock) var contained: MessageLoading?
    @LazyInjected var thread: MessageThread
    @LazyInjected(name: "archive") var lazyArchive: Database
    @LazyInjected(container: .mock) var lazyLoader: MessageLoading
    @LazyInjected(name: "archive", container: .main) var lazyNamed: Database
    @WeakLazyInjected var parent: MessageService?
    @WeakLazyInjected(name: "argument") var weakThread: MessageThread?

    init(id: Int) {
        $thread.args = id
        $weakThread.args = id
    }

    var isProduction: Bool { server.path == "production" }
}

private struct HomeState {
    @Injected var analytics: Analytics
    @LazyInjected var thread: MessageThread

    init() { $thread.args = 3 }

    mutating func load() -> Int { thread.id }
}

/// Sets its wrappers in its initialiser.
private final class Archive {
    @Injected var database: Database
    @LazyInjected var loader: MessageLoading

    init(name: Resolver.Name, container: Resolver) {
        _database = Injected(name: name)
        _loader = LazyInjected(container: container)
    }
}

func checkPropertyWrappers() {
    Resolver.register { MemoryAnalytics() as Analytics }.scope(.application)
    Resolver.register { Database() }
    Resolver.register(name: "archive") { Database(path: "archive") }
    Resolver.register(name: .production) { Database(path: "production") }
    Resolver.register { MessageService() as MessageLoading & MessageSending }
    Resolver.register { MessageService() }.scope(.shared)
    Resolver.register { _, args in MessageThread(id: args()) }
    Resolver.register(name: "argument") { _, args in MessageThread(id: args()) }.scope(.cached)

    let model = HomeModel(id: 5)
    check(model.analytics === Resolver.resolve(Analytics.self), "@Injected var x: P")
    check(model.archive.path == "archive", "@Injected(name: literal)")
    check(model.isProduction, "@Injected(name: .member) private")
    check(model.loader.isMock, "@Injected(container:)")
    check(model.named.path == "archive", "@Injected(name:container:)")
    check(model.database?.path == ":memory:", "@Injected var x: X?")
    check(model.composed is MessageService, "@Injected var x: A & B")
    check(model.any === model.analytics, "@Injected var x: any P")
    check(model.missing == nil, "@OptionalInjected of what is missing")
    check(model.present?.path == "archive", "@OptionalInjected(name:)")
    check(model.contained?.isMock == true, "@OptionalInjected(container:)")
    checkLazyWrappers(of: model)
    checkWeakLazyWrappers(of: model)

    model.analytics = MemoryAnalytics()
    check(model.analytics !== Resolver.resolve(Analytics.self), "an injected property that is set")
    check(model.$archive.wrappedValue === model.archive, "$x of @Injected")
    model.missing = Session(database: Database())
    check(model.$missing.wrappedValue != nil, "an optional injected property that is set")

    var state = HomeState()
    check(state.analytics === Resolver.resolve(Analytics.self), "@Injected in a struct")
    check(state.load() == 3, "@LazyInjected in a struct")
    let archive = Archive(name: "archive", container: .mock)
    check(archive.database.path == "archive", "_x = Injected(name:)")
    check(archive.loader.isMock, "_x = LazyInjected(container:)")
    check(Injected<Database>(name: "archive").wrappedValue.path == "archive", "Injected<X>(name:)")
    @Injected var local: Database
    check(local.path == ":memory:", "@Injected on a local variable")
}

private func checkLazyWrappers(of model: HomeModel) {
    check(model.$thread.isEmpty, "$x.isEmpty before the first access")
    check(model.thread.id == 5, "$x.args of @LazyInjected")
    check(!model.$thread.isEmpty, "$x.isEmpty after the first access")
    let thread = model.thread
    check(model.thread === thread, "@LazyInjected keeps its service")
    model.$thread.release()
    check(model.$thread.isEmpty && model.thread !== thread, "$x.release()")
    model.thread = thread
    check(model.thread === thread, "a lazy property that is set")
    check(model.lazyArchive.path == "archive", "@LazyInjected(name:)")
    check(model.lazyLoader.isMock, "@LazyInjected(container:)")
    check(model.lazyNamed.path == "archive", "@LazyInjected(name:container:)")

    model.$lazyArchive.release()
    model.$lazyArchive.name = .production
    model.$lazyArchive.container = .main
    check(model.lazyArchive.path == "production", "$x.name, $x.container")
}

private func checkWeakLazyWrappers(of model: HomeModel) {
    check(model.$parent.isEmpty, "$x.isEmpty of @WeakLazyInjected")
    var parent: MessageService? = Resolver.resolve()
    check(model.parent === parent, "@WeakLazyInjected")
    parent = nil
    check(model.parent == nil, "@WeakLazyInjected does not hold its service")
    check(model.weakThread?.id == 5, "$x.args of @WeakLazyInjected")
}
