import Resolver
import Testing

// defects.md, rows 12 to 18 and 20 as far as they speak of the runtime face.
@Suite("Lifetime defects") struct LifetimeTests {
    let resolver = Resolver()

    @Test("Defect 12: registering again replaces a kept instance", arguments: [0, 1, 2])
    func defect12(_ scope: Int) {
        withSandbox(.fresh) {
            let scope: ResolverScope = [.cached, .application, .shared][scope]
            Resolver.register { Petrol(cylinders: 1) }.scope(scope)
            let old = Resolver.resolve(Petrol.self)
            Resolver.register { Petrol(cylinders: 2) }.scope(scope)
            #expect(Resolver.resolve(Petrol.self).cylinders == 2)
            #expect(old.cylinders == 1)
        }
        let scope: ResolverScope = [.cached, .application, .shared][scope]
        resolver.register { Petrol(cylinders: 1) }.scope(scope)
        let old = resolver.resolve(Petrol.self)
        resolver.register { Petrol(cylinders: 2) }.scope(scope)
        #expect(resolver.resolve(Petrol.self).cylinders == 2)
        #expect(old.cylinders == 1)
    }

    @Test("Defect 13: a registration beats a cached instance")
    func defect13() {
        resolver.register { Petrol(cylinders: 1) }.scope(.container)
        _ = resolver.resolve(Petrol.self)
        resolver.register { Petrol(cylinders: 2) }
        #expect(resolver.resolve(Petrol.self).cylinders == 2)
    }

    @Test("Defect 14: unique, once stated, beats the default scope; caching works again after a reset")
    func defect14() {
        withSandbox(.fresh) {
            Resolver.defaultScope = .application
            Resolver.register { Petrol() }.scope(.unique)
            #expect(Resolver.resolve(Petrol.self) !== Resolver.resolve(Petrol.self))
            Resolver.register { Electric() }
            let first = Resolver.resolve(Electric.self)
            ResolverScope.application.reset()
            let second = Resolver.resolve(Electric.self)
            #expect(second !== first)
            #expect(Resolver.resolve(Electric.self) === second)
        }
    }

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

    @Test("Defect 16: registrations of one key in two containers have an instance each", arguments: [0, 1])
    func defect16(_ scope: Int) {
        let scope: ResolverScope = [.application, .cached][scope]
        let other = Resolver()
        resolver.register { Petrol() }.scope(scope)
        other.register { Petrol() }.scope(scope)
        #expect(resolver.resolve(Petrol.self) !== other.resolve(Petrol.self))
        #expect(resolver.resolve(Petrol.self) === resolver.resolve(Petrol.self))
    }

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
        resolver.register { Petrol() }.scope(.shared)
        weak let petrol = resolver.resolve(Petrol.self)
        #expect(petrol == nil)
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

    @Test("Defect 18: cached keeps values and not nil; shared does not keep what is no class")
    func defect18() {
        var made = 0
        resolver.register { () -> Tyre? in
            made += 1
            return made == 1 ? nil : Tyre(inches: made)
        }.scope(.container)
        #expect(resolver.optional(Tyre.self) == nil)
        #expect(resolver.optional(Tyre.self) == Tyre(inches: 2))
        #expect(resolver.optional(Tyre.self) == Tyre(inches: 2))
        resolver.register { Tyre(inches: 5) as any Washable }.scope(.container)
        #expect(resolver.resolve((any Washable).self) as? Tyre == Tyre(inches: 5))
        var shared = 0
        resolver.register(name: "shared") { () -> any Washable in
            shared += 1
            return Tyre(inches: shared)
        }.scope(.shared)
        _ = resolver.resolve((any Washable).self, name: "shared")
        #expect(resolver.resolve((any Washable).self, name: "shared") as? Tyre == Tyre(inches: 2))
    }
}
