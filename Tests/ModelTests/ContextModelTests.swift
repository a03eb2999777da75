import Resolver
import SafeFacade
import Testing

/// A service that says which closure has made it.
private protocol Told: Sendable {
    var by: String { get }
}
private final class Teller: Told {
    let by: String
    init(_ by: String) { self.by = by }
}

/// The contexts for which each factory states a closure, in this order, and whether the closure always counts.
private let stated: [(context: FactoryContext, isAlways: Bool)] = [
    (.test, false), (.debug, true), (.arg("-a"), false), (.arg("-b"), true), (.preview, true), (.test, true),
]

extension ServiceDeclaration {
    /// A copy that states a closure for each of these contexts.
    fileprivate func stating(_ body: (String) -> Body) -> Self {
        stated.enumerated().reduce(self) { factory, next in
            factory.on(next.element.context, always: next.element.isAlways, body("declared \(next.offset)"))
        }
    }
}

/// A container that is not shared, and has a resolver of its own.
private final class Own: FactoryContainer {
    let manager = ContainerManager()
}

extension FactoryContainer {
    fileprivate var kept: Factory<any Told> { self { Teller("declared") }.cached.stating { by in { Teller(by) } } }
    fileprivate var keptLate: Factory<any Told> { self { Teller("declared") }.stating { by in { Teller(by) } }.cached }
    fileprivate var watched: Factory<any Told> {
        self { Teller("declared") }.decorator { _ in }.stating { by in { Teller(by) } }.cached.timeToLive(3600)
    }
    fileprivate var numbered: ParameterFactory<Int, any Told> {
        self { _ in Teller("declared") }.stating { by in { _ in Teller(by) } }.cached.scopeOnParameters
    }
    fileprivate var later: AsyncFactory<any Told> {
        self { Teller("declared") }.stating { by in { Teller(by) } }.cached
    }
}

extension Container {
    fileprivate static let standing = Factory { Teller("declared") as any Told }
        .stating { by in { Teller(by) } }.cached
    fileprivate var known: Factory<any Told> {
        self { Teller("declared") }.cached.stating { by in { Teller(by) } }.bridged(name: "known")
    }
    fileprivate var exported: Factory<any Told> { self { Teller("declared") }.stating { by in { Teller(by) } }.cached }
}

/// The closure in force for one factory, worked out as plainly as possible.
private struct ContextModel {
    var override: String?
    var conditional: [(context: FactoryContext, by: String)] = []
    var contexts: Set<FactoryContext> = []

    /// The rank of a context: the lowest counts most.
    private func rank(_ context: FactoryContext) -> Int {
        switch context {
        case .preview: 1
        case .test: 2
        case .debug: 4
        default: 0
        }
    }

    private func declared(alwaysOnly: Bool) -> String? {
        let holding = stated.enumerated().filter {
            contexts.contains($0.element.context) && ($0.element.isAlways || !alwaysOnly)
        }
        return holding.min { (rank($0.element.context), -$0.offset) < (rank($1.element.context), -$1.offset) }
            .map { "declared \($0.offset)" }
    }

    var inForce: String {
        // Of several closures, the one that was registered last counts, just as the one that was declared last.
        let held = conditional.reversed().filter { contexts.contains($0.context) }
        if let conditional = held.min(by: { rank($0.context) < rank($1.context) }) { return conditional.by }
        if let override { return declared(alwaysOnly: true) ?? override }
        return declared(alwaysOnly: false) ?? "declared"
    }

    mutating func register(_ by: String, for context: FactoryContext?) {
        guard let context else {
            override = by
            return
        }
        conditional.removeAll { $0.context == context }
        conditional.append((context, by))
    }

    mutating func reset(registrations: Bool, contexts: Bool) {
        if registrations { override = nil }
        if contexts { conditional = [] }
    }
}

/// Runs random contexts, overrides and resets against `ContextModel`, for each kind of factory.
@Suite struct ContextModelTests {
    @Test(arguments: ModelTests.seeds)
    func theClosureInForceIsTheModels(_ seed: UInt64) async throws {
        try await withSandbox(.fresh) {
            let own = Own()
            try await run(seed, Container.shared.kept) { Container.shared.kept() }
            try await run(seed, own.kept) { own.kept() }
            try await run(seed, Container.shared.keptLate) { Container.shared.keptLate() }
            try await run(seed, own.watched) { own.watched() }
            try await run(seed, Container.standing) { Container.standing() }
            try await run(seed, Container.shared.known) { Container.shared.known() }
            try await run(seed, Container.shared.later) { try await Container.shared.later() }
            Resolver.register(\.exported)
            try await run(seed, Container.shared.exported) { Resolver.resolve() }
            try await run(seed, Container.shared.exported) { Container.shared.exported() }
            try await run(seed, own.numbered, { by in { _ in Teller(by) } }) { own.numbered(7) }
        }
    }

    private func run(
        _ seed: UInt64, _ factory: @autoclosure () -> Factory<any Told>, _ call: () async throws -> any Told
    ) async throws {
        try await run(seed, factory(), { by in { Teller(by) } }, call)
    }

    private func run(
        _ seed: UInt64, _ factory: @autoclosure () -> AsyncFactory<any Told>, _ call: () async throws -> any Told
    ) async throws {
        try await run(seed, factory(), { by in { Teller(by) } }, call)
    }

    private func run<Declared: ServiceDeclaration>(
        _ seed: UInt64, _ factory: @autoclosure () -> Declared, _ body: (String) -> Declared.Body,
        _ call: () async throws -> any Told
    ) async throws {
        var random = Random(seed: seed)
        var model = ContextModel()
        var trail: [String] = []
        FactoryContext.current = []
        factory().reset()
        for step in 0..<ModelTests.steps / 5 {
            switch random.below(8) {
            case 0, 1:
                model.contexts = Set(stated.map(\.context).filter { _ in random.oneIn(3) })
                trail.append("contexts \(model.contexts.map(\.key.name).sorted())")
                FactoryContext.current = model.contexts
            case 2, 3:
                let context = random.oneIn(2) ? stated[random.below(stated.count)].context : nil
                trail.append("register \(step) for \(context.map(\.key.name) ?? "all")")
                factory().register(when: context, body("registered \(step)"))
                model.register("registered \(step)", for: context)
            case 4:
                let (part, registrations, contexts): (ResetPart, Bool, Bool) =
                    switch random.below(4) {
                    case 0: (.all, true, true)
                    case 1: (.registration, true, false)
                    case 2: (.context, false, true)
                    default: (.scope, false, false)
                    }
                trail.append("reset \(registrations) \(contexts)")
                factory().reset(part)
                model.reset(registrations: registrations, contexts: contexts)
            default:
                let (first, second) = (try await call(), try await call())
                trail.append("call")
                try #require(
                    first.by == model.inForce && first as AnyObject === second as AnyObject,
                    "MODEL_SEED=\(seed), \(Declared.self): \(first.by), \(second.by), not \(model.inForce), after \(trail.suffix(12))"
                )
            }
        }
        factory().reset()
    }
}
