import Resolver
import TestSupport
import Testing

/// A protocol as a program writes it to hide its resolver.
private protocol HasCache: AnyObject {
    var cache: ResolverScope { get set }
}

extension Resolver: HasCache {}

private func reset(_ scope: any ResolverScopeType) { scope.reset() }

@Suite struct InterfaceTests {
    @Test("own defect B3: a resolver's cache can be set", arguments: Surroundings.allCases)
    func aCacheCanBeSet(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let resolver = Resolver()
                let scope = ResolverScopeCache()
                resolver.cache = scope
                resolver.register { Radio() }.scope(.container)
                let radio = resolver.resolve(Radio.self)
                ensure(resolver.resolve(Radio.self) === radio)
                ensure(resolver.cache === scope)
                scope.reset()
                ensure(resolver.resolve(Radio.self) !== radio)
                // A container whose services are shared, as in 1.5.1's documentation.
                resolver.cache = ResolverScope.shared
                let shared = resolver.resolve(Radio.self)
                ensure(resolver.resolve(Radio.self) === shared)
            }
        }
    }

    @Test("own defect B3: scopes have the types that 1.5.1 gives them")
    func typesOfScopes() async {
        await #expect(processExitsWith: .success) {
            let application: ResolverScopeCache = .application
            let cached: ResolverScopeCache = .cached
            let unique: ResolverScope = ResolverScope.unique
            var scope = ResolverScope.application
            scope = .cached
            var other = ResolverScope.unique
            other = .graph
            ensure(scope === cached && application !== cached && other !== unique)
            let own: ResolverScopeUnique = ResolverScope()
            let scopes: [any ResolverScopeType] = [application, cached, unique, own, ResolverScope.shared]
            scopes.forEach(reset)
        }
    }

    @Test(
        "own defect B3: a scope of one's own that is made as ResolverScope keeps nothing",
        arguments: Surroundings.allCases)
    func aPlainScope(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Resolver.register { Radio() }.scope(ResolverScope())
                ensure(Resolver.resolve(Radio.self) !== Resolver.resolve(Radio.self))
            }
        }
    }

    @Test("own defect B3: a scope resolves a registration", arguments: Surroundings.allCases)
    func aScopeResolvesARegistration(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let options = Resolver.register { (_, args) in Radio(station: args.optional() ?? "none") }
                let registration = options.registration
                let unique = ResolverScope.unique
                let first = unique.resolve(registration: registration, resolver: .main, args: "a")
                ensure(first?.station == "a")
                ensure(unique.resolve(registration: registration, resolver: .main, args: nil) !== first)
                let cached = ResolverScopeCache()
                let kept = cached.resolve(registration: registration, resolver: .main, args: "b")
                ensure(kept?.station == "b")
                ensure(cached.resolve(registration: registration, resolver: .main, args: "c") === kept)
                let other = ResolverScopeCache()
                ensure(other.resolve(registration: registration, resolver: .main, args: "e")?.station == "e")
                cached.reset()
                ensure(cached.resolve(registration: registration, resolver: .main, args: "d")?.station == "d")
                // The registration's own scope has the instance that everybody else is given, too.
                options.scope(other)
                let own: Radio = Resolver.resolve(args: "f")
                ensure(other.resolve(registration: registration, resolver: .main, args: "g") === own)
            }
        }
    }

    @Test(
        "own defect B3: a registration can be made, and be put in the place of an option's",
        arguments: Surroundings.allCases)
    func aRegistrationCanBeMade(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let made = ResolverRegistration<Radio>(resolver: .main, key: 7, name: nil) { _, args in
                    Radio(station: args as? String ?? "made")
                }
                ensure(made.key == 7)
                ensure(made.instantiate(resolver: .main, args: nil)?.station == "made")
                ensure(made.resolve(resolver: .main, args: "given")?.station == "given")
                var options = Resolver.register { Radio(station: "registered") }
                options.registration = made
                ensure(options.registration === made)
                // What is stated next concerns that one.
                options.scope(.cached)
                ensure(made.resolve(resolver: .main, args: nil) === made.resolve(resolver: .main, args: nil))
            }
        }
    }
}
