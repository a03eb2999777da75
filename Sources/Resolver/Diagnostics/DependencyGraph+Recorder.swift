extension DependencyGraph {
    /// An observer that records who needs what.
    ///
    /// It keeps no instance and no event: what it holds grows with the number of services, not of resolutions.
    public final class Recorder: ResolutionObserver, @unchecked Sendable {
        // Sound because everything is guarded by the engine's lock.

        private var nodes: [Identity: Node] = [:]
        private var edges: [Edge: EdgeKind] = [:]

        /// The call whose asking is nobody's.
        private let ignored: CallSite?

        /// Makes a recorder; add it with ``Resolver/addObserver(_:)``.
        public init() { ignored = nil }

        init(ignoring site: CallSite) { ignored = site }

        /// Records one resolution.
        public func observe(_ event: ResolutionEvent) {
            let service = Identity(event.observed)
            let parent = event.links.first ?? event.owner?.service
            let kind = EdgeKind(isLazy: event.links.isEmpty, isHeld: !event.links.isEmpty || event.owner?.holds ?? true)
            Engine.locked {
                var node = nodes[service] ?? Node(event.observed)
                node.lifetime = event.observed.lifetime
                node.isForward = event.observed.isForward
                // A call that carries no place, and comes from outside, is none of the program's places.
                let isIgnored = ignored.map { $0.line == event.site.line && $0.hasSameFile(as: event.site) } ?? false
                if !event.links.isEmpty || event.site.line != 0 && !isIgnored {
                    node.askers.insert(Asker(service: event.links.first.map(Identity.init), site: event.site))
                }
                nodes[service] = node
                if let parent { record(parent, needs: service, kind) }
            }
        }

        /// Records what a resolution that never ends was making, the innermost first.
        func record(chain: [ObservedService]) {
            Engine.locked {
                for (needed, service) in zip(chain, chain.dropFirst()) {
                    let identity = Identity(needed)
                    if nodes[identity] == nil { nodes[identity] = Node(needed) }
                    record(service, needs: identity, EdgeKind(isLazy: false, isHeld: true))
                }
            }
        }

        private func record(_ service: ObservedService, needs needed: Identity, _ kind: EdgeKind) {
            let identity = Identity(service)
            if nodes[identity] == nil { nodes[identity] = Node(service) }
            let edge = Edge(service: identity, needed: needed)
            edges[edge] = kind.merged(with: edges[edge])
        }

        /// What was recorded so far.
        public var graph: DependencyGraph { graph(unused: []) }

        /// What was recorded so far, and what is registered with a resolver and its children and was never asked for.
        ///
        /// - Parameter resolver: The resolver.
        /// - Returns: The graph.
        public func graph(of resolver: Resolver) -> DependencyGraph {
            graph(
                unused: Engine.registrations(in: resolver, sandbox: .prepared()).map {
                    ObservedService($0)
                })
        }

        /// What was recorded so far, and other services, which are unused if they were never asked for.
        func graph(unused: [ObservedService]) -> DependencyGraph {
            var (nodes, edges) = Engine.locked { (self.nodes, self.edges) }
            for service in unused where nodes[Identity(service)] == nil {
                var node = Node(service)
                node.isUnused = true
                nodes[Identity(service)] = node
            }
            return DependencyGraph(nodes: nodes, edges: edges)
        }
    }

    /// What tells services apart: key and place, as registrations of sandboxes that were copied are the same.
    struct Identity: Hashable {
        let key: ServiceKey
        let site: CallSite

        init(_ service: ObservedService) {
            key = service.key
            site = service.registered ?? .unknown
        }

        static func == (left: Identity, right: Identity) -> Bool {
            guard left.key == right.key, left.site.line == right.site.line else { return false }
            return left.site.hasSameFile(as: right.site)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(key.hash)
            hasher.combine(site.line)
        }
    }

    /// Who asked, and where.
    struct Asker: Hashable {
        let service: Identity?
        let site: CallSite

        static func == (left: Asker, right: Asker) -> Bool {
            left.service == right.service && left.site.line == right.site.line
                && left.site.hasSameFile(as: right.site)
        }

        func hash(into hasher: inout Hasher) { hasher.combine(site.line) }
    }

    struct Node {
        let service: ObservedService
        var lifetime: ResolutionEvent.Lifetime
        var isForward: Bool
        var isUnused = false
        var askers: Set<Asker> = []

        init(_ service: ObservedService) {
            self.service = service
            lifetime = service.lifetime
            isForward = service.isForward
        }

        var isMissing: Bool { service.registered == nil }
        var place: ResolutionEvent.Place? { service.registered.flatMap(ResolutionEvent.Place.init) ?? service.declared }
    }

    struct Edge: Hashable {
        let service: Identity
        let needed: Identity
    }

    /// How a service came to ask for another.
    struct EdgeKind {
        /// Whether only a lazy property asked.
        let isLazy: Bool
        /// Whether the service may hold what it asked for, and not only weakly.
        let isHeld: Bool

        func merged(with other: EdgeKind?) -> EdgeKind {
            EdgeKind(isLazy: isLazy && other?.isLazy ?? true, isHeld: isHeld || other?.isHeld ?? false)
        }
    }
}

extension CallSite {
    /// Two copies of one literal may stand in a program, so texts count where the pointers differ.
    func hasSameFile(as other: CallSite) -> Bool {
        unsafe file.utf8Start == other.file.utf8Start || "\(file)" == "\(other.file)"
    }
}

extension DependencyGraph {
    /// Orders what was recorded, and marks what is worth a look.
    init(nodes: [Identity: Node], edges: [Edge: EdgeKind]) {
        func order(_ node: Node) -> (String, String, Int) {
            (node.service.key.display, node.place?.file ?? "", node.place?.line ?? 0)
        }
        let sorted = nodes.sorted { order($0.value) < order($1.value) }
        let indices = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.key, $0) })
        let ordered = edges.compactMap { edge, kind -> (service: Int, needed: Int, kind: EdgeKind)? in
            guard let service = indices[edge.service], let needed = indices[edge.needed] else { return nil }
            return (service, needed, kind)
        }.sorted { ($0.service, $0.needed) < ($1.service, $1.needed) }
        var component = Array(repeating: 0, count: sorted.count)
        let components = DependencyGraph.components(count: sorted.count, ordered.map { ($0.service, $0.needed) })
        for (number, members) in components.enumerated() { for member in members { component[member] = number } }
        let selfish = Set(ordered.filter { $0.service == $0.needed }.map(\.service))
        let copies = Dictionary(grouping: sorted.map(\.value.service.key.type)) { qualifiedName(of: $0) }
            .mapValues { types in Set(types.filter { !isPrivate($0) }.map(ObjectIdentifier.init)).count > 1 }
        func lifetime(_ index: Int, _ seen: Set<Int> = []) -> ResolutionEvent.Lifetime? {
            // What stands for another lives as long as that.
            guard sorted[index].value.isForward else {
                return sorted[index].value.isMissing ? nil : sorted[index].value.lifetime
            }
            return ordered.first { $0.service == index && !seen.contains($0.needed) }
                .flatMap { lifetime($0.needed, seen.union([index])) }
        }
        services = sorted.enumerated().map { index, entry in
            let node = entry.value
            return Service(
                index: index, type: node.service.key.typeName, name: node.service.name,
                factory: node.service.key.place == nil ? nil : node.service.key.display, place: node.place,
                lifetime: node.isMissing || node.isForward ? nil : node.lifetime, isForward: node.isForward,
                isMissing: node.isMissing, isUnused: node.isUnused, isSingleUse: node.askers.count == 1,
                isSecondCopy: copies[node.service.key.typeName] ?? false,
                isInCycle: components[component[index]].count > 1 || selfish.contains(index))
        }
        dependencies = ordered.map { edge in
            let isCaptive =
                if edge.kind.isHeld, !sorted[edge.service].value.isForward, let holder = lifetime(edge.service),
                    let held = lifetime(edge.needed)
                { holder.outlives(held) } else { false }
            return Dependency(
                service: edge.service, needed: edge.needed, isLazy: edge.kind.isLazy,
                isInCycle: component[edge.service] == component[edge.needed], isCaptive: isCaptive)
        }
    }
}

extension ResolutionEvent.Lifetime {
    /// Whether an instance of this lifetime keeps one of the other beyond what is stated for that.
    ///
    /// A shared instance lives for as long as somebody holds it, so nobody keeps it for too long.
    func outlives(_ other: Self) -> Bool {
        switch (self, other) {
        case (.unique, _), (.graph, _), (_, .shared): false
        case (_, .unique), (_, .graph): true
        case (.singleton, .cached), (.singleton, .container), (.singleton, .custom): true
        default: false
        }
    }
}
