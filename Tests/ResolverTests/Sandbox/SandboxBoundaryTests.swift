import Resolver
import TestSupport
import Testing

// What belongs to a sandbox, whichever resolver is asked for it.

/// A resolver that was made outside of the sandbox, named by the way in which it is asked.
private enum Outside: String, CaseIterable, Codable, Sendable {
    case child, grandchild, alone, overlay, replacedRoot

    /// The resolver with which a service is registered, and the resolver that is asked for it.
    func make() -> (registry: Resolver, asked: () -> Resolver) {
        let registry = Resolver()
        switch self {
        case .child:
            Resolver.main.add(child: registry)
            return (registry, { .main })
        case .grandchild:
            Resolver.main.add(child: Resolver(child: registry))
            return (registry, { .root })
        case .alone: return (registry, { registry })
        case .overlay:
            let overlay = Resolver(child: registry)
            return (registry, { overlay })
        case .replacedRoot:
            Resolver.root = Resolver(child: registry)
            return (registry, { .root })
        }
    }
}

@Suite struct SandboxBoundaryTests {
    @Test("own defect D76: a resolver that a sandbox makes its root or main is a copy there, and outlives it")
    func aResolverThatASandboxMakesItsOwnOutlivesIt() async {
        await #expect(processExitsWith: .success) {
            let live = Resolver.main
            let mocks = Resolver()
            mocks.register { "mock" }
            Resolver.register { "live" }
            withSandbox {
                Resolver.root = mocks
                ensure(Resolver.resolve(String.self) == "mock")
                Resolver.root.register { 7 }
                mocks.register { 8.0 }
                ensure(Resolver.resolve(Int.self) == 7)
                ensure(Resolver.resolve(Double.self) == 8)
                Resolver.main = mocks
                ensure(Resolver.main === Resolver.root)
            }
            withSandbox(.fresh) { Resolver.root = live }
            ensure(mocks.resolve(String.self) == "mock")
            ensure(mocks.optional(Int.self) == nil)
            ensure(mocks.optional(Double.self) == nil)
            ensure(Resolver.resolve(String.self) == "live")
        }
    }

    @Test(
        "own defect A21: what is registered with a resolver in a sandbox stays there", arguments: Outside.allCases,
        Surroundings.allCases)
    fileprivate func whatIsRegisteredInsideStaysInside(_ outside: Outside, _ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [outside, surroundings] in
            surroundings.run {
                let (registry, asked) = outside.make()
                registry.register { "outside" }
                withSandbox {
                    registry.register { "inside" }
                    registry.register { 7 }.scope(.cached)
                    registry.register(name: "one") { Tyre(inches: 7) }.implements((any Washable).self, name: "one")
                    ensure(asked().resolve(String.self) == "inside")
                    ensure(asked().resolve(Int.self) == 7)
                    ensure(registry.resolve(String.self) == "inside")
                    ensure(asked().optional((any Washable).self, name: "one") != nil)
                }
                ensure(asked().resolve(String.self) == "outside")
                ensure(registry.resolve(String.self) == "outside")
                ensure(asked().optional(Int.self) == nil)
                ensure(registry.optional(Int.self) == nil)
                ensure(registry.optional(Tyre.self, name: "one") == nil)
                ensure(asked().optional((any Washable).self, name: "one") == nil)
                ensure(registry.all(Int.self).isEmpty)
                // One sandbox does not see another's either.
                withSandbox { ensure(asked().optional(Int.self) == nil) }
            }
        }
    }

    @Test(
        "own defect A21: options that are stated in a sandbox stay there", arguments: Outside.allCases,
        Surroundings.allCases)
    fileprivate func optionsThatAreStatedInsideStayInside(_ outside: Outside, _ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [outside, surroundings] in
            surroundings.run {
                let (registry, asked) = outside.make()
                registry.register { Radio() }.scope(.cached)
                let radio = asked().resolve(Radio.self)
                withSandbox {
                    registry.register { Radio() }.scope(.unique)
                    ensure(asked().resolve(Radio.self) !== asked().resolve(Radio.self))
                    registry.cache.reset()
                    ResolverScope.cached.reset()
                }
                ensure(asked().resolve(Radio.self) === radio)
            }
        }
    }

    @Test("own defect A11: an overlay that outlives its sandbox gives the main resolver of the next one")
    func anOverlayInTheNextSandbox() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            Resolver.registerServices = nil
            var overlays: [Resolver] = []
            // These resolvers are held, as a program may hold them: only the sandbox itself is gone, and its memory is used
            // again.
            var mains: [Resolver] = []
            var wrong = 0
            for number in 0..<200 {
                withSandbox(.fresh) {
                    Resolver.registerServices = nil
                    Resolver.register { number }
                    overlays.append(Resolver(child: .main))
                    mains.append(.main)
                    wrong += overlays.count { $0.resolve(Int.self) != number }
                }
            }
            ensure(wrong == 0)
            ensure(overlays.allSatisfy { $0.optional(Int.self) == nil })
        }
    }

    @Test("own defect A11: an overlay of a root that outlives its sandbox gives the root of the next one")
    func anOverlayOfARoot() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            Resolver.registerServices = nil
            var overlays: [Resolver] = []
            var roots: [Resolver] = []
            var wrong = 0
            for number in 0..<200 {
                withSandbox(.fresh) {
                    Resolver.registerServices = nil
                    Resolver.root = Resolver()
                    Resolver.root.register { number }
                    overlays.append(Resolver(child: .root))
                    roots.append(.root)
                    wrong += overlays.count { $0.resolve(Int.self) != number }
                }
            }
            ensure(wrong == 0)
        }
    }

    @Test("own defect D108: another scope drops what a sandbox has kept, also one that keeps nothing")
    func anotherScopeInASandbox() {
        let resolver = Resolver()
        let options = resolver.register { Petrol() }.scope(.application)
        withSandbox {
            weak let kept = resolver.resolve(Petrol.self)
            #expect(kept != nil)
            options.scope(.unique)
            #expect(kept == nil)
        }
    }

    @Test("own defect D117: options of a sandbox's registration may be used when that has ended")
    func optionsOutsideOfTheirSandbox() async {
        await #expect(processExitsWith: .success) {
            let options = withSandbox { Resolver.register { Petrol() } }
            options.scope(.cached)
            options.scope(.unique)
            // The options change a copy, which is released with the cell that it has by then.
            withSandbox { Resolver.register { Petrol() }.scope(.cached) }.scope(.unique)
        }
    }

    @Test("own defect D101: an overlay over another one is in a sandbox what it is outside")
    func anOverlayOverAnOverlay() async {
        await #expect(processExitsWith: .success) {
            func overlay(_ name: Resolver.Name) {
                Resolver.root = Resolver(child: .root)
                Resolver.root.register(name: name) { name.rawValue }
            }
            func sees(_ names: [String]) -> Bool { Set(Resolver.all(String.self)) == Set(names) }
            Resolver.register(name: "main") { "main" }
            overlay("first")
            overlay("second")
            ensure(sees(["main", "first", "second"]))
            withSandbox {
                ensure(sees(["main", "first", "second"]))
                ensure(Resolver.optional(String.self, name: "first") == "first")
                overlay("third")
                overlay("fourth")
                let all = ["main", "first", "second", "third", "fourth"]
                ensure(sees(all))
                withSandbox { ensure(sees(all)) }
            }
            // The former main goes on as another resolver's child.
            Resolver.root = Resolver(child: .main)
            Resolver.main = Resolver()
            withSandbox { ensure(sees(["main"])) }
            ensure(sees(["main"]))
        }
    }

    @Test("own defect D124: the process's main is held where it is found by way of what a sandbox has linked")
    func mainByWayOfASandboxsLink() async {
        await #expect(processExitsWith: .success) {
            // The first main is never released.
            _ = Resolver.optional(Int.self)
            let linked = withSandbox { Resolver(child: .main) }
            Resolver.main = Resolver()
            weak let replaced = Resolver.main
            Resolver.main.register { () -> Int in
                Resolver.main = Resolver()
                ensure(replaced != nil, "the resolver is gone, and a factory of it runs")
                return 7
            }
            ensure(linked.resolve(Int.self) == 7)
            ensure(replaced == nil)
        }
    }

    @Test("own defect D145: an overlay of a main that is still the root is in a sandbox what it is outside")
    func anOverlayOfTheRoot() async {
        await #expect(processExitsWith: .success) {
            Resolver.register { 7 }
            ensure(Resolver.resolve(Int.self) == 7)
            Resolver.main = Resolver(child: .main)
            ensure(Resolver.main.optional(Int.self) == 7)
            withSandbox {
                ensure(Resolver.main.optional(Int.self) == 7)
                ensure(Resolver.root.optional(Int.self) == 7)
                Resolver.main = Resolver(child: .main)
                withSandbox { ensure(Resolver.main.optional(Int.self) == 7) }
            }
        }
    }

    @Test func whatIsMainOutsideIsAResolverLikeOthersInside() {
        withSandbox(.fresh) {
            let outside = SandboxContext.current
            let other = Resolver()
            other.register { $0 }
            other.register { 7 }
            withSandbox {
                // The resolver is main only from now on, and is copied into this sandbox afterwards.
                outside.run { Resolver.main = other }
                let overlay = Resolver(child: other.resolve(Resolver.self))
                #expect(overlay.optional(Int.self) == 7)
                withSandbox { #expect(overlay.optional(Int.self) == 7) }
                outside.run { Resolver.root = other }
                withSandbox { #expect(overlay.optional(Int.self) == 7) }
            }
        }
    }

    @Test("own defect D148: the function that runs a hook runs it in its own sandbox")
    func theFunctionThatRunsAHook() async {
        await #expect(processExitsWith: .success) {
            Resolver.registerServices = { Resolver.register { "process" } }
            let outside = Resolver.registerServices
            withSandbox(.fresh) {
                Resolver.registerServices = {
                    outside?()
                    Resolver.register { 7 }
                }
                ensure(Resolver.optional(Int.self) == 7)
                ensure(Resolver.optional(String.self) == nil)
            }
            ensure(Resolver.optional(String.self) == "process")
            ensure(Resolver.optional(Int.self) == nil)
        }
    }

    @Test("own defect D355: another cache for a resolver that was registered with again outside of its sandbox")
    func anotherCacheAfterRegisteringAgainOutside() async {
        await #expect(processExitsWith: .success) {
            let resolver = withSandbox {
                let resolver = Resolver()
                resolver.register { Petrol() }.scope(.container)
                return resolver
            }
            resolver.register { Petrol() }.scope(.container)
            resolver.cache = ResolverScopeCache()
            ensure(resolver.resolve(Petrol.self) === resolver.resolve(Petrol.self))
        }
    }

    @Test("own defect D357: what was the root for a time is known to a sandbox that outlives it")
    func aFormerRoot() {
        let (inner, resolver) = withSandbox {
            let resolver = Resolver(child: .main)
            resolver.register { Petrol() }
            let root = Resolver.root
            Resolver.root = resolver
            Resolver.root = root
            return (withSandbox { SandboxContext.current }, resolver)
        }
        inner.run { #expect(resolver.optional(Petrol.self) != nil) }
    }

    @Test("a lazy property that is made outside of sandboxes is resolved there, whoever reads it")
    func aLazyPropertyOfTheProcess() async {
        await #expect(processExitsWith: .success) {
            final class Model {
                @LazyInjected(name: "fast") var fast: Petrol
                @LazyInjected var petrol: Petrol
            }
            Resolver.registerServices = nil
            Resolver.register(name: "fast") { Petrol(cylinders: 8) }
            Resolver.register { Petrol(cylinders: 4) }
            let model = Model()
            withSandbox {
                Resolver.register(name: "fast") { Petrol(cylinders: 2) }
                Resolver.register { Petrol(cylinders: 2) }
                ensure(model.fast.cylinders == 8)
                ensure(model.petrol.cylinders == 4)
            }
        }
    }
}
