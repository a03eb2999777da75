import Resolver

/// The random choices of a step.
extension ModelRun {
    func pick<Element>(_ elements: [Element]) -> Element { elements[random.below(elements.count)] }
    func anyName() -> String? { pick(names) }
    func anyKey() -> Key { Key(type: pick(ServiceType.allCases), name: anyName()) }

    /// A registration that has options, mostly one of the latest.
    func anyRegistration() -> Int? {
        let numbers = options.keys.sorted().suffix(random.oneIn(3) ? 1_000 : 20)
        return numbers.isEmpty ? nil : pick(Array(numbers))
    }

    func anyScope() -> ReferenceModel.Keeping {
        pick([
            .unique, .graph, .shared, .shared, .application, .cached, .cached, .session, .container(-1),
            .container(random.below(resolvers.count)),
        ])
    }

    func real(_ scope: ReferenceModel.Keeping) -> ResolverScope {
        switch scope {
        case .unique: .unique
        case .graph: .graph
        case .shared: .shared
        case .application: .application
        case .cached: .cached
        case .session: session
        case .container(-1): .container
        case .container(let number): resolvers[number].cache
        }
    }
}
