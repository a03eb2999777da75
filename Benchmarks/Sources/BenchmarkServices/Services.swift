// Protocols as programs write them, without a class constraint: an existential has five words.

/// The smallest service.
///
/// Making it directly, once, is the unit of every ratio.
public protocol Clock: Sendable {
    /// A number that tells one implementation from another.
    var offset: Int { get }
}

/// A small class behind a protocol.
public final class SystemClock: Clock {
    /// A number that tells one implementation from another.
    public let offset: Int

    /// Makes a clock.
    public init(offset: Int = 0) { self.offset = offset }
}

/// A service that is made from an argument.
public protocol Message: Sendable {
    /// The argument.
    var id: Int { get }
}

/// A service that is made from arguments with keys.
public protocol Letter: Message {}

/// A message.
public final class TextMessage: Letter {
    /// The argument.
    public let id: Int

    /// Makes a message.
    public init(id: Int) { self.id = id }
}

/// A service that needs a service which is made from an argument.
public final class Envelope: Sendable {
    /// The service that it needs.
    public let message: any Message

    /// Makes an envelope.
    public init(message: any Message) { self.message = message }
}

/// A service for which nothing is registered.
public protocol Analytics: Sendable {}

// MARK: - Lifetimes

// One service for each lifetime, as a registration has a single lifetime.

/// A service kept for the life of the program.
public protocol Settings: Clock {}
/// A service kept until its scope is reset.
public protocol Session: Clock {}
/// A service kept while somebody holds it.
public protocol Theme: Clock {}
/// A service that is registered under a name.
public protocol Server: Clock {}

/// A service that is made asynchronously, and kept for the life of the program.
public protocol Database: Clock {}
/// A service that both faces may provide; only the typed face does.
public protocol Bookmarks: Clock {}
/// A service that both faces may provide; the runtime face does.
public protocol Reminders: Clock {}
/// A service kept for a run of a task scope.
public protocol RequestLog: Clock {}
/// A service kept for a run, and made from others.
public protocol Desk: Sendable {
    /// The log to which the desk writes.
    var log: any RequestLog { get }
}

extension SystemClock: Settings, Session, Theme, Server, Database, RequestLog {}

/// The service that handles a request.
public final class FrontDesk: Desk {
    /// The log to which the desk writes.
    public let log: any RequestLog
    private let caller: any RequestLog
    private let connection: any RequestLog
    private let settings: any Settings

    /// Makes a desk from the services that it needs.
    public init(
        caller: any RequestLog, log: any RequestLog, connection: any RequestLog, settings: any Settings
    ) {
        self.caller = caller
        self.log = log
        self.connection = connection
        self.settings = settings
    }
}

// MARK: - Ways to have a service

// One service for each way of the runtime face, so that operations do not change each other's registrations. Typed factories
// are told apart by their place.

/// A service that is registered or declared, and then replaced.
public protocol Draft: Clock {}
/// A service kept for the life of the program, whose declaration is overridden.
public protocol Profile: Clock {}
/// A service that is registered again while it is measured.
public protocol Upload: Clock {}
/// A service that a registered class implements.
public protocol Calendar: Clock {}
/// A service that a registration of another service, kept for the life of the program, implements.
public protocol Almanac {}
/// A service of the runtime face that typed code uses.
public protocol Keychain: Clock {}
/// A typed service that runtime code uses.
public protocol Contacts: Clock {}
/// A typed service kept for the life of the program that runtime code uses.
public protocol Account: Clock {}

extension SystemClock: Draft, Profile, Upload, Calendar, Keychain, Contacts, Account {}

extension SystemClock: Bookmarks, Reminders {}

/// A service that is registered with an argument, and that typed code uses.
public protocol Note: Message {}
/// A service with an argument that is exported.
public protocol Reply: Message {}

extension TextMessage: Note, Reply {}

/// A service that is registered under ten names.
public protocol Plugin: Clock {}
/// A service that is registered under a name, and that typed code uses.
public protocol Vault: Clock {}
/// A service that both faces may provide, under a name.
public protocol Archive: Clock {}

extension SystemClock: Plugin, Vault, Archive {}

/// A service whose properties are set after it is made.
public protocol Counter {
    /// The property that is set.
    var count: Int { get nonmutating set }
}

/// A small class with a property that can be set.
public final class TapCounter: Counter {
    /// The property that is set.
    public var count = 0

    /// Makes a counter.
    public init() {}
}

/// A small class with a subclass.
open class Page {
    /// Makes a page.
    public init() {}
}
/// The subclass.
public final class HomePage: Page {}

// MARK: - Class-bound protocols

// A value of such a protocol has two words, and copying it is a retain. Other values are copied through the type's witness
// table.

/// A service that only classes implement.
public protocol Ticker: AnyObject, Sendable {}
/// A service that only classes implement, kept for the life of the program.
public protocol SharedTicker: Ticker {}

/// A small class behind a class-bound protocol.
public final class SystemTicker: SharedTicker, Almanac {
    private let offset: Int

    /// Makes a ticker.
    public init(offset: Int = 0) { self.offset = offset }
}

// MARK: - Chain

/// A link of a chain of services, each of which needs the next.
public protocol Link: Sendable {
    /// How many links the chain has, from this one on.
    var length: Int { get }
}

/// The end of a chain.
public final class LastLink: Link {
    /// How many links the chain has, from this one on.
    public var length: Int { 1 }

    /// Makes a link.
    public init() {}
}

/// A link that needs another.
public final class InnerLink: Link {
    private let next: any Link

    /// How many links the chain has, from this one on.
    public var length: Int { next.length + 1 }

    /// Makes a link.
    public init(next: any Link) { self.next = next }
}
