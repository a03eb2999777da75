import Resolver
import Testing

@Suite struct PropertyWrapperTests {
    // MARK: - Injected

    final class Model {
        @Injected var engine: any Engine
        @Injected(name: "fast") var fast: any Engine
        @OptionalInjected var radio: Radio?
        @OptionalInjected(name: "absent") var absent: Radio?
    }

    @Test func servicesAreInjectedWhenTheObjectIsMade() {
        withSandbox(.fresh) {
            Resolver.register { Petrol() as any Engine }
            Resolver.register(name: "fast") { Electric() as any Engine }
            Resolver.register { Radio() }
            let model = Model()
            #expect(model.engine is Petrol)
            #expect(model.fast is Electric)
            #expect(model.radio?.station == "classic")
            #expect(model.absent == nil)
            model.engine = Electric()
            #expect(model.engine is Electric)
        }
    }

    @Test func aContainerAloneIsAsked() {
        struct Model {
            @Injected(container: container) var engine: any Engine
            @OptionalInjected(container: container) var radio: Radio?
            @LazyInjected(container: container) var lazy: any Engine
            nonisolated(unsafe) static var container = Resolver()
        }
        withSandbox(.fresh) {
            Resolver.register { Radio() }
            Model.container.register { Petrol() as any Engine }
            let model = Model()
            #expect(model.engine is Petrol)
            #expect(model.radio == nil)
            #expect(model.lazy is Petrol)
        }
    }

    @Test func wrappersJoinTheGraphTheyAreMadeIn() {
        final class Pair {
            @Injected var first: Petrol
            @Injected var second: Petrol
        }
        withSandbox(.fresh) {
            Resolver.register { Petrol() }
            Resolver.register { Pair() }
            let pair = Resolver.resolve(Pair.self)
            #expect(pair.first === pair.second)
        }
    }

    // MARK: - Lazy

    final class LazyModel {
        @LazyInjected var petrol: Petrol
        @LazyInjected(name: "fast") var fast: Petrol
        @WeakLazyInjected var radio: Radio?
    }

    @Test func lazyServicesAreResolvedAtTheFirstAccess() {
        withSandbox(.fresh) {
            let model = LazyModel()
            #expect(model.$petrol.isEmpty)
            Resolver.register { _, args in Petrol(cylinders: args.optional() ?? 4) }
            model.$petrol.args = 6
            let petrol = model.petrol
            #expect(petrol.cylinders == 6)
            #expect(model.petrol === petrol)
            #expect(!model.$petrol.isEmpty)
            model.$petrol.release()
            #expect(model.$petrol.isEmpty)
            model.$petrol.args = 8
            #expect(model.petrol.cylinders == 8)
            model.petrol = petrol
            #expect(model.petrol === petrol)
        }
    }

    @Test func aLazyServiceHasANameAndAContainer() {
        withSandbox(.fresh) {
            Resolver.register(name: "fast") { Petrol(cylinders: 8) }
            Resolver.register(name: "slow") { Petrol(cylinders: 2) }
            let model = LazyModel()
            #expect(model.$fast.name == "fast")
            #expect(model.fast.cylinders == 8)
            model.$fast.release()
            model.$fast.name = "slow"
            #expect(model.fast.cylinders == 2)
            let own = Resolver()
            own.register(name: "slow") { Petrol(cylinders: 1) }
            model.$fast.release()
            model.$fast.container = own
            #expect(model.$fast.container === own)
            #expect(model.fast.cylinders == 1)
        }
    }

    @Test func lazyServicesWorkInStructs() {
        struct Model {
            @LazyInjected var petrol: Petrol
        }
        withSandbox(.fresh) {
            Resolver.register { Petrol() }
            let model = Model()
            #expect(model.petrol === model.petrol)
        }
    }

    @Test func aWeakServiceIsGoneWithItsLastHolder() {
        withSandbox(.fresh) {
            var made = 0
            Resolver.register { () -> Radio in
                made += 1
                return Radio()
            }.scope(.shared)
            let model = LazyModel()
            #expect(model.$radio.isEmpty)
            var radio = model.radio
            #expect(radio != nil)
            #expect(model.radio === radio)
            #expect(!model.$radio.isEmpty)
            radio = nil
            #expect(model.radio == nil)
            #expect(made == 1)
            model.$radio.release()
            #expect(model.radio != nil)
            #expect(made == 2)
        }
    }

    @Test func aContainerThatHoldsALazyServicesOwnerIsReleased() {
        final class Owner {
            @LazyInjected var radio: Radio
            init(_ container: Resolver) { _radio = LazyInjected(container: container) }
        }
        weak var container: Resolver?
        weak var owner: Owner?
        do {
            let resolver = Resolver()
            container = resolver
            resolver.register { Radio() }
            resolver.register { Owner($0) }.scope(.container)
            let made = resolver.resolve(Owner.self)
            #expect(made.radio === made.radio)
            owner = made
        }
        #expect(container == nil)
        #expect(owner == nil)
    }
}
