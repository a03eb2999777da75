import Resolver
import Testing

@Suite struct OptionsTests {
    let resolver = Resolver()

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
