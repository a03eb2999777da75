public import Resolver

/// An observer that counts how often each service is made, and measures how long that takes without its dependencies.
///
/// ```swift
/// let times = ServiceTimes()
/// Resolver.addObserver(times)
/// startTheProgram()
/// for entry in times.entries { print(entry.type, entry.first.nanoseconds) }
/// ```
///
/// A service that is looked up later, by a lazy property or in a method, has times of its own. If another thread or task makes
/// a dependency, that time is no part of the service's own time, even if the service's factory goes on meanwhile. Where an
/// asynchronous factory asks for several dependencies side by side, the time in which they are made is subtracted once.
///
/// It keeps no instance and no event. Its memory grows with the number of services, not of resolutions.
public final class ServiceTimes: ResolutionObserver, Sendable {
    /// How often a service was made, and how long that took.
    public struct Entry: Sendable, Equatable {
        /// The fully qualified name of the service's type.
        public let type: String
        /// The name under which the service is registered; nil for a typed factory.
        public let name: Resolver.Name?
        /// The typed factory as reports name it, for instance `Container.loader`; nil for a registration.
        public let factory: String?
        /// Where the service is registered, or its typed factory declared; nil where that is not known.
        public let place: ResolutionEvent.Place?
        /// How often the service was made.
        public internal(set) var count: Int
        /// How long making it took in all, in nanoseconds, without its dependencies.
        public internal(set) var nanoseconds: UInt64
        /// The first time that the service was made.
        public let first: First
    }

    /// The first time that a service was made.
    public struct First: Sendable, Equatable {
        /// How many other services had been made before.
        public let order: Int
        /// How long it took in nanoseconds, without the dependencies.
        public let nanoseconds: UInt64
        /// How long it took in nanoseconds, with the dependencies.
        public let nanosecondsWithNeeds: UInt64
        /// The number of the thread that made the service; threads are numbered in the order in which they are first observed.
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
    /// A service comes after its dependencies. Services of several threads are ordered by when the outermost resolutions that
    /// made them ended.
    public var entries: [Entry] { measured.withLock { Array($0.values) }.sorted { $0.first.order < $1.first.order } }
}
