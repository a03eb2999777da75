import Resolver

// Makes problems of failures, and finds those problems for which nothing need be resolved.

extension ValidationReport.Problem {
    /// A problem with a failure's kind, text and services.
    init(of service: String, _ failure: FailureText) {
        self.init(kind: Kind(failure.id), service: service, description: failure.text, about: failure.about)
    }
}

extension ValidationReport.Problem.Kind {
    fileprivate init(_ failure: FailureID) {
        self =
            switch failure {
            case .missingRegistration: .missing
            case .unbound: .unbound
            case .returnedNil: .returnedNil
            case .factoryThrew: .threw
            case .cycle, .recursiveArgument, .tooDeep: .cycle
            case .captive: .captive
            case .registeredTwice: .registeredTwice
            case .secondCopy: .secondCopy
            case .neverResolved: .neverResolved
            default: .misused
            }
    }
}

extension DependencyGraph {
    /// The problems that the graph alone shows: second copies and captives.
    var problems: [ValidationReport.Problem] {
        let copies = Dictionary(grouping: services.filter(\.isSecondCopy), by: \.type).sorted { $0.key < $1.key }
        let second = copies.map { type, services in
            ValidationReport.Problem(of: type, ValidationText.secondCopy(type, services.compactMap(\.place)))
        }
        let captive = captives.compactMap { dependency -> ValidationReport.Problem? in
            guard let keeper = dependency.keeper.map({ services[$0] }) else { return nil }
            let link = keeper.index == dependency.service ? nil : services[dependency.service]
            return ValidationReport.Problem(
                of: keeper.display, ValidationText.captive(keeper, by: link, services[dependency.needed]))
        }
        return second + captive
    }

    /// The services for which the program itself asks, given by the names of entry points, and those to which they lead.
    func reached(from entryPoints: Set<String>) -> Set<Int> {
        // The type of an exported factory names its registration, which leads to the factory.
        reachable(from: services.filter { entryPoints.contains($0.entryName) }.map(\.index))
    }

    /// A problem for each service to which no entry point leads.
    func neverResolved(besides reached: Set<Int>) -> [ValidationReport.Problem] {
        services.filter { !$0.isMissing && !reached.contains($0.index) }.map {
            ValidationReport.Problem(of: $0.display, ValidationText.neverResolved($0))
        }
    }
}

extension DependencyGraph.Service {
    /// The name by which an entry point states the service: its typed factory, or its type.
    var entryName: String { factory ?? type }
}
