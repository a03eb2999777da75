import Foundation
import Resolver
import TestSupport
import Testing

// defects.md, rows 21 to 25. Row 26 is in SameNameTests.swift, row 27 in ArgumentTests.swift.
@Suite("Name and optional defects") struct NameTests {
    let resolver = Resolver()

    // MARK: - 21

    @Test("Defect 21: implements under a name gives the instance registered under that name")
    func defect21() {
        resolver.register { Petrol(cylinders: 1) }
        resolver.register(name: "x") { Petrol(cylinders: 2) }.implements((any Engine).self, name: "x").scope(.container)
        resolver.register(name: "y") { Petrol(cylinders: 3) }.implements((any Engine).self, name: "y").scope(.container)
        #expect(resolver.resolve((any Engine).self, name: "x") === resolver.resolve(Petrol.self, name: "x"))
        #expect(resolver.resolve((any Engine).self, name: "x").cylinders == 2)
        #expect(resolver.resolve((any Engine).self, name: "y") === resolver.resolve(Petrol.self, name: "y"))
        #expect(resolver.resolve((any Engine).self, name: "y").cylinders == 3)
        #expect(resolver.optional((any Engine).self) == nil)
    }

    @Test("Defect 21: also under another name than the service's, under none, and twice")
    func defect21OtherNames() {
        resolver.register { Petrol(cylinders: 1) }.implements((any Engine).self, name: "other").scope(.container)
        resolver.register(name: "x") { Petrol(cylinders: 2) }
            .implements((any Engine).self)
            .implements(AnyObject.self, name: "object")
            .scope(.container)
        #expect(resolver.resolve((any Engine).self, name: "other") === resolver.resolve(Petrol.self))
        #expect(resolver.resolve((any Engine).self) === resolver.resolve(Petrol.self, name: "x"))
        #expect(resolver.resolve(AnyObject.self, name: "object") === resolver.resolve(Petrol.self, name: "x"))
    }

    @Test("Defect 21: also through children, in a sandbox, with arguments and resolveProperties")
    func defect21Everywhere() {
        withSandbox(.fresh) {
            final class Sized: Engine {
                let cylinders: Int
                var isTuned = false
                init(cylinders: Int) { self.cylinders = cylinders }
            }
            let child = Resolver()
            child.register(name: "x") { _, args in Sized(cylinders: args()) }
                .implements((any Engine).self, name: "x")
                .resolveProperties { _, engine in engine.isTuned = true }
            Resolver.main.add(child: child)
            let engine = Resolver.resolve((any Engine).self, name: "x", args: 8)
            #expect(engine.cylinders == 8 && (engine as? Sized)?.isTuned == true)
        }
    }

    @Test("Defect 21: a service that does not implement it is reported", arguments: [true, false])
    func defect21NotImplemented(_ hasPlace: Bool) async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [hasPlace = hasPlace as Bool] in
            let options = Resolver.register(name: "x") { Petrol() }
            // A function value carries no place.
            let implements: ((any Washable).Type, Resolver.Name?) -> ResolverOptions<Petrol> = options.implements
            if hasPlace {
                options.implements((any Washable).self, name: "x")
            } else {
                _ = implements((any Washable).self, "x")
            }
            _ = Resolver.resolve((any Washable).self, name: "x")
        }
        let text = try failureText(result)
        let registered = "\n  registered     with implements() at DefectTests/NameTests.swift:\(line)"
        #expect(
            text == """
                Resolver: 'DefectTests.Petrol' (name: "x") does not implement 'any DefectTests.Washable'  [not-implemented]
                  asked for by   resolve()  DefectTests/NameTests.swift:\(line)\(hasPlace ? registered : "")
                  to mend it     conform to it, or take that implements() away
                """)
    }

    // MARK: - 22

    @Test("Defect 22: T, T? and T! find one registration")
    func defect22() {
        resolver.register { Petrol() }.scope(.container)
        let plain: Petrol = resolver.resolve()
        let optional: Petrol? = resolver.resolve()
        let unwrapped: Petrol! = resolver.resolve()
        let asked: Petrol? = resolver.optional()
        let nested: Petrol?? = resolver.resolve()
        #expect(plain === optional && plain === unwrapped && plain === asked && plain === nested ?? nil)
        let absent: Electric? = resolver.resolve()
        #expect(absent == nil)
        let absentUnwrapped: Electric! = resolver.optional()
        #expect(absentUnwrapped == nil)
    }

    @Test("Defect 22: whichever of them it was registered as, under a name, and through a protocol")
    func defect22Registered() throws {
        resolver.register(Petrol?.self) { Petrol(cylinders: 1) }.scope(.container)
        let optional: Petrol? = resolver.resolve()
        #expect(resolver.resolve(Petrol.self) === optional && optional?.cylinders == 1)
        // There is one registration: the last one counts.
        resolver.register { Petrol(cylinders: 2) }.scope(.container)
        #expect(resolver.resolve(Petrol?.self)?.cylinders == 2)
        resolver.register((any Engine)?.self, name: "x") { Electric() }.scope(.container)
        let engine = try #require(resolver.resolve((any Engine)?.self, name: "x"))
        #expect(resolver.resolve((any Engine).self, name: "x") === engine)
        #expect(resolver.resolve((any Engine)?.self) == nil)
        #expect(resolver.all(Petrol.self).count == 1)
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

    // MARK: - 23

    @Test("Defect 23: optional is nil where the key is missing or its factory returned nil")
    func defect23() {
        #expect(resolver.optional(Petrol.self) == nil)
        resolver.register { Petrol() }
        #expect(resolver.optional(Petrol.self, name: "none") == nil)
        resolver.register { () -> Electric? in nil }.implements((any Engine).self)
        #expect(resolver.optional(Electric.self) == nil)
        #expect(resolver.optional((any Engine).self) == nil)
        // One factory may ask in this way for what another needs.
        resolver.register { resolver in Car(engine: resolver.optional((any Engine).self) ?? Petrol(cylinders: 9)) }
        #expect(resolver.optional(Car.self)?.engine.cylinders == 9)
    }

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
            NameTests.registerDriver()
            switch form {
            case "optional": _ = Resolver.optional(Driver.self)
            case "wrapper": _ = OptionalInjected<Driver>().wrappedValue
            default: _ = Resolver.resolve(Driver?.self)
            }
        }
        let text = try failureText(result)
        let file = "DefectTests/NameTests.swift"
        #expect(
            text == """
                Resolver: nothing is registered for 'any DefectTests.Engine'  [missing-registration]
                  asked for by   DefectTests.Car               \(file):\(NameTests.carLine)
                            in   DefectTests.NameTests.Driver  \(file):\(NameTests.wrapperLine)
                            in   resolve()                     \(file):\(line)
                  to mend it     register it in registerAllServices(), or ask with optional()
                """)
    }

    struct Flat: Error {}

    @Test("Defect 23: so is an error that a factory throws")
    func defect23Threw() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { () throws -> Tyre in throw NameTests.Flat() }
            _ = Resolver.optional(Tyre.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the factory of 'DefectTests.Tyre' threw DefectTests.NameTests.Flat: Flat()  [factory-threw]
                  asked for by   resolve()  DefectTests/NameTests.swift:\(line)
                  registered     DefectTests/NameTests.swift:\(line)
                  to mend it     ask with 'try require()', in the factories between as well
                """)
    }

    // MARK: - 24

    @Test("Defect 24: an optional wrapper with a container asks that container alone")
    func defect24() {
        withSandbox(.fresh) {
            Resolver.register { Petrol() }
            let container = Resolver()
            #expect(OptionalInjected<Petrol>(container: container).wrappedValue == nil)
            #expect(OptionalInjected<Petrol>(name: "x", container: container).wrappedValue == nil)
            #expect(OptionalInjected<Petrol>().wrappedValue != nil)
            // Its children belong to it.
            let petrol = Petrol(cylinders: 1)
            container.add(child: Resolver())
            let child = Resolver()
            child.register { petrol }
            container.add(child: child)
            #expect(OptionalInjected<Petrol>(container: container).wrappedValue === petrol)
            #expect(Resolver.optional(Petrol.self) !== petrol)
        }
    }

    // MARK: - 25

    @Test("Defect 25: a lazy service that was released is resolved again")
    func defect25() {
        final class Model {
            @LazyInjected var petrol: Petrol
            @WeakLazyInjected var electric: Electric?
        }
        withSandbox(.fresh) {
            Resolver.register { _, args in Petrol(cylinders: args.optional() ?? 4) }
            let electric = Electric()
            Resolver.register { electric }
            let model = Model()
            for _ in 0..<3 {
                #expect(model.$petrol.isEmpty && model.$electric.isEmpty)
                let first = model.petrol
                #expect(model.petrol === first && model.electric === electric)
                #expect(!model.$petrol.isEmpty && !model.$electric.isEmpty)
                model.$petrol.release()
                model.$electric.release()
                model.$petrol.release()
                model.$petrol.args = 6
                #expect(model.$petrol.isEmpty && model.$electric.isEmpty)
                let second = model.petrol
                #expect(second !== first && second.cylinders == 6)
                model.$petrol.release()
                #expect(model.electric === electric)
                model.$electric.release()
            }
        }
    }
}
