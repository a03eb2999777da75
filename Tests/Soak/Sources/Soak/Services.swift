import Resolver
import SafeFacade
import Synchronization

/// An instance, which knows its kind, and whether it is alive.
final class Thing: Sendable {
    /// The kind for which it was made.
    let kind: Int
    let needs: [Thing]
    private let canary = Atomic(Thing.alive)

    private static let alive: UInt64 = 0xA11E_A11E_A11E_A11E
    private static let living = Counter()
    private static let everMade = Counter()

    /// How many things are alive, and how many were made in all.
    static var count: Int { living.value }
    static var made: Int { everMade.value }

    init(_ kind: Int, needs: [Thing] = []) {
        self.kind = kind
        self.needs = needs
        Thing.living.add()
        Thing.everMade.add()
    }

    deinit {
        canary.store(0, ordering: .sequentiallyConsistent)
        Thing.living.add(-1)
        // A `deinit` is the program's own code: it may run wherever the library drops something.
        if kind % 2 == 0 { _ = Resolver.optional(Note.self) }
    }

    /// Ends the program unless this is a living instance of the kind that was asked for.
    func check(_ expected: Int) {
        let found = canary.load(ordering: .sequentiallyConsistent)
        if found != Thing.alive { fail("an instance of kind \(kind) was handed out dead: its canary is \(found)") }
        if kind != expected { fail("kind \(expected) was asked for, and kind \(kind) given") }
        for need in needs { need.check(need.kind) }
    }
}

/// The service for which a `deinit` asks.
struct Note: Sendable { let text: String }

struct Unlucky: Error {}

/// The runtime face has the kinds 0 to 7, by name; the kinds of the typed face are below.
enum Kind {
    static let plain = 10
    static let graph = 11
    static let single = 12
    static let cached = 13
    static let weakly = 14
    static let contextual = 15
    static let exported = 16
    static let part = 17
    static let session = 18
    static let stock = 19
    static let unit = 5_000
    static let pool = 5_001
    static let parameters = 20
}

func name(_ kind: Int) -> Resolver.Name { Resolver.Name("\(kind)") }

extension ResolverScope {
    static let session = ResolverScopeCache()
}

extension Resolver: @retroactive ResolverRegistering {
    /// Registers the services for which the program asks on the runtime face.
    public static func registerAllServices() {
        register { Note(text: "note") }
        for kind in 0..<8 { registerKind(kind, in: main) }
        register(\.exported, name: "exported")
        register(\.unitThing, name: "unit")
    }

    /// Registers a kind that needs the kind below; those above 5 sometimes throw.
    @discardableResult
    static func registerKind(_ kind: Int, in resolver: Resolver) -> ResolverOptions<Thing> {
        resolver.register(name: Soak.name(kind)) { (resolver: Resolver) throws -> Thing in
            if kind > 5, Chance.oneIn(3) { throw Unlucky() }
            if Chance.oneIn(64) { linger() }
            return Thing(
                kind, needs: kind == 0 ? [] : [resolver.resolve(Thing.self, name: Soak.name(min(kind, 6) - 1))])
        }
    }
}

extension Container {
    var plain: Factory<Thing> { self { Thing(Kind.plain, needs: [$0.graph(), $0.graph(), $0.single()]) } }
    var graph: Factory<Thing> { self { Thing(Kind.graph) }.graph }
    var single: Factory<Thing> { self { Thing(Kind.single) }.singleton }
    var cached: Factory<Thing> { self { Thing(Kind.cached, needs: [$0.weakly()]) }.cached }
    var weakly: Factory<Thing> { self { Thing(Kind.weakly) }.shared }
    var contextual: Factory<Thing> {
        self { Thing(Kind.contextual) }.onArg("soak") { Thing(Kind.contextual, needs: [Thing(0)]) }
    }
    var session: Factory<Thing> { self { Thing(Kind.session) }.scope(.session) }
    var exported: Factory<Thing> { self { Thing(Kind.exported) }.shared }
    var registered: Factory<Thing> { legacy(name: "1") }
    var parameters: ParameterFactory<Int, Thing> { self { Thing(Kind.parameters + $0) }.cached.scopeOnParameters }
}

/// A container that registers a part itself, with a closure that holds the container.
final class Depot: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() { part.register { Thing(Kind.part, needs: [self.stock(), Container.shared.single()]) } }
}

extension Depot {
    /// The declared part is of the wrong kind; only the one that `autoRegister` registers is right.
    var part: Factory<Thing> { self { Thing(-1) }.cached }
    var stock: Factory<Thing> { self { Thing(Kind.stock) }.cached }
}

/// An object with property wrappers.
final class Model: @unchecked Sendable {
    // Sound because lazy wrappers may be read on any thread.
    @LazyInjected(name: "2") var lazy: Thing
    @WeakLazyInjected(name: "3") var weak: Thing?
    @LazyInjected(\.cached) var typed: Thing
    @Injected(\.plain) var injected: Thing
}
