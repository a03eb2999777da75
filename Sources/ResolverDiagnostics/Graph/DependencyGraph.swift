public import Resolver

/// Which service needs which, recorded from real resolutions.
///
/// ```swift
/// let recorder = DependencyGraph.Recorder()
/// Resolver.addObserver(recorder)
/// runTheProgram()
/// print(recorder.graph(of: .root).mermaid)
/// ```
///
/// A service needs the services that are asked for while it is made, and those for which its lazy properties (`@LazyInjected`
/// and the like) ask later. A service that one of its methods resolves is no dependency: there, the program itself asks.
///
/// A graph is a value and holds no instance. The same resolutions give the same graph, in whatever order and however often they
/// run. So its exports can be compared in tests, or committed as JSON: ``changes(since:)`` then says what a change did to the
/// wiring.
public struct DependencyGraph: Sendable, Equatable {
    /// A service of the graph.
    public struct Service: Sendable, Equatable {
        /// The service's index in ``DependencyGraph/services``.
        public internal(set) var index: Int
        /// The fully qualified name of the service's type.
        public let type: String
        /// The name under which the service is registered; nil for a typed factory.
        public let name: Resolver.Name?
        /// The typed factory as reports name it, for instance `Container.loader`; nil for a registration.
        ///
        /// A static factory's has a line, unless it was decoded.
        public let factory: String?
        /// Where the service is registered, or its typed factory declared; nil where that is not known.
        public let place: ResolutionEvent.Place?
        /// How long the service's instance lives; nil where nothing is registered, or where the service passes on another.
        public let lifetime: ResolutionEvent.Lifetime?
        /// Whether the service only passes on another service.
        public let isForward: Bool
        /// Whether the service was asked for although nothing is registered.
        public let isMissing: Bool
        /// Whether the service was never asked for; a registration that passes on a typed factory is used if that factory is.
        public let isUnused: Bool
        /// Whether the service was asked for at a single place of the program.
        public let isSingleUse: Bool
        /// Whether another service has a different type with the same full name: their module is in the program twice.
        public let isSecondCopy: Bool
        /// Whether the service needs itself, directly or by way of others.
        public internal(set) var isInCycle = false
    }

    /// One service's need of another.
    public struct Dependency: Sendable, Equatable {
        /// The index of the service that needs the other.
        public internal(set) var service: Int
        /// The index of the service that is needed.
        public internal(set) var needed: Int
        /// How the service has asked for the other.
        let kind: EdgeKind
        /// Whether the dependency is part of a cycle.
        public internal(set) var isInCycle = false
        /// The index of the singleton that keeps the needed service beyond its lifetime; nil where there is none.
        ///
        /// The needed service is `shared`, `cached`, `container`, or of a scope of the program's own: its scope can be reset,
        /// or its instance can end by itself. The singleton then goes on with the old instance. The singleton is the service
        /// that needs it, or one that keeps that service, where that is made anew for each caller (`unique` or `graph`).
        ///
        /// The graph assumes that a service keeps what it asks for. So a dependency is marked even if the service only uses it
        /// while it is made.
        public internal(set) var keeper: Int?

        /// Whether the service only asks for the other through a lazy property.
        public var isLazy: Bool { kind != .direct }

        /// Whether the service may hold the needed one strongly.
        var isHeld: Bool { kind != .weak }

        /// Whether a singleton keeps the needed service beyond its lifetime.
        public var isCaptive: Bool { keeper != nil }
    }

    /// The services, ordered by how they are shown.
    public internal(set) var services: [Service]
    /// The dependencies, ordered by their services.
    public internal(set) var dependencies: [Dependency]
}

extension DependencyGraph {
    /// The dependencies in which a singleton keeps an instance that may end earlier.
    public var captives: [Dependency] { dependencies.filter(\.isCaptive) }

    /// The services that need themselves, in one list for each group that need each other.
    public var cycles: [[Service]] {
        let needs = needs
        return components(needs).filter { members in
            members.count > 1 || needs[members[0]].contains { $0.needed == members[0] }
        }.map { $0.map { services[$0] } }
    }

    /// Simple cycles, in which each service needs the next, and the last the first.
    ///
    /// Each service that is in a cycle is in one of these; not every cycle is listed. A part of a graph only has those that are
    /// all in it.
    var rings: [[Int]] {
        let needs = needs
        var known: Set<Int> = []
        return services.indices.filter { services[$0].isInCycle }.compactMap { start in
            guard !known.contains(start), let ring = shortestRing(from: start, needs) else { return nil }
            known.formUnion(ring)
            return ring
        }
    }

    /// The shortest cycle through a service, found by looking at the nearest services first; nil where there is none.
    private func shortestRing(from start: Int, _ needs: [[Dependency]]) -> [Int]? {
        /// For each service that was reached, the service that led to it.
        var former: [Int: Int] = [:]
        var reached = [start]
        var next = 0
        while former[start] == nil, next < reached.count {
            for edge in needs[reached[next]] where edge.isInCycle && former[edge.needed] == nil {
                former[edge.needed] = edge.service
                reached.append(edge.needed)
            }
            next += 1
        }
        guard former[start] != nil else { return nil }
        var ring = [start]
        while let service = former[ring[ring.count - 1]], service != start { ring.append(service) }
        return [start] + ring.dropFirst().reversed()
    }

    /// The services that were never asked for.
    public var unused: [Service] { services.filter(\.isUnused) }

    /// The services that were asked for at a single place.
    public var singleUse: [Service] { services.filter(\.isSingleUse) }

    /// The given services, those that they need, and what these need in turn.
    ///
    /// - Parameter roots: The indices of the given services.
    /// - Returns: The indices.
    public func reachable(from roots: some Sequence<Int>) -> Set<Int> {
        let needs = needs
        var reached: Set<Int> = []
        var pending = Array(roots)
        while let next = pending.popLast() {
            guard reached.insert(next).inserted, needs.indices.contains(next) else { continue }
            pending += needs[next].map(\.needed)
        }
        return reached
    }

    /// The dependencies of each service, in order.
    var needs: [[Dependency]] {
        dependencies.reduce(into: Array(repeating: [], count: services.count)) { $0[$1.service].append($1) }
    }

    /// The groups of services in which each leads to every other, ordered by their first: Tarjan's algorithm.
    func components(_ needs: [[Dependency]]) -> [[Int]] {
        var components: [[Int]] = []
        /// The services whose groups are not complete, in the order in which they were reached.
        var open: [Int] = []
        /// The lowest index in `open` to which each service is known to lead; .max once its group is complete.
        var first: [Int?] = Array(repeating: nil, count: services.count)
        for start in services.indices where first[start] == nil {
            // No recursion, as a chain of services may be longer than a thread's stack is deep.
            var path = [(service: start, place: open.count, next: 0)]
            while let (service, place, next) = path.last {
                let known = first[service] ?? place
                if first[service] == nil {
                    first[service] = place
                    open.append(service)
                }
                if next < needs[service].count {
                    let needed = needs[service][next].needed
                    if let found = first[needed] {
                        first[service] = min(known, found)
                        path[path.count - 1].next += 1
                    } else {
                        path.append((needed, open.count, 0))
                    }
                } else {
                    path.removeLast()
                    guard known == place else { continue }
                    for member in open[place...] { first[member] = .max }
                    components.append(open[place...].sorted())
                    open.removeSubrange(place...)
                }
            }
        }
        return components.sorted { $0[0] < $1[0] }
    }
}
