import Resolver

// The texts of an equivalence and its differences.

extension Equivalence.Difference: CustomStringConvertible {
    /// The aspect, and what each face does.
    public var description: String { "\(label): \(text)" }

    fileprivate var label: String {
        switch aspect {
        case .availability: "at all"
        case .concreteType: "concrete type"
        case .twoResolutions: "two resolutions"
        case .twoThreads: "two threads"
        case .oneGraph: "one graph"
        case .heldByNobody: "held by nobody"
        case .reset: "after a reset"
        case .lifetime: "lifetime"
        case .closing: "closing"
        }
    }

    /// The differences where one of the faces has nothing that makes the service.
    static func missing(runtime: ResolverScope?, typed: ResolverScope?) -> [Self] {
        [
            runtime == nil ? "nothing is registered with Resolver" : nil,
            typed == nil ? "nothing is bound to the typed factory" : nil,
        ].compactMap { $0.map { Self(aspect: .availability, text: $0) } }
    }

    /// The difference where the runtime registration gives nothing.
    static func failure(_ error: any Error) -> Self {
        Self(aspect: .availability, text: "the runtime registration fails: \(error)")
    }

    /// All differences between two observations.
    static func all(
        _ runtime: Observation, _ typed: Observation, _ scopes: [Equivalence.ProbedScope],
        stated: (runtime: ResolverScope, typed: ResolverScope)?
    ) -> [Self] {
        var differences: [Self] = []
        if runtime.type != typed.type {
            let (runtime, typed) = (qualifiedName(of: runtime.type), qualifiedName(of: typed.type))
            differences.append(
                Self(
                    aspect: .concreteType,
                    text: "the runtime registration gives '\(runtime)', the typed factory '\(typed)'"))
        }
        if let runtime = runtime.sharing, let typed = typed.sharing {
            differences += sharing(runtime, typed, scopes)
        } else if let stated {
            let mayHoldInstances = runtime.mayHoldInstances || typed.mayHoldInstances
            differences += stating(stated.runtime, stated.typed, mayHoldInstances: mayHoldInstances)
        }
        return differences
    }

    /// The difference between two stated lifetimes, for services without an identity to compare.
    static func stating(
        _ runtimeScope: ResolverScope, _ typedScope: ResolverScope, mayHoldInstances: Bool
    ) -> [Self] {
        func lifetime(_ scope: ResolverScope) -> LifetimeOfValues {
            LifetimeOfValues(scope, mayHoldInstances: mayHoldInstances)
        }
        guard lifetime(runtimeScope) != lifetime(typedScope) else { return [] }
        let (runtime, typed) = (runtimeScope.lifetime.rawValue, typedScope.lifetime.rawValue)
        let text =
            runtime == typed
            ? "each has a scope of the program's own, which are two"
            : "the runtime registration is \(runtime), the typed factory \(typed)"
        return [Self(aspect: .lifetime, text: text)]
    }

    /// The difference in whether instances are closed.
    static func closing(_ runtime: Bool, _ typed: Bool) -> [Self] {
        guard runtime != typed else { return [] }
        let text =
            runtime
            ? "the runtime registration states onClose, the typed factory does not"
            : "the typed factory states onClose, the runtime registration does not"
        return [Self(aspect: .closing, text: text)]
    }

    private static func sharing(
        _ runtime: Sharing, _ typed: Sharing, _ scopes: [Equivalence.ProbedScope]
    ) -> [Self] {
        func counted(_ aspect: Aspect, _ runtime: Bool?, _ typed: Bool?) -> Self? {
            guard let runtime, runtime != typed else { return nil }
            return Self(
                aspect: aspect,
                text: runtime
                    ? "the runtime registration gives one instance, the typed factory two"
                    : "the runtime registration gives two instances, the typed factory one")
        }
        let counts = [
            counted(.twoResolutions, runtime.isOneInTwo, typed.isOneInTwo),
            counted(.twoThreads, runtime.isOneOnTwoThreads, typed.isOneOnTwoThreads),
            counted(.oneGraph, runtime.isOneInAGraph, typed.isOneInAGraph),
        ].compactMap { $0 }
        // A face that makes a new instance each time keeps none, so a reset changes nothing.
        guard runtime.isOneInTwo && typed.isOneInTwo else { return counts }

        var rest: [Self] = []
        func add(_ aspect: Aspect, _ action: String, _ runtime: Bool, _ typed: Bool) {
            guard runtime != typed else { return }
            let (one, other) =
                runtime
                ? ("the runtime registration", "the typed factory") : ("the typed factory", "the runtime registration")
            rest.append(Self(aspect: aspect, text: "\(action) the instance of \(one), not that of \(other)"))
        }
        add(.heldByNobody, "the program keeps", runtime.isKept, typed.isKept)
        for (number, scope) in scopes.enumerated() {
            add(
                .reset, "resetting \(scope.name) drops", runtime.droppedBy.contains(number),
                typed.droppedBy.contains(number))
        }
        return counts + rest
    }
}

/// What keeps a value beyond one resolution: nothing, a graph, or a scope.
private enum LifetimeOfValues: Equatable {
    case nothing, graph, cached, singleton
    case custom(ObjectIdentifier)

    init(_ scope: ResolverScope, mayHoldInstances: Bool) {
        self =
            switch scope.lifetime {
            // Nobody can hold a value, so the scope `shared` keeps none.
            case .unique, .shared: .nothing
            // Only the instances in two values can tell whether both come from one making.
            case .graph: mayHoldInstances ? .graph : .nothing
            case .singleton: .singleton
            // A registration's scope `container` becomes `cached` on the typed face.
            case .cached, .container: .cached
            case .custom: .custom(ObjectIdentifier(scope))
            }
    }
}

extension Equivalence: CustomStringConvertible {
    /// What was compared, each difference, and how to mend it.
    public var description: String {
        let (registration, factory) = (describe("the runtime registration", runtime), describe(factory, typed))
        if differences.isEmpty {
            let result =
                runtime is TaskScope ? "state one task scope; what a run is given is not compared" : "are equivalent"
            return "\(service): \(registration) and \(factory) \(result)"
        }
        var rows = differences.map { ($0.label, $0.text) }
        if let advice { rows.append(("to mend it", advice)) }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.reduce("\(service): \(registration) and \(factory) differ") { text, row in
            text + "\n  " + row.0 + String(repeating: " ", count: width - row.0.count + 3) + row.1
        }
    }

    private func describe(_ face: String, _ scope: ResolverScope?) -> String {
        guard let lifetime = scope?.lifetime else { return face }
        return "\(face) (scope \(lifetime == .custom ? "of the program's own" : lifetime.rawValue))"
    }

    /// How to make the typed factory share instances as the runtime registration does.
    private var advice: String? {
        let others: Set<Difference.Aspect> = [.availability, .concreteType, .closing]
        let sharing = differences.contains { !others.contains($0.aspect) }
        guard let runtime, sharing else { return nil }
        if runtime.isOfTheProgram { return "declare it .scope(…), with the scope of the registration" }
        return runtime.lifetime == .container ? "declare it .cached" : "declare it .\(runtime.lifetime.rawValue)"
    }
}

extension ResolverScope {
    /// Whether the scope is one of the program's own.
    var isOfTheProgram: Bool { lifetime == .custom || lifetime == .shared && self !== ResolverScope.shared }
}
