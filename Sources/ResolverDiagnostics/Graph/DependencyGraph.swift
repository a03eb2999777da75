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
        /// Whether it was never asked for.
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
        components.filter { $0.count > 1 || needs(of: $0[0]).contains($0[0]) }.map { $0.map { services[$0] } }
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
        walk(from: Array(roots), by: needs(of:))
    }

    private func walk(from start: [Int], by needs: (Int) -> [Int]) -> Set<Int> {
        var reached: Set<Int> = []
        var pending = start
        while let next = pending.popLast() {
            if reached.insert(next).inserted { pending += needs(next) }
        }
        return reached
    }

    /// The indices of what a service needs, in order.
    func needs(of service: Int) -> [Int] { dependencies.filter { $0.service == service }.map(\.needed) }

    /// The sets of services each of which leads to each other, ordered by the first.
    ///
    /// Reachability suffices for graphs of this kind, and is easier to trust than a linear algorithm.
    var components: [[Int]] {
        let count = services.count
        let needs = Dictionary(grouping: dependencies, by: \.service).mapValues { $0.map(\.needed) }
        let reached = (0..<count).map { start in walk(from: needs[start] ?? []) { needs[$0] ?? [] } }
        var components: [[Int]] = []
        var taken: Set<Int> = []
        for index in 0..<count where !taken.contains(index) {
            let component =
                [index] + (index + 1..<count).filter { reached[index].contains($0) && reached[$0].contains(index) }
            taken.formUnion(component)
            components.append(component)
        }
        return components
    }
}
