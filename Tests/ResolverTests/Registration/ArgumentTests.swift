import Resolver
import TestSupport
import Testing

private func registerAbsent() {
    Resolver.register { _, args in Petrol(cylinders: args()) }.implements((any Motor).self)
    Resolver.register { Car(engine: $0.resolve((any Motor).self)) }
}
private let absentLine = #line - 2

private func registerWithoutAlias() {
    Resolver.register { _, args in Petrol(cylinders: args()) }
    Resolver.register { Car(engine: $0.resolve(Petrol.self)) }
}
private let withoutAliasLine = #line - 2

private func registerOfAnotherType() {
    Resolver.register { _, args in Petrol(cylinders: args.get()) }
    Resolver.register(name: "fast") { Car(engine: $0.resolve(Petrol.self, args: ["four", "five"])) }
}
private let typeLine = #line - 2

private func registerKeyed() {
    Resolver.register { _, args in Petrol(cylinders: args("cylinders")) }
}
private let keyedLine = #line - 2

@Suite struct ArgumentTests {
    private let file = "ResolverTests/ArgumentTests.swift"

    // MARK: - Values

    @Test func oneArgumentTravelsAsItself() {
        let args = Resolver.Args(42)
        let called: Int = args()
        #expect(called == 42)
        #expect(args.get() as Int == 42)
        #expect(args.optional() as Int? == 42)
        #expect(args.optional() as String? == nil)
    }

    @Test func severalArgumentsTravelUnderKeys() {
        let args = Resolver.Args(["text": "hello", "draft": true, "none": nil] as [String: Any?])
        let text: String = args("text")
        #expect(text == "hello")
        #expect(args.get("draft") as Bool)
        #expect(args.optional("draft") as Bool? == true)
        #expect(args.optional("none") as Bool? == nil)
        #expect(args.optional("absent") as Bool? == nil)
        #expect(args.optional() as String? == nil)
    }

    @Test func theOnlyOneUnderAKeyNeedsNone() {
        let text: String = Resolver.Args(["text": "hello"])()
        #expect(text == "hello")
    }

    @Test func aDictionaryOfNumbersMayBeTheArgument() {
        let scores: [Int: Int] = Resolver.Args([1: 1, 2: 2])()
        #expect(scores == [1: 1, 2: 2])
    }

    @Test func oneOfSeveralArgumentsIsNotTheOnlyOne() {
        #expect(Resolver.Args(["first": 1]).optional() as Int? == 1)
        #expect(Resolver.Args(["first": 1, "second": 2]).optional() as Int? == nil)
    }

    @Test func argumentsAreHandedOn() {
        let resolver = Resolver()
        resolver.register { _, args in Petrol(cylinders: args("cylinders")) }
        resolver.register { resolver, args in Car(engine: resolver.resolve(Petrol.self, args: args)) }
        #expect(resolver.resolve(Car.self, args: ["cylinders": 3]).engine.cylinders == 3)
    }

    @Test func absentArgumentsAreNil() {
        #expect(Resolver.Args(nil).optional() as Int? == nil)
        #expect(Resolver.Args(nil).optional("key") as Int? == nil)
        let none: Int?? = Resolver.Args(nil).optional()
        #expect(none == .some(nil))
    }

    @Test func argumentsAreCastToProtocolsAndClasses() {
        let petrol = Petrol()
        let engine: any Motor = Resolver.Args(petrol)()
        #expect(engine === petrol)
        let large = (1, 2, 3, 4, 5)
        let got: (Int, Int, Int, Int, Int) = Resolver.Args(large)()
        #expect(got == large)
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

    @Test("own defect D331: nil is no argument, however the call says it: a graph shares a value that is made of none")
    func argumentsThatAreNilAreNone() {
        let resolver = Resolver()
        let asks: [(Resolver) -> Void] = [
            { _ = $0.resolve(Tyre.self, name: "tyre", args: nil) },
            { _ = $0.optional(Tyre.self, name: "tyre", args: nil) },
            { _ = try? $0.require(Tyre.self, name: "tyre", args: nil) },
            { resolver in
                let resolve: (Tyre.Type, Resolver.Name?, Any?) -> Tyre = resolver.resolve
                _ = resolve(Tyre.self, "tyre", nil)
            },
        ]
        var made = 0
        resolver.register(name: "tyre") { () -> Tyre in
            made += 1
            return Tyre(inches: made)
        }
        for ask in asks {
            made = 0
            resolver.register { resolver -> String in
                _ = resolver.resolve(Tyre.self, name: "tyre")
                ask(resolver)
                ask(resolver)
                return ""
            }
            _ = resolver.resolve(String.self)
            #expect(made == 1)
        }
    }

    @Test("a graph gives the value that it has to those who ask without arguments alone", arguments: [1, 200])
    func aGraphHasOneValue(_ others: Int) {
        let resolver = Resolver()
        var made = 0
        resolver.register { _, args -> Tyre in
            made += 1
            return Tyre(inches: args.optional() ?? made)
        }
        for number in 0..<others { resolver.register(name: Resolver.Name("\(number)")) { Petrol(cylinders: number) } }
        resolver.register { resolver -> String in
            for number in 0..<others { _ = resolver.resolve(Petrol.self, name: Resolver.Name("\(number)")) }
            #expect(resolver.resolve(Tyre.self).inches == 1)
            #expect(resolver.resolve(Tyre.self, args: 20).inches == 20)
            #expect(resolver.resolve(Tyre.self, args: 30).inches == 30)
            #expect(resolver.resolve(Tyre.self).inches == 1)
            return ""
        }
        _ = resolver.resolve(String.self)
        #expect(made == 3)
    }

    // MARK: - Failures

    @Test("Defect 27: an absent argument is reported with service, type and chain", arguments: [true, false])
    func defect27Absent(_ hasAlias: Bool) async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [hasAlias = hasAlias as Bool] in
            if hasAlias { registerAbsent() } else { registerWithoutAlias() }
            _ = Resolver.resolve(Car.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the argument of 'ResolverTests.Petrol' must be 'Swift.Int': it is absent  [wrong-argument]
                  asked for by   ResolverTests.Car  \(file):\(hasAlias ? absentLine : withoutAliasLine)
                            in   resolve()          \(file):\(line)
                  registered     \(file):\((hasAlias ? absentLine : withoutAliasLine) - 1)
                  to mend it     pass it as args: to resolve(), or take it with optional()
                """)
    }

    @Test("Defect 27: an argument of another type is reported with both types and the chain")
    func defect27Type() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            registerOfAnotherType()
            _ = Resolver.resolve(Car.self, name: "fast")
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the argument of 'ResolverTests.Petrol' must be 'Swift.Int': \
                it is 'Swift.Array<Swift.String>'  [wrong-argument]
                  asked for by   ResolverTests.Car (name: "fast")  \(file):\(typeLine)
                            in   resolve()                         \(file):\(line)
                  registered     \(file):\(typeLine - 1)
                  to mend it     pass it as args: to resolve(), or take it with optional()
                """)
    }

    @Test func anArgumentOfAnotherTypeIsNamed() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { _, args in Petrol(cylinders: args()) }
            _ = Resolver.resolve(Petrol.self, args: "four")
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the argument of 'ResolverTests.Petrol' must be 'Swift.Int': it is 'Swift.String'  [wrong-argument]
                  asked for by   resolve()  ResolverTests/ArgumentTests.swift:\(line + 1)
                  registered     ResolverTests/ArgumentTests.swift:\(line + 1)
                  to mend it     pass it as args: to resolve(), or take it with optional()
                """)
    }

    @Test(
        "Defect 27: an argument under another key, of another type under its key, or without a key is reported",
        arguments: [0, 1, 2, 3, 4])
    func defect27Keyed(_ number: Int) async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [number = number as Int] in
            registerKeyed()
            let absent: [String: Any?] = ["cylinders": nil]
            let args: Any? = [["size": 4, "colour": 2], ["cylinders": "four"], 4, nil, absent][number]
            _ = Resolver.resolve(Petrol.self, args: args)
        }
        let text = try failureText(result)
        let actual = [
            "the keys are \"colour\", \"size\"", "it is 'Swift.String'", "there is one without a key, 'Swift.Int'",
            "it is absent", "it is nil",
        ]
        #expect(
            text == """
                Resolver: the argument "cylinders" of 'ResolverTests.Petrol' must be 'Swift.Int': \
                \(actual[number])  [wrong-argument]
                  asked for by   resolve()  \(file):\(line)
                  registered     \(file):\(keyedLine)
                  to mend it     pass it as args: to resolve(), or take it with optional()
                """)
    }

    @Test func argumentsWithKeysAreThoseOfAnyDictionaryOfText() {
        withSandbox(.fresh) {
            registerKeyed()
            let absent: Int? = nil
            let all: [Any] = [
                ["cylinders": 4, "size": 2], ["cylinders": 4, "size": "large"] as [String: Any],
                ["cylinders": 4] as [AnyHashable: Any], ["cylinders": 4, "size": absent] as [String: Int?],
                Resolver.Args(["cylinders": 4]),
            ]
            for args in all { #expect(Resolver.resolve(Petrol.self, args: args).cylinders == 4) }
        }
    }

    @Test func anEmptyDictionaryOfOtherKeysIsAnArgument() {
        withSandbox(.fresh) {
            Resolver.register { _, args in Petrol(cylinders: (args.get() as [Int: Int]?)?.count ?? -1) }
            #expect(Resolver.resolve(Petrol.self, args: [1: 1]).cylinders == 1)
            #expect(Resolver.resolve(Petrol.self, args: [Int: Int]()).cylinders == 0)
        }
    }

    @Test func argumentsAreHandedOnMoreThanOnce() {
        let twice = Resolver.Args(Resolver.Args(Resolver.Args(42)))
        #expect(twice() as Int == 42)
        #expect(twice.optional("text") as String? == nil)
        let keyed = Resolver.Args(Resolver.Args(Resolver.Args(["text": "hello", "to": "you"])))
        #expect(keyed("text") as String == "hello")
    }

    @Test func theKeysOfSeveralAreNamedWhereTheOnlyOneIsTaken() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { _, args in Petrol(cylinders: args()) }
            _ = Resolver.resolve(Petrol.self, args: ["size": 4, "colour": 2])
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the argument of 'ResolverTests.Petrol' must be 'Swift.Int': \
                the keys are "colour", "size"  [wrong-argument]
                  asked for by   resolve()  ResolverTests/ArgumentTests.swift:\(line + 1)
                  registered     ResolverTests/ArgumentTests.swift:\(line + 1)
                  to mend it     pass it as args: to resolve(), or take it with optional()
                """)
    }
}
