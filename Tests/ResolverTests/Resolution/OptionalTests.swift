import Resolver
import TestSupport
import Testing

/// `optional`, and services asked for as `T?` and `T!`.
@Suite struct OptionalTests {
    let resolver = Resolver()

    // MARK: - Optional types

    @Test("Defect 22: T, T? and T! find one registration")
    func defect22() {
        #expect(resolver.resolve(Petrol?.self) == nil)
        resolver.register { Petrol() }.scope(.container)
        let plain: Petrol = resolver.resolve()
        let optional: Petrol? = resolver.resolve()
        let unwrapped: Petrol! = resolver.resolve()
        let asked: Petrol? = resolver.optional()
        let nested: Petrol?? = resolver.resolve()
        #expect(plain === optional && plain === unwrapped && plain === asked && plain === nested ?? nil)
        #expect(resolver.resolve(Petrol??.self)??.cylinders == 4)
        let absent: Electric? = resolver.resolve()
        #expect(absent == nil)
        let absentUnwrapped: Electric! = resolver.optional()
        #expect(absentUnwrapped == nil)
    }

    @Test("own defect D197: what is absent is nil to those who ask for an optional of it, too")
    func absentOptional() {
        #expect(resolver.optional(Petrol?.self) == nil)
        #expect(resolver.optional(Petrol??.self) == nil)
        resolver.register { nil as Petrol? }
        #expect(resolver.optional(Petrol?.self) == nil)
        resolver.register { Petrol() }
        #expect(resolver.optional(Petrol?.self)??.cylinders == 4)
    }

    @Test("own defect D198: all of an optional type are those of what it wraps")
    func allOfAnOptionalType() {
        let none: [Petrol?] = resolver.all()
        #expect(none.isEmpty)
        resolver.register { Petrol(cylinders: 1) }
        resolver.register(name: "x") { Petrol(cylinders: 2) as Petrol? }
        let once: [Petrol?] = resolver.all()
        let twice: [Petrol??] = resolver.all()
        #expect(once.map { $0?.cylinders } == [1, 2])
        #expect(twice.map { $0??.cylinders } == [1, 2])
    }

    @Test("Defect 22: whichever of them it was registered as, under a name, and through a protocol")
    func defect22Registered() throws {
        resolver.register(Petrol?.self) { Petrol(cylinders: 1) }.scope(.container)
        let optional: Petrol? = resolver.resolve()
        #expect(resolver.resolve(Petrol.self) === optional && optional?.cylinders == 1)
        // There is one registration: the last one counts.
        resolver.register { Petrol(cylinders: 2) }.scope(.container)
        #expect(resolver.resolve(Petrol?.self)?.cylinders == 2)
        resolver.register((any Motor)?.self, name: "x") { Electric() }.scope(.container)
        let engine = try #require(resolver.resolve((any Motor)?.self, name: "x"))
        #expect(resolver.resolve((any Motor).self, name: "x") === engine)
        #expect(resolver.resolve((any Motor)?.self) == nil)
        #expect(resolver.all(Petrol.self).count == 1)
    }

    @Test func whatIsRegisteredUnderAnOptionalTypeIsFoundUnderTheWrappedOne() {
        resolver.register(Petrol?.self) { Petrol(cylinders: 5) }.resolveProperties { _, petrol in
            #expect(petrol?.cylinders == 5)
        }
        #expect(resolver.resolve(Petrol.self).cylinders == 5)
        #expect(resolver.resolve(Petrol?.self)?.cylinders == 5)
        resolver.register(Tyre?.self) { nil }
        #expect(resolver.optional(Tyre.self) == nil)
    }

    @Test("Defect 22: property wrappers of optional types find it too")
    func defect22Wrappers() {
        struct Model {
            @Injected var petrol: Petrol?
            @Injected var electric: Electric?
            @LazyInjected var lazy: Petrol?
            @OptionalInjected var optional: Petrol?
        }
        withSandbox(.fresh) {
            Resolver.register { Petrol() }.scope(.application)
            let model = Model()
            let petrol = Resolver.resolve(Petrol.self)
            #expect(model.petrol === petrol && model.lazy === petrol && model.optional === petrol)
            #expect(model.electric == nil)
        }
    }

    // MARK: - Absent services

    @Test("Defect 23: optional is nil where the key is missing or its factory returned nil")
    func defect23() {
        #expect(resolver.optional(Petrol.self) == nil)
        resolver.register { Petrol() }
        #expect(resolver.optional(Petrol.self, name: "none") == nil)
        resolver.register { () -> Electric? in nil }.implements((any Motor).self)
        #expect(resolver.optional(Electric.self) == nil)
        #expect(resolver.optional((any Motor).self) == nil)
        // A factory may ask in this way for a service that it needs.
        resolver.register { resolver in Car(engine: resolver.optional((any Motor).self) ?? Petrol(cylinders: 9)) }
        #expect(resolver.optional(Car.self)?.engine.cylinders == 9)
    }

    // MARK: - Failures

    static let wrapperLine = #line + 2
    final class Driver {
        @Injected var car: Car
    }
    static func registerDriver() {
        Resolver.register { Driver() }
        Resolver.register { Car(engine: $0.resolve()) }
    }
    static let carLine = #line - 2

    @Test(
        "Defect 23: what is missing deeper down is reported with its chain", arguments: ["optional", "wrapper", "T?"])
    func defect23Deeper(_ form: String) async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [form = form as String] in
            Resolver.registerServices = nil
            OptionalTests.registerDriver()
            switch form {
            case "optional": _ = Resolver.optional(Driver.self)
            case "wrapper": _ = OptionalInjected<Driver>().wrappedValue
            default: _ = Resolver.resolve(Driver?.self)
            }
        }
        let text = try failureText(result)
        let file = "ResolverTests/OptionalTests.swift"
        #expect(
            text == """
                Resolver: nothing is registered for 'any ResolverTests.Motor'  [missing-registration]
                  asked for by   ResolverTests.Car                   \(file):\(OptionalTests.carLine)
                            in   ResolverTests.OptionalTests.Driver  \(file):\(OptionalTests.wrapperLine)
                            in   resolve()                           \(file):\(line)
                  to mend it     register it in registerAllServices(), or ask with optional()
                """)
    }

    struct Flat: Error {}

    @Test("Defect 23: an error that a factory throws is reported, although the call is optional")
    func defect23Threw() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { () throws -> Tyre in throw OptionalTests.Flat() }
            _ = Resolver.optional(Tyre.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the factory of 'ResolverTests.Tyre' threw ResolverTests.OptionalTests.Flat: Flat()  [factory-threw]
                  asked for by   resolve()  ResolverTests/OptionalTests.swift:\(line)
                  registered     ResolverTests/OptionalTests.swift:\(line)
                  to mend it     ask with 'require()' or 'requireAsync()', in the factories between as well, and catch it
                """)
    }

    @Test func allLeavesOutWhatTakesArgumentsUnderAnOptionalType() {
        resolver.register(Petrol?.self) { _, args in Petrol(cylinders: args()) }
        resolver.register(name: "four") { Petrol() }
        #expect(resolver.all(Petrol.self).map(\.cylinders) == [4])
        #expect(resolver.resolve(Petrol.self, args: 6).cylinders == 6)
    }
}
