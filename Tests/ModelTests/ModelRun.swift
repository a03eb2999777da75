import Resolver

/// One sequence of random steps; the model and real resolvers take each step, and must agree after it.
final class ModelRun {
    struct Disagreement: Error, CustomStringConvertible { let description: String }

    typealias Key = ReferenceModel.Key
    typealias ServiceType = ReferenceModel.ServiceType

    /// The changes that a registration's options can make, whatever the service's type.
    struct Options {
        let scope: (ResolverScope) -> Void
        let touch: () -> Void
        let implement: (Key) -> Void
    }

    struct Broken: Error {}

    /// Some of these names are canonically equivalent, some have scalars that are equivalent to ASCII, and some are long.
    private static let names: [String?] = [
        nil, nil, "a", "K", "\u{212A}", ";", "\u{37E}", "\u{1FEF}", "`", "\u{E9}", "e\u{301}", "\u{212B}", "\u{C5}",
        "A\u{30A}", "\u{212A}\u{E9}", "Ke\u{301}", "\u{D55C}", "\u{1112}\u{1161}\u{11AB}", "production server",
        "production server\u{37E}", "production server;", "",
    ]

    private let seed: UInt64
    private let steps: Int
    var random: Random
    /// A few names for this run, so that steps often use the same ones.
    let names: [String?]
    private var model = ReferenceModel()
    private var log: [String] = []

    let census = Census()
    private(set) var resolvers: [Resolver] = [.main]
    private(set) var options: [Int: Options] = [:]
    private var held: [any Thing] = []
    let session = ResolverScopeCache()

    init(seed: UInt64, steps: Int) {
        self.seed = seed
        self.steps = steps
        random = Random(seed: seed)
        names = [nil] + ModelRun.names.shuffled(using: &random).prefix(4)
    }

    /// Takes the steps.
    ///
    /// - Parameter isRootSettled: Whether the root is settled before the first step, as it is by a reset.
    /// - Throws: `Disagreement` where the model and the resolvers disagree.
    func run(isRootSettled: Bool) throws {
        if isRootSettled {
            _ = Resolver.root
            _ = model.settledRoot()
        }
        for _ in 0..<steps {
            try step()
            try expect(census.made, model.made, "made")
            try expect(census.living.sorted(), model.living.sorted(), "living")
        }
        note("end")
        held = []
        Resolver.defaultScope = .graph
        Resolver.reset()
        try expect(census.living.sorted(), [], "living at the end")
    }

    private func note(_ step: String) { log.append(step) }

    func expect<Value: Equatable>(_ real: Value, _ expected: Value, _ what: String) throws {
        guard real != expected else { return }
        throw Disagreement(
            description: """
                \(what): \(real), the model has \(expected)
                MODEL_SEED=\(seed), step \(log.count) of \(steps):
                \(log.enumerated().map { "\($0.offset + 1). \($0.element)" }.joined(separator: "\n"))
                """)
    }

    // MARK: - Steps

    private func step() throws {
        switch random.below(100) {
        case 0..<18: register()
        case 18..<26: setScope()
        case 26..<31: implement()
        case 31..<33: touch()
        case 33..<70: try resolve()
        case 70..<73: try resolveAll()
        case 73..<83: release()
        case 83..<88: resetScope()
        case 88..<90: addResolver()
        case 90..<92: addChild()
        case 92..<94: swap()
        case 94: setDefaultScope()
        case 95 where random.oneIn(8):
            note("Resolver.reset()")
            model.resetAll()
            Resolver.reset()
            resolvers.append(.main)
        default: try resolve()
        }
    }

    private func register() {
        let key = anyKey()
        let concrete: [ServiceType] =
            switch key.type {
            case .alpha, .beta, .gamma: [key.type]
            case .part: [.alpha, .beta]
            case .thing: [.alpha, .beta, .gamma]
            }
        // A service only needs services of a lower type, so that none comes to need itself.
        let lower = ServiceType.allCases.filter { $0.rawValue < key.type.rawValue }
        let needs = lower.isEmpty ? [] : (0..<random.below(4)).map { _ in Key(type: pick(lower), name: anyName()) }
        let owner = random.oneIn(3) ? model.main : random.below(resolvers.count)
        let registration = ReferenceModel.Entry(
            owner: owner, key: key, concrete: pick(concrete), needs: needs,
            outcome: random.oneIn(8) ? (random.oneIn(2) ? .returnsNil : .throwsError) : .item,
            takesArguments: random.oneIn(4), alias: nil, scope: model.defaultScope)
        note("register with \(owner): \(registration)")
        let number = model.register(registration)
        let isStatic = owner == model.main && random.oneIn(2)
        options[number] =
            switch key.type {
            case .alpha: register(Alpha.self, number, registration, isStatic)
            case .beta: register(Beta.self, number, registration, isStatic)
            case .gamma: register(Gamma.self, number, registration, isStatic)
            case .part: register((any Part).self, number, registration, isStatic)
            case .thing: register((any Thing).self, number, registration, isStatic)
            }
        if random.oneIn(2) { setScope(of: number) }
    }

    private func setScope() {
        if let number = anyRegistration() { setScope(of: number) }
    }

    private func setScope(of number: Int) {
        let scope = anyScope()
        note("scope of registration \(number): \(scope)")
        model.setScope(of: number, scope)
        options[number]?.scope(real(scope))
    }

    private func implement() {
        guard let number = anyRegistration() else { return }
        let entry = model.registrations[number]
        let types: [ServiceType] =
            switch entry.key.type {
            case .alpha, .beta: [.part, .thing]
            case .gamma, .part: [.thing]
            case .thing: []
            }
        guard !types.isEmpty else { return }
        let key = Key(type: pick(types), name: anyName())
        note("registration \(number) implements \(key)")
        _ = model.register(
            ReferenceModel.Entry(
                owner: entry.owner, key: key, concrete: entry.concrete, needs: [], outcome: .item,
                takesArguments: false, alias: entry.key, scope: .unique))
        options[number]?.implement(key)
    }

    private func touch() {
        guard let number = anyRegistration() else { return }
        note("registration \(number) resolves properties")
        model.registrations[number].touches += 1
        options[number]?.touch()
    }

    private func resolve() throws {
        let key = anyKey()
        let argument = random.oneIn(3) ? random.below(100) : nil
        let isStatic = random.oneIn(3)
        // The first resolution settles the root, whichever resolver is asked.
        let root = model.settledRoot()
        let resolver = isStatic ? root : random.below(resolvers.count)
        let way = Way.allCases[random.below(Way.allCases.count)]
        note("\(isStatic ? "static " : "")\(way) \(key) from \(resolver), argument \(argument as Any)")
        let answer = model.resolve(key, in: resolver, argument: argument)
        let asked = isStatic ? nil : resolvers[resolver]
        // `resolve` and `optional` trap at failures that only `require` reports.
        let possible: Way =
            switch answer {
            case .item: way
            case .missing, .returnedNil: way == .resolve ? .optional : way
            case .threw: .require
            }
        let thing =
            switch key.type {
            case .alpha: try ask(Alpha.self, key, asked, argument, possible, answer)
            case .beta: try ask(Beta.self, key, asked, argument, possible, answer)
            case .gamma: try ask(Gamma.self, key, asked, argument, possible, answer)
            case .part: try ask((any Part).self, key, asked, argument, possible, answer)
            case .thing: try ask((any Thing).self, key, asked, argument, possible, answer)
            }
        guard case .item(let number) = answer, let thing else {
            return try expect(thing?.item.number, nil, "the instance of \(answer)")
        }
        model.held.append(number)
        try hold(thing, number)
    }

    private func resolveAll() throws {
        let type = pick(ServiceType.allCases)
        let resolver = random.below(resolvers.count)
        var after = model
        let answers = after.all(type, in: resolver)
        guard !answers.contains(.threw) else { return }
        note("all \(type) from \(resolver)")
        _ = after.settledRoot()
        model = after
        let things: [any Thing] =
            switch type {
            case .alpha: resolvers[resolver].all(Alpha.self)
            case .beta: resolvers[resolver].all(Beta.self)
            case .gamma: resolvers[resolver].all(Gamma.self)
            case .part: resolvers[resolver].all((any Part).self)
            case .thing: resolvers[resolver].all((any Thing).self)
            }
        let numbers = answers.compactMap { if case .item(let number) = $0 { number } else { nil } }
        try expect(things.map(\.item.number), numbers, "all")
        for (thing, number) in zip(things, numbers) { try hold(thing, number) }
    }

    private func hold(_ thing: any Thing, _ number: Int) throws {
        held.append(thing)
        let item = thing.item
        let real = ReferenceModel.Item(
            registration: item.registration, argument: item.argument, needs: item.needs.map(\.item.number),
            touches: item.touches)
        try expect(item.number, number, "the instance")
        try expect(real, model.items[number] ?? real, "instance \(number)")
    }

    private func release() {
        let count = random.below(held.count + 1)
        note("release the last \(count) held")
        model.held.removeLast(count)
        held.removeLast(count)
    }

    private func resetScope() {
        let scope = anyScope()
        guard scope != .container(-1) else { return }
        note("reset \(scope)")
        model.reset(scope)
        real(scope).reset()
    }

    private func addResolver() {
        guard resolvers.count < 8 else { return }
        let child = random.oneIn(2) ? random.below(resolvers.count) : nil
        note("resolver \(resolvers.count), child \(child as Any)")
        model.addResolver(child: child)
        resolvers.append(Resolver(child: child.map { resolvers[$0] }))
    }

    private func addChild() {
        let (parent, child) = (random.below(resolvers.count), random.below(resolvers.count))
        guard model.children[parent].count < 4 else { return }
        note("\(parent) adds child \(child)")
        model.children[parent].append(child)
        resolvers[parent].add(child: resolvers[child])
    }

    private func swap() {
        let number = random.below(resolvers.count)
        if random.oneIn(2) {
            note("main = \(number)")
            model.main = number
            Resolver.main = resolvers[number]
        } else {
            note("root = \(number)")
            model.root = number
            Resolver.root = resolvers[number]
        }
    }

    private func setDefaultScope() {
        let scope = anyScope()
        note("default scope: \(scope)")
        model.defaultScope = scope
        Resolver.defaultScope = real(scope)
    }
}
