/// Why a service could not be resolved.
///
/// It is thrown by `Resolver.require` and by asynchronous calls, and is what the calls that
/// cannot throw report when they trap. Printing it gives the whole report: who asked, and how to mend it.
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
        /// The service is a protocol, which the one that is registered for it with `implements` does not implement.
        case notImplemented(by: Link)
        /// Asynchronous factories wait for each other: the path from one of them back to itself.
        case cycle([Link])
        /// The service is made asynchronously, and was asked for by a call that cannot wait.
        case asynchronous
        /// The service lives as long as a run of a task scope, and was asked for outside of any.
        case outsideRun(scope: String)
        /// The service lives as long as a run of a task scope, which had ended when it was asked for.
        case endedRun(scope: String)
        /// The service lives as long as a run of a task scope, and was asked for by what lives longer.
        case captive(scope: String, keeper: Link)
        /// The service was closed, and is not made again until a reset.
        case closed
        /// What is to be closed is asked for by its own making, which would wait for itself.
        case closedInside
    }

    /// One link of the chain that led to the service.
    public struct Link: Sendable, Hashable, CustomStringConvertible {
        /// The fully qualified name of the service that was being made; for a typed factory, `Container.loader`.
        public let service: String
        /// The name it is registered under.
        public let name: Resolver.Name?

        /// The service, and its name where it has one.
        public var description: String { service + namePart }

        /// The same as headlines have it, with the service in quotes.
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
        let hasUnseenHook: Bool
        let isBesideMain: Bool
        let closedScope: ResolverScope?
        let cycle: [ChainLink]
        let isOfTaskScope: Bool
    }

    /// All of it, on the heap: an error is passed on through every call between its cause and who handles it.
    private final class Storage: Sendable {
        let values: Values
        init(_ values: Values) { self.values = values }
    }

    private let storage: Storage

    // Not inlined: each failure has a call of it, and none is in a hurry.
    @inline(never)
    init(
        _ reason: Reason, key: ServiceKey, at location: CodeLocation, chain: [ChainLink],
        site: CodeLocation = .unknown,
        nearMisses: [NearMiss] = [], hasUnseenHook: Bool = false, isBesideMain: Bool = false,
        closedScope: ResolverScope? = nil, cycle: [ChainLink] = [], isOfTaskScope: Bool = false
    ) {
        storage = Storage(
            Values(
                reason: reason, key: key, location: location, chain: chain, site: site, nearMisses: nearMisses,
                hasUnseenHook: hasUnseenHook, isBesideMain: isBesideMain, closedScope: closedScope, cycle: cycle,
                isOfTaskScope: isOfTaskScope))
    }

    /// The error of asynchronous factories that wait for each other: the path from one of them back to itself, and what
    /// asked for it.
    init(cycle path: [ChainLink], outer: [ChainLink]) {
        self.init(
            .cycle(path.map { Link($0.key) }), key: path[0].key, at: path[path.count - 1].location, chain: outer,
            cycle: path)
    }

    /// The error of a declaration without an implementation, with the chain from it outwards.
    ///
    /// `registration` is the declaration's, whose scope says how it can be bound.
    init(unbound chain: [ChainLink], _ registration: Registration?) {
        guard let link = chain.first else { Failure.closureOfSlot.trap() }
        self.init(
            .unbound, key: link.key, at: link.location, chain: Array(chain.dropFirst()),
            isOfTaskScope: Lock.held { registration?.ownScope }?.isByRun ?? false)
    }

    /// What went wrong.
    public var reason: Reason { storage.values.reason }

    /// The fully qualified name of the service that could not be resolved.
    public var service: String { storage.values.key.shownType }

    /// The name it was asked for under.
    public var name: Resolver.Name? { .name(fromString: storage.values.key.shownName) }

    /// What went wrong, as the report's headline says it in brackets: `missing-registration` for instance.
    public var identifier: String { report.id.rawValue }

    /// Where the call is; nil for calls through function values and protocols, which carry no place.
    public var callSite: ResolutionEvent.Place? { ResolutionEvent.Place(location) }

    /// Where the service is registered whose factory has failed; nil where that is not known.
    public var registered: ResolutionEvent.Place? {
        if case .closed = reason { return nil }
        return ResolutionEvent.Place(site)
    }

    /// The services that were being made when it was asked for, the innermost first.
    public var chain: [Link] {
        storage.values.chain.map { Link($0.key) }
    }

    var key: ServiceKey { storage.values.key }
    var location: CodeLocation { storage.values.location }
    var links: [ChainLink] { storage.values.chain }
    var cycle: [ChainLink] { storage.values.cycle }
    /// Where the service is registered; of one that is closed, where it was closed.
    var site: CodeLocation { storage.values.site }
    /// The declaration that asks, in the place of its caller, for what it stands for.
    var standIn: ServiceKey? {
        guard let link = links.first, link.key.isDeclared, location.isKnown, link.location == location else {
            return nil
        }
        return link.key
    }
    var nearMisses: [NearMiss] { storage.values.nearMisses }
    var hasUnseenHook: Bool { storage.values.hasUnseenHook }
    /// Whether a resolver was asked that does not search main, with which the hook registers.
    var isBesideMain: Bool { storage.values.isBesideMain }
    /// The scope that was closed; nil where everything was.
    var closedScope: ResolverScope? { storage.values.closedScope }
    /// Whether the service lives as long as a run, so that it can be bound there.
    var isOfTaskScope: Bool { storage.values.isOfTaskScope }
}

extension ResolutionError: CustomStringConvertible {
    /// The report: what failed, who asked for it, and how to mend it.
    public var description: String { report.text }

    /// The report and its parts.
    package var report: FailureText { Failure.unresolved(self) }
}
