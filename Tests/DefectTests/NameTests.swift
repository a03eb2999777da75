import Resolver
import Testing

// defects.md, rows 21 to 27 as far as they speak of the runtime face.
@Suite("Name, optional and argument defects") struct NameTests {
    let resolver = Resolver()

    @Test("Defect 21: implements of a named registration gives the instance of that name")
    func defect21() {
        resolver.register { Petrol(cylinders: 1) }
        resolver.register(name: "x") { Petrol(cylinders: 2) }.implements((any Engine).self, name: "x").scope(.container)
        #expect(resolver.resolve((any Engine).self, name: "x") === resolver.resolve(Petrol.self, name: "x"))
        #expect(resolver.resolve((any Engine).self, name: "x").cylinders == 2)
    }

    @Test("Defect 22: T, T? and T! find one registration")
    func defect22() {
        resolver.register { Petrol() }.scope(.container)
        let plain: Petrol = resolver.resolve()
        let optional: Petrol? = resolver.resolve()
        let unwrapped: Petrol! = resolver.resolve()
        let asked: Petrol? = resolver.optional()
        #expect(plain === optional && plain === unwrapped && plain === asked)
        let absent: Electric? = resolver.resolve()
        #expect(absent == nil)
    }

    @Test("Defect 23: optional is nil for what is missing, and reports what is missing deeper down")
    func defect23() async throws {
        #expect(resolver.optional(Petrol.self) == nil)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { Car(engine: $0.resolve()) }
            _ = Resolver.optional(Car.self)
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("nothing is registered for 'any DefectTests.Engine'"))
        #expect(output.contains("  asked for by   DefectTests.Car  DefectTests/NameTests.swift:"))
    }

    @Test("Defect 24: an optional wrapper with a container asks that container alone")
    func defect24() {
        withSandbox(.fresh) {
            Resolver.register { Petrol() }
            let wrapper = OptionalInjected<Petrol>(container: Resolver())
            #expect(wrapper.wrappedValue == nil)
            #expect(OptionalInjected<Petrol>().wrappedValue != nil)
        }
    }

    @Test("Defect 25: a lazy service that was released is resolved again")
    func defect25() {
        withSandbox(.fresh) {
            Resolver.register { Petrol() }
            let lazy = LazyInjected<Petrol>()
            let first = lazy.wrappedValue
            lazy.release()
            #expect(lazy.isEmpty)
            #expect(lazy.wrappedValue !== first)
        }
    }

    enum Payments { struct Session {} }
    enum Mail { struct Session {} }

    @Test("Defect 26: types of one name in two places stay apart")
    func defect26() async throws {
        resolver.register { Payments.Session() }
        #expect(resolver.optional(Mail.Session.self) == nil)
        let error = try #require(throws: ResolutionError.self) { try resolver.require(Mail.Session.self) }
        #expect(error.description.contains("  did you mean   'DefectTests.NameTests.Payments.Session', registered at "))
    }

    @Test("Defect 27: a wrong or absent argument is reported with service, types and chain", arguments: [true, false])
    func defect27(_ isAbsent: Bool) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [isAbsent = isAbsent as Bool] in
            Resolver.register { _, args in Petrol(cylinders: args()) }
            Resolver.register { Car(engine: $0.resolve(Petrol.self, args: isAbsent ? nil : "four")) }
            _ = Resolver.resolve(Car.self)
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let actual = isAbsent ? "it is absent" : "it is 'Swift.String'"
        #expect(
            output.contains("the argument of 'DefectTests.Petrol' must be 'Swift.Int': \(actual)  [wrong-argument]"))
        #expect(output.contains("  asked for by   DefectTests.Car  DefectTests/NameTests.swift:"))
    }
}
