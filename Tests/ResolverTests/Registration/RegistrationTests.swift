import Resolver
import Testing

@Suite struct RegistrationTests {
    let resolver = Resolver()

    @Test func aFactoryRegistersWhatItReturns() {
        resolver.register { Petrol() as any Motor }
        #expect(resolver.resolve((any Motor).self).cylinders == 4)
        #expect(resolver.optional(Petrol.self) == nil)
    }

    @Test func aFactoryThatMayReturnNilRegistersTheWrappedType() {
        resolver.register { () -> Petrol? in Petrol(cylinders: 6) }
        #expect(resolver.resolve(Petrol.self).cylinders == 6)
    }

    @Test func aFactoryIsHandedTheResolverThatWasAsked() {
        let parent = Resolver(child: resolver)
        parent.register { Electric() as any Motor }
        resolver.register { Petrol() as any Motor }
        resolver.register { Car(engine: $0.resolve()) }
        #expect(parent.resolve(Car.self).engine is Electric)
        #expect(resolver.resolve(Car.self).engine is Petrol)
    }

    @Test func aFactoryIsHandedTheArguments() {
        resolver.register { _, args in Petrol(cylinders: args()) }
        #expect(resolver.resolve(Petrol.self, args: 8).cylinders == 8)
    }

    @Test func aTypeCanBeStated() {
        resolver.register((any Motor).self) { Electric() }
        #expect(resolver.resolve((any Motor).self) is Electric)
    }

    @Test func theLastRegistrationCounts() {
        for cylinders in 1...20 { resolver.register { Petrol(cylinders: cylinders) } }
        #expect(resolver.resolve(Petrol.self).cylinders == 20)
    }

    @Test func valuesOfEveryKindAreServices() {
        resolver.register(name: "host") { "example.org" }
        resolver.register { (1, "one") }
        resolver.register { [1, 2, 3] }
        resolver.register { ["a": 1] }
        resolver.register { Petrol.self }
        resolver.register { { (number: Int) in number * 2 } }
        #expect(resolver.resolve(String.self, name: "host") == "example.org")
        #expect(resolver.resolve((Int, String).self) == (1, "one"))
        #expect(resolver.resolve([Int].self) == [1, 2, 3])
        #expect(resolver.resolve([String: Int].self) == ["a": 1])
        #expect(resolver.resolve(Petrol.Type.self) == Petrol.self)
        #expect(resolver.resolve(((Int) -> Int).self)(21) == 42)
    }

    @Test func largeValuesAreServices() {
        struct Large { var numbers = (1, 2, 3, 4, 5, 6, 7, 8, 9) }
        struct Holder {
            let first: Large
            let second: Large
        }
        resolver.register { Large() }
        resolver.register { Holder(first: $0.resolve(), second: $0.resolve()) }
        #expect(resolver.resolve(Holder.self).second.numbers.8 == 9)
    }

    @Test func aTableOfManyKeysFindsEachOfThem() {
        for number in 0..<5_000 { resolver.register(name: Resolver.Name("number \(number)")) { number } }
        for number in 0..<5_000 {
            #expect(resolver.resolve(Int.self, name: Resolver.Name("number \(number)")) == number)
        }
    }

    /// The counts are near those at which a table grows.
    @Test(arguments: [3, 4, 5, 8, 9, 511, 512, 513, 1_024, 1_536, 1_537])
    func aSandboxFindsEachKeyOfATableAndAddsAnother(_ count: Int) {
        func find(_ numbers: Range<Int>) {
            for number in numbers {
                #expect(resolver.optional(Int.self, name: Resolver.Name("number \(number)")) == number)
            }
            #expect(resolver.optional(Int.self, name: Resolver.Name("number \(numbers.upperBound)")) == nil)
        }
        for number in 0..<count { resolver.register(name: Resolver.Name("number \(number)")) { number } }
        find(0..<count)
        withSandbox {
            find(0..<count)
            resolver.register(name: Resolver.Name("number \(count)")) { count }
            find(0..<count + 1)
        }
        find(0..<count)
    }

    @Test func theExactTypesOfOlderProgramsAreThere() {
        let register: (Petrol.Type, Resolver.Name?, @escaping ResolverFactory<Petrol>) -> ResolverOptions<Petrol> =
            resolver.register
        _ = register(Petrol.self, "v6") { Petrol(cylinders: 6) }
        let resolve: (Petrol.Type, Resolver.Name?, Any?) -> Petrol = resolver.resolve
        let optional: (Petrol.Type, Resolver.Name?, Any?) -> Petrol? = resolver.optional
        #expect(resolve(Petrol.self, "v6", nil).cylinders == 6)
        #expect(optional(Petrol.self, nil, nil) == nil)
    }
}
