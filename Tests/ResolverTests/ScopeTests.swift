import Resolver
import Testing

@Suite struct ScopeTests {
    let resolver = Resolver()

    private func register(_ scope: ResolverScope) { resolver.register { Petrol() }.scope(scope) }

    private func registerGarage(_ scope: ResolverScope) {
        register(scope)
        resolver.register { $0.resolve(Petrol.self) as any Engine }.scope(.unique)
        resolver.register { Car(engine: $0.resolve()) }.scope(.unique)
        resolver.register { Garage(car: $0.resolve(), engine: $0.resolve()) }
    }

    // MARK: - Unique and graph

    @Test func uniqueMakesAnInstanceAtEachResolution() {
        register(.unique)
        #expect(resolver.resolve(Petrol.self) !== resolver.resolve(Petrol.self))
        registerGarage(.unique)
        let garage = resolver.resolve(Garage.self)
        #expect(garage.engine !== garage.car.engine)
    }

    @Test func graphMakesOneInstanceForEachOutermostResolution() {
        registerGarage(.graph)
        let garage = resolver.resolve(Garage.self)
        #expect(garage.engine === garage.car.engine)
        #expect(resolver.resolve(Garage.self).engine !== garage.engine)
    }

    @Test func graphIsTheDefault() {
        withSandbox(.fresh) {
            let resolver = Resolver()
            resolver.register { Petrol() }
            resolver.register { ($0.resolve(Petrol.self), $0.resolve(Petrol.self)) }
            let pair = resolver.resolve((Petrol, Petrol).self)
            #expect(pair.0 === pair.1)
        }
    }

    @Test func graphKeepsValuesOfEverySize() {
        var made = 0
        resolver.register { () -> Tyre in
            made += 1
            return Tyre(inches: made)
        }
        resolver.register { resolver in (0..<40).map { _ in resolver.resolve(Tyre.self) } }
        #expect(resolver.resolve([Tyre].self) == Array(repeating: Tyre(inches: 1), count: 40))
        #expect(made == 1)
    }

    @Test func aLargeGraphKeepsEveryInstance() {
        for number in 0..<100 { resolver.register(name: Resolver.Name("\(number)")) { Petrol(cylinders: number) } }
        resolver.register { resolver in
            (0..<200).map { resolver.resolve(Petrol.self, name: Resolver.Name("\($0 % 100)")) }
        }
        let engines = resolver.resolve([Petrol].self)
        for number in 0..<100 {
            #expect(engines[number].cylinders == number)
            #expect(engines[number] === engines[number + 100])
        }
    }

    @Test func graphInstancesAreReleasedWithTheResolution() {
        weak var released: Petrol?
        resolver.register { Petrol() }
        resolver.register { resolver -> Radio in
            released = resolver.resolve(Petrol.self)
            #expect(released != nil)
            return Radio()
        }
        _ = resolver.resolve(Radio.self)
        #expect(released == nil)
    }

    @Test func aDeinitThatResolvesBeginsAGraphOfItsOwn() {
        final class Resolving {
            let resolver: Resolver
            let log: Log
            init(_ resolver: Resolver, _ log: Log) {
                self.resolver = resolver
                self.log = log
            }
            deinit { log.radios.append(contentsOf: resolver.resolve([Radio].self)) }
        }
        final class Log { var radios: [Radio] = [] }
        let log = Log()
        resolver.register { [unowned resolver] in Resolving(resolver, log) }
        resolver.register { Radio() }
        resolver.register { [$0.resolve(Radio.self), $0.resolve(Radio.self)] }
        resolver.register { resolver -> Tyre in
            _ = resolver.resolve(Resolving.self)
            _ = resolver.resolve(Petrol.self)
            return Tyre(inches: 1)
        }
        resolver.register { Petrol() }
        _ = resolver.resolve(Tyre.self)
        #expect(log.radios.count == 2)
        #expect(log.radios[0] === log.radios[1])
    }

    // MARK: - Kept

    @Test(arguments: [ResolverScope.application, .cached, .container, ResolverScopeCache()])
    func keptInstancesAreTheSameUntilReset(_ scope: ResolverScope) {
        withSandbox(.fresh) {
            register(scope)
            let first = resolver.resolve(Petrol.self)
            #expect(resolver.resolve(Petrol.self) === first)
            if scope === ResolverScope.container { resolver.cache.reset() } else { scope.reset() }
            let second = resolver.resolve(Petrol.self)
            #expect(second !== first)
            #expect(resolver.resolve(Petrol.self) === second)
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

    @Test func cachedKeepsValuesButNotNil() {
        var made = 0
        resolver.register { () -> Tyre? in
            made += 1
            return made > 1 ? Tyre(inches: made) : nil
        }.scope(ResolverScopeCache())
        #expect(resolver.optional(Tyre.self) == nil)
        #expect(resolver.optional(Tyre.self) == Tyre(inches: 2))
        #expect(resolver.optional(Tyre.self) == Tyre(inches: 2))
    }

    @Test func sharedKeepsAnInstanceForAsLongAsSomebodyHoldsIt() {
        resolver.register { Petrol() as any Engine }.scope(.shared)
        var first: (any Engine)? = resolver.resolve((any Engine).self)
        #expect(resolver.resolve((any Engine).self) === first)
        weak let released = first
        first = nil
        #expect(released == nil)
        #expect(resolver.resolve((any Engine).self).cylinders == 4)
    }

    @Test func sharedMakesValuesAnew() {
        var made = 0
        resolver.register { () -> any Washable in
            made += 1
            return Tyre(inches: made)
        }.scope(.shared)
        #expect(resolver.resolve((any Washable).self) as? Tyre == Tyre(inches: 1))
        #expect(resolver.resolve((any Washable).self) as? Tyre == Tyre(inches: 2))
    }

    @Test func theFirstArgumentWinsUntilReset() {
        let scope = ResolverScopeCache()
        resolver.register { _, args in Petrol(cylinders: args()) }.scope(scope)
        #expect(resolver.resolve(Petrol.self, args: 1).cylinders == 1)
        #expect(resolver.resolve(Petrol.self, args: 2).cylinders == 1)
        scope.reset()
        #expect(resolver.resolve(Petrol.self, args: 3).cylinders == 3)
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

    @Test func aResetWhileAnInstanceIsBeingMadeLeavesNoneBehind() {
        let scope = ResolverScopeCache()
        resolver.register { () -> Petrol in
            scope.reset()
            return Petrol()
        }.scope(scope)
        #expect(resolver.resolve(Petrol.self) !== resolver.resolve(Petrol.self))
    }

    @Test func everyScopeHasTheClassItHadBefore() {
        let _: ResolverScopeCache = .application
        let _: ResolverScopeCache = .cached
        let _: ResolverScopeContainer = .container
        let _: ResolverScopeGraph = .graph
        let _: ResolverScopeShare = .shared
        let _: ResolverScopeUnique = .unique
        register(ResolverScopeUnique())
        #expect(resolver.resolve(Petrol.self) !== resolver.resolve(Petrol.self))
    }
}
