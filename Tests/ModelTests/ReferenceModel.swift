/// The expected behaviour of resolvers, written as plainly as possible.
///
/// It has no threads, tables or cells, and its instances are numbers. The real side, in `ModelRun`, makes instances in the same
/// order, so that their numbers are the same.
struct ReferenceModel {
    enum Keeping: Hashable {
        case unique, graph, shared, application, cached, session
        /// The cache of a resolver.
        case container(Int)
        var isKept: Bool { self != .unique && self != .graph }
    }

    enum ServiceType: Int, CaseIterable { case alpha, beta, gamma, part, thing }

    /// Strings are equal, and have equal hashes, if they are canonically equivalent; so should keys.
    struct Key: Hashable {
        var type: ServiceType
        var name: String?
    }

    enum FactoryResult: Equatable { case item, returnsNil, throwsError }

    struct Entry {
        let owner: Int
        let key: Key
        /// The concrete type that the factory makes; what it asks for first; how it ends.
        let concrete: ServiceType
        let needs: [Key]
        let outcome: FactoryResult
        let takesArguments: Bool
        var alias: Key?
        var scope: Keeping
        var touches = 0
        /// The kept instance, whether it is kept strongly or weakly.
        var instance: Int?
    }

    struct Item: Equatable {
        let registration: Int
        let argument: Int?
        let needs: [Int]
        let touches: Int
    }

    enum Answer: Equatable {
        case item(Int)
        case missing, returnedNil, threw
    }

    /// The registrations by number.
    ///
    /// One that was replaced stays, as the program may still hold its options.
    var registrations: [Entry] = []
    var inForce: [[Key: Int]] = [[:]]
    var children: [[Int]] = [[]]
    var main = 0
    var root: Int?
    var defaultScope = Keeping.graph
    var made = 0
    var items: [Int: Item] = [:]
    /// The instances that the program holds.
    var held: [Int] = []
    /// The instances that the running resolution holds: those of its graph, and those that its factories were given so far.
    private var graph: [Int: Int] = [:]
    private var inHand: [Int] = []
    private var depth = 0

    // MARK: - Changes

    mutating func register(_ registration: Entry) -> Int {
        var new = registration
        if new.scope == .container(-1) { new.scope = .container(new.owner) }
        if let old = inForce[new.owner][new.key] { registrations[old].instance = nil }
        registrations.append(new)
        inForce[new.owner][new.key] = registrations.count - 1
        return registrations.count - 1
    }

    mutating func setScope(of registration: Int, _ scope: Keeping) {
        let scope = scope == .container(-1) ? .container(registrations[registration].owner) : scope
        guard registrations[registration].scope != scope else { return }
        registrations[registration].scope = scope
        registrations[registration].instance = nil
    }

    mutating func reset(_ scope: Keeping) {
        for index in registrations.indices where registrations[index].scope == scope {
            registrations[index].instance = nil
        }
    }

    mutating func addResolver(child: Int?) {
        inForce.append([:])
        children.append(child.map { [$0] } ?? [])
    }

    mutating func resetAll() {
        for index in registrations.indices { registrations[index].instance = nil }
        addResolver(child: nil)
        main = children.count - 1
        root = main
    }

    /// The root, which the first resolution settles.
    mutating func settledRoot() -> Int {
        if root == nil { root = main }
        return root ?? main
    }

    // MARK: - Lookup

    func find(_ key: Key, in resolver: Int) -> Int? {
        var seen: Set<Int> = []
        func search(_ resolver: Int) -> Int? {
            guard seen.insert(resolver).inserted else { return nil }
            if let found = inForce[resolver][key] { return found }
            for child in children[resolver] {
                if let found = search(child) { return found }
            }
            return nil
        }
        return search(resolver)
    }

    // MARK: - Resolution

    mutating func resolve(_ key: Key, in resolver: Int, argument: Int?) -> Answer {
        guard let found = find(key, in: resolver) else { return .missing }
        return instance(of: found, resolver: resolver, argument: argument)
    }

    /// Every registration of a type in a resolver and its children, in registration order, once for each service.
    mutating func all(_ type: ServiceType, in resolver: Int) -> [Answer] {
        var seen: Set<Int> = []
        var found: [Int] = []
        func collect(_ resolver: Int) {
            guard seen.insert(resolver).inserted else { return }
            found += inForce[resolver].filter { $0.key.type == type }.values
            children[resolver].forEach(collect)
        }
        collect(resolver)
        var given: Set<Int> = []
        return found.sorted().filter {
            let represented = represented($0)
            return !registrations[represented].takesArguments && given.insert(represented).inserted
        }
        .map {
            let answer = instance(of: $0, resolver: resolver, argument: nil)
            if case .item(let item) = answer { held.append(item) }
            return answer
        }
    }

    private func represented(_ number: Int) -> Int {
        guard let alias = registrations[number].alias, let target = inForce[registrations[number].owner][alias]
        else { return number }
        return represented(target)
    }

    private mutating func instance(of number: Int, resolver: Int, argument: Int?) -> Answer {
        let scope = registrations[number].scope
        if scope == .graph, depth > 0, let item = graph[number] { return .item(item) }
        if scope.isKept, let item = registrations[number].instance, living.contains(item) { return .item(item) }
        depth += 1
        let answer = make(number, resolver: resolver, argument: argument)
        depth -= 1
        if case .item(let item) = answer {
            if scope == .graph && depth > 0 { graph[number] = item }
            let isValue = registrations[number].concrete == .gamma
            if scope.isKept && !(scope == .shared && isValue) { registrations[number].instance = item }
        }
        if depth == 0 { graph = [:] }
        return answer
    }

    private mutating func make(_ number: Int, resolver: Int, argument: Int?) -> Answer {
        let registration = registrations[number]
        if let alias = registration.alias {
            guard let target = inForce[registration.owner][alias] else { return .returnedNil }
            return instance(of: target, resolver: resolver, argument: argument)
        }
        let mark = inHand.count
        defer { inHand.removeLast(inHand.count - mark) }
        for need in registration.needs {
            if case .item(let item) = resolve(need, in: resolver, argument: nil) { inHand.append(item) }
        }
        switch registration.outcome {
        case .returnsNil: return .returnedNil
        case .throwsError: return .threw
        case .item:
            made += 1
            items[made] = Item(
                registration: number, argument: registration.takesArguments ? argument : nil,
                needs: Array(inHand[mark...]), touches: registration.touches)
            return .item(made)
        }
    }

    // MARK: - Lifetimes

    /// The instances that are held, and those that they need in turn.
    var living: Set<Int> {
        var living: Set<Int> = []
        var next = held + inHand + graph.values
        next += registrations.compactMap { $0.scope == .shared ? nil : $0.instance }
        while let number = next.popLast() {
            if living.insert(number).inserted { next += items[number]?.needs ?? [] }
        }
        return living
    }
}

extension ReferenceModel.Key: CustomStringConvertible {
    /// The name in escapes, as canonically equivalent names look alike.
    var description: String {
        name.map { "\(type) \($0.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())" } ?? "\(type)"
    }
}
