public import Resolver

/// An observer that measures how often each service is made, and how long that takes without what it needs.
///
/// ```swift
/// let times = ServiceTimes()
/// Resolver.addObserver(times)
/// startTheProgram()
/// for entry in times.entries { print(entry.type, entry.first.nanoseconds) }
/// ```
///
/// What is looked up later, by a lazy property or in a method, counts for itself. The time in which another thread or
/// task makes what a service needs is no part of its own time, also where its factory goes on meanwhile; what an
/// asynchronous factory asks for side by side is subtracted once.
///
/// It keeps no instance and no event: what it holds grows with the number of services, not of resolutions.
public final class ServiceTimes: ResolutionObserver, Sendable {
    /// The makings of a service.
    public struct Entry: Sendable, Equatable {
        /// The fully qualified name of its type.
        public let type: String
        /// The name it is registered under; nil for a typed factory.
        public let name: Resolver.Name?
        /// How a typed factory is shown, `Container.loader` for instance; nil for what is looked up.
        public let factory: String?
        /// Where it is registered, or where the typed factory is declared; nil where that is not known.
        public let place: ResolutionEvent.Place?
        /// How often it was made.
        public internal(set) var count: Int
        /// How long all makings took together, in nanoseconds, without what it needs.
        public internal(set) var nanoseconds: UInt64
        /// When it was made for the first time.
        public let first: First
    }

    /// The first making of a service.
    public struct First: Sendable, Equatable {
        /// How many services were made for the first time before.
        public let order: Int
        /// How long it took without what it needs, in nanoseconds.
        public let nanoseconds: UInt64
        /// How long it took with what it needs, in nanoseconds.
        public let nanosecondsWithNeeds: UInt64
        /// The thread that made it: they are numbered as they are first observed.
        public let thread: Int
    }

    private let measured = Guarded([DependencyGraph.Identity: Entry]())

    /// Makes an observer that has measured nothing; add it with `Resolver.addObserver` or `Container.addObserver`.
    public init() {}

    /// Measures a resolution.
    public func observe(_ event: ResolutionEvent) {
        guard case .made = event.outcome else { return }
        let own = event.nanoseconds - event.nanosecondsOfNeeds
        let service = DependencyGraph.Identity(event.observed)
        measured.withLock { entries in
            if entries[service] == nil {
                let first = First(
                    order: entries.count, nanoseconds: own, nanosecondsWithNeeds: event.nanoseconds,
                    thread: event.thread)
                entries[service] = Entry(
                    type: event.service, name: event.name, factory: event.factory, place: event.observed.place,
                    count: 0, nanoseconds: 0, first: first)
            }
            entries[service]?.count += 1
            entries[service]?.nanoseconds += own
        }
    }

    /// The services that were made, in the order in which they were made for the first time.
    ///
    /// What a service needs was made before it. Services of several threads are ordered by when what they were made for
    /// was there.
    public var entries: [Entry] { measured.withLock { Array($0.values) }.sorted { $0.first.order < $1.first.order } }
}
