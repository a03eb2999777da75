import Resolver
import TestSupport
import Testing

private class Vehicle { var wheels: Int { 4 } }
private final class Truck: Vehicle { let load = 7 }

/// A value that is larger than the room that a graph has beside an entry.
private struct Large: Equatable {
    var numbers = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    let vehicle = Vehicle()

    static func == (left: Large, right: Large) -> Bool {
        left.numbers.0 == right.numbers.0 && left.numbers.9 == right.numbers.9 && left.vehicle === right.vehicle
    }
}

private struct Aligned: Equatable { var lanes = SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7) }
private struct Empty {}
private struct Refused: Error {}

/// Services of all sizes are put where the engine has room for them, and come out unchanged.
@Suite struct ServiceLayoutTests {
    let resolver = Resolver()

    @Test func whatIsMadeForTheMetatypeOfASubclassIsNoInstanceOfIt() {
        let type: Vehicle.Type = Truck.self
        resolver.register(type) { Vehicle() }
        #expect(resolver.optional(Truck.self) == nil)
        #expect(resolver.resolve(type).wheels == 4)
    }

    @Test func aServiceStandsForTheMetatypeOfASubclass() {
        let type: Vehicle.Type = Truck.self
        resolver.register { Truck() }.implements(type)
        #expect(resolver.resolve(type).wheels == 4)
        #expect(resolver.resolve(Truck.self).load == 7)
    }

    @Test(arguments: [ResolverScope.unique, .graph, .cached, .application])
    func largeServicesAreMadeAndCopiedWhole(scope: ResolverScope) {
        resolver.register { Large() }.scope(scope)
        resolver.register { (resolver: Resolver) -> [Large] in [resolver.resolve(), resolver.resolve()] }
        let pair: [Large] = resolver.resolve()
        #expect((pair[0] == pair[1]) == (scope !== ResolverScope.unique))
        #expect(pair[0].numbers.9 == 9 && pair[1].vehicle.wheels == 4)
        #expect(resolver.optional(Large.self)?.numbers.5 == 5)
    }

    @Test(arguments: [ResolverScope.unique, .graph, .cached])
    func servicesOfALargeAlignmentAreAligned(scope: ResolverScope) {
        resolver.register { Aligned() }.scope(scope)
        #expect(resolver.resolve(Aligned.self) == Aligned())
        #expect(resolver.resolve(Aligned.self) == Aligned())
    }

    @Test func servicesWithoutAnythingInThemAreServices() {
        let made = Counter()
        resolver.register { () -> Empty in
            made.add()
            return Empty()
        }.scope(.cached)
        resolver.register(name: "nothing") { () }
        _ = resolver.resolve(Empty.self)
        _ = resolver.resolve(Empty.self)
        #expect(made.value == 1)
        resolver.resolve(Void.self, name: "nothing")
    }

    @Test func largeServicesAreReleasedOnce() {
        struct Bulky {
            let counted: Thing
            var rest = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        }
        let living = LivingObjects()
        resolver.register { Bulky(counted: living.counted(Thing())) }
            .resolveProperties { resolver, _ in _ = resolver.optional(Empty.self) }
        for _ in 0..<3 { #expect(resolver.resolve(Bulky.self).rest.9 == 0) }
        resolver.register(name: "throws") { () throws -> Bulky? in throw Refused() }
        resolver.register(name: "nil") { () -> Bulky? in nil }
        for name in ["throws", "nil"] as [Resolver.Name] {
            #expect(throws: ResolutionError.self) { try resolver.require(Bulky.self, name: name) }
        }
        #expect(living.count == 3 && living.alive == 0)
    }

    @Test func whatAFactoryResolvesLeavesWhatOthersAreMakingAlone() {
        resolver.register(name: "leaf") { 1 as any Equatable & Sendable }
        resolver.register(name: "branch") { resolver -> (any Equatable & Sendable)? in
            let first = resolver.resolve((any Equatable & Sendable).self, name: "leaf")
            let second = resolver.resolve((any Equatable & Sendable).self, name: "leaf")
            return "\(first)\(second)"
        }
        .resolveProperties { resolver, _ in _ = resolver.resolve((any Equatable & Sendable).self, name: "leaf") }
        let branch = resolver.resolve((any Equatable & Sendable).self, name: "branch")
        #expect(branch as? String == "11")
    }

    @Test func threadsThatEndGiveTheirFramesBack() async {
        await #expect(processExitsWith: .success) {
            let resolver = Resolver()
            resolver.register { Large() }
            resolver.register { (resolver: Resolver) -> Vehicle in
                _ = resolver.resolve(Large.self)
                return Vehicle()
            }
            let grown = heapGrowth(in: 200) { _ in onThreads(1) { _ in _ = resolver.resolve(Vehicle.self) } }
            // A frame has some 240 bytes, so that each thread would leave more than 400 bytes behind.
            ensure(grown < 20_000, "grown by \(grown) bytes")
        }
    }
}
