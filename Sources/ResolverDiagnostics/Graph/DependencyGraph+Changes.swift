import Resolver

extension DependencyGraph {
    /// What a change did to a graph: the services and dependencies that it added, removed or altered.
    ///
    /// A service of one graph is the same as one of the other if type, name and typed factory are equal. Where several have
    /// those in common, the file decides. Lines do not count.
    public struct Changes: Sendable, Equatable {
        /// A service that was added, removed or altered, or whose dependencies were.
        public struct ServiceChange: Sendable, Equatable {
            /// The service as reports name it, with its file where several services have that name.
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
            /// The service that is needed, as reports name it.
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
        let comparison = Comparison(before: earlier.markedAlone, after: markedAlone)
        return Changes(services: comparison.changes.sorted { $0.name < $1.name })
    }
}

extension DependencyGraph {
    /// The graph with the marks that follow from its own services, as decoding gives it; a part carries marks of the whole
    /// graph.
    fileprivate var markedAlone: DependencyGraph { DependencyGraph(marking: services, dependencies) }
}

/// Two graphs side by side.
private struct Comparison {
    let before: DependencyGraph
    let after: DependencyGraph
    /// One row for each service, with its index in either graph: those of `before` in order, then those that were added.
    private let rows: [Row]

    private struct Row {
        var before: Int?
        var after: Int?
    }

    /// Tells services apart; several services may have one key.
    private struct Key: Hashable {
        let type: String
        let name: Resolver.Name?
        let factory: String?

        init(_ service: DependencyGraph.Service) {
            type = service.type
            name = service.name
            // Lines move, and a decoded service has none.
            factory = service.factoryWithoutLine
        }
    }

    init(before: DependencyGraph, after: DependencyGraph) {
        self.before = before
        self.after = after
        let earlier = Dictionary(grouping: before.services, by: Key.init)
        let later = Dictionary(grouping: after.services, by: Key.init)
        rows = Set(earlier.keys).union(later.keys).flatMap { key -> [Row] in
            var gone = earlier[key] ?? []
            var come = later[key] ?? []
            var rows: [Row] = []
            func pair(_ areSame: (DependencyGraph.Service, DependencyGraph.Service) -> Bool) {
                for service in come {
                    guard let match = gone.firstIndex(where: { areSame($0, service) }) else { continue }
                    rows.append(Row(before: gone.remove(at: match).index, after: service.index))
                    come.removeAll { $0.index == service.index }
                }
            }
            pair { $0.place?.file == $1.place?.file }
            // The file matches no other, so the service has moved to another file.
            pair { _, _ in true }
            return rows + gone.map { Row(before: $0.index) } + come.map { Row(after: $0.index) }
        }.sorted { ($0.before ?? .max, $0.after ?? .max) < ($1.before ?? .max, $1.after ?? .max) }
    }

    var changes: [DependencyGraph.Changes.ServiceChange] {
        let names = (before: before.references, after: after.references)
        let needs = (before: before.needs, after: after.needs)
        /// The row of each service.
        var numbers = (
            before: Array(repeating: 0, count: before.services.count),
            after: Array(repeating: 0, count: after.services.count)
        )
        for (number, row) in rows.enumerated() {
            if let index = row.before { numbers.before[index] = number }
            if let index = row.after { numbers.after[index] = number }
        }
        func name(_ row: Row) -> String {
            row.after.map { names.after[$0] } ?? row.before.map { names.before[$0] } ?? ""
        }
        /// The dependencies of a service in one of the graphs, by the row of the service that is needed.
        func needed(
            by service: Int?, _ needs: [[DependencyGraph.Dependency]], _ numbers: [Int]
        ) -> [Int: DependencyGraph.Dependency] {
            guard let service else { return [:] }
            return Dictionary(uniqueKeysWithValues: needs[service].map { (numbers[$0.needed], $0) })
        }
        return rows.compactMap { row in
            let earlier = needed(by: row.before, needs.before, numbers.before)
            let later = needed(by: row.after, needs.after, numbers.after)
            // Sorted by row first, so that dependencies of one name stay in a fixed order.
            let dependencies = Set(earlier.keys).union(later.keys).sorted().compactMap {
                number -> DependencyGraph.Changes.DependencyChange? in
                let change = DependencyGraph.Changes.DependencyChange(
                    name: name(rows[number]), before: earlier[number], after: later[number])
                return change.before?.facts == change.after?.facts ? nil : change
            }
            let change = DependencyGraph.Changes.ServiceChange(
                name: name(row), before: row.before.map { before.services[$0] },
                after: row.after.map { after.services[$0] }, dependencies: dependencies.sorted { $0.name < $1.name })
            return dependencies.isEmpty && change.before?.facts == change.after?.facts ? nil : change
        }
    }
}
