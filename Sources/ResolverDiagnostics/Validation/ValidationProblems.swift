import Resolver

// What a validation calls its findings, and those that need not be resolved to be seen.

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
    /// That a registration has replaced another by accident; nil where it has not.
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
    /// What is wrong in the graph.
    ///
    /// Entry points are the services that the program itself asks for, as reports name them; nil where nobody says.
    func problems(_ entryPoints: Set<String>?) -> [ValidationReport.Problem] {
        let copies = Dictionary(grouping: services.filter(\.isSecondCopy), by: \.type).sorted { $0.key < $1.key }
        let second = copies.map { type, services in
            ValidationReport.Problem(
                kind: .secondCopy, service: type,
                description: ValidationText.secondCopy(type, services.compactMap { $0.place }).text)
        }
        let captive = captives.compactMap { dependency -> ValidationReport.Problem? in
            guard let keeper = dependency.keeper.map({ services[$0] }) else { return nil }
            let link = keeper.index == dependency.service ? nil : services[dependency.service]
            return ValidationReport.Problem(
                kind: .captive, service: keeper.display,
                description: ValidationText.captive(keeper, by: link, services[dependency.needed]).text)
        }
        guard let entryPoints else { return second + captive }
        let reached = reachable(
            from: services.filter { service in
                // What is exported is found as either.
                let isExported = services.contains { $0.factory == nil && $0.isForward && $0.type == service.type }
                return entryPoints.contains(service.factory ?? service.type)
                    || isExported && entryPoints.contains(service.type)
            }.map(\.index))
        let never = services.filter { !$0.isMissing && !reached.contains($0.index) }.map { service in
            ValidationReport.Problem(
                kind: .neverResolved, service: service.display,
                description: ValidationText.neverResolved(service).text)
        }
        return second + captive + never
    }
}
