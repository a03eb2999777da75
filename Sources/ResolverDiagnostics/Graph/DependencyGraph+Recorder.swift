public import Resolver

extension DependencyGraph {
    /// An observer that records which service needs which.
    ///
    /// It keeps no instance and no event. Its memory grows with the number of services, and of places that ask for them; not of
    /// resolutions.
    public final class Recorder: ResolutionObserver, Sendable {
        fileprivate struct Recorded {
            var nodes: [Identity: Node] = [:]
            var edges: [Edge: EdgeKind] = [:]
        }

        private let recorded = Guarded(Recorded())

        /// Where a validation calls; that call does not count as an asker.
        private let ignored: CodeLocation?

        /// Makes a recorder; add it with `Resolver.addObserver` or `Container.addObserver`.
        public init() { ignored = nil }

        init(ignoring location: CodeLocation) { ignored = location }

        /// Records one resolution.
        public func observe(_ event: ResolutionEvent) {
            let service = Identity(event.observed)
            let asker = event.links.first
            recorded.withLock { recorded in
                // Changed in place, as a copy would copy the askers.
                recorded.nodes[service, default: Node(event.observed)].service = event.observed
                // A call from outside of all factories only counts if it carries a place, and is not the validation's own.
                if asker != nil || event.location.line != 0 && event.location != ignored {
                    recorded.nodes[service]?.askers.insert(
                        Asker(service: asker.map(Identity.init), location: event.location))
                }
                if let asker { recorded.record(asker, needs: service, .direct) }
                // A lazy property's service is needed by the property's owner, also where something else is being made. If the
                // owner itself is being made, the dependency is recorded as a direct one, and stays one.
                if let owner = event.owner {
                    recorded.record(owner.service, needs: service, owner.holds ? .lazy : .weak)
                }
            }
        }

        /// Records the services that a thread was making when it was abandoned, the innermost first.
        func record(chain: [ObservedService]) {
            recorded.withLock { recorded in
                for (needed, service) in zip(chain, chain.dropFirst()) {
                    recorded.add(needed)
                    recorded.record(service, needs: Identity(needed), .direct)
                }
            }
        }

        /// The graph of what was recorded so far.
        public var graph: DependencyGraph { graph(with: []) }

        /// The graph of what was recorded so far, and of the registrations of a resolver and its children that were never asked
        /// for.
        ///
        /// - Parameter resolver: The resolver.
        /// - Returns: The graph.
        public func graph(of resolver: Resolver) -> DependencyGraph {
            graph(with: ToolSupport.registrations(of: resolver))
        }

        /// The graph of what was recorded so far, and of other registrations.
        ///
        /// Those that were never asked for are unused, unless they pass on a typed factory that was asked for.
        func graph(with listings: [ServiceListing]) -> DependencyGraph {
            // Copied into arrays: the thread sanitizer reports a race where a dictionary is read while another thread has a
            // copy.
            let (used, edges) = recorded.withLock { (Array($0.nodes), Array($0.edges)) }
            var nodes = Dictionary(uniqueKeysWithValues: used.map { ($0.key, $0.value) })
            let factories = Set(used.map(\.key.service).filter { $0.factory != nil })
            for listing in listings where nodes[Identity(listing.service)] == nil {
                var node = Node(listing.service)
                node.isUnused = listing.forwardsTo.map(factories.contains) != true
                nodes[Identity(listing.service)] = node
            }
            return DependencyGraph(nodes: nodes, edges: edges)
        }
    }

    /// Tells services apart by key and place, as a copy of a sandbox has the same registrations.
    struct Identity: Hashable {
        let service: ServiceKey
        let registered: CodeLocation?

        init(_ service: ObservedService) {
            self.service = service.key
            registered = service.registered
        }
    }

    /// Which service asked, nil for the program itself, and where.
    struct Asker: Hashable {
        let service: Identity?
        let location: CodeLocation
    }

    struct Node {
        /// The service as it was observed last: its lifetime changes if a scope is stated in the meantime.
        var service: ObservedService
        var isUnused = false
        /// The services and places that asked.
        var askers: Set<Asker> = []

        init(_ service: ObservedService) { self.service = service }

        var isSingleUse: Bool { askers.count == 1 }
    }

    struct Edge: Hashable {
        let service: Identity
        let needed: Identity
    }

    /// How a service has asked for another; where it has asked in several ways, the greatest counts.
    enum EdgeKind: Comparable {
        /// Through a lazy property that does not hold the service that it resolves.
        case weak
        /// Through a lazy property that holds the service that it resolves.
        case lazy
        /// While the service was being made.
        case direct
    }
}

extension DependencyGraph.Recorder.Recorded {
    fileprivate mutating func add(_ service: ObservedService) {
        let identity = DependencyGraph.Identity(service)
        if nodes[identity] == nil { nodes[identity] = DependencyGraph.Node(service) }
    }

    fileprivate mutating func record(
        _ service: ObservedService, needs needed: DependencyGraph.Identity, _ kind: DependencyGraph.EdgeKind
    ) {
        add(service)
        let edge = DependencyGraph.Edge(service: DependencyGraph.Identity(service), needed: needed)
        edges[edge] = max(kind, edges[edge] ?? kind)
    }
}
