import Resolver
import TestSupport
import Testing

// defects.md, row 27.

private func registerAbsent() {
    Resolver.register { _, args in Petrol(cylinders: args()) }.implements((any Engine).self)
    Resolver.register { Car(engine: $0.resolve((any Engine).self)) }
}
private let absentLine = #line - 2

private func registerOfAnotherType() {
    Resolver.register { _, args in Petrol(cylinders: args.get()) }
    Resolver.register(name: "fast") { Car(engine: $0.resolve(Petrol.self, args: ["four", "five"])) }
}
private let typeLine = #line - 2

private func registerKeyed() {
    Resolver.register { _, args in Petrol(cylinders: args("cylinders")) }
}

@Suite("Argument defects") struct ArgumentTests {
    private let file = "DefectTests/ArgumentTests.swift"

    @Test("Defect 27: an absent argument is reported with service, type and chain")
    func defect27Absent() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            registerAbsent()
            _ = Resolver.resolve(Car.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the argument of 'DefectTests.Petrol' must be 'Swift.Int': it is absent  [wrong-argument]
                  asked for by   DefectTests.Car  \(file):\(absentLine)
                            in   resolve()        \(file):\(line)
                  to mend it     pass it as args: to resolve(), or take it with optional()
                """)
    }

    @Test("Defect 27: one of another type is reported with both types and the chain")
    func defect27Type() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            registerOfAnotherType()
            _ = Resolver.resolve(Car.self, name: "fast")
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the argument of 'DefectTests.Petrol' must be 'Swift.Int': \
                it is 'Swift.Array<Swift.String>'  [wrong-argument]
                  asked for by   DefectTests.Car (name: "fast")  \(file):\(typeLine)
                            in   resolve()                       \(file):\(line)
                  to mend it     pass it as args: to resolve(), or take it with optional()
                """)
    }

    @Test(
        "Defect 27: so is one under another key, of another type under its key, and without a key",
        arguments: [0, 1, 2, 3])
    func defect27Keyed(_ number: Int) async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [number = number as Int] in
            registerKeyed()
            let args: Any? = [["size": 4, "colour": 2], ["cylinders": "four"], 4, nil][number]
            _ = Resolver.resolve(Petrol.self, args: args)
        }
        let text = try failureText(result)
        let actual = [
            "the keys are \"colour\", \"size\"", "it is 'Swift.String'", "there is one without a key, 'Swift.Int'",
            "it is absent",
        ]
        #expect(
            text == """
                Resolver: the argument "cylinders" of 'DefectTests.Petrol' must be 'Swift.Int': \
                \(actual[number])  [wrong-argument]
                  asked for by   resolve()  \(file):\(line)
                  to mend it     pass it as args: to resolve(), or take it with optional()
                """)
    }

    @Test("Defect 27: an argument that may be absent, or is nil, is no mistake")
    func defect27Optional() {
        let resolver = Resolver()
        resolver.register { _, args in Petrol(cylinders: args.optional() ?? -1) }
        #expect(resolver.resolve(Petrol.self).cylinders == -1)
        #expect(resolver.resolve(Petrol.self, args: "four").cylinders == -1)
        #expect(resolver.resolve(Petrol.self, args: 4).cylinders == 4)
        resolver.register(name: "keyed") { _, args in Petrol(cylinders: args.optional("cylinders") ?? -1) }
        #expect(resolver.resolve(Petrol.self, name: "keyed", args: ["size": 4]).cylinders == -1)
        #expect(resolver.resolve(Petrol.self, name: "keyed", args: ["cylinders": 4]).cylinders == 4)
        resolver.register(name: "nil") { _, args in
            let cylinders: Int? = args()
            return Petrol(cylinders: cylinders ?? -2)
        }
        let none: Int? = nil
        #expect(resolver.resolve(Petrol.self, name: "nil", args: none).cylinders == -2)
        #expect(resolver.resolve(Petrol.self, name: "nil", args: Optional(4)).cylinders == 4)
    }
}
