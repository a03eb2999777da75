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
/// What is looked up later, by a lazy property or in a method, counts for itself. The time in which a service waits for
/// another thread to make what it needs counts for the service that waits.
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

    /// A resolution that has ended, inside one that has not.
    fileprivate struct Inner {
        let depth: Int
        let nanoseconds: UInt64
        /// Whether what asked for it stands beside it and not below it: its event comes next.
        let isPassedOn: Bool
    }

    fileprivate struct State {
        /// What has ended on each thread since its outermost resolution began.
        var inner: [Int: [Inner]] = [:]
        var entries: [DependencyGraph.Identity: Entry] = [:]
    }

    private let state = Guarded(State())

    /// Makes an observer that has measured nothing; add it with `Resolver.addObserver` or `Container.addObserver`.
    public init() {}

    /// Measures a resolution.
    public func observe(_ event: ResolutionEvent) {
        state.withLock { state in
            let depth = event.links.count
            var inner = state.inner[event.thread, default: []]
            var needs: UInt64 = 0
            while let last = inner.last, last.depth > depth || last.depth == depth && last.isPassedOn {
                needs += inner.removeLast().nanoseconds
            }
            inner.append(Inner(depth: depth, nanoseconds: event.nanoseconds, isPassedOn: event.passesOn))
            state.inner[event.thread] = event.isOutermost ? nil : inner
            guard case .made = event.outcome else { return }
            state.add(event, own: event.nanoseconds > needs ? event.nanoseconds - needs : 0)
        }
    }

    /// The services that were made, in the order in which they were made for the first time.
    ///
    /// What a service needs was made before it. Services of several threads are ordered by when what they were made for
    /// was there.
    public var entries: [Entry] { state.withLock { $0.entries }.values.sorted { $0.first.order < $1.first.order } }
}

extension ServiceTimes.State {
    fileprivate mutating func add(_ event: ResolutionEvent, own: UInt64) {
        let service = DependencyGraph.Identity(event.observed)
        let first = ServiceTimes.First(
            order: entries.count, nanoseconds: own, nanosecondsWithNeeds: event.nanoseconds, thread: event.thread)
        let new = ServiceTimes.Entry(
            type: event.service, name: event.name, factory: event.factory, place: event.observed.place, count: 0,
            nanoseconds: 0, first: first)
        entries[service, default: new].count += 1
        entries[service, default: new].nanoseconds += own
    }
}
