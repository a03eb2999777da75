import Resolver
import Testing

@Suite struct OptionsTests {
    let resolver = Resolver()

    // MARK: - Implements

    @Test func aProtocolGivesTheInstanceOfTheService() {
        resolver.register { Car(engine: Petrol()) }
            .implements((any Driveable).self)
            .implements((any Washable).self)
            .implements((any Driveable & Washable).self)
            .scope(.cached)
        let car = resolver.resolve(Car.self)
        #expect(resolver.resolve((any Driveable).self) === car)
        #expect(resolver.resolve((any Washable).self) as? Car === car)
        #expect(resolver.resolve((any Driveable & Washable).self) as? Car === car)
    }

    @Test func aNamedServiceImplementsUnderTheNamesStated() {
        resolver.register { Car(engine: Petrol()) }.scope(.cached)
        resolver.register(name: "fast") { Car(engine: Electric()) }
            .implements((any Driveable).self)
            .implements((any Driveable).self, name: "quick")
            .scope(.cached)
        let fast = resolver.resolve(Car.self, name: "fast")
        #expect(resolver.resolve((any Driveable).self) === fast)
        #expect(resolver.resolve((any Driveable).self, name: "quick") === fast)
    }

    @Test func aProtocolFollowsWhatIsRegisteredLater() {
        resolver.register { Petrol(cylinders: 4) }.implements((any Engine).self)
        resolver.register { Petrol(cylinders: 12) }
        #expect(resolver.resolve((any Engine).self).cylinders == 12)
    }

    @Test func aParentsOverrideOfTheServiceDoesNotBreakTheProtocol() {
        final class Mock {}
        resolver.register((any Engine).self, name: "x") { Petrol() }
        resolver.register { Petrol(cylinders: 4) }.implements((any Engine).self)
        let parent = Resolver(child: resolver)
        parent.register { Petrol(cylinders: 99) }
        #expect(parent.resolve((any Engine).self).cylinders == 4)
    }

    @Test func aProtocolOfANilServiceIsNil() {
        resolver.register { () -> Petrol? in nil }.implements((any Engine).self)
        #expect(resolver.optional((any Engine).self) == nil)
    }

    @Test func aProtocolPassesArgumentsOn() {
        resolver.register { _, args in Petrol(cylinders: args()) }.implements((any Engine).self)
        #expect(resolver.resolve((any Engine).self, args: 16).cylinders == 16)
    }

    @Test func aServiceStandsForItselfAsItIs() {
        resolver.register { Petrol() }.implements(Petrol.self)
        #expect(resolver.resolve(Petrol.self).cylinders == 4)
    }

    // MARK: - Resolve properties

    @Test func propertiesAreResolvedOnceForEachInstance() {
        var times = 0
        resolver.register { Radio() }
        resolver.register { Car(engine: Petrol()) }
            .resolveProperties { resolver, car in
                times += 1
                car.radio = resolver.resolve()
            }
            .scope(.cached)
        #expect(resolver.resolve(Car.self).radio != nil)
        _ = resolver.resolve(Car.self)
        #expect(times == 1)
    }

    @Test func propertiesSeeTheArgumentsOfTheCall() {
        resolver.register { Car(engine: Petrol()) }
            .resolveProperties { _, car, args in car.radio = Radio(station: args()) }
        #expect(resolver.resolve(Car.self, args: "jazz").radio?.station == "jazz")
    }

    // MARK: - Registration

    @Test func extensionsWrapTheFactory() {
        final class Log { var entries: [String] = [] }
        let log = Log()
        let options = resolver.register { Petrol() }
        options.registration.update { factory in
            { resolver, args in
                log.entries.append("before")
                defer { log.entries.append("after") }
                return factory(resolver, args)
            }
        }
        _ = resolver.resolve(Petrol.self)
        #expect(log.entries == ["before", "after"])
        #expect(options.registration.instantiate(resolver: resolver, args: nil) != nil)
        #expect(options.registration.resolve(resolver: resolver, args: nil) != nil)
        #expect(log.entries.count == 6)
    }

    @Test func aRegistrationTellsItsKey() {
        let plain = resolver.register { Petrol() }.registration
        let named = resolver.register(name: "v6") { Petrol() }.registration
        #expect(plain.key == named.key)
        #expect(plain.cacheKey == "\(plain.key)")
        #expect(named.cacheKey == "\(plain.key):v6")
    }
}
