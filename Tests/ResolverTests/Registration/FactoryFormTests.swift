import Resolver
import Testing

private let none: Petrol? = nil
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
private let unwrapped: Petrol! = Petrol()
private func made() -> Petrol { Petrol() }
private func perhaps() -> Petrol? { Petrol() }
private func attempted() throws -> any Motor { Petrol() }

/// `register` has one form for factories that return a service, and one for those that may return nil.
///
/// It must make no difference which form the compiler chooses.
@Suite struct FactoryFormTests {
    let resolver = Resolver()

    /// Expects that a registration has a type, which the compiler has inferred.
    private func expect<Service>(
        _ type: Any.Type, _ options: ResolverOptions<Service>, _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(Service.self == type, sourceLocation: location)
    }

    @Test func whatAFactoryReturnsIsTheService() {
        expect(Petrol.self, resolver.register { Petrol() })
        expect((any Motor).self, resolver.register { Petrol() as any Motor })
        expect((any Motor).self, resolver.register((any Motor).self) { Petrol() })
        expect((any Motor).self, resolver.register((any Motor).self) { fatalError() })
        expect((any Motor).self, resolver.register(name: "a") { Petrol() as any Motor })
        expect((any Motor).self, resolver.register { () -> any Motor in Petrol() })
        expect(Petrol.self, resolver.register(factory: made))
        expect((any Motor).self, resolver.register(factory: attempted))
        expect(Petrol.self, resolver.register(Petrol.self, name: nil, factory: made))
        expect(Int.self, resolver.register { 5 })
        expect(Petrol.Type.self, resolver.register { Petrol.self })
        expect(Petrol.self, resolver.register { perhaps()! })
    }

    @Test func ofWhatMayBeNilTheServiceIsWhatIsWrapped() {
        expect(Petrol.self, resolver.register { none })
        expect(Petrol.self, resolver.register { unwrapped })
        expect(Petrol.self, resolver.register { perhaps() })
        expect((any Motor).self, resolver.register { perhaps() as (any Motor)? })
        expect((any Motor).self, resolver.register((any Motor).self) { perhaps() })
        expect(Petrol.self, resolver.register { () -> Petrol? in nil })
        expect(Petrol.self, resolver.register { nil as Petrol? })
        expect(Petrol.self, resolver.register { Bool.random() ? Petrol() : nil })
        expect(Petrol.self, resolver.register(factory: perhaps))
        expect(Petrol.self, resolver.register(Petrol.self, factory: perhaps))
    }

    @Test func factoriesOfSeveralStatementsAreNoOther() {
        expect(
            Petrol.self,
            resolver.register {
                let engine = Petrol()
                return engine
            })
        expect(
            Petrol.self,
            resolver.register {
                guard let engine = perhaps() else { return nil as Petrol? }
                return engine
            })
        expect(
            Petrol.self,
            resolver.register {
                switch Bool.random() {
                case true: return Petrol(cylinders: 6)
                case false: return Petrol()
                }
            })
        expect(
            (any Motor).self,
            resolver.register {
                if Bool.random() { Petrol() as any Motor } else { Electric() }
            })
    }

    @Test func factoriesThatAreGivenSomethingAreNoOther() {
        expect(Car.self, resolver.register { Car(engine: $0.resolve()) })
        expect(Car.self, resolver.register { resolver in Car(engine: resolver.resolve()) })
        expect(Petrol.self, resolver.register { _ in none })
        expect(Petrol.self, resolver.register { (resolver: Resolver) -> Petrol? in resolver.optional() })
        expect(Petrol.self, resolver.register { _, args in Petrol(cylinders: args()) })
        expect(Petrol.self, resolver.register { _, _ in none })
    }

    @Test func theServiceItselfIsGivenToPropertiesOfWhatMayBeNil() {
        resolver.register { perhaps() }.resolveProperties { _, engine in #expect(engine.cylinders == 4) }
        #expect(resolver.resolve(Petrol.self).cylinders == 4)
    }

    @Test func nilIsNothingWhateverReturnsIt() {
        resolver.register { none }
        #expect(resolver.optional(Petrol.self) == nil)
        resolver.register(factory: { () -> Petrol? in nil }).scope(.application)
        #expect(resolver.optional(Petrol.self) == nil)
        #expect(throws: ResolutionError.self) { try resolver.require(Petrol.self) }
    }
}
