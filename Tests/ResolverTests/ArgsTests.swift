import Resolver
import Testing

@Suite struct ArgsTests {
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

    @Test func aDictionaryMayBeTheArgument() {
        let scores: [String: Int] = Resolver.Args(["a": 1, "b": 2])()
        #expect(scores == ["a": 1, "b": 2])
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
        let engine: any Engine = Resolver.Args(petrol)()
        #expect(engine === petrol)
        let large = (1, 2, 3, 4, 5)
        let got: (Int, Int, Int, Int, Int) = Resolver.Args(large)()
        #expect(got == large)
    }
}
