import Resolver
import SafeFacade
import Testing

/// An instance, with the number of the registration that made it.
final class Made: Sendable {
    let by: Int
    init(by: Int) { self.by = by }
}

private protocol Kept: Sendable {
    var made: Made { get }
}
/// Registered with the runtime face, and declared with `legacy()`.
private struct Old: Kept { let made: Made }
/// Declared with the typed face, and exported.
private struct New: Kept { let made: Made }

extension Container {
    fileprivate var old: Factory<Old> { legacy() }
    fileprivate var new: Factory<New> { self { New(made: Made(by: 0)) }.cached }
    fileprivate var newOfSession: Factory<New> { self { New(made: Made(by: 0)) }.scope(.session) }
}

extension Scope {
    fileprivate static let session = Cached()
}

/// The expected behaviour of two keys that both faces can use, written as plainly as possible.
private struct BridgingModel {
    struct Entry {
        let number: Int
        var scope: ResolverScope
    }
    struct Slot {
        var base: Entry?
        var override: Entry?
        var inForce: Entry? { override ?? base }
    }

    /// The registrations of the old service in `main` and in a mock resolver in front of it; then the mock's of the new
    /// service.
    var old = [Slot(), Slot()]
    var mockNew: Entry?
    var declared: Slot
    var rootIsMock = false
    /// The instances that are kept, by registration.
    var kept: [Int: ObjectIdentifier] = [:]

    init(declaredScope: ResolverScope) { declared = Slot(base: Entry(number: 0, scope: declaredScope)) }

    var searched: [Int] { rootIsMock ? [1, 0] : [0] }
    var nearestOld: Int? { searched.first { old[$0].inForce != nil } }
    var foundOld: Entry? { nearestOld.flatMap { old[$0].inForce } }
    var foundNew: Entry? { (rootIsMock ? mockNew : nil) ?? declared.inForce }

    mutating func drop(_ registration: Entry?) { registration.map { kept[$0.number] = nil } }

    mutating func register(_ registration: Entry, with resolver: Int) {
        drop(old[resolver].inForce)
        old[resolver] = Slot(base: registration)
    }

    mutating func overrideOld(_ number: Int, scope: ResolverScope?) {
        let root = rootIsMock ? 1 : 0
        let standing = nearestOld.flatMap { old[$0].base ?? old[$0].override }
        drop(old[root].inForce)
        old[root].override = Entry(number: number, scope: scope ?? standing?.scope ?? .graph)
    }

    mutating func overrideNew(_ number: Int, scope: ResolverScope?) {
        drop(declared.inForce)
        declared.override = Entry(number: number, scope: scope ?? declared.base?.scope ?? .unique)
    }

    mutating func dropOverride(of slot: WritableKeyPath<BridgingModel, Slot>) {
        drop(self[keyPath: slot].override)
        self[keyPath: slot].override = nil
    }

    mutating func resetContainer() {
        for resolver in searched where old[resolver].override != nil { dropOverride(of: \.old[resolver]) }
        drop(declared.base)
        dropOverride(of: \.declared)
    }

    mutating func reset(_ scope: ResolverScope) {
        let all = old.flatMap { [$0.base, $0.override] } + [declared.base, declared.override, mockNew]
        for case let registration? in all where registration.scope === scope { drop(registration) }
    }
}

/// Random steps through both faces against `BridgingModel`.
@Suite struct BridgingModelTests {
    @Test(arguments: ModelTests.seeds)
    func bothFacesDoWhatTheModelDoes(_ seed: UInt64) throws {
        try withSandbox(.fresh) {
            Resolver.registerServices = nil
            var random = Random(seed: seed)
            let isOfSession = random.oneIn(2)
            let new = isOfSession ? \Container.newOfSession : \Container.new
            var model = BridgingModel(declaredScope: isOfSession ? .session : .cached)
            var registrations = 0
            let mock = Resolver(child: .main)
            Resolver.register(new)
            // Instances stay alive, so that no address is used twice.
            var alive: [Made] = []
            var trail: [String] = []

            func scope() -> ResolverScope { [.unique, .cached, .application, .session][random.below(4)] }
            func check<Service: Kept>(_ service: Service?, _ expected: BridgingModel.Entry?) throws {
                func expect(_ condition: Bool, _ what: String) throws {
                    try #require(condition, "\(what), seed \(seed): \(trail.suffix(12).joined(separator: ", "))")
                }
                guard let expected, let service else {
                    return try expect(service == nil && expected == nil, "found \(String(describing: service))")
                }
                try expect(service.made.by == expected.number, "made by \(service.made.by), not \(expected.number)")
                let identity = ObjectIdentifier(service.made)
                let isNew = !alive.contains { $0 === service.made }
                alive.append(service.made)
                if expected.scope === ResolverScope.unique || expected.scope === ResolverScope.graph {
                    return try expect(isNew, "kept though it is unique")
                }
                if let known = model.kept[expected.number] {
                    try expect(known == identity, "another instance")
                } else {
                    try expect(isNew, "an instance that was dropped")
                    model.kept[expected.number] = identity
                }
            }

            for _ in 0..<ModelTests.steps {
                let step = random.below(16)
                registrations += 1
                let number = registrations
                switch step {
                case 0:
                    let (resolver, scope) = (random.below(2), scope())
                    trail.append("register old \(number) with \(resolver) as \(scope)")
                    (resolver == 0 ? Resolver.main : mock).register { Old(made: Made(by: number)) }.scope(scope)
                    model.register(.init(number: number, scope: scope), with: resolver)
                case 1:
                    let scope = random.oneIn(2) ? scope() : nil
                    trail.append("override old \(number) as \(String(describing: scope))")
                    if let scope {
                        Container.shared.old.register(scope: scope) { Old(made: Made(by: number)) }
                    } else {
                        Container.shared.old.register { Old(made: Made(by: number)) }
                    }
                    model.overrideOld(number, scope: scope)
                case 2:
                    trail.append("override new \(number)")
                    Container.shared[keyPath: new].register { New(made: Made(by: number)) }
                    model.overrideNew(number, scope: nil)
                case 3:
                    let scope = scope()
                    trail.append("register new \(number) as \(scope)")
                    Resolver.register { New(made: Made(by: number)) }.scope(scope)
                    model.overrideNew(number, scope: scope)
                case 4:
                    trail.append("mock new \(number)")
                    mock.register { New(made: Made(by: number)) }.scope(.cached)
                    model.drop(model.mockNew)
                    model.mockNew = .init(number: number, scope: .cached)
                case 5:
                    trail.append("reset old")
                    Container.shared.old.reset()
                    if let slot = model.nearestOld {
                        model.drop(model.old[slot].base)
                        model.dropOverride(of: \.old[slot])
                    }
                case 6:
                    trail.append("reset new")
                    Container.shared[keyPath: new].reset()
                    model.drop(model.declared.base)
                    model.dropOverride(of: \.declared)
                case 7 where random.oneIn(2):
                    trail.append("reset the container")
                    // Singletons are not reset.
                    if model.declared.override?.scope === ResolverScope.application { continue }
                    Container.shared.reset()
                    model.resetContainer()
                case 8:
                    let scope: ResolverScope = random.oneIn(2) ? .cached : .session
                    trail.append("reset \(scope === ResolverScope.cached ? "cached" : "session")")
                    scope.reset()
                    model.reset(scope)
                case 9:
                    model.rootIsMock.toggle()
                    trail.append("root is \(model.rootIsMock ? "mock" : "main")")
                    Resolver.root = model.rootIsMock ? mock : .main
                case 10:
                    trail.append("export again")
                    Resolver.register(new)
                case 11, 12:
                    trail.append("resolve old")
                    try check(Resolver.optional(Old.self), model.foundOld)
                case 13:
                    trail.append("call old")
                    if model.foundOld != nil { try check(Container.shared.old(), model.foundOld) }
                case 14:
                    trail.append("resolve new")
                    try check(Resolver.resolve(New.self), model.foundNew)
                default:
                    trail.append("call new")
                    try check(Container.shared[keyPath: new](), model.foundNew)
                }
            }
        }
    }
}
