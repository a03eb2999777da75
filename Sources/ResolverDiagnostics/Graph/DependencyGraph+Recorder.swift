public import Resolver

extension DependencyGraph {
    /// An observer that records who needs what.
    ///
    /// It keeps no instance and no event: what it holds grows with the number of services, not of resolutions.
    public final class Recorder: ResolutionObserver, Sendable {
        fileprivate struct Recorded {
            var nodes: [Identity: Node] = [:]
            var edges: [Edge: EdgeKind] = [:]
        }

        private let recorded = Guarded(Recorded())

        /// The call of the tool itself, which is no asker.
        private let ignored: CodeLocation?

        /// Makes a recorder; add it with `Resolver.addObserver` or `Container.addObserver`.
        public init() { ignored = nil }

        init(ignoring location: CodeLocation) { ignored = location }

        /// Records one resolution.
        public func observe(_ event: ResolutionEvent) {
            let service = Identity(event.observed)
            recorded.withLock { recorded in
                var node = recorded.nodes[service] ?? Node(event.observed)
                node.service = event.observed
                // A call that carries no place, and comes from outside, is none of the program's places.
                if !event.links.isEmpty || event.location.line != 0 && event.location != ignored {
                    node.ask(Asker(service: event.links.first.map(Identity.init), location: event.location))
                }
                recorded.nodes[service] = node
                let asker = event.links.first
                if let asker { recorded.record(asker, needs: service, .direct) }
                // A lazy property that is first read in the making of what it is part of is one more of its dependencies.
                if let owner = event.owner, asker.map({ Identity($0) != Identity(owner.service) }) ?? true {
                    recorded.record(owner.service, needs: service, owner.holds ? .lazy : .weak)
                }
            }
        }

        /// Records what a resolution that never ends was making, the innermost first.
        func record(chain: [ObservedService]) {
            recorded.withLock { recorded in
                for (needed, service) in zip(chain, chain.dropFirst()) {
                    recorded.add(needed)
                    recorded.record(service, needs: Identity(needed), .direct)
                }
            }
        }

        /// What was recorded so far.
        public var graph: DependencyGraph { graph(with: []) }

        /// What was recorded so far, and what is registered with a resolver and its children and was never asked for.
        ///
        /// - Parameter resolver: The resolver.
        /// - Returns: The graph.
        public func graph(of resolver: Resolver) -> DependencyGraph {
            graph(with: ToolSupport.registrations(of: resolver))
        }

        /// What was recorded so far, and other registrations, which are unused if they were never asked for, and neither
        /// was the typed factory that they pass on.
        func graph(with listings: [ServiceListing]) -> DependencyGraph {
            // Lists, as for the thread sanitizer a dictionary that is read beside a copy is a race.
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

    /// What tells services apart: key and place, as registrations of sandboxes that were copied are the same.
    struct Identity: Hashable {
        let service: ServiceKey
        let registered: CodeLocation?

        init(_ service: ObservedService) {
            self.service = service.key
            registered = service.registered
        }
    }

    /// Who asked, and where.
    struct Asker: Hashable {
        let service: Identity?
        let location: CodeLocation
    }

    struct Node {
        /// As it was observed last: the lifetime is another one where a scope was stated meanwhile.
        var service: ObservedService
        var isUnused = false
        /// The first that asked.
        private var asker: Asker?
        private var hasSeveralAskers = false

        init(_ service: ObservedService) { self.service = service }

        mutating func ask(_ asker: Asker) {
            hasSeveralAskers = hasSeveralAskers || self.asker.map { $0 != asker } ?? false
            self.asker = self.asker ?? asker
        }

        var isSingleUse: Bool { asker != nil && !hasSeveralAskers }
    }

    struct Edge: Hashable {
        let service: Identity
        let needed: Identity
    }

    /// How a service came to ask for another; where it has asked in several ways, the greatest of them counts.
    enum EdgeKind: Comparable {
        /// By a lazy property that does not hold what it resolves.
        case weak
        /// By a lazy property that does.
        case lazy
        /// While it was made.
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
