// A graph of seven services: one that needs two, each of which needs two.

/// A leaf of the graph.
public protocol Network: Sendable {}
/// A leaf of the graph.
public protocol Cache: Sendable {}
/// A leaf of the graph.
public protocol Outbox: Sendable {}
/// A leaf of the graph.
public protocol Identity: Sendable {}
/// Needs two leaves.
public protocol MessageLoading: Sendable {}
/// Needs two leaves.
public protocol MessageSending: Sendable {}
/// The outermost service of the graph.
public protocol Inbox: Sendable {}

/// A leaf of the graph.
public final class HTTPNetwork: Network {
    /// Makes a leaf.
    public init() {}
}

/// A leaf of the graph.
public final class MemoryCache: Cache {
    /// Makes a leaf.
    public init() {}
}

/// A leaf of the graph.
public final class DiskOutbox: Outbox {
    /// Makes a leaf.
    public init() {}
}

/// A leaf of the graph.
public final class UserIdentity: Identity {
    /// Makes a leaf.
    public init() {}
}

/// Needs two leaves.
public final class MessageLoader: MessageLoading {
    private let network: any Network
    private let cache: any Cache

    /// Makes a loader.
    public init(network: any Network, cache: any Cache) {
        self.network = network
        self.cache = cache
    }
}

/// Needs two leaves.
public final class MessageSender: MessageSending {
    private let outbox: any Outbox
    private let identity: any Identity

    /// Makes a sender.
    public init(outbox: any Outbox, identity: any Identity) {
        self.outbox = outbox
        self.identity = identity
    }
}

/// The outermost service of the graph.
public final class InboxModel: Inbox {
    private let loader: any MessageLoading
    private let sender: any MessageSending

    /// Makes an inbox.
    public init(loader: any MessageLoading, sender: any MessageSending) {
        self.loader = loader
        self.sender = sender
    }
}
