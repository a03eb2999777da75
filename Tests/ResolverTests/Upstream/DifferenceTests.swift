import Foundation
import Resolver
import TestSupport
import Testing

// The intended differences from Resolver 1.5.1; each is a row of the table of differences.

@Suite struct DifferenceTests {
    @Test(
        "own defect B8: the first access of a weak lazy service gives it, though nobody holds it",
        arguments: Surroundings.allCases)
    func aWeakLazyServiceThatNobodyHolds(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Resolver.register { Radio() }
                @WeakLazyInjected var radio: Radio?
                // 1.5.1 gives nil.
                ensure(radio != nil)
                ensure(radio == nil)
            }
        }
    }

    @Test(
        "own defect B8: an application instance goes with the resolver it was registered with",
        arguments: Surroundings.allCases)
    func anApplicationInstanceOfAResolverThatIsGone(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                do {
                    let resolver = Resolver()
                    resolver.register { Radio(station: "first") }.scope(.application)
                    ensure(resolver.resolve(Radio.self).station == "first")
                }
                // 1.5.1 gives the first instance, which it keeps by its type.
                let resolver = Resolver()
                resolver.register { Radio(station: "second") }.scope(.application)
                ensure(resolver.resolve(Radio.self).station == "second")
            }
        }
    }

    @Test(
        "own defect B8: what registerServices is set to after the hook ran runs once", arguments: Surroundings.allCases)
    func aHookThatIsSetLate(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                _ = Resolver.optional(Radio.self)
                let runs = Locked(0)
                Resolver.registerServices = {
                    runs.withLock { $0 += 1 }
                    Resolver.register { Radio() }
                }
                // 1.5.1 never calls it.
                for _ in 0..<3 { ensure(Resolver.optional(Radio.self) != nil) }
                ensure(runs.withLock { $0 } == 1)
            }
        }
    }

    @Test func aProtocolHasTheLifetimeOfItsService() {
        withSandbox(.fresh) {
            let decorated = Counter()
            Resolver.decorate = { _ in decorated.add() }
            Resolver.register { Petrol() }.implements((any Motor).self).scope(.unique)
            Resolver.register { resolver in
                // 1.5.1 gives the same instance of the graph twice.
                ensure(resolver.resolve((any Motor).self) !== resolver.resolve((any Motor).self))
                return Tyre(inches: 16)
            }
            _ = Resolver.resolve(Tyre.self)
            #expect(decorated.value == 3)
        }
    }

    @Test func aResetDropsTheInstancesOfAllScopes() {
        withSandbox(.fresh) {
            let (scope, other) = (ResolverScopeCache(), Resolver())
            other.register { Petrol() }.scope(scope)
            other.register { Electric() }.scope(.container)
            let (first, second) = (other.resolve(Petrol.self), other.resolve(Electric.self))
            Resolver.reset()
            #expect(other.resolve(Petrol.self) !== first && other.resolve(Electric.self) !== second)
        }
    }

    @Test func aScopeThatIsStatedAgainHasNothing() {
        withSandbox(.fresh) {
            let options = Resolver.register { Petrol() }.scope(.cached)
            let first = Resolver.resolve(Petrol.self)
            options.scope(.application)
            _ = Resolver.resolve(Petrol.self)
            options.scope(.cached)
            #expect(Resolver.resolve(Petrol.self) !== first)
        }
    }

    @Test(
        "own defect D235: the same scope, stated again, keeps what it has",
        arguments: [ResolverScope.cached, .container])
    func theSameScopeThatIsStatedAgainKeepsWhatItHas(_ scope: ResolverScope) {
        withSandbox(.fresh) {
            let options = Resolver.register { Petrol() }.scope(scope)
            let first = Resolver.resolve(Petrol.self)
            options.scope(scope)
            #expect(Resolver.resolve(Petrol.self) === first)
        }
    }

    @Test func theFirstRegistrationOfAKeyLivesAsLongAsItsResolver() {
        weak var first: Petrol?
        weak var second: Petrol?
        do {
            let resolver = Resolver()
            func register() -> Petrol {
                let petrol = Petrol()
                resolver.register { Tyre(inches: petrol.cylinders) }
                return petrol
            }
            (first, second) = (register(), register())
            _ = register()
            #expect(first != nil && second == nil)
        }
        #expect(first == nil)
    }

    @Test(
        "own defect D425: asking any resolver settles the root, in a sandbox, too", arguments: Surroundings.allCases)
    func askingAnyResolverSettlesTheRoot(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let main = Resolver.main
                ensure(Resolver().optional(Radio.self) == nil)
                Resolver.main = Resolver()
                ensure(Resolver.root === main)
            }
        }
    }

    @Test("a hook that replaces main replaces the root, too", arguments: Surroundings.allCases)
    func aHookThatReplacesMain(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Resolver.registerServices = {
                    Resolver.main = Resolver()
                    Resolver.register { Radio() }
                }
                // 1.5.1 asks the former main.
                ensure(Resolver.optional(Radio.self) != nil)
            }
        }
    }

    @Test("a hook may resolve what it has registered", arguments: Surroundings.allCases)
    func aHookMayResolve(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let runs = Locked(0)
                Resolver.registerServices = {
                    runs.withLock { $0 += 1 }
                    Resolver.register { Radio() }
                    // 1.5.1 runs `registerAllServices` again, without end.
                    ensure(Resolver.optional(Radio.self) != nil)
                    ensure(Resolver.optional(Petrol.self) == nil)
                    Resolver.register { Petrol() }
                }
                ensure(Resolver.optional(Petrol.self) != nil)
                ensure(runs.withLock { $0 } == 1)
            }
        }
    }

    @Test func aRegistrationThatIsResolvedItselfIsDecorated() {
        withSandbox(.fresh) {
            let decorated = Counter()
            Resolver.decorate = { _ in decorated.add() }
            let registration = Resolver.register { Petrol() }.registration
            _ = registration.resolve(resolver: .main, args: nil)
            _ = ResolverScope.cached.resolve(registration: registration, resolver: .main, args: nil)
            #expect(decorated.value == 2)
            _ = registration.instantiate(resolver: .main, args: nil)
            #expect(decorated.value == 2)
        }
    }

    @Test func aDecoratorThatAFactorySetsDecoratesWhatBeginsLater() {
        withSandbox(.fresh) {
            let decorated = Counter()
            Resolver.register {
                Resolver.decorate = { _ in decorated.add() }
                return Petrol()
            }
            // 1.5.1 decorates this one, too.
            _ = Resolver.resolve(Petrol.self)
            #expect(decorated.value == 0)
            _ = Resolver.resolve(Petrol.self)
            #expect(decorated.value == 1)
        }
    }

    @Test("resolving a registration itself runs the hook", arguments: Surroundings.allCases)
    func aRegistrationThatIsResolvedItselfRunsTheHook(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let runs = Locked(0)
                Resolver.registerServices = { runs.withLock { $0 += 1 } }
                let registration = Resolver.register { Petrol() }.registration
                // 1.5.1 leaves the hook to the first resolution by type.
                _ = registration.resolve(resolver: .main, args: nil)
                ensure(runs.withLock { $0 } == 1)
            }
        }
    }

    @Test func aWeakLazyPropertyThatIsSetToNilIsEmpty() {
        withSandbox(.fresh) {
            @WeakLazyInjected var petrol: Petrol?
            petrol = nil
            // 1.5.1 says that it is not.
            #expect($petrol.isEmpty)
        }
    }

    @Test func aRegistrationOfAnOptionalIsOneOfItsType() {
        let resolver = Resolver()
        resolver.register { Petrol() }
        resolver.register(Petrol?.self) { .some(nil) }
        // 1.5.1 gives the instance that is registered for the type itself.
        #expect(resolver.optional(Petrol.self) == nil)
    }

    @Test func copiesOfALazyWrapperShareWhatIsSet() {
        struct Bench { @LazyInjected var engine: Petrol }
        withSandbox(.fresh) {
            Resolver.register { Petrol() }
            let bench = Bench()
            let copy = bench
            copy.engine = Petrol(cylinders: 12)
            #expect(bench.engine.cylinders == 12)
            copy.$engine.release()
            #expect(bench.engine.cylinders == 4)

            var other = bench
            other.$engine.name = "other"
            #expect(other.engine === bench.engine)
            other.engine = Petrol(cylinders: 12)
            #expect(bench.engine.cylinders == 4)
        }
    }

    @Test func whatIsMadeWhileItsScopeIsResetIsNotKept() {
        withSandbox(.fresh) {
            Resolver.register {
                ResolverScope.cached.reset()
                return Petrol()
            }.scope(.cached)
            #expect(Resolver.resolve(Petrol.self) !== Resolver.resolve(Petrol.self))
        }
    }

    /// The words that the rows of the table must contain.
    private static let rows: [[String]] = [
        ["@WeakLazyInjected", "first access"],
        ["`.application`", "resolver", "gone"],
        ["`registerServices`", "after"],
        ["identity", "`resolver`", "1.6.0"],
    ]

    @Test("own defect B8: each difference is a row of a table", arguments: rows)
    func aDifferenceIsARow(_ words: [String]) throws {
        let rows = try Documents.rows()
        #expect(rows.contains { row in words.allSatisfy { row.localizedCaseInsensitiveContains($0) } })
    }

    @Test("own defect D330: the products of 1.5.1 are there")
    func theProductsOf151() throws {
        let manifest = try String(contentsOf: Documents.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        for product in [
            #"name: "Resolver", targets: ["Resolver"]"#,
            #"name: "Resolver-Static", type: .static, targets: ["Resolver"]"#,
            #"name: "Resolver-Dynamic", type: .dynamic, targets: ["Resolver"]"#,
        ] {
            #expect(manifest.contains(".library(\(product))"))
        }
    }
}
