public import Resolver

/// Who needs what, as it was recorded from real resolutions.
///
/// ```swift
/// let recorder = DependencyGraph.Recorder()
/// Resolver.addObserver(recorder)
/// runTheProgram()
/// print(recorder.graph(of: .root).mermaid)
/// ```
///
/// A service needs what was asked for while it was made, and what its lazy properties (`@LazyInjected` and the like)
/// ask for later. What it resolves itself in its methods is the program's own asking, and no dependency of it.
///
/// A graph is a value and holds no instance. The same resolutions give the same graph, whatever their order and however
/// often, so its exports can be compared in tests and kept with the sources: as JSON, it says what a change did to the
/// wiring, with ``changes(since:)``.
public struct DependencyGraph: Sendable, Equatable {
    /// A service of the graph.
    public struct Service: Sendable, Equatable {
        /// Its place in ``DependencyGraph/services``.
        public internal(set) var index: Int
        /// The fully qualified name of its type.
        public let type: String
        /// The name it is registered under; nil for a typed factory.
        public let name: Resolver.Name?
        /// How a typed factory is shown, `Container.loader` for instance; nil for what is looked up.
        public let factory: String?
        /// Where it is registered, or where the typed factory is declared; nil where that is not known.
        public let place: ResolutionEvent.Place?
        /// How long its instance lives; nil where nothing is registered, or where it passes on another service.
        public let lifetime: ResolutionEvent.Lifetime?
        /// Whether it only passes on another service.
        public let isForward: Bool
        /// Whether it was asked for and nothing is registered.
        public let isMissing: Bool
        /// Whether it was never asked for; of what passes on a typed factory, whether that was not either.
        public let isUnused: Bool
        /// Whether it was asked for at a single place of the program.
        public let isSingleUse: Bool
        /// Whether another service's type has the same full name and is not the same: its module is in the program
        /// twice.
        public let isSecondCopy: Bool
        /// Whether it needs itself, by way of others.
        public internal(set) var isInCycle = false
    }

    /// That one service needs another.
    public struct Dependency: Sendable, Equatable {
        /// The index of the service that needs the other.
        public internal(set) var service: Int
        /// The index of the service that is needed.
        public internal(set) var needed: Int
        /// Whether it was only asked for by a lazy property.
        public let isLazy: Bool
        /// Whether it is part of a cycle.
        public internal(set) var isInCycle: Bool
        /// The index of the singleton that keeps what is needed, though that may end before it; nil where there is
        /// none.
        ///
        /// What is needed is `shared`, `cached`, `container`, or of a scope of the program's own: its scope can be
        /// reset, or it ends by itself, and the singleton goes on with the old instance. That singleton is the service,
        /// or one that keeps the service, where that is made anew for whoever asks (`unique` or `graph`).
        ///
        /// That what was asked for is kept is taken for granted: one that is only used while the service is made is
        /// marked, too.
        public internal(set) var keeper: Int?

        /// Whether the service may hold what it asked for, and not only weakly.
        let isHeld: Bool

        /// Whether a longer-lived service keeps what is needed beyond its lifetime.
        public var isCaptive: Bool { keeper != nil }
    }

    /// The services, ordered by how they are shown.
    public internal(set) var services: [Service]
    /// The dependencies, ordered by their services.
    public internal(set) var dependencies: [Dependency]
}

extension DependencyGraph {
    /// The dependencies in which a longer-lived instance keeps a shorter-lived one.
    public var captives: [Dependency] { dependencies.filter(\.isCaptive) }

    /// The services that need themselves, those of each cycle together.
    public var cycles: [[Service]] {
        let needs = needs
        return components(needs).filter { members in
            members.count > 1 || needs[members[0]].contains { $0.needed == members[0] }
        }.map { $0.map { services[$0] } }
    }

    /// Cycles whose services each need the next, and the last the first: so many that whatever is in a cycle is in one of
    /// these.
    var rings: [[Int]] {
        let needs = needs
        var known: Set<Int> = []
        return services.indices.filter { services[$0].isInCycle }.compactMap { start in
            guard !known.contains(start) else { return nil }
            let ring = shortestRing(from: start, needs)
            known.formUnion(ring)
            return ring
        }
    }

    /// The shortest way from a service that is in a cycle back to it: the nearest services are looked at first.
    private func shortestRing(from start: Int, _ needs: [[Dependency]]) -> [Int] {
        /// What has led to each service.
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
        var ring = [start]
        while let service = former[ring[ring.count - 1]], service != start { ring.append(service) }
        return [start] + ring.dropFirst().reversed()
    }

    /// The services that nobody asked for.
    public var unused: [Service] { services.filter(\.isUnused) }

    /// The services that were asked for at a single place.
    public var singleUse: [Service] { services.filter(\.isSingleUse) }

    /// The services that some others need, and what these need in turn.
    ///
    /// - Parameter roots: The indices of those others, which are part of it.
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

    /// What each service needs, in order.
    var needs: [[Dependency]] {
        dependencies.reduce(into: Array(repeating: [], count: services.count)) { $0[$1.service].append($1) }
    }

    /// The sets of services each of which leads to each other, ordered by the first: Tarjan's algorithm.
    func components(_ needs: [[Dependency]]) -> [[Int]] {
        var components: [[Int]] = []
        /// The services whose sets are not complete, in the order in which they were reached.
        var open: [Int] = []
        /// The first place in `open` that each service is known to lead to; .max where its set is complete.
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
