/// Why a service could not be resolved.
///
/// `Resolver.require` and asynchronous calls throw this error. Calls that cannot throw report it when they trap. Printing it
/// gives the whole report: what went wrong, who asked, and how to mend it.
public struct ResolutionError: Error, Sendable {
    /// What went wrong.
    public enum Reason: Sendable {
        /// Nothing is registered for the service.
        case missing
        /// Nothing is bound to the typed factory, which was declared without an implementation.
        case unbound
        /// The service's factory returned nil.
        case returnedNil
        /// The service's factory threw.
        case factoryThrew(any Error)
        /// The service is a protocol, and the service that `implements` registers for it does not conform to it.
        case notImplemented(by: Link)
        /// Asynchronous factories wait for each other; the links are the path from one of them back to itself.
        case cycle([Link])
        /// The service is made asynchronously, and a synchronous call asked for it.
        case asynchronous
        /// The service lives as long as a run of a task scope, and was asked for outside of such a run.
        case outsideRun(scope: String)
        /// The service lives as long as a run of a task scope, and was asked for after that run had ended.
        case endedRun(scope: String)
        /// The service lives as long as a run of a task scope, and a service that lives longer asked for it.
        case captive(scope: String, keeper: Link)
        /// The service was closed, and is not made again before a reset.
        case closed
        /// The asynchronous making of the service called a `close()` that would wait for that making to end.
        case closedInside
    }

    /// One link of the chain that led to the service.
    public struct Link: Sendable, Hashable, CustomStringConvertible {
        /// The fully qualified name of the service that was being made; for a typed factory, `Container.loader`.
        public let service: String
        /// The name that the service is registered under.
        public let name: Resolver.Name?

        /// The service, and its name if it has one.
        public var description: String { service + namePart }

        /// The same in the form of headlines, with the service in quotes.
        var quoted: String { "'\(service)'" + namePart }

        private var namePart: String { name.map { " (name: \"\($0.rawValue)\")" } ?? "" }

        init(_ key: ServiceKey) {
            service = key.shownService
            name = .name(fromString: key.shownName)
        }
    }

    private struct Values: Sendable {
        let reason: Reason
        let key: ServiceKey
        let location: CodeLocation
        let chain: [ChainLink]
        let site: CodeLocation
        let nearMisses: [NearMiss]
        let closedScope: ResolverScope?
        let cycle: [ChainLink]
        let facts: Facts
    }

    /// Facts about the call and the service, on which the advice of the report depends.
    struct Facts: BitSet {
        let rawValue: UInt

        /// There is a registration hook that has not run, as only the main actor can see it.
        static let hasUnseenHook = Facts(rawValue: 1)
        /// The resolver that was asked does not search main, where the hook registers.
        static let isBesideMain = Facts(rawValue: 2)
        /// The service lives as long as a run of a task scope, so that it can be bound in the run.
        static let isOfTaskScope = Facts(rawValue: 4)
        /// A `legacy()` factory stands for the service, and has asked for it.
        static let isOfLegacy = Facts(rawValue: 8)
        /// The service is made asynchronously, or was asked for by an asynchronous call.
        static let isAsynchronous = Facts(rawValue: 16)
        /// A closer has asked, or a task that it has started, or a `deinit` that a run's end has run.
        static let isOfCloser = Facts(rawValue: 32)
    }

    /// The error's values, on the heap: every call between the cause and the handler passes the error on, so it is small.
    private final class Storage: Sendable {
        let values: Values
        init(_ values: Values) { self.values = values }
    }

    private let storage: Storage

    // Not inlined: every failure has a call of this initialiser, and none needs speed.
    @inline(never)
    init(
        _ reason: Reason, key: ServiceKey, at location: CodeLocation, chain: [ChainLink],
        site: CodeLocation = .unknown, nearMisses: [NearMiss] = [], closedScope: ResolverScope? = nil,
        cycle: [ChainLink] = [], facts: Facts = .nothing
    ) {
        storage = Storage(
            Values(
                reason: reason, key: key, location: location, chain: chain, site: site, nearMisses: nearMisses,
                closedScope: closedScope, cycle: cycle, facts: facts))
    }

    /// The error of asynchronous factories that wait for each other.
    ///
    /// `path` leads from one of them back to itself; `outer` is the chain of the services that asked for that one.
    init(cycle path: [ChainLink], outer: [ChainLink]) {
        self.init(
            .cycle(path.map { Link($0.key) }), key: path[0].key, at: path[path.count - 1].location, chain: outer,
            cycle: path)
    }

    /// The error of a declaration without an implementation, which is the innermost link of the chain.
    ///
    /// `registration` is the declaration's. Its scope decides how the declaration can be bound.
    init(unbound chain: [ChainLink], _ registration: Registration?) {
        guard let link = chain.first else { Failure.closureOfSlot.trap() }
        self.init(
            .unbound, key: link.key, at: link.location, chain: Array(chain.dropFirst()),
            facts: Lock.held { registration?.ownScope }?.isByRun ?? false ? .isOfTaskScope : .nothing)
    }

    /// What went wrong.
    public var reason: Reason { storage.values.reason }

    /// The fully qualified name of the service that could not be resolved.
    public var service: String { storage.values.key.shownType }

    /// The name that the service was asked for under.
    public var name: Resolver.Name? { .name(fromString: storage.values.key.shownName) }

    /// The identifier that the report's headline has in brackets: `missing-registration` for instance.
    public var identifier: String { report.id.rawValue }

    /// Where the call is; nil for calls through function values and protocols, which carry no place.
    public var callSite: ResolutionEvent.Place? { ResolutionEvent.Place(location) }

    /// Where the service is registered whose factory has failed; nil if that is not known.
    public var registered: ResolutionEvent.Place? {
        if case .closed = reason { return nil }
        return ResolutionEvent.Place(site)
    }

    /// The services that were being made when this one was asked for, the innermost first.
    public var chain: [Link] {
        storage.values.chain.map { Link($0.key) }
    }

    var key: ServiceKey { storage.values.key }
    var location: CodeLocation { storage.values.location }
    var links: [ChainLink] { storage.values.chain }
    var cycle: [ChainLink] { storage.values.cycle }
    /// Where the service is registered; for a service that was closed, where `close()` was called, unless it is open again.
    var site: CodeLocation { storage.values.site }
    /// The declaration that stands for the service, if one has asked for it.
    var standIn: ServiceKey? {
        links.first.flatMap { $0.standsForService(askedForAt: location) ? $0.key : nil }
    }
    var nearMisses: [NearMiss] { storage.values.nearMisses }
    /// The scope that was closed; nil if everything was closed.
    var closedScope: ResolverScope? { storage.values.closedScope }
    /// Whether a fact holds.
    ///
    /// That a `legacy()` factory has asked is a fact, or follows from the chain where the factory is a link of its own.
    func has(_ fact: Facts) -> Bool {
        storage.values.facts.has(fact) || fact == .isOfLegacy && standIn != nil
    }
}

extension ResolutionError: CustomStringConvertible {
    /// The report: what failed, who asked for it, and how to mend it.
    public var description: String { report.text }

    /// The report and its parts.
    package var report: FailureText { Failure.unresolved(self) }
}
