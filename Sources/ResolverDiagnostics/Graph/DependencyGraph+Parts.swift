public import Resolver

// Takes parts of a graph that is too large to look at as a whole.

extension DependencyGraph {
    /// The services that have a name.
    ///
    /// - Parameter name: A type with or without its module, with or without `any`, or a typed factory as reports name it: for
    ///   instance `MessageLoading`, `any MessengerCore.MessageLoading` or `Container.loader`.
    /// - Returns: The services: several, if several are registered with that type.
    public func services(named name: String) -> [Service] { services.filter { $0.isNamed(name) } }

    /// The part around some services: the services that they need, and those that need them, up to a distance.
    ///
    /// ```swift
    /// print(graph.focused(on: graph.services(named: "MessageLoading"), depth: 2).tree)
    /// ```
    ///
    /// Marks are those of the whole graph. If a singleton keeps one of the services beyond its lifetime, it belongs to the
    /// part.
    ///
    /// - Parameters:
    ///   - centre: The services in the middle, which are of this graph.
    ///   - depth: How many dependencies away from the middle a service may be, in either direction.
    /// - Returns: The part, a graph with indices of its own; empty where `centre` is.
    public func focused(on centre: some Sequence<Service>, depth: Int = 1) -> DependencyGraph {
        let centre = Set(centre.map(\.index))
        let callers = Dictionary(grouping: dependencies, by: \.needed).mapValues { $0.map(\.service) }
        let needs = needs.map { $0.map(\.needed) }
        func near(_ next: (Int) -> [Int]) -> Set<Int> {
            var (reached, border, distance) = (centre, Array(centre), 0)
            while distance < depth, !border.isEmpty {
                border = border.flatMap(next).filter { reached.insert($0).inserted }
                distance += 1
            }
            return reached
        }
        return part(of: near { callers[$0] ?? [] }.union(near { needs[$0] }))
    }

    /// The part around the services that have a name.
    ///
    /// - Parameters:
    ///   - name: The name, see ``services(named:)``.
    ///   - depth: How many dependencies away from one of them a service may be.
    /// - Returns: The part; empty where no service has that name.
    public func focused(on name: String, depth: Int = 1) -> DependencyGraph {
        focused(on: services(named: name), depth: depth)
    }

    /// The services that fulfil a condition, and the dependencies between them.
    ///
    /// Marks are those of the whole graph. If a singleton keeps one of the services beyond its lifetime, it belongs to the
    /// part.
    ///
    /// - Parameter isIncluded: The condition.
    /// - Returns: The part, a graph of its own with indices of its own.
    public func part(where isIncluded: (Service) -> Bool) -> DependencyGraph {
        part(of: Set(services.filter(isIncluded).map(\.index)))
    }

    /// The services that a module registers or declares, and the dependencies between them.
    ///
    /// - Parameter module: The module.
    /// - Returns: The part, a graph of its own with indices of its own.
    public func part(module: String) -> DependencyGraph { part { $0.module == module } }

    /// The services of a lifetime, and the dependencies between them.
    ///
    /// - Parameter lifetime: The lifetime; nil for services that pass on another service, and for missing ones.
    /// - Returns: The part, a graph of its own with indices of its own.
    public func part(lifetime: ResolutionEvent.Lifetime?) -> DependencyGraph { part { $0.lifetime == lifetime } }

    /// The modules that register or declare services, in alphabetical order.
    public var modules: [String] { Set(services.compactMap(\.module)).sorted() }

    private func part(of members: Set<Int>) -> DependencyGraph {
        let inside = dependencies.filter { members.contains($0.service) && members.contains($0.needed) }
        let members = members.union(inside.compactMap(\.keeper)).sorted()
        let indices = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1, $0) })
        var part = self
        part.services = members.enumerated().map { index, member in
            var service = services[member]
            service.index = index
            return service
        }
        part.dependencies = inside.compactMap { dependency in
            guard let service = indices[dependency.service], let needed = indices[dependency.needed] else { return nil }
            var dependency = dependency
            (dependency.service, dependency.needed) = (service, needed)
            dependency.keeper = dependency.keeper.flatMap { indices[$0] }
            return dependency
        }
        return part
    }
}
