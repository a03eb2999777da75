public import BenchmarkServices
public import SafeFacade

// As a module of a program declares them: public, and used from other modules.
extension Container {
    /// A leaf.
    public var clock: Factory<any Clock> { self { SystemClock() } }

    /// One for the life of the program.
    public var settings: Factory<any Settings> { self { SystemClock(offset: 1) }.singleton }

    /// Kept until its scope is reset.
    public var session: Factory<any Session> { self { SystemClock(offset: 2) }.cached }
    /// The same, in a scope of the program's own.
    public var signedIn: Factory<any Session> { self { SystemClock(offset: 2) }.scope(.signedIn) }

    /// Kept while somebody holds it.
    public var theme: Factory<any Theme> { self { SystemClock(offset: 3) }.shared }

    /// A leaf behind a class-bound protocol.
    public var ticker: Factory<any Ticker> { self { SystemTicker() } }

    /// One for the life of the program, behind a class-bound protocol.
    public var sharedTicker: Factory<any SharedTicker> { self { SystemTicker(offset: 1) }.singleton }

    /// One for the life of the program that is made asynchronously.
    public var database: AsyncFactory<any Database> { self { SystemClock(offset: 10) }.singleton }

    /// Made asynchronously, anew at each call.
    public var cursor: AsyncFactory<any Database> { self { SystemClock(offset: 10) } }

    /// Kept for a run.
    public var requestLog: Factory<any RequestLog> { self { SystemClock(offset: 11) }.scope(.request) }

    /// Kept for a run, and closed at its end.
    public var transaction: Factory<any Transaction> {
        self { SystemClock(offset: 12) }.scope(.request).onClose { _, _ in }
    }

    /// What may suspend when it is closed, and does not.
    public var connection: Factory<any RequestLog> {
        self { SystemClock(offset: 13) }.scope(.request).onClose { _, _ async in }
    }

    /// What a request is handled by: it is made of three services of the request, and of one that lives longer.
    public var desk: Factory<any Desk> {
        self {
            FrontDesk(caller: $0.caller(), log: $0.requestLog(), connection: $0.connection(), settings: $0.settings())
        }.scope(.request)
    }

    /// What each run is given.
    public var caller: Factory<any RequestLog> { required().scope(.request) }

    /// The same, of a factory that would make it asynchronously.
    public var visitor: AsyncFactory<any RequestLog> { self { SystemClock(offset: 16) }.scope(.request) }

    /// Made of an argument, asynchronously.
    public var row: AsyncParameterFactory<Int, any Message> { self { id in TextMessage(id: id) } }

    /// Made of an argument.
    public var message: ParameterFactory<Int, any Message> { self { id in TextMessage(id: id) } }
}

extension Scope {
    /// As long as somebody is signed in.
    public static let signedIn = Cached()
    /// A run for each request.
    public static let request = TaskScope()
}

// MARK: - Ways to have a service

extension Container {
    /// A leaf that is overridden.
    public var draft: Factory<any Draft> { self { SystemClock(offset: 4) } }

    /// One for the life of the program, which is overridden.
    public var profile: Factory<any Profile> { self { SystemClock(offset: 4) }.singleton }

    /// A leaf that is overridden while a context holds.
    public var rehearsed: Factory<any Draft> { self { SystemClock(offset: 4) } }

    /// Bound by the program.
    public var sync: Factory<any Sync> { required() }

    /// A leaf that is another in previews.
    public var banner: Factory<any Banner> { self { SystemClock(offset: 4) }.onPreview { SystemClock(offset: 5) } }

    /// A leaf that is another where the program was started with an argument.
    public var search: Factory<any Search> {
        self { SystemClock(offset: 4) }.onArg("another-search") { SystemClock(offset: 5) }
    }

    /// Made of an argument, and overridden.
    public var answer: ParameterFactory<Int, any Message> { self { id in TextMessage(id: id) } }

    /// Registered on the runtime face.
    public var keychain: Factory<any Keychain> { legacy() }

    /// Registered on the runtime face, under a name.
    public var vault: Factory<any Vault> { legacy(name: "production") }

    /// Registered on the runtime face, with an argument.
    public var note: ParameterFactory<Int, any Note> { legacy() }

    /// Made of an argument, and used by runtime code, too.
    public var reply: ParameterFactory<Int, any Reply> { self { id in TextMessage(id: id) } }

    /// A leaf that runtime code uses, too.
    public var contacts: Factory<any Contacts> { self { SystemClock(offset: 8) } }

    /// One for the life of the program that runtime code uses, too.
    public var account: Factory<any Account> { self { SystemClock(offset: 9) }.singleton }
}

// MARK: - Other forms and modifiers

extension Container {
    /// A leaf that the runtime face may answer for, and does not.
    public var bookmarks: Factory<any Bookmarks> { self { SystemClock(offset: 14) }.bridged }

    /// A leaf that the runtime face answers for.
    public var reminders: Factory<any Reminders> { self { SystemClock(offset: 14) }.bridged }

    /// A leaf that the runtime face may answer for under a name, and does not.
    public var archive: Factory<any Archive> { self { SystemClock(offset: 14) }.bridged(name: "production") }

    /// Made anew where nobody holds it.
    public var appearance: Factory<any Theme> { self { SystemClock(offset: 3) }.shared }

    /// What belongs to the main actor.
    public var screen: MainActorFactory<Screen> { self { Screen() } }
    /// The same, for the life of the program.
    public var mainScreen: MainActorFactory<Screen> { self { Screen() }.singleton }
    /// The same, overridden.
    public var draftScreen: MainActorFactory<Screen> { self { Screen() } }
    /// The same, of a parameter.
    public var messageScreen: MainActorParameterFactory<Int, any Message> { self { id in TextMessage(id: id) } }

    /// A leaf that a closure sees each time.
    public var decorated: Factory<any Clock> { self { SystemClock() }.decorator { _ in } }

    /// A leaf that is another in tests.
    public var simulated: Factory<any Clock> { self { SystemClock() }.onTest { SystemClock(offset: 1) } }

    /// The same with two contexts.
    public var simulatedTwice: Factory<any Clock> {
        self { SystemClock() }.onTest { SystemClock(offset: 1) }.onDebug { SystemClock(offset: 2) }
    }

    /// Kept for as long as it is asked for.
    public var expiring: Factory<any Session> { self { SystemClock(offset: 2) }.cached.timeToLive(3_600) }

    /// Kept for each argument.
    public var conversation: ParameterFactory<Int, any Message> {
        self { id in TextMessage(id: id) }.cached.scopeOnParameters
    }

    /// A leaf, declared as a static member.
    public static let tracker = Factory { SystemClock() as any Clock }
    /// The same that is another in tests.
    public static let simulatedTracker: Factory<any Clock> = Factory { SystemClock() as any Clock }
        .onTest { SystemClock(offset: 1) }
}

/// What belongs to the main actor.
@MainActor
public final class Screen {
    /// Makes a screen.
    public nonisolated init() {}
}

/// A container of the program's own.
public final class PaymentsContainer: SharedContainer {
    /// What a container has.
    public let manager = ContainerManager()

    /// Makes a container.
    public init() {}

    /// A leaf.
    public var clock: Factory<any Clock> { self { SystemClock() } }

    /// A leaf that is overridden.
    public var draft: Factory<any Draft> { self { SystemClock(offset: 4) } }

    /// One for each container.
    public var session: Factory<any Session> { self { SystemClock(offset: 2) }.cached }

    /// One for the life of the program.
    public var settings: Factory<any Settings> { self { SystemClock(offset: 1) }.singleton }
}

/// A container that sees each instance.
public final class DecoratedContainer: SharedContainer {
    /// What a container has.
    public let manager = ContainerManager()

    /// Makes a container.
    public init() { manager.decorator = { _, _ in } }

    /// A leaf.
    public var clock: Factory<any Clock> { self { SystemClock() } }
}

/// A container that registers its own override.
public final class RegisteringContainer: SharedContainer, AutoRegistering {
    /// What a container has.
    public let manager = ContainerManager()

    /// Makes a container.
    public init() {}

    /// Overrides its leaf.
    public func autoRegister() { clock.register { SystemClock(offset: 5) } }

    /// A leaf.
    public var clock: Factory<any Clock> { self { SystemClock() } }
}

/// A container that is overridden and reset again and again, as tests do.
public final class RehearsalContainer: SharedContainer {
    /// What a container has.
    public let manager = ContainerManager()

    /// Makes a container.
    public init() {}

    /// A leaf.
    public var clock: Factory<any Clock> { self { SystemClock() } }

    /// One for each container.
    public var session: Factory<any Session> { self { SystemClock(offset: 2) }.cached }
}

extension Injections {
    /// A leaf, as a plain property.
    public var clock: any Clock { SystemClock() }
}

// MARK: - The graph, with closures that capture the container

extension Container {
    /// A leaf of the graph.
    public var network: Factory<any Network> { self { HTTPNetwork() } }

    /// A leaf of the graph.
    public var cache: Factory<any Cache> { self { MemoryCache() } }

    var outbox: Factory<any Outbox> { self { DiskOutbox() } }
    var identity: Factory<any Identity> { self { UserIdentity() } }

    var loader: Factory<any MessageLoading> {
        self { MessageLoader(network: self.network(), cache: self.cache()) }
    }

    var sender: Factory<any MessageSending> {
        self { MessageSender(outbox: self.outbox(), identity: self.identity()) }
    }

    /// A graph of seven, whose closures capture the container.
    public var inbox: Factory<any Inbox> { self { InboxModel(loader: self.loader(), sender: self.sender()) } }
}

// MARK: - The graph, with closures that are handed the container

extension Container {
    var handedLoader: Factory<any MessageLoading> { self { MessageLoader(network: $0.network(), cache: $0.cache()) } }

    var handedSender: Factory<any MessageSending> {
        self { MessageSender(outbox: $0.outbox(), identity: $0.identity()) }
    }

    /// A graph of seven, whose closures are handed the container.
    public var handedInbox: Factory<any Inbox> {
        self { InboxModel(loader: $0.handedLoader(), sender: $0.handedSender()) }
    }
}
