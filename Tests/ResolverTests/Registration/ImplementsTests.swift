import Resolver
import TestSupport
import Testing

/// Services that stand for another: `implements`.
@Suite struct ImplementsTests {
    let resolver = Resolver()

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

    @Test("own defect D100: a service that implements its own optional stands for itself as it is")
    func itsOwnOptional() {
        resolver.register { Petrol(cylinders: 4) }.implements(Petrol?.self)
        #expect(resolver.resolve(Petrol.self).cylinders == 4)
        #expect(resolver.resolve(Petrol?.self)?.cylinders == 4)
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
        resolver.register { Petrol(cylinders: 4) }.implements((any Motor).self)
        resolver.register { Petrol(cylinders: 12) }
        #expect(resolver.resolve((any Motor).self).cylinders == 12)
    }

    @Test func aParentsOverrideOfTheServiceDoesNotBreakTheProtocol() {
        final class Mock {}
        resolver.register((any Motor).self, name: "x") { Petrol() }
        resolver.register { Petrol(cylinders: 4) }.implements((any Motor).self)
        let parent = Resolver(child: resolver)
        parent.register { Petrol(cylinders: 99) }
        #expect(parent.resolve((any Motor).self).cylinders == 4)
    }

    @Test func aProtocolPassesArgumentsOn() {
        resolver.register { _, args in Petrol(cylinders: args()) }.implements((any Motor).self)
        #expect(resolver.resolve((any Motor).self, args: 16).cylinders == 16)
    }

    @Test func aServiceStandsForItselfAsItIs() {
        resolver.register { Petrol() }.implements(Petrol.self)
        #expect(resolver.resolve(Petrol.self).cylinders == 4)
    }

    // MARK: - Names

    @Test("Defect 21: implements under a name gives the instance registered under that name")
    func defect21() {
        resolver.register { Petrol(cylinders: 1) }
        resolver.register(name: "x") { Petrol(cylinders: 2) }.implements((any Motor).self, name: "x").scope(.container)
        resolver.register(name: "y") { Petrol(cylinders: 3) }.implements((any Motor).self, name: "y").scope(.container)
        #expect(resolver.resolve((any Motor).self, name: "x") === resolver.resolve(Petrol.self, name: "x"))
        #expect(resolver.resolve((any Motor).self, name: "x").cylinders == 2)
        #expect(resolver.resolve((any Motor).self, name: "y") === resolver.resolve(Petrol.self, name: "y"))
        #expect(resolver.resolve((any Motor).self, name: "y").cylinders == 3)
        #expect(resolver.optional((any Motor).self) == nil)
    }

    @Test("Defect 21: also under another name than the service's, under none, and twice")
    func defect21OtherNames() {
        resolver.register { Petrol(cylinders: 1) }.implements((any Motor).self, name: "other").scope(.container)
        resolver.register(name: "x") { Petrol(cylinders: 2) }
            .implements((any Motor).self)
            .implements(AnyObject.self, name: "object")
            .scope(.container)
        #expect(resolver.resolve((any Motor).self, name: "other") === resolver.resolve(Petrol.self))
        #expect(resolver.resolve((any Motor).self) === resolver.resolve(Petrol.self, name: "x"))
        #expect(resolver.resolve(AnyObject.self, name: "object") === resolver.resolve(Petrol.self, name: "x"))
    }

    @Test("Defect 21: also through children, in a sandbox, with arguments and resolveProperties")
    func defect21Everywhere() {
        withSandbox(.fresh) {
            final class Sized: Motor {
                let cylinders: Int
                var isTuned = false
                init(cylinders: Int) { self.cylinders = cylinders }
            }
            let child = Resolver()
            child.register(name: "x") { _, args in Sized(cylinders: args()) }
                .implements((any Motor).self, name: "x")
                .resolveProperties { _, engine in engine.isTuned = true }
            Resolver.main.add(child: child)
            let engine = Resolver.resolve((any Motor).self, name: "x", args: 8)
            #expect(engine.cylinders == 8 && (engine as? Sized)?.isTuned == true)
        }
    }

    // MARK: - Failures

    @Test func aServiceThatDoesNotConformIsNamed() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { Radio() }.implements((any Motor).self)
            _ = Resolver.resolve((any Motor).self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'ResolverTests.Radio' does not implement 'any ResolverTests.Motor'  [not-implemented]
                  asked for by   resolve()  ResolverTests/ImplementsTests.swift:\(line + 1)
                  registered     with implements() at ResolverTests/ImplementsTests.swift:\(line + 1)
                  to mend it     conform to it, or take that implements() away
                """)
    }

    @Test("Defect 21: a service that does not implement it is reported", arguments: [true, false])
    func defect21NotImplemented(_ hasPlace: Bool) async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [hasPlace = hasPlace as Bool] in
            let options = Resolver.register(name: "x") { Petrol() }
            // A call through a function value carries no place.
            let implements: ((any Washable).Type, Resolver.Name?) -> ResolverOptions<Petrol> = options.implements
            if hasPlace {
                options.implements((any Washable).self, name: "x")
            } else {
                _ = implements((any Washable).self, "x")
            }
            _ = Resolver.resolve((any Washable).self, name: "x")
        }
        let text = try failureText(result)
        let registered = "\n  registered     with implements() at ResolverTests/ImplementsTests.swift:\(line)"
        #expect(
            text == """
                Resolver: 'ResolverTests.Petrol' (name: "x") does not implement 'any ResolverTests.Washable'  [not-implemented]
                  asked for by   resolve()  ResolverTests/ImplementsTests.swift:\(line)\(hasPlace ? registered : "")
                  to mend it     conform to it, or take that implements() away
                """)
    }

    @Test("own defect D73: `require` throws where a service does not conform")
    func requireThrowsWhereAServiceDoesNotConform() {
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            let line = #line + 1
            Resolver.register { Radio() }.implements((any Motor).self)
            Resolver.register(name: "outer") { () -> String? in
                try Resolver.require((any Motor).self).cylinders.description
            }
            let text = """
                Resolver: 'ResolverTests.Radio' does not implement 'any ResolverTests.Motor'  [not-implemented]
                  asked for by   resolve()  ResolverTests/ImplementsTests.swift:\(line + 11)
                  registered     with implements() at ResolverTests/ImplementsTests.swift:\(line)
                  to mend it     conform to it, or take that implements() away
                """
            #expect(Resolver.optional((any Motor).self) == nil)
            let error = #expect(throws: ResolutionError.self) { try Resolver.require((any Motor).self) }
            #expect(error?.description == text)
            guard case .notImplemented(let service)? = error?.reason else {
                Issue.record("\(String(describing: error?.reason))")
                return
            }
            #expect(service.service == "ResolverTests.Radio" && error?.service == "any ResolverTests.Motor")
            #expect(error?.identifier == "not-implemented")
            #expect(error?.callSite?.line == line + 11 && error?.registered?.line == line)
            #expect(throws: ResolutionError.self) { try Resolver.require(String.self, name: "outer") }
        }
    }

    /// `all` reports services that stand for each other, just as `resolve` does.
    @Test func servicesThatStandForEachOther() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            beginProcess(isShown: false)
            let resolver = Resolver()
            let motor = resolver.register { nil as (any Motor)? }
            let washable = resolver.register { nil as (any Washable)? }
            washable.implements((any Motor).self)
            motor.implements((any Washable).self)
            _ = resolver.all((any Washable).self)
        }
        let text = try failureText(result)
        #expect(text.contains("[cycle]"))
    }

    @Test("own defect D102: what is registered for an optional type implements a protocol as what that wraps")
    func anOptionalImplements() throws {
        struct Wide: Washable, Equatable { var number: Int }
        resolver.register(Wide?.self) { Wide(number: 4) }.implements((any Washable).self).scope(.cached)
        for _ in 0..<3 { #expect(resolver.resolve((any Washable).self) as? Wide == Wide(number: 4)) }
        resolver.register(Petrol?.self) { Petrol(cylinders: 7) }.implements((any Motor).self).scope(.cached)
        #expect(resolver.resolve((any Motor).self) === resolver.resolve(Petrol.self))
        resolver.register(Petrol?.self) { nil }
        #expect(resolver.optional((any Motor).self) == nil)
        #expect(throws: ResolutionError.self) { try resolver.require((any Motor).self) }
    }

    @Test("own defect D104: all goes by what a protocol stands for now")
    func allGoesByWhatItStandsFor() {
        resolver.register { Petrol(cylinders: 4) }.implements((any Motor).self)
        resolver.register { _, args in Petrol(cylinders: args()) }
        #expect(resolver.all((any Motor).self).isEmpty)
        resolver.register { Petrol(cylinders: 8) }
        #expect(resolver.all((any Motor).self).map(\.cylinders) == [8])
        resolver.register(name: "late") { _, args in Petrol(cylinders: args()) }.implements(
            (any Motor).self, name: "late")
        resolver.register(name: "late") { Petrol(cylinders: 12) }
        #expect(resolver.all((any Motor).self).map(\.cylinders) == [8, 12])
    }
}
