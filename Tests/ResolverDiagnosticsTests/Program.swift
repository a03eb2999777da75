import Resolver
import ResolverDiagnostics

// A small program whose graphs are recorded, before and after a change.

protocol Transport: AnyObject {}
final class Socket: Transport {}
final class Account {}
final class Journal {}
final class Cache {}
final class FeedStore {
    let account: Account
    init(account: Account) { self.account = account }
}
final class Feed {
    @LazyInjected var journal: Journal
    let transport: any Transport
    let store: FeedStore
    init(transport: any Transport, store: FeedStore) {
        self.transport = transport
        self.store = store
    }
}
final class FeedPage {
    let feed: Feed
    init(feed: Feed) { self.feed = feed }
}

/// The graph that is recorded while a program runs in a sandbox of its own.
func recorded(_ register: () -> Void, running run: () -> Void = {}) -> DependencyGraph {
    withSandbox(.fresh) {
        Resolver.registerServices = nil
        register()
        let recorder = DependencyGraph.Recorder()
        Resolver.addObserver(recorder)
        run()
        return recorder.graph(of: .root)
    }
}

enum Program {
    static func run() {
        let page: FeedPage = Resolver.resolve()
        _ = page.feed.journal
    }

    private static func registerCommon(line: UInt) {
        Resolver.register(file: "App/Feed.swift", line: line) {
            Feed(transport: $0.resolve(), store: $0.resolve())
        }
        Resolver.register(file: "App/Feed.swift", line: line + 1) { FeedPage(feed: $0.resolve()) }.scope(.unique)
    }

    static var before: DependencyGraph {
        recorded(
            {
                registerCommon(line: 1)
                Resolver.register(file: "Net/Socket.swift", line: 1) { Socket() as any Transport }.scope(.application)
                Resolver.register(file: "App/Journal.swift", line: 1) { Journal() }.scope(.cached)
                Resolver.register(file: "Store/FeedStore.swift", line: 1) { FeedStore(account: $0.resolve()) }
                Resolver.register(file: "App/Account.swift", line: 1) { Account() }.scope(.shared)
                Resolver.register(name: "old", file: "App/Cache.swift", line: 1) { Cache() }
            }, running: run)
    }

    /// The store is now a singleton and keeps the account; the cache has another name, and the journal another file.
    static var after: DependencyGraph {
        recorded(
            {
                registerCommon(line: 40)
                Resolver.register(file: "Net/Socket.swift", line: 7) { Socket() as any Transport }.scope(.application)
                Resolver.register(file: "Log/Journal.swift", line: 1) { Journal() }.scope(.cached)
                Resolver.register(file: "Store/FeedStore.swift", line: 9) { resolver in
                    _ = resolver.resolve(Cache.self, name: "new `one`\n")
                    return FeedStore(account: resolver.resolve())
                }.scope(.application)
                Resolver.register(file: "App/Account.swift", line: 3) { Account() }.scope(.shared)
                Resolver.register(name: "new `one`\n", file: "App/Cache.swift", line: 2) { Cache() }.scope(.unique)
            }, running: run)
    }
}
