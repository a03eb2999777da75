import Resolver

/// One sequence of random steps, taken by the model and by real resolvers, which must agree after each.
final class ModelRun {
    struct Disagreement: Error, CustomStringConvertible { let description: String }

    private typealias Key = ReferenceModel.Key
    private typealias ServiceType = ReferenceModel.ServiceType

    /// What a registration's options can do, whatever its type.
    private struct Options {
        let scope: (ResolverScope) -> Void
        let touch: () -> Void
        let implement: (Key) -> Void
    }

    private struct Broken: Error {}

    /// Canonically equivalent ones among them, with scalars that are equivalent to ASCII, and long ones.
    private static let names: [String?] = [
        nil, nil, "a", "K", "\u{212A}", ";", "\u{37E}", "\u{1FEF}", "`", "\u{E9}", "e\u{301}", "\u{212B}", "\u{C5}",
        "A\u{30A}", "\u{212A}\u{E9}", "Ke\u{301}", "\u{D55C}", "\u{1112}\u{1161}\u{11AB}", "production server",
        "production server\u{37E}", "production server;", "",
    ]

    private let seed: UInt64
    private let steps: Int
    private var random: Random
    /// The few names of this run, so that steps meet.
    private let names: [String?]
    private var model = ReferenceModel()
    private var log: [String] = []

    private let ledger = Ledger()
    private var resolvers: [Resolver] = [.main]
    private var options: [Int: Options] = [:]
    private var held: [any Thing] = []
    private let session = ResolverScopeCache()

    init(seed: UInt64, steps: Int) {
        self.seed = seed
        self.steps = steps
        random = Random(seed: seed)
        names = [nil] + ModelRun.names.shuffled(using: &random).prefix(4)
    }

    /// Takes the steps.
    ///
    /// - Parameter isRootSettled: Whether the root has been asked for, as the first resolution of a process does.
    /// - Throws: `Disagreement` where the model and the resolvers disagree.
    func run(isRootSettled: Bool) throws {
        if isRootSettled {
            _ = Resolver.root
            _ = model.settledRoot()
        }
        for _ in 0..<steps {
            try step()
            try expect(ledger.made, model.made, "made")
            try expect(ledger.living.sorted(), model.living.sorted(), "living")
        }
        note("end")
        held = []
        Resolver.defaultScope = .graph
        Resolver.reset()
        try expect(ledger.living.sorted(), [], "living at the end")
    }

    private func note(_ step: String) { log.append(step) }

    private func expect<Value: Equatable>(_ real: Value, _ expected: Value, _ what: String) throws {
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
        // What it needs is of a lower type, so that nothing comes to need itself.
        let lower = ServiceType.allCases.filter { $0.rawValue < key.type.rawValue }
        let needs = lower.isEmpty ? [] : (0..<random.below(4)).map { _ in Key(type: pick(lower), name: anyName()) }
        let owner = random.oneIn(3) ? model.main : random.below(resolvers.count)
        let registration = ReferenceModel.Registration(
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
            ReferenceModel.Registration(
                owner: entry.owner, key: key, concrete: entry.concrete, needs: [], outcome: .item,
                takesArguments: entry.takesArguments, alias: entry.key, scope: .unique))
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
        let resolver = isStatic ? model.settledRoot() : random.below(resolvers.count)
        let way = Way.allCases[random.below(Way.allCases.count)]
        note("\(isStatic ? "static " : "")\(way) \(key) from \(resolver), argument \(argument as Any)")
        let answer = model.resolve(key, in: resolver, argument: argument)
        let asked = isStatic ? nil : resolvers[resolver]
        // `resolve` and `optional` trap at what only `require` reports.
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

    // MARK: - Choices

    private func pick<Element>(_ elements: [Element]) -> Element { elements[random.below(elements.count)] }
    private func anyName() -> String? { pick(names) }
    private func anyKey() -> Key { Key(type: pick(ServiceType.allCases), name: anyName()) }

    /// One that has options, most often one of the last.
    private func anyRegistration() -> Int? {
        let numbers = options.keys.sorted().suffix(random.oneIn(3) ? 1_000 : 20)
        return numbers.isEmpty ? nil : pick(Array(numbers))
    }

    private func anyScope() -> ReferenceModel.Scope {
        pick([
            .unique, .graph, .shared, .shared, .application, .cached, .cached, .session, .container(-1),
            .container(random.below(resolvers.count)),
        ])
    }

    private func real(_ scope: ReferenceModel.Scope) -> ResolverScope {
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

// MARK: - The program's side

extension ModelRun {
    private enum Way: CaseIterable { case resolve, optional, require, optionalType }

    private func register<Service>(
        _ type: Service.Type, _ number: Int, _ registration: ReferenceModel.Registration, _ isStatic: Bool
    ) -> Options {
        let name = registration.key.name.map { Resolver.Name($0) }
        let owner = resolvers[registration.owner]
        let ledger = ledger
        func make(_ resolver: Resolver, _ argument: Int?) throws -> Service? {
            let needs = registration.needs.compactMap { ModelRun.need($0, resolver) }
            defer { withExtendedLifetime(needs) {} }
            switch registration.outcome {
            case .returnsNil: return nil
            case .throwsError: throw Broken()
            case .item: break
            }
            if registration.concrete == .beta {
                return Beta(registration: number, argument: argument, needs: needs, ledger: ledger) as? Service
            }
            let alpha = Alpha(registration: number, argument: argument, needs: needs, ledger: ledger)
            return registration.concrete == .gamma ? Gamma(item: alpha) as? Service : alpha as? Service
        }
        let options =
            switch (registration.takesArguments, isStatic) {
            case (true, true): Resolver.register(name: name) { try make($0, $1.optional()) }
            case (true, false): owner.register(name: name) { try make($0, $1.optional()) }
            case (false, true): Resolver.register(name: name) { try make($0, nil) }
            case (false, false): owner.register(name: name) { try make($0, nil) }
            }
        return Options(
            scope: { options.scope($0) },
            touch: { options.resolveProperties { _, service in (service as? any Thing)?.item.touches += 1 } },
            implement: { key in
                let name = key.name.map { Resolver.Name($0) }
                if key.type == .part {
                    options.implements((any Part).self, name: name)
                } else {
                    options.implements((any Thing).self, name: name)
                }
            })
    }

    /// What a factory needs, where it is to be had.
    private static func need(_ key: Key, _ resolver: Resolver) -> (any Thing)? {
        let name = key.name.map { Resolver.Name($0) }
        return switch key.type {
        case .alpha: try? resolver.require(Alpha.self, name: name)
        case .beta: try? resolver.require(Beta.self, name: name)
        case .gamma: try? resolver.require(Gamma.self, name: name)
        case .part: try? resolver.require((any Part).self, name: name)
        case .thing: try? resolver.require((any Thing).self, name: name)
        }
    }

    private func ask<Service>(
        _ type: Service.Type, _ key: Key, _ resolver: Resolver?, _ argument: Int?, _ way: Way,
        _ expected: ReferenceModel.Answer
    ) throws -> (any Thing)? {
        let name = key.name.map { Resolver.Name($0) }
        let service: Service?
        switch (way, resolver, argument) {
        case (.resolve, let resolver?, nil): service = .some(resolver.resolve(type, name: name))
        case (.resolve, let resolver?, let args): service = .some(resolver.resolve(type, name: name, args: args))
        case (.resolve, nil, nil): service = .some(Resolver.resolve(type, name: name))
        case (.resolve, nil, let args): service = .some(Resolver.resolve(type, name: name, args: args))
        case (.optional, let resolver?, let args): service = resolver.optional(type, name: name, args: args)
        case (.optional, nil, let args): service = Resolver.optional(type, name: name, args: args)
        case (.optionalType, let resolver?, nil): service = resolver.resolve(Service?.self, name: name)
        case (.optionalType, let resolver?, let args): service = resolver.resolve(Service?.self, name: name, args: args)
        case (.optionalType, nil, let args): service = Resolver.resolve(Service?.self, name: name, args: args)
        case (.require, _, let args):
            do throws(ResolutionError) {
                if let resolver {
                    service = try resolver.require(type, name: name, args: args)
                } else {
                    service = try Resolver.require(type, name: name, args: args)
                }
            } catch {
                let answer: ReferenceModel.Answer =
                    switch error.reason {
                    case .missing: .missing
                    case .returnedNil: .returnedNil
                    case .factoryThrew: .threw
                    }
                try expect(answer, expected, "the error")
                service = nil
            }
        }
        return service as? any Thing
    }
}
