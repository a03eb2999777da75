import Resolver
import TestSupport
import Testing

/// Tests of instances that a scope keeps until it is reset.
@Suite struct KeptInstanceTests {
    let resolver = Resolver()

    // MARK: - Reset

    @Test("Defect 14: instances are kept again after a reset of their scope", arguments: KeptScope.allCases)
    func defect14Reset(_ kept: KeptScope) {
        withSandbox(.fresh) {
            let scope = kept.scope
            for resolver in [Resolver.main, Resolver()] {
                resolver.register { Petrol() }.scope(scope)
                for _ in 0..<3 {
                    let first = resolver.resolve(Petrol.self)
                    #expect(resolver.resolve(Petrol.self) === first)
                    (kept == .container ? resolver.cache : scope).reset()
                    let second = resolver.resolve(Petrol.self)
                    #expect(second !== first)
                    #expect(resolver.resolve(Petrol.self) === second)
                }
            }
        }
    }

    @Test("Defect 14: instances are kept again after a reset of everything", arguments: KeptScope.allCases)
    func defect14ResetAll(_ kept: KeptScope) {
        withSandbox(.fresh) {
            Resolver.register { Petrol() }.scope(kept.scope)
            for _ in 0..<3 {
                let first = Resolver.resolve(Petrol.self)
                #expect(Resolver.resolve(Petrol.self) === first)
                Resolver.reset()
                #expect(Resolver.optional(Petrol.self) == nil)
                Resolver.register { Petrol() }.scope(kept.scope)
                let second = Resolver.resolve(Petrol.self)
                #expect(second !== first)
                #expect(Resolver.resolve(Petrol.self) === second)
            }
        }
    }

    @Test func resetDropsTheInstancesOfOneScopeOnly() {
        let session = ResolverScopeCache()
        resolver.register { Petrol() }.scope(session)
        resolver.register { Electric() }.scope(ResolverScopeCache())
        let petrol = resolver.resolve(Petrol.self)
        let electric = resolver.resolve(Electric.self)
        session.reset()
        #expect(resolver.resolve(Petrol.self) !== petrol)
        #expect(resolver.resolve(Electric.self) === electric)
    }

    @Test func aContainersCacheIsAScopeToo() {
        resolver.register { Petrol() }.scope(resolver.cache)
        let petrol = resolver.resolve(Petrol.self)
        #expect(resolver.resolve(Petrol.self) === petrol)
        resolver.cache.reset()
        #expect(resolver.resolve(Petrol.self) !== petrol)
    }

    @Test func theFirstArgumentWinsUntilReset() {
        let scope = ResolverScopeCache()
        resolver.register { _, args in Petrol(cylinders: args()) }.scope(scope)
        #expect(resolver.resolve(Petrol.self, args: 1).cylinders == 1)
        #expect(resolver.resolve(Petrol.self, args: 2).cylinders == 1)
        scope.reset()
        #expect(resolver.resolve(Petrol.self, args: 3).cylinders == 3)
    }

    @Test func aResetWhileAnInstanceIsBeingMadeLeavesNoneBehind() {
        let scope = ResolverScopeCache()
        resolver.register { () -> Petrol in
            scope.reset()
            return Petrol()
        }.scope(scope)
        #expect(resolver.resolve(Petrol.self) !== resolver.resolve(Petrol.self))
    }

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
            Resolver.decorate = { _ in }
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

    // MARK: - Stated scopes

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

    @Test func anotherScopeStartsWithoutInstance() {
        let options = resolver.register { Petrol() }.scope(ResolverScopeCache())
        let first = resolver.resolve(Petrol.self)
        options.scope(ResolverScopeCache())
        let second = resolver.resolve(Petrol.self)
        #expect(second !== first)
        options.scope(.unique)
        #expect(resolver.resolve(Petrol.self) !== second)
    }

    @Test func resettingTheScopeAnInstanceHadBeforeLeavesIt() {
        let (before, after) = (ResolverScopeCache(), ResolverScopeCache())
        let options = resolver.register { Petrol() }.scope(before)
        _ = resolver.resolve(Petrol.self)
        options.scope(after)
        let kept = resolver.resolve(Petrol.self)
        before.reset()
        #expect(resolver.resolve(Petrol.self) === kept)
        after.reset()
        #expect(resolver.resolve(Petrol.self) !== kept)
    }

    @Test func aScopeThatIsStatedAgainDropsTheInstanceAtReset() {
        let (first, second) = (ResolverScopeCache(), ResolverScopeCache())
        let made = LivingObjects()
        let options = resolver.register { made.counted(Petrol()) }
        for scope in [first, second, first] {
            options.scope(scope)
            _ = resolver.resolve(Petrol.self)
        }
        first.reset()
        #expect(made.count > 0 && made.alive == 0)
    }

    // MARK: - Containers

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
        // Each parent through which the resolver is reached gives the same instance.
        #expect(Resolver(child: resolver).resolve(Petrol.self) === ours)
        #expect(Resolver(child: Resolver(child: resolver)).resolve(Petrol.self) === ours)
    }

    // MARK: - Values

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
        // Only an instance of a class can be kept weakly.
        #expect(resolver.optional(Tyre.self) == Tyre(inches: kept == .shared ? 4 : 3))
        #expect(made == (kept == .shared ? 4 : 3))
    }

    @Test(
        "Defect 18: what is kept until a reset may be a protocol's value that is a struct, or a class",
        arguments: KeptScope.allCases)
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

        resolver.register(name: "large") { LargeValue() as any Washable }.scope(scope)
        let large = try #require(resolver.resolve((any Washable).self, name: "large") as? LargeValue)
        #expect((resolver.resolve((any Washable).self, name: "large") as? LargeValue == large) == (kept != .shared))

        resolver.register(name: "class") { Sponge() as any Washable }.scope(scope)
        let sponge = try #require(resolver.resolve((any Washable).self, name: "class") as? Sponge)
        #expect(resolver.resolve((any Washable).self, name: "class") as? Sponge === sponge)
    }
}
