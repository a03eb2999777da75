import Resolver
import TestSupport
import Testing

@Suite struct ResolutionTests {
    let resolver = Resolver()

    // MARK: - Require

    @Test func requireGivesTheService() throws {
        resolver.register { try Self.make(Petrol()) }
        let petrol = try resolver.require(Petrol.self)
        #expect(petrol.cylinders == 4)
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
        resolver.register { () throws -> any Motor in throw Broken() }
        resolver.register { try Car(engine: $0.require()) }
        let error = try #require(throws: ResolutionError.self) { try resolver.require(Car.self) }
        #expect(error.service == "any ResolverTests.Motor")
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

    @Test("Defect 11: a resolution that failed leaves no chain, graph or slot behind")
    func defect11Failure() throws {
        struct Flat: Error {}
        let resolver = Resolver()
        let isFlat = Locked(true)
        resolver.register { Petrol() }
        resolver.register { resolver -> Tyre in
            _ = resolver.resolve(Petrol.self)
            if isFlat.withLock({ $0 }) { throw Flat() }
            return Tyre(inches: 1)
        }.scope(.container)
        resolver.register { resolver in Car(engine: try resolver.require((any Motor).self, name: "none")) }
        for _ in 0..<200 {
            let error = try #require(throws: ResolutionError.self) { try resolver.require(Tyre.self) }
            #expect(error.chain.isEmpty)
            let nested = try #require(throws: ResolutionError.self) { try resolver.require(Car.self) }
            #expect(nested.chain.map(\.description) == ["ResolverTests.Car"])
        }
        isFlat.withLock { $0 = false }
        let tyre = try resolver.require(Tyre.self)
        #expect(tyre.inches == 1)
        #expect(resolver.resolve(Petrol.self) !== resolver.resolve(Petrol.self))
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
            .implements((any Motor).self)
            .implements((any Motor).self, name: "petrol")
        resolver.register(name: "electric") { Electric() as any Motor }
        #expect(resolver.all((any Motor).self).map(\.cylinders) == [4, 0])
    }

    @Test("own defects D122, D233: the metatype of a subclass registers, and asks for, a service of its own")
    func aMetatypeOfASubclass() async throws {
        class Screen {}
        final class Home: Screen {}
        final class Search: Screen {}
        let (home, search): (Screen.Type, Screen.Type) = (Home.self, Search.self)
        let resolver = Resolver()
        #expect(resolver.optional(home) == nil)
        resolver.register(home) { Home() }
        resolver.register(search) { _ in Search() }.scope(.application)
        #expect(type(of: resolver.resolve(home)) == Home.self)
        #expect(type(of: resolver.resolve(search)) == Search.self)
        #expect(resolver.resolve(search) === resolver.resolve(search))
        #expect(resolver.optional(home) is Home)
        let (required, awaited) = (try resolver.require(search, args: 1), try await resolver.requireAsync(home))
        #expect(required is Search)
        #expect(awaited is Home)
        // A call that names the classes statically finds nothing of the kind.
        #expect(resolver.optional(Screen.self) == nil && resolver.optional(Home.self) == nil)
        resolver.register { Screen() }
        #expect(type(of: resolver.resolve(home)) == Home.self)
        #expect(resolver.all(Screen.self).count == 3)
        resolver.register(home, name: "old") { Screen() }
        #expect(type(of: resolver.resolve(home, name: "old")) == Screen.self)
        #expect(type(of: resolver.resolve(home)) == Home.self)
        // `all` of a subclass also gives what is registered for it.
        #expect(resolver.all(home).map { type(of: $0) == Screen.self } == [false, true])
        #expect(resolver.all(search).count == 1 && resolver.all(Screen.self).count == 4)
    }

    @Test("own defect D239: local subclasses of one name are two")
    func metatypesOfLocalSubclasses() {
        class Screen {}
        func first() -> Screen.Type {
            final class Home: Screen {}
            return Home.self
        }
        func second() -> Screen.Type {
            final class Home: Screen {}
            return Home.self
        }
        let resolver = Resolver()
        resolver.register(first()) { Screen() }.scope(.application)
        #expect(resolver.optional(second()) == nil)
        resolver.register(second()) { Screen() }.scope(.application)
        #expect(resolver.resolve(first()) !== resolver.resolve(second()))
    }

    @Test("own defect D233: `implements` goes by the subclass whose metatype it is given")
    func implementsAMetatypeOfASubclass() {
        class Screen {}
        class Home: Screen {}
        final class Start: Home {}
        let (screen, home): (Screen.Type, Screen.Type) = (Screen.self, Home.self)
        let resolver = Resolver()
        resolver.register { Start() }.scope(.application).implements(home)
        #expect(resolver.resolve(home) === resolver.resolve(Start.self))
        #expect(resolver.optional(screen) == nil)
    }

    @Test("a graph of many instances is as one of few", arguments: [0, 200])
    func aGraphOfMany(_ count: Int) {
        for number in 0..<count { resolver.register(name: Resolver.Name("\(number)")) { Filler(number: number) } }
        var attempts = 0
        resolver.register { () throws -> Petrol in
            attempts += 1
            if attempts == 1 { throw Broken() }
            return Petrol()
        }
        var petrols: [Petrol] = []
        resolver.register { resolver -> Garage in
            for number in 0..<count { _ = resolver.resolve(Filler.self, name: Resolver.Name("\(number)")) }
            #expect(throws: ResolutionError.self) { try resolver.require(Petrol.self) }
            petrols = [resolver.resolve(), resolver.resolve()]
            return Garage(car: Car(engine: petrols[0]), engine: petrols[1])
        }
        _ = resolver.resolve(Garage.self)
        #expect(attempts == 2)
        #expect(petrols[0] === petrols[1])
    }

    private struct Filler { let number: Int }
}
