import Resolver

// Makes problems of failures, and finds those problems for which nothing need be resolved.

extension ValidationReport.Problem.Kind {
    init(_ failure: FailureID) {
        self =
            switch failure {
            case .missingRegistration: .missing
            case .unbound: .unbound
            case .returnedNil: .returnedNil
            case .factoryThrew: .threw
            case .cycle, .recursiveArgument, .tooDeep: .cycle
            case .captive: .captive
            default: .misused
            }
    }
}

extension ValidationReport.Problem {
    /// The problem that a registration has replaced another by accident; nil where it has not.
    static func registeredTwice(_ listing: ServiceListing) -> Self? {
        guard let replaced = listing.replaced else { return nil }
        let service = listing.service
        return Self(
            kind: .registeredTwice, service: service.key.display,
            description: ValidationText.registeredTwice(
                service.key.description, service.registered?.description, replaced.description
            ).text)
    }
}

extension DependencyGraph {
    /// The problems that the graph alone shows: second copies and captives.
    var problems: [ValidationReport.Problem] {
        let copies = Dictionary(grouping: services.filter(\.isSecondCopy), by: \.type).sorted { $0.key < $1.key }
        let second = copies.map { type, services in
            ValidationReport.Problem(
                kind: .secondCopy, service: type,
                description: ValidationText.secondCopy(type, services.compactMap { $0.place }).text)
        }
        let captive = captives.compactMap { dependency -> ValidationReport.Problem? in
            guard let keeper = dependency.keeper.map({ services[$0] }) else { return nil }
            let link = keeper.index == dependency.service ? nil : services[dependency.service]
            let held = services[dependency.needed]
            return ValidationReport.Problem(
                kind: .captive, service: keeper.display,
                description: ValidationText.captive(keeper, by: link, held).text, about: [keeper.display, held.display])
        }
        return second + captive
    }

    /// The services for which the program itself asks, given by the names of entry points, and those to which they lead.
    func reached(from entryPoints: Set<String>) -> Set<Int> {
        // An exported service may be named by its type or by its factory.
        let exported = Set(services.filter { $0.factory == nil && $0.isForward }.map(\.type))
        return reachable(
            from: services.filter {
                entryPoints.contains($0.entryName) || exported.contains($0.type) && entryPoints.contains($0.type)
            }.map(\.index))
    }

    /// A problem for each service to which no entry point leads.
    func neverResolved(besides reached: Set<Int>) -> [ValidationReport.Problem] {
        services.filter { !$0.isMissing && !reached.contains($0.index) }.map { service in
            ValidationReport.Problem(
                kind: .neverResolved, service: service.display,
                description: ValidationText.neverResolved(service).text)
        }
    }
}

extension DependencyGraph.Service {
    /// The name by which an entry point states the service: its typed factory, or its type.
    var entryName: String { factory ?? type }
}
