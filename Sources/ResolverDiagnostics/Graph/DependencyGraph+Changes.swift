import Resolver

extension DependencyGraph {
    /// What a change did to a graph: the services and dependencies that it added, removed or altered.
    ///
    /// A service of one graph is the same as one of the other if type, name and typed factory are equal. Where several have
    /// those in common, the file decides. Lines do not count.
    public struct Changes: Sendable, Equatable {
        /// A service that was added, removed or altered, or whose dependencies were.
        public struct ServiceChange: Sendable, Equatable {
            /// The service as reports name it, but without a line; with its file where several services have that name.
            public let name: String
            /// The service as it was; nil if it was added.
            public let before: Service?
            /// The service as it is; nil if it was removed.
            public let after: Service?
            /// The changes of its dependencies: all of them, if the service was added or removed.
            public let dependencies: [DependencyChange]
        }

        /// A dependency that was added, removed or altered.
        public struct DependencyChange: Sendable, Equatable {
            /// The service that is needed, named in the same way.
            public let name: String
            /// The dependency as it was; nil if it was added.
            public let before: Dependency?
            /// The dependency as it is; nil if it was removed.
            public let after: Dependency?
        }

        /// The services with a change, ordered by their names.
        public let services: [ServiceChange]
        /// Whether nothing has changed.
        public var isEmpty: Bool { services.isEmpty }
    }

    /// What has changed since an earlier graph.
    ///
    /// ```swift
    /// let changes = graph.changes(since: committed)
    /// print(changes)              // for a terminal
    /// comment(changes.markdown)   // for a review
    /// ```
    ///
    /// - Parameter earlier: The graph to compare with, recorded or decoded.
    /// - Returns: The changes, in a fixed order.
    public func changes(since earlier: DependencyGraph) -> Changes {
        let (old, new) = (earlier.markedAlone, markedAlone)
        let pairs = paired(old, with: new)
        let before = Side(old, pairs.map(\.before))
        let after = Side(new, pairs.map(\.after))
        func name(_ pair: Int) -> String { after.name(pair) ?? before.name(pair) ?? "" }
        let services = pairs.indices.compactMap { pair -> Changes.ServiceChange? in
            let (earlier, later) = (before.needs(of: pair), after.needs(of: pair))
            // Sorted by pair first, so that dependencies of one name stay in a fixed order.
            let dependencies = Set(earlier.keys).union(later.keys).sorted().map {
                Changes.DependencyChange(name: name($0), before: earlier[$0], after: later[$0])
            }.filter { $0.before?.facts != $0.after?.facts }
            let change = Changes.ServiceChange(
                name: name(pair), before: before.service(pair), after: after.service(pair),
                dependencies: dependencies.sorted { $0.name < $1.name })
            return dependencies.isEmpty && change.before?.facts == change.after?.facts ? nil : change
        }
        return Changes(services: services.sorted { $0.name < $1.name })
    }

    /// The graph with the marks that follow from its own services, as decoding gives it; a part carries marks of the whole
    /// graph.
    private var markedAlone: DependencyGraph { DependencyGraph(marking: services, dependencies) }
}

/// A service of two graphs, by its index in each; nil where a graph does not have it.
private typealias Pair = (before: Int?, after: Int?)

/// Pairs up the services of two graphs: those of the first in order, then those that were added.
private func paired(_ before: DependencyGraph, with after: DependencyGraph) -> [Pair] {
    let earlier = Dictionary(grouping: before.services, by: \.key)
    let later = Dictionary(grouping: after.services, by: \.key)
    return Set(earlier.keys).union(later.keys).flatMap { key -> [Pair] in
        var gone = earlier[key] ?? []
        var come = later[key] ?? []
        var pairs: [Pair] = []
        func pair(_ areSame: (DependencyGraph.Service, DependencyGraph.Service) -> Bool) {
            for service in come {
                guard let match = gone.firstIndex(where: { areSame($0, service) }) else { continue }
                pairs.append((gone.remove(at: match).index, service.index))
                come.removeAll { $0.index == service.index }
            }
        }
        pair { $0.place?.file == $1.place?.file }
        // The file matches no other, so the service has moved to another file.
        pair { _, _ in true }
        return pairs + gone.map { ($0.index, nil) } + come.map { (nil, $0.index) }
    }.sorted { ($0.before ?? .max, $0.after ?? .max) < ($1.before ?? .max, $1.after ?? .max) }
}

extension DependencyGraph.Service {
    /// What services are matched by; several of one graph may share it.
    ///
    /// It has no line: lines move, and a decoded service has none.
    fileprivate var key: [String?] { [type, name?.rawValue, factoryWithoutLine] }
}

/// One of two graphs that are compared; its services are found by the index of their pair.
private struct Side {
    private let services: [DependencyGraph.Service]
    private let names: [String]
    private let needs: [[DependencyGraph.Dependency]]
    /// The index of each pair's service.
    private let indices: [Int?]
    /// The pair of each service.
    private var pairs: [Int]

    init(_ graph: DependencyGraph, _ indices: [Int?]) {
        (services, names, needs) = (graph.services, graph.references, graph.needs)
        self.indices = indices
        pairs = Array(repeating: 0, count: services.count)
        for (pair, index) in indices.enumerated() {
            if let index { pairs[index] = pair }
        }
    }

    func service(_ pair: Int) -> DependencyGraph.Service? { indices[pair].map { services[$0] } }

    func name(_ pair: Int) -> String? { indices[pair].map { names[$0] } }

    /// The dependencies of a service, by the pair of the service that is needed.
    func needs(of pair: Int) -> [Int: DependencyGraph.Dependency] {
        guard let index = indices[pair] else { return [:] }
        return Dictionary(uniqueKeysWithValues: needs[index].map { (pairs[$0.needed], $0) })
    }
}
