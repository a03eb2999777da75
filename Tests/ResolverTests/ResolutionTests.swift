import Resolver
import TestSupport
import Testing

@Suite struct ResolutionTests {
    let resolver = Resolver()

    // MARK: - Optional

    @Test func optionalIsNilWhereNothingIsRegistered() {
        #expect(resolver.optional(Car.self) == nil)
    }

    @Test func optionalIsNilWhereTheFactoryReturnsNil() {
        resolver.register { () -> Petrol? in nil }
        #expect(resolver.optional(Petrol.self) == nil)
    }

    @Test func anOptionalTypeIsTheServiceItWraps() {
        #expect(resolver.resolve(Petrol?.self) == nil)
        resolver.register { Petrol() }
        let wrapped: Petrol? = resolver.resolve()
        let unwrapped: Petrol! = resolver.resolve()
        #expect(wrapped?.cylinders == 4)
        #expect(unwrapped.cylinders == 4)
        #expect(resolver.resolve(Petrol??.self)??.cylinders == 4)
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

    // MARK: - Require

    @Test func requireGivesTheService() throws {
        resolver.register { try Self.make(Petrol()) }
        #expect(try resolver.require(Petrol.self).cylinders == 4)
    }

    @Test func requireThrowsWhatTheFactoryThrew() throws {
        resolver.register { () throws -> Petrol in throw Broken() }
        let error = try #require(throws: ResolutionError.self) { try resolver.require(Petrol.self) }
        guard case .factoryThrew(let thrown) = error.reason else { throw error }
        #expect(thrown as? Broken == Broken())
        #expect(error.service == "ResolverTests.Petrol")
        #expect(error.chain.isEmpty)
    }

    @Test func requireThrowsWhereNothingIsRegistered() throws {
        let error = try #require(throws: ResolutionError.self) { try resolver.require(Petrol.self, name: "v8") }
        guard case .missing = error.reason else { throw error }
        #expect(error.name == "v8")
    }

    @Test func requireThrowsWhereTheFactoryReturnsNil() throws {
        resolver.register { () -> Petrol? in nil }
        let error = try #require(throws: ResolutionError.self) { try resolver.require(Petrol.self) }
        guard case .returnedNil = error.reason else { throw error }
    }

    @Test func anErrorTravelsThroughFactoriesThatRequire() throws {
        resolver.register { () throws -> any Engine in throw Broken() }
        resolver.register { try Car(engine: $0.require()) }
        let error = try #require(throws: ResolutionError.self) { try resolver.require(Car.self) }
        #expect(error.service == "any ResolverTests.Engine")
        #expect(error.chain.map(\.service) == ["ResolverTests.Car"])
    }

    @Test func aFailureIsNotKept() throws {
        var attempts = 0
        resolver.register { () throws -> Petrol in
            attempts += 1
            guard attempts > 1 else { throw Broken() }
            return Petrol()
        }.scope(.application)
        #expect(throws: ResolutionError.self) { try resolver.require(Petrol.self) }
        let petrol = try resolver.require(Petrol.self)
        #expect(try resolver.require(Petrol.self) === petrol)
        #expect(attempts == 2)
    }

    private static func make<Value>(_ value: Value) throws -> Value { value }

    // MARK: - All

    @Test func allGivesEveryRegistrationOfATypeInOrder() {
        let child = Resolver()
        let parent = Resolver(child: child)
        parent.register { Petrol(cylinders: 1) }
        child.register(name: "b") { Petrol(cylinders: 2) }
        parent.register(name: "a") { Petrol(cylinders: 3) }
        child.register { Petrol(cylinders: 4) }
        #expect(parent.all(Petrol.self).map(\.cylinders) == [1, 2, 3, 4])
        #expect(child.all(Petrol.self).map(\.cylinders) == [2, 4])
        #expect(child.all(Car.self).isEmpty)
    }

    @Test func allLeavesOutNilAndWhatTakesArguments() {
        resolver.register { () -> Petrol? in nil }
        resolver.register(name: "sized") { _, args in Petrol(cylinders: args()) }
        resolver.register(name: "plain") { Petrol(cylinders: 7) }
        #expect(resolver.all(Petrol.self).map(\.cylinders) == [7])
    }

    @Test func allGivesAnAliasedInstanceOnce() {
        resolver.register { Petrol() }
            .implements((any Engine).self)
            .implements((any Engine).self, name: "petrol")
        resolver.register(name: "electric") { Electric() as any Engine }
        #expect(resolver.all((any Engine).self).map(\.cylinders) == [4, 0])
    }

    // MARK: - Depth

    @Test func aChainOfManyServicesIsNoCycle() {
        resolver.register(name: "0") { 0 }
        for number in 1...500 {
            resolver.register(name: Resolver.Name("\(number)")) { resolver in
                resolver.resolve(Int.self, name: Resolver.Name("\(number - 1)")) + 1
            }
        }
        let sum = onLargeStack { [resolver] in resolver.resolve(Int.self, name: "500") }
        #expect(sum == 500)
    }

    @Test func recursionByArgumentsIsNoCycle() {
        final class Node {
            let children: [Node]
            init(_ children: [Node]) { self.children = children }
            var size: Int { children.reduce(1) { $0 + $1.size } }
        }
        for scope in [ResolverScope.graph, .unique] {
            resolver.register { resolver, args in
                let depth: Int = args()
                return Node((0..<depth).map { resolver.resolve(Node.self, args: $0) })
            }.scope(scope)
            #expect(resolver.resolve(Node.self, args: 6).size == 64)
        }
    }
}
