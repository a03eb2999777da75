import Resolver
import TestSupport
import Testing

// defects.md, rows 12 to 18 and 20 as far as they speak of the runtime face.
@Suite("Lifetime defects") struct LifetimeTests {
    let resolver = Resolver()

    // MARK: - 12

    @Test("Defect 12: registering again replaces a kept instance", arguments: KeptScope.allCases)
    func defect12(_ kept: KeptScope) {
        let scope = kept.scope
        withSandbox(.fresh) {
            Resolver.register { Petrol(cylinders: 1) }.implements((any Engine).self, name: "it").scope(scope)
            let old = Resolver.resolve(Petrol.self)
            #expect(Resolver.resolve(Petrol.self) === old)
            Resolver.register { Petrol(cylinders: 2) }.scope(scope)
            let new = Resolver.resolve(Petrol.self)
            #expect(new.cylinders == 2)
            #expect(Resolver.resolve(Petrol.self) === new)
            // What was registered for the protocol stands for the new one as well.
            #expect(Resolver.resolve((any Engine).self, name: "it") === new)
            #expect(old.cylinders == 1)
        }
        // Outside a sandbox instances are kept elsewhere.
        resolver.register(name: "a") { Petrol(cylinders: 1) }.scope(scope)
        resolver.register(name: "b") { Petrol(cylinders: 3) }.scope(scope)
        let parent = Resolver(child: resolver)
        let old = parent.resolve(Petrol.self, name: "a")
        let other = parent.resolve(Petrol.self, name: "b")
        resolver.register(name: "a") { Petrol(cylinders: 2) }.scope(scope)
        #expect(parent.resolve(Petrol.self, name: "a").cylinders == 2)
        #expect(parent.resolve(Petrol.self, name: "b") === other)
        #expect(old.cylinders == 1)
    }

    @Test("Defect 12: also one that is being made meanwhile", arguments: KeptScope.allCases)
    func defect12Meanwhile(_ kept: KeptScope) {
        let scope = kept.scope
        let resolver = Resolver()
        let isMaking = Event()
        let isReplaced = Event()
        let old = Locked<Petrol?>(nil)
        resolver.register { () -> Petrol in
            isMaking.happen()
            return Petrol(cylinders: isReplaced.comes() ? 1 : 0)
        }.scope(scope)
        let thread = started {
            let petrol = resolver.resolve(Petrol.self)
            old.withLock { $0 = petrol }
        }
        #expect(isMaking.comes())
        resolver.register { Petrol(cylinders: 2) }.scope(scope)
        let new = resolver.resolve(Petrol.self)
        #expect(new.cylinders == 2)
        isReplaced.happen()
        #expect(thread.comes())
        #expect(old.withLock { $0 }?.cylinders == 1)
        #expect(resolver.resolve(Petrol.self) === new)
    }

    // MARK: - 13

    @Test(
        "Defect 13: a registration beats a kept instance, whatever the new one's scope", arguments: KeptScope.allCases)
    func defect13(_ kept: KeptScope) {
        let scope = kept.scope
        for new: ResolverScope in [.unique, .graph, .shared, .application] {
            resolver.register { Petrol(cylinders: 1) }.scope(scope)
            let old = resolver.resolve(Petrol.self)
            resolver.register { Petrol(cylinders: 2) }.scope(new)
            #expect(resolver.resolve(Petrol.self).cylinders == 2)
            #expect(old.cylinders == 1)
        }
    }

    @Test("Defect 13: a registration of a nearer resolver beats the kept instance of a child")
    func defect13Child() {
        resolver.register { Petrol(cylinders: 1) }.scope(.application)
        let mocks = Resolver(child: resolver)
        #expect(mocks.resolve(Petrol.self).cylinders == 1)
        mocks.register { Petrol(cylinders: 2) }.scope(.application)
        #expect(mocks.resolve(Petrol.self).cylinders == 2)
        #expect(resolver.resolve(Petrol.self).cylinders == 1)
    }

    // MARK: - 14

    @Test("Defect 14: unique, once stated, beats the default scope", arguments: KeptScope.allCases)
    func defect14(_ kept: KeptScope) {
        withSandbox(.fresh) {
            Resolver.defaultScope = kept.scope
            Resolver.register { Petrol() }.scope(.unique)
            let held = Resolver.resolve(Petrol.self)
            #expect(Resolver.resolve(Petrol.self) !== held)
            Resolver.register { Electric() }
            let first = Resolver.resolve(Electric.self)
            #expect(Resolver.resolve(Electric.self) === first)
        }
    }

    @Test("Defect 14: instances are kept again after a reset", arguments: KeptScope.allCases, [true, false])
    func defect14Reset(_ kept: KeptScope, _ isReset: Bool) {
        withSandbox(.fresh) {
            let scope = kept.scope
            func register() { Resolver.register { Petrol() }.scope(scope) }
            register()
            for _ in 0..<3 {
                let first = Resolver.resolve(Petrol.self)
                #expect(Resolver.resolve(Petrol.self) === first)
                if isReset {
                    Resolver.reset()
                    #expect(Resolver.optional(Petrol.self) == nil)
                    register()
                } else {
                    (kept == .container ? Resolver.main.cache : scope).reset()
                }
                let second = Resolver.resolve(Petrol.self)
                #expect(second !== first)
                #expect(Resolver.resolve(Petrol.self) === second)
            }
        }
    }

    // MARK: - 15

    @Test("Defect 15: a container instance is kept by the child that owns the registration")
    func defect15() {
        resolver.register { Petrol() }.scope(.container)
        let parent = Resolver(child: resolver)
        let petrol = parent.resolve(Petrol.self)
        #expect(resolver.resolve(Petrol.self) === petrol)
        parent.cache.reset()
        #expect(parent.resolve(Petrol.self) === petrol)
        resolver.cache.reset()
        #expect(parent.resolve(Petrol.self) !== petrol)
    }

    // MARK: - 16

    @Test("Defect 16: registrations of one key in two containers have an instance each", arguments: KeptScope.allCases)
    func defect16(_ kept: KeptScope) {
        let scope = kept.scope
        let other = Resolver()
        resolver.register { Petrol(cylinders: 1) }.scope(scope)
        other.register { Petrol(cylinders: 2) }.scope(scope)
        let ours = resolver.resolve(Petrol.self)
        let theirs = other.resolve(Petrol.self)
        #expect(ours.cylinders == 1 && theirs.cylinders == 2)
        #expect(resolver.resolve(Petrol.self) === ours)
        #expect(other.resolve(Petrol.self) === theirs)
        // The same instance through whichever parent it is reached.
        #expect(Resolver(child: resolver).resolve(Petrol.self) === ours)
        #expect(Resolver(child: Resolver(child: resolver)).resolve(Petrol.self) === ours)
    }

    // MARK: - 17

    @Test("Defect 17: instances are released after a reset of their scope")
    func defect17Reset() {
        let scope = ResolverScopeCache()
        resolver.register { Petrol() }.scope(scope)
        weak let petrol = resolver.resolve(Petrol.self)
        #expect(petrol != nil)
        scope.reset()
        #expect(petrol == nil)
    }

    @Test("Defect 17: a shared instance is released with its last holder")
    func defect17Shared() {
        resolver.register { Petrol() as any Engine }.scope(.shared)
        var first: (any Engine)? = resolver.resolve((any Engine).self)
        var second: (any Engine)? = resolver.resolve((any Engine).self)
        weak let engine = first
        #expect(first === second)
        first = nil
        #expect(engine != nil)
        #expect(resolver.resolve((any Engine).self) === second)
        second = nil
        #expect(engine == nil)
    }

    @Test("Defect 17: a replaced registration is released with all it holds")
    func defect17Replaced() {
        weak var captured: Electric?
        weak var petrol: Petrol?
        do {
            let electric = Electric()
            captured = electric
            // The first registration of a key lives as long as its resolver; later ones do not.
            resolver.register { Petrol() }
            resolver.register { Petrol(cylinders: electric.cylinders) }.scope(.container)
            petrol = resolver.resolve(Petrol.self)
            #expect(petrol?.cylinders == 0)
        }
        #expect(captured != nil && petrol != nil)
        resolver.register { Petrol() }
        #expect(captured == nil && petrol == nil)
    }

    @Test("Defect 17: instances are released when their sandbox ends")
    func defect17Sandbox() {
        resolver.register { Petrol() }.scope(.application)
        weak var petrol: Petrol?
        withSandbox {
            petrol = resolver.resolve(Petrol.self)
            #expect(petrol != nil)
        }
        #expect(petrol == nil)
    }

    @Test("Defect 17: so they are when an asynchronous one ends, with its own scopes and resolvers")
    func defect17AsyncSandbox() async {
        let scope = ResolverScopeCache()
        weak var petrol: Petrol?
        weak var electric: Electric?
        weak var main: Resolver?
        await withSandbox(.fresh) {
            main = Resolver.main
            Resolver.register { Petrol() }.scope(scope)
            Resolver.register { Electric() }.scope(.cached)
            await Task.yield()
            petrol = Resolver.resolve(Petrol.self)
            electric = Resolver.resolve(Electric.self)
            #expect(petrol != nil && electric != nil)
        }
        #expect(petrol == nil && electric == nil && main == nil)
    }

    @Test("Defect 17: a dropped container releases its instances and what its factories hold")
    func defect17Container() {
        weak var captured: Electric?
        weak var petrol: Petrol?
        weak var container: Resolver?
        do {
            let resolver = Resolver()
            let electric = Electric()
            container = resolver
            captured = electric
            resolver.register { [weak resolver] () -> Petrol in
                _ = electric
                #expect(resolver != nil)
                return Petrol()
            }.scope(.application)
            resolver.register { Car(engine: $0.resolve(Petrol.self)) }.scope(.container)
            petrol = resolver.resolve(Petrol.self)
            _ = resolver.resolve(Car.self)
            #expect(petrol != nil && captured != nil)
        }
        #expect(container == nil)
        #expect(petrol == nil)
        #expect(captured == nil)
    }

    @Test("Defect 17: a lazy service does not keep its container")
    func defect17Lazy() {
        final class Owner {
            @LazyInjected var petrol: Petrol
            init(_ container: Resolver) { _petrol = LazyInjected(container: container) }
        }
        weak var container: Resolver?
        do {
            let resolver = Resolver()
            container = resolver
            resolver.register { Petrol() }
            resolver.register { Owner($0) }.scope(.container)
            #expect(resolver.resolve(Owner.self).petrol.cylinders == 4)
        }
        #expect(container == nil)
    }

    @Test("Defect 17: a weak lazy service holds neither its container nor its service")
    func defect17WeakLazy() {
        weak var container: Resolver?
        var held: Petrol? = Petrol()
        weak let petrol = held
        let lazy: WeakLazyInjected<Petrol>
        do {
            let resolver = Resolver()
            container = resolver
            resolver.register { [weak held] in held }
            lazy = WeakLazyInjected(container: resolver)
            #expect(lazy.wrappedValue === held)
            #expect(!lazy.isEmpty)
        }
        #expect(container == nil)
        held = nil
        #expect(petrol == nil && lazy.wrappedValue == nil && lazy.isEmpty)
    }

    // MARK: - 18

    @Test("Defect 18: what is kept until a reset may be a value, but never nil", arguments: KeptScope.allCases)
    func defect18(_ kept: KeptScope) {
        let scope = kept.scope
        var made = 0
        resolver.register { () -> Tyre? in
            made += 1
            return made < 3 ? nil : Tyre(inches: made)
        }.scope(scope)
        #expect(resolver.optional(Tyre.self) == nil)
        #expect(resolver.resolve(Tyre?.self) == nil)
        #expect(resolver.optional(Tyre.self) == Tyre(inches: 3))
        // Only what is a class can be kept weakly.
        #expect(resolver.optional(Tyre.self) == Tyre(inches: kept == .shared ? 4 : 3))
        #expect(made == (kept == .shared ? 4 : 3))
    }

    /// Too large to stand inline in an existential.
    struct Large: Equatable, Washable {
        var values = (0, 1, 2, 3, 4, 5)
        var petrol = Petrol()
        static func == (left: Large, right: Large) -> Bool { left.petrol === right.petrol }
    }

    @Test("Defect 18: so may a protocol's value that is a struct, or a class", arguments: KeptScope.allCases)
    func defect18Existential(_ kept: KeptScope) throws {
        final class Sponge: Washable {}
        let scope = kept.scope
        var made = 0
        resolver.register { () -> any Washable in
            made += 1
            return Tyre(inches: made)
        }.scope(scope)
        #expect(resolver.resolve((any Washable).self) as? Tyre == Tyre(inches: 1))
        #expect(resolver.resolve((any Washable).self) as? Tyre == Tyre(inches: kept == .shared ? 2 : 1))

        resolver.register(name: "large") { Large() as any Washable }.scope(scope)
        let large = try #require(resolver.resolve((any Washable).self, name: "large") as? Large)
        #expect((resolver.resolve((any Washable).self, name: "large") as? Large == large) == (kept != .shared))

        resolver.register(name: "class") { Sponge() as any Washable }.scope(scope)
        let sponge = try #require(resolver.resolve((any Washable).self, name: "class") as? Sponge)
        #expect(resolver.resolve((any Washable).self, name: "class") as? Sponge === sponge)
    }

    @Test("Defect 18: values of every kind survive a graph")
    func defect18Graph() {
        resolver.register { Large() }
        resolver.register { Tyre(inches: 1) as any Washable }
        resolver.register { { 42 } as () -> Int }
        resolver.register { resolver -> Car? in
            let large = resolver.resolve(Large.self)
            #expect(resolver.resolve(Large.self) == large)
            #expect(resolver.resolve((any Washable).self) as? Tyre == resolver.resolve((any Washable).self) as? Tyre)
            #expect(resolver.resolve((() -> Int).self)() == 42)
            return nil
        }
        #expect(resolver.optional(Car.self) == nil)
    }

    // MARK: - 20

    @Test("Defect 20: no setting clears what scopes keep, as a side effect", arguments: KeptScope.allCases)
    func defect20(_ kept: KeptScope) {
        withSandbox(.fresh) {
            let scope = kept.scope
            Resolver.register { Petrol() }.scope(scope)
            let petrol = Resolver.resolve(Petrol.self)
            let main = Resolver.main
            Resolver.root = Resolver(child: main)
            #expect(Resolver.resolve(Petrol.self) === petrol)
            Resolver.main = Resolver(child: main)
            Resolver.root = Resolver.main
            #expect(Resolver.resolve(Petrol.self) === petrol)
            Resolver.defaultScope = .unique
            Resolver.decorate = { _, _ in }
            #expect(Resolver.resolve(Petrol.self) === petrol)
            Resolver.decorate = nil
            Resolver.registerServices = { Resolver.register { Electric() } }
            _ = Resolver.resolve(Electric.self)
            Resolver.main.add(child: Resolver())
            ResolverScopeCache().reset()
            withSandbox {
                Resolver.reset()
                scope.reset()
            }
            #expect(Resolver.resolve(Petrol.self) === petrol)
        }
    }
}
