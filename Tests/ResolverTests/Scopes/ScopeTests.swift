import Resolver
import Testing

/// Tests of the scopes unique and graph, whose instances are made for each resolution.
@Suite struct ScopeTests {
    let resolver = Resolver()

    private func register(_ scope: ResolverScope) { resolver.register { Petrol() }.scope(scope) }

    private func registerGarage(_ scope: ResolverScope) {
        register(scope)
        resolver.register { $0.resolve(Petrol.self) as any Motor }.scope(.unique)
        resolver.register { Car(engine: $0.resolve()) }.scope(.unique)
        resolver.register { Garage(car: $0.resolve(), engine: $0.resolve()) }
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

    @Test func uniqueMakesAnInstanceAtEachResolution() {
        register(.unique)
        #expect(resolver.resolve(Petrol.self) !== resolver.resolve(Petrol.self))
        registerGarage(.unique)
        let garage = resolver.resolve(Garage.self)
        #expect(garage.engine !== garage.car.engine)
    }

    // MARK: - Graph

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

    @Test("Defect 18: values of every kind survive a graph")
    func defect18Graph() {
        resolver.register { LargeValue() }
        resolver.register { Tyre(inches: 1) as any Washable }
        resolver.register { { 42 } as () -> Int }
        resolver.register { resolver -> Car? in
            let large = resolver.resolve(LargeValue.self)
            #expect(resolver.resolve(LargeValue.self) == large)
            #expect(resolver.resolve((any Washable).self) as? Tyre == resolver.resolve((any Washable).self) as? Tyre)
            #expect(resolver.resolve((() -> Int).self)() == 42)
            return nil
        }
        #expect(resolver.optional(Car.self) == nil)
    }

    @Test("own defect D194: a graph gives what was made of arguments again only where it is an object")
    func valuesOfArgumentsInAGraph() {
        resolver.register { _, args in Tyre(inches: args()) }
        resolver.register { _, args in Tyre(inches: args()) as any Washable }
        resolver.register { _, args in LargeNumber(value: args.optional() ?? 0) }
        resolver.register { _, args in args() > 0.0 ? args() as Double : nil }
        resolver.register { _, args in Petrol(cylinders: args()) }
        resolver.register { resolver -> Car? in
            let tyres = [1, 2].map { resolver.resolve(Tyre.self, args: $0).inches }
            #expect(tyres == [1, 2])
            let washables = [1, 2].map { resolver.resolve((any Washable).self, args: $0) as? Tyre }
            #expect(washables == [Tyre(inches: 1), Tyre(inches: 2)])
            let numbers = [1.0, -1.0, 2.0].map { resolver.optional(Double.self, args: $0) }
            #expect(numbers == [1, nil, 2])
            let mixed = [1, nil, 2, 3, nil].map { number in
                number.map { resolver.resolve(LargeNumber.self, args: $0) } ?? resolver.resolve(LargeNumber.self)
            }
            #expect(mixed.map(\.value) == [1, 0, 2, 3, 0])
            // As in 1.5.1, the arguments of the first call count for objects.
            let motors = [1, 2].map { resolver.resolve(Petrol.self, args: $0) }
            #expect(motors[0] === motors[1] && motors[0].cylinders == 1)
            return nil
        }
        #expect(resolver.optional(Car.self) == nil)
    }

    @Test func aLargeGraphGivesWhatWasMadeWithoutArgumentsAgain() {
        let names = (0..<130).map { Resolver.Name("\($0)") }
        for name in names { resolver.register(name: name) { Petrol() } }
        var count = 0
        resolver.register { _, args in
            count += 1
            return LargeNumber(value: args.optional() ?? 0)
        }
        resolver.register { Tyre(inches: 1) }
        resolver.register { resolver -> Car? in
            for name in names { _ = resolver.resolve(Petrol.self, name: name) }
            _ = resolver.resolve(LargeNumber.self)
            _ = resolver.resolve(LargeNumber.self, args: 1)
            _ = resolver.resolve(Tyre.self)
            _ = resolver.resolve(LargeNumber.self)
            return nil
        }
        #expect(resolver.optional(Car.self) == nil)
        #expect(count == 2)
    }

    @Test(arguments: [0, 130])
    func aValueIsGivenAgainAlsoInsideTheMakingWithOtherArgumentsHoweverLargeTheGraph(_ others: Int) {
        let names = (0..<others).map { Resolver.Name("\($0)") }
        for name in names { resolver.register(name: name) { Petrol() } }
        var made: [Int] = []
        resolver.register { resolver, args in
            let value: Int = args.optional() ?? 0
            made.append(value)
            if value == 1 {
                for name in names { _ = resolver.resolve(Petrol.self, name: name) }
                made.append(resolver.resolve(LargeNumber.self).value)
            }
            return LargeNumber(value: value)
        }
        resolver.register { resolver -> Car? in
            _ = resolver.resolve(LargeNumber.self)
            _ = resolver.resolve(LargeNumber.self, args: 1)
            return nil
        }
        #expect(resolver.optional(Car.self) == nil)
        #expect(made == [0, 1, 0])
    }

    @Test func aGraphKeepsWhatIsMadeAfterItsFactoryHasReturnedNil() {
        var calls = 0
        resolver.register { () -> Petrol? in
            calls += 1
            return calls == 1 ? nil : Petrol()
        }
        resolver.register { resolver -> Car? in
            #expect(resolver.optional(Petrol.self) == nil)
            let petrol = resolver.optional(Petrol.self)
            #expect(petrol != nil)
            #expect(resolver.optional(Petrol.self) === petrol)
            return nil
        }
        #expect(resolver.optional(Car.self) == nil)
        #expect(calls == 2)
    }

    @Test("Defect 8: graph instances are not kept after their resolution")
    func defect8Kept() throws {
        let resolver = Resolver()
        weak var petrol: Petrol?
        resolver.register { Petrol() }
        resolver.register { resolver -> Tyre in
            petrol = resolver.resolve(Petrol.self)
            // The instance is kept while the resolution lasts.
            return Tyre(inches: petrol == nil ? 0 : 1)
        }
        #expect(resolver.resolve(Tyre.self).inches == 1)
        #expect(petrol == nil)
        // It is also released after a resolution that failed.
        struct Flat: Error {}
        resolver.register { resolver -> Tyre in
            petrol = resolver.resolve(Petrol.self)
            throw Flat()
        }
        #expect(throws: ResolutionError.self) { try resolver.require(Tyre.self) }
        #expect(petrol == nil)
    }

    @Test func aDeinitThatResolvesBeginsAGraphOfItsOwn() {
        final class ResolvingToken {
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
        resolver.register { [unowned resolver] in ResolvingToken(resolver, log) }
        resolver.register { Radio() }
        resolver.register { [$0.resolve(Radio.self), $0.resolve(Radio.self)] }
        resolver.register { resolver -> Tyre in
            _ = resolver.resolve(ResolvingToken.self)
            _ = resolver.resolve(Petrol.self)
            return Tyre(inches: 1)
        }
        resolver.register { Petrol() }
        _ = resolver.resolve(Tyre.self)
        #expect(log.radios.count == 2)
        #expect(log.radios[0] === log.radios[1])
    }

    @Test("own defect D103: another cache concerns what is kept by the container, not what states the same scope")
    func anotherCache() {
        let resolver = Resolver()
        let scope = ResolverScopeCache()
        resolver.cache = scope
        resolver.register { Petrol() }.scope(scope)
        resolver.register { Electric() }.scope(.container)
        let kept = (resolver.resolve(Petrol.self), resolver.resolve(Electric.self))
        resolver.cache = ResolverScopeCache()
        #expect(resolver.resolve(Petrol.self) === kept.0)
        #expect(resolver.resolve(Electric.self) !== kept.1)
        let second = resolver.resolve(Electric.self)
        resolver.cache.reset()
        #expect(resolver.resolve(Electric.self) !== second)
        #expect(resolver.resolve(Petrol.self) === kept.0)
        withSandbox(.fresh) {
            Resolver.defaultScope = .container
            Resolver.register { Petrol() }
            let first = Resolver.resolve(Petrol.self)
            #expect(Resolver.resolve(Petrol.self) === first)
            Resolver.main.cache = ResolverScopeCache()
            #expect(Resolver.resolve(Petrol.self) !== first)
        }
    }
}

private struct LargeNumber {
    let value: Int
    let more = (1, 2, 3, 4, 5, 6)
}
