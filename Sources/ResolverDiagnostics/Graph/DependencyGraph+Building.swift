import Resolver

extension DependencyGraph {
    /// Orders what was recorded, and marks what is worth a look.
    init(nodes: [Identity: Node], edges: [Edge: EdgeKind]) {
        func order(_ node: Node) -> (String, String, Int) {
            (node.service.identity.display, node.place?.file ?? "", node.place?.line ?? 0)
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
        let copies = Dictionary(grouping: sorted.map(\.value.service.identity), by: \.typeName)
            .mapValues { Set($0.filter { !$0.hasPrivateType }.map { ObjectIdentifier($0.type) }).count > 1 }
        func lifetime(_ index: Int, _ seen: Set<Int> = []) -> ResolutionEvent.Lifetime? {
            // A service that passes on another lives as long as that.
            guard sorted[index].value.isForward else {
                return sorted[index].value.isMissing ? nil : sorted[index].value.lifetime
            }
            return ordered.first { $0.service == index && !seen.contains($0.needed) }
                .flatMap { lifetime($0.needed, seen.union([index])) }
        }
        services = sorted.enumerated().map { index, entry in
            let node = entry.value
            return Service(
                index: index, type: node.service.identity.typeName, name: node.service.identity.name,
                factory: node.service.identity.factory, place: node.place,
                lifetime: node.isMissing || node.isForward ? nil : node.lifetime, isForward: node.isForward,
                isMissing: node.isMissing, isUnused: node.isUnused, isSingleUse: node.askers.count == 1,
                isSecondCopy: copies[node.service.identity.typeName] ?? false,
                isInCycle: components[component[index]].count > 1 || selfish.contains(index))
        }
        // What a singleton keeps: itself, and what is made for it alone.
        var keepers: [Int: Int] = [:]
        for index in sorted.indices where !sorted[index].value.isForward && lifetime(index) == .singleton {
            var pending = [index]
            while let next = pending.popLast() {
                guard keepers[next] == nil else { continue }
                keepers[next] = index
                pending += ordered.filter { $0.service == next && $0.kind.isHeld }.map(\.needed).filter {
                    [.unique, .graph].contains(lifetime($0))
                }
            }
        }
        dependencies = ordered.map { edge in
            let isHeld = edge.kind.isHeld && !sorted[edge.service].value.isForward
            let mayEnd = isHeld && lifetime(edge.needed)?.mayEnd == true
            return Dependency(
                service: edge.service, needed: edge.needed, isLazy: edge.kind.isLazy,
                isInCycle: component[edge.service] == component[edge.needed],
                keeper: mayEnd ? keepers[edge.service] : nil)
        }
    }
}

extension ResolutionEvent.Lifetime {
    /// Whether an instance that is kept may end before the program does.
    fileprivate var mayEnd: Bool {
        switch self {
        case .shared, .cached, .container, .custom: true
        case .unique, .graph, .singleton: false
        }
    }
}
