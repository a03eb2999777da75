public import BenchmarkServices
public import SafeFacade

// Declarations as a module of a program has them: public, and used from other modules.
extension Container {
    /// A leaf.
    public var clock: Factory<any Clock> { self { SystemClock() } }

    /// A singleton.
    public var settings: Factory<any Settings> { self { SystemClock(offset: 1) }.singleton }

    /// Kept until its scope is reset.
    public var session: Factory<any Session> { self { SystemClock(offset: 2) }.cached }
    /// A service like that, kept in a scope of the program's own.
    public var signedIn: Factory<any Session> { self { SystemClock(offset: 2) }.scope(.signedIn) }

    /// Kept while somebody holds it.
    public var theme: Factory<any Theme> { self { SystemClock(offset: 3) }.shared }

    /// A leaf behind a class-bound protocol.
    public var ticker: Factory<any Ticker> { self { SystemTicker() } }

    /// A singleton behind a class-bound protocol.
    public var sharedTicker: Factory<any SharedTicker> { self { SystemTicker(offset: 1) }.singleton }

    /// A singleton that is made asynchronously.
    public var database: AsyncFactory<any Database> { self { SystemClock(offset: 10) }.singleton }

    /// Made asynchronously, anew at each call.
    public var cursor: AsyncFactory<any Database> { self { SystemClock(offset: 10) } }

    /// Kept for a run of the task scope.
    public var requestLog: Factory<any RequestLog> { self { SystemClock(offset: 11) }.scope(.request) }

    /// Kept for a run of the task scope, and closed at its end.
    public var transaction: Factory<any RequestLog> {
        self { SystemClock(offset: 12) }.scope(.request).onClose { _, _ in }
    }

    /// A service whose closer is asynchronous, but does not suspend.
    public var connection: Factory<any RequestLog> {
        self { SystemClock(offset: 13) }.scope(.request).onClose { _, _ async in }
    }

    /// The service that handles a request.
    ///
    /// It is made from three services of the request, and from one that lives longer.
    public var desk: Factory<any Desk> {
        self {
            FrontDesk(caller: $0.caller(), log: $0.requestLog(), connection: $0.connection(), settings: $0.settings())
        }.scope(.request)
    }

    /// A service that is bound in each run.
    public var caller: Factory<any RequestLog> { required().scope(.request) }

    /// A service that is bound in each run, of a factory that would make it asynchronously.
    public var visitor: AsyncFactory<any RequestLog> { self { SystemClock(offset: 16) }.scope(.request) }

    /// Made from an argument, asynchronously.
    public var row: AsyncParameterFactory<Int, any Message> { self { id in TextMessage(id: id) } }

    /// Made from an argument.
    public var message: ParameterFactory<Int, any Message> { self { id in TextMessage(id: id) } }
}

extension Scope {
    /// A scope for what is kept while a user is signed in.
    public static let signedIn = Cached()
    /// A task scope with a run for each request.
    public static let request = TaskScope()
}

// MARK: - Ways to have a service

extension Container {
    /// A leaf that is overridden.
    public var draft: Factory<any Draft> { self { SystemClock(offset: 4) } }

    /// A singleton that is overridden.
    public var profile: Factory<any Profile> { self { SystemClock(offset: 4) }.singleton }

    /// A leaf that is overridden while a context holds.
    public var rehearsed: Factory<any Draft> { self { SystemClock(offset: 4) } }

    /// Bound by the program.
    public var sync: Factory<any Clock> { required() }

    /// A leaf with another factory in previews.
    public var banner: Factory<any Clock> { self { SystemClock(offset: 4) }.onPreview { SystemClock(offset: 5) } }

    /// A leaf with another factory if the program was started with an argument.
    public var search: Factory<any Clock> {
        self { SystemClock(offset: 4) }.onArg("another-search") { SystemClock(offset: 5) }
    }

    /// Made from an argument, and overridden.
    public var answer: ParameterFactory<Int, any Message> { self { id in TextMessage(id: id) } }

    /// Registered on the runtime face.
    public var keychain: Factory<any Keychain> { legacy() }

    /// Registered on the runtime face, under a name.
    public var vault: Factory<any Vault> { legacy(name: "production") }

    /// Registered on the runtime face, with an argument.
    public var note: ParameterFactory<Int, any Note> { legacy() }

    /// Made from an argument; runtime code uses it, too.
    public var reply: ParameterFactory<Int, any Reply> { self { id in TextMessage(id: id) } }

    /// A leaf; runtime code uses it, too.
    public var contacts: Factory<any Contacts> { self { SystemClock(offset: 8) } }

    /// A singleton; runtime code uses it, too.
    public var account: Factory<any Account> { self { SystemClock(offset: 9) }.singleton }
}

// MARK: - Other forms and modifiers

extension Container {
    /// A leaf that the runtime face may provide; it does not.
    public var bookmarks: Factory<any Bookmarks> { self { SystemClock(offset: 14) }.bridged }

    /// A leaf that the runtime face provides.
    public var reminders: Factory<any Reminders> { self { SystemClock(offset: 14) }.bridged }

    /// A leaf that the runtime face may provide under a name; it does not.
    public var archive: Factory<any Archive> { self { SystemClock(offset: 14) }.bridged(name: "production") }

    /// Made anew at each call, as nobody holds it.
    public var appearance: Factory<any Theme> { self { SystemClock(offset: 3) }.shared }

    /// A service that belongs to the main actor.
    public var screen: MainActorFactory<Screen> { self { Screen() } }
    /// A singleton that belongs to the main actor.
    public var mainScreen: MainActorFactory<Screen> { self { Screen() }.singleton }
    /// A service that belongs to the main actor, and is overridden.
    public var draftScreen: MainActorFactory<Screen> { self { Screen() } }
    /// A service that belongs to the main actor, and takes a parameter.
    public var messageScreen: MainActorParameterFactory<Int, any Message> { self { id in TextMessage(id: id) } }

    /// A leaf with a decorator, which sees each instance.
    public var decorated: Factory<any Clock> { self { SystemClock() }.decorator { _ in } }

    /// A leaf with another factory in tests.
    public var simulated: Factory<any Clock> { self { SystemClock() }.onTest { SystemClock(offset: 1) } }

    /// A leaf with other factories in two contexts.
    public var simulatedTwice: Factory<any Clock> {
        self { SystemClock() }.onTest { SystemClock(offset: 1) }.onDebug { SystemClock(offset: 2) }
    }

    /// A service with a time to live, which each call renews.
    public var expiring: Factory<any Session> { self { SystemClock(offset: 2) }.cached.timeToLive(3_600) }

    /// Kept for each argument.
    public var conversation: ParameterFactory<Int, any Message> {
        self { id in TextMessage(id: id) }.cached.scopeOnParameters
    }

    /// A leaf, declared as a static member.
    public static let tracker = Factory { SystemClock() as any Clock }
    /// A static leaf with another factory in tests.
    public static let simulatedTracker: Factory<any Clock> = Factory { SystemClock() as any Clock }
        .onTest { SystemClock(offset: 1) }
}

/// A class that belongs to the main actor.
@MainActor
public final class Screen {
    /// Makes a screen.
    public nonisolated init() {}
}

/// A container of the program's own.
public final class PaymentsContainer: SharedContainer {
    /// The manager that each container has.
    public let manager = ContainerManager()

    /// Makes a container.
    public init() {}

    /// A leaf.
    public var clock: Factory<any Clock> { self { SystemClock() } }

    /// A leaf that is overridden.
    public var draft: Factory<any Draft> { self { SystemClock(offset: 4) } }

    /// One instance for each container.
    public var session: Factory<any Session> { self { SystemClock(offset: 2) }.cached }

    /// A singleton.
    public var settings: Factory<any Settings> { self { SystemClock(offset: 1) }.singleton }
}

/// A container whose decorator sees each instance.
public final class DecoratedContainer: SharedContainer {
    /// The manager that each container has.
    public let manager = ContainerManager()

    /// Makes a container.
    public init() { manager.decorator = { _, _ in } }

    /// A leaf.
    public var clock: Factory<any Clock> { self { SystemClock() } }
}

/// A container that registers an override itself.
public final class RegisteringContainer: SharedContainer, AutoRegistering {
    /// The manager that each container has.
    public let manager = ContainerManager()

    /// Makes a container.
    public init() {}

    /// Overrides its leaf.
    public func autoRegister() { clock.register { SystemClock(offset: 5) } }

    /// A leaf.
    public var clock: Factory<any Clock> { self { SystemClock() } }
}

/// A container that is overridden and reset repeatedly, as in tests.
public final class RehearsalContainer: SharedContainer {
    /// The manager that each container has.
    public let manager = ContainerManager()

    /// Makes a container.
    public init() {}

    /// A leaf.
    public var clock: Factory<any Clock> { self { SystemClock() } }

    /// One instance for each container.
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

    /// The graph of seven, with closures that capture the container.
    public var inbox: Factory<any Inbox> { self { InboxModel(loader: self.loader(), sender: self.sender()) } }
}

// MARK: - The graph, with closures that are handed the container

extension Container {
    var handedLoader: Factory<any MessageLoading> { self { MessageLoader(network: $0.network(), cache: $0.cache()) } }

    var handedSender: Factory<any MessageSending> {
        self { MessageSender(outbox: $0.outbox(), identity: $0.identity()) }
    }

    /// The graph of seven, with closures that are handed the container.
    public var handedInbox: Factory<any Inbox> {
        self { InboxModel(loader: $0.handedLoader(), sender: $0.handedSender()) }
    }
}
