import Resolver

// Builds a graph from what a recorder has, or from a file, and marks cycles and captives in it.

extension DependencyGraph {
    /// Puts services and dependencies that were recorded into a fixed order.
    init(nodes: [Identity: Node], edges: [(key: Edge, value: EdgeKind)]) {
        // Five keys, so that the order never depends on chance: one place may declare factories of several types or containers.
        func order(_ node: Node) -> (String, String, Int, String, String) {
            let (key, place) = (node.service.key, node.service.place)
            let name = nameWithoutLine(key.display)
            return (name, place?.file ?? "", place?.line ?? 0, key.typeName, key.containerName ?? "")
        }
        let sorted = nodes.map { (order: order($0.value), key: $0.key, value: $0.value) }.sorted { $0.order < $1.order }
        let indices = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.key, $0) })
        let copies = Dictionary(grouping: sorted.map(\.value.service.key), by: \.typeName)
            .mapValues { Set($0.filter { !$0.hasPrivateType }.map { ObjectIdentifier($0.type) }).count > 1 }
        let services = sorted.enumerated().map { index, entry in
            let (node, service) = (entry.value, entry.value.service)
            let key = service.key
            let isMissing = service.registered == nil
            return Service(
                index: index, type: key.shownType, name: .name(fromString: key.shownName), factory: key.factory,
                place: service.place, lifetime: isMissing || service.isForward ? nil : service.lifetime,
                isForward: service.isForward, isMissing: isMissing, isUnused: node.isUnused,
                isSingleUse: node.isSingleUse, isSecondCopy: copies[key.typeName] ?? false)
        }
        let dependencies = edges.compactMap { edge, kind -> Dependency? in
            guard let service = indices[edge.service], let needed = indices[edge.needed] else { return nil }
            return Dependency(service: service, needed: needed, kind: kind)
        }
        self.init(marking: services, dependencies)
    }

    /// Marks cycles and captives, in place of any earlier marks; the services must be in order.
    init(marking services: [Service], _ dependencies: [Dependency]) {
        self.services = services
        self.dependencies = dependencies.sorted { ($0.service, $0.needed) < ($1.service, $1.needed) }
        let needs = needs
        markCycles(needs)
        markCaptives(needs)
    }

    private mutating func markCycles(_ needs: [[Dependency]]) {
        var component = Array(repeating: 0, count: services.count)
        for (number, members) in components(needs).enumerated() {
            for member in members {
                component[member] = number
                services[member].isInCycle = members.count > 1
            }
        }
        for index in dependencies.indices {
            let (service, needed) = (dependencies[index].service, dependencies[index].needed)
            dependencies[index].isInCycle = component[service] == component[needed]
            if service == needed { services[service].isInCycle = true }
        }
    }

    private mutating func markCaptives(_ needs: [[Dependency]]) {
        let lifetimes = services.indices.map { lifetime(of: $0, needs) }
        // For each service that a singleton keeps, that singleton: the service itself, or one that needs it, directly or
        // through others, where each of them is made anew for its caller.
        var keepers: [Int: Int] = [:]
        for index in services.indices where !services[index].isForward && lifetimes[index] == .singleton {
            var pending = [index]
            while let next = pending.popLast() {
                guard keepers[next] == nil else { continue }
                keepers[next] = index
                pending += needs[next].filter(\.isHeld).map(\.needed).filter { lifetimes[$0]?.isKept == false }
            }
        }
        for (index, edge) in dependencies.enumerated() {
            let mayOutlive =
                edge.isHeld && !services[edge.service].isForward && lifetimes[edge.needed]?.mayEnd == true
            dependencies[index].keeper = mayOutlive ? keepers[edge.service] : nil
        }
    }

    /// The lifetime of a service; that of its target, where the service passes on another.
    private func lifetime(of service: Int, _ needs: [[Dependency]]) -> ResolutionEvent.Lifetime? {
        var index = service
        var seen: Set<Int> = []
        while services[index].isForward {
            guard let next = needs[index].first(where: { !seen.contains($0.needed) }) else { return nil }
            seen.insert(index)
            index = next.needed
        }
        return services[index].lifetime
    }
}

extension ResolutionEvent.Lifetime {
    /// Whether an instance outlives the resolution in which it is made.
    var isKept: Bool { self != .unique && self != .graph }

    /// Whether an instance that is kept may end before the program does.
    fileprivate var mayEnd: Bool { isKept && self != .singleton }
}
