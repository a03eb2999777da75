import Resolver
import TestSupport
import Testing

/// When instances, containers and sandboxes are released.
@Suite struct ReleaseTests {
    let resolver = Resolver()

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
        resolver.register { Petrol() as any Motor }.scope(.shared)
        var first: (any Motor)? = resolver.resolve((any Motor).self)
        var second: (any Motor)? = resolver.resolve((any Motor).self)
        weak let engine = first
        #expect(first === second)
        first = nil
        #expect(engine != nil)
        #expect(resolver.resolve((any Motor).self) === second)
        second = nil
        #expect(engine == nil)
        #expect(resolver.resolve((any Motor).self).cylinders == 4)
    }

    @Test func aReplacedRootIsReleasedAfterItWasAskedForWhatItDoesNotHave() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            Resolver.register { Petrol() }
            _ = Resolver.resolve(Petrol.self)
            weak var root: Resolver?
            do {
                let replacing = Resolver()
                root = replacing
                Resolver.root = replacing
                ensure(Resolver.optional(Petrol.self) == nil, "the root that replaces has nothing")
                Resolver.root = .main
            }
            ensure(root == nil, "the root that was asked is held")
        }
    }

    @Test func anErrorIsMadeAnewOnceTheBoxThatItWasGivenInIsGone() {
        final class Refusal: Error {}
        resolver.register { Refusal() as any Error }.scope(.shared)
        let first = resolver.resolve((any Error).self) as? Refusal
        let second = resolver.resolve((any Error).self) as? Refusal
        #expect(first != nil && second != nil)
        // The box of the first one is gone, though the error is held.
        #expect(first !== second)
    }

    @Test("Defect 17: what a sandbox holds is released with it", arguments: [true, false])
    func defect17Sandbox(_ isFresh: Bool) {
        weak var instance: Petrol?
        weak var main: Resolver?
        weak var foreign: Radio?
        resolver.register { Radio() }.scope(.application)
        withSandbox(isFresh ? .fresh : .copied) {
            Resolver.register { Petrol() }.scope(.application)
            instance = Resolver.resolve()
            foreign = resolver.resolve()
            main = .main
            #expect(instance != nil && foreign != nil && main != nil)
        }
        #expect(instance == nil)
        #expect(foreign == nil)
        #expect(main == nil)
    }

    @Test("Defect 17: what an asynchronous sandbox holds is released with it, with its own scopes and resolvers")
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

    @Test("own defect D232: what a sandbox registers again ends with it, also where it holds the sandbox's resolver")
    func whatASandboxHasRegisteredAgain() {
        weak var mock: Petrol?
        weak var main: Resolver?
        withSandbox(.fresh) {
            Resolver.register { Car(engine: Petrol()) }
            withSandbox {
                let (resolver, petrol) = (Resolver.main, Petrol())
                (mock, main) = (petrol, resolver)
                resolver.register { Car(engine: resolver.optional() ?? petrol) }
                #expect(Resolver.resolve(Car.self).engine === petrol)
            }
            #expect(mock == nil && main == nil)
        }
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
}
