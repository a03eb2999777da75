import Resolver
import TestSupport
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

    @Test("own defect D451: a registration with an updated factory is released")
    func anUpdatedRegistrationIsReleased() {
        weak var captured: Electric?
        weak var instance: Petrol?
        weak var kept: Petrol?
        withSandbox(.fresh) {
            let resolver = Resolver()
            let electric = Electric()
            captured = electric
            let registered = resolver.register { Petrol(cylinders: electric.cylinders) }.scope(.cached).registration
            registered.update { factory in { factory($0, $1) } }
            instance = registered.resolve(resolver: resolver, args: nil)
            #expect(instance?.cylinders == 0)

            Resolver.defaultScope = .cached
            let made = ResolverRegistration<Petrol>(resolver: resolver, key: 7, name: nil) { _, _ in Petrol() }
            made.update { factory in { factory($0, $1) } }
            kept = made.resolve(resolver: resolver, args: nil)
            #expect(kept != nil)
        }
        #expect(captured == nil && instance == nil && kept == nil)
    }

    @Test func aRegistrationTellsItsKey() {
        let plain = resolver.register { Petrol() }.registration
        let named = resolver.register(name: "v6") { Petrol() }.registration
        #expect(plain.key == named.key)
        #expect(plain.cacheKey == "\(plain.key)")
        #expect(named.cacheKey == "\(plain.key):v6")
    }

    @Test("a factory that replaces itself while it runs keeps what it has captured until its registration goes")
    func aFactoryThatReplacesItself() {
        weak var captured: Electric?
        func register() -> ResolverOptions<Petrol> {
            let electric = Electric()
            captured = electric
            let options = Locked<ResolverOptions<Petrol>?>(nil)
            let registered = resolver.register { [unowned electric] in
                options.withLock { $0 }?.registration.update { _ in { _, _ in Petrol(cylinders: 6) } }
                return Petrol(cylinders: electric.cylinders)
            }
            registered.resolveProperties { _, _ in _ = electric }
            options.withLock { $0 = registered }
            return registered
        }
        _ = register()
        #expect(resolver.resolve(Petrol.self).cylinders == 0)
        #expect(captured != nil)
        #expect(resolver.resolve(Petrol.self).cylinders == 6)
    }
}
