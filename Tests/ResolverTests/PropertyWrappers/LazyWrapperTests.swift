import Resolver
import Testing

@Suite struct LazyWrapperTests {
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

    @Test("Defect 25: a lazy service that was released is resolved again")
    func defect25() {
        final class Model {
            @LazyInjected var petrol: Petrol
            @WeakLazyInjected var electric: Electric?
        }
        withSandbox(.fresh) {
            Resolver.register { _, args in Petrol(cylinders: args.optional() ?? 4) }
            let electric = Electric()
            Resolver.register { electric }
            let model = Model()
            for _ in 0..<3 {
                #expect(model.$petrol.isEmpty && model.$electric.isEmpty)
                let first = model.petrol
                #expect(model.petrol === first && model.electric === electric)
                #expect(!model.$petrol.isEmpty && !model.$electric.isEmpty)
                model.$petrol.release()
                model.$electric.release()
                model.$petrol.release()
                model.$petrol.args = 6
                #expect(model.$petrol.isEmpty && model.$electric.isEmpty)
                let second = model.petrol
                #expect(second !== first && second.cylinders == 6)
                model.$petrol.release()
                #expect(model.electric === electric)
                model.$electric.release()
            }
        }
    }

    @Test func aLazyServiceIsResolvedInTheSandboxItWasMadeIn() {
        struct Model {
            @LazyInjected var petrol: Petrol
        }
        withSandbox(.fresh) {
            Resolver.register { Petrol(cylinders: 1) }
            let model = Model()
            withSandbox(.fresh) {
                Resolver.register { Petrol(cylinders: 2) }
                #expect(model.petrol.cylinders == 1)
            }
        }
    }

    @Test("own defect D14: a first read inside a factory leaves the graph of what is being made alone")
    func aFirstReadInsideAFactoryDoesNotEndItsGraph() {
        struct Car {
            let motors: [Petrol]
        }
        final class Cabin {
            @LazyInjected var radio: Radio
            @LazyInjected var petrol: Petrol
        }
        withSandbox(.fresh) {
            Resolver.register { Petrol() }
            Resolver.register { Radio() }
            Resolver.register { resolver -> Car in
                let (first, cabin) = (resolver.resolve(Petrol.self), Cabin())
                _ = cabin.radio
                return Car(motors: [first, resolver.resolve(), cabin.petrol, resolver.resolve()])
            }
            let car: Car = Resolver.resolve()
            #expect(car.motors.allSatisfy { $0 === car.motors[0] })
        }
    }

    // MARK: - Changed in the middle of a first read

    @Test func whatIsSetWhileTheServiceIsMadeStays() {
        withSandbox(.fresh) {
            let (model, set) = (LazyModel(), Petrol(cylinders: 8))
            weak var made: Petrol?
            Resolver.register { () -> Petrol in
                model.petrol = set
                let new = Petrol()
                made = new
                return new
            }.scope(.unique)
            #expect(model.petrol === made)
            #expect(made == nil)
            #expect(model.petrol === set)
        }
    }

    @Test func whatIsReleasedWhileTheServiceIsMadeIsMadeAgain() {
        withSandbox(.fresh) {
            let model = LazyModel()
            weak var made: Petrol?
            Resolver.register { () -> Petrol in
                model.$petrol.release()
                let new = Petrol(cylinders: made == nil ? 4 : 0)
                made = new
                return new
            }.scope(.unique)
            for _ in 0..<2 {
                #expect(model.petrol.cylinders == 4)
                #expect(made == nil && model.$petrol.isEmpty)
            }
        }
    }

    @Test func aFactoryThatReadsItsOwnWrapperIsGivenAnotherService() {
        withSandbox(.fresh) {
            let model = LazyModel()
            weak var inner: Petrol?
            var calls = 0
            Resolver.register { () -> Petrol in
                calls += 1
                if calls == 1 { inner = model.petrol }
                return Petrol(cylinders: calls)
            }.scope(.unique)
            #expect(model.petrol.cylinders == 2)
            #expect(inner == nil)
            #expect(model.petrol.cylinders == 2)
            #expect(calls == 2)
        }
    }

    // MARK: - Weak

    @Test func whatCannotBeHeldWeaklyIsMadeAtEachRead() {
        struct Model {
            @WeakLazyInjected var number: Int?
        }
        withSandbox(.fresh) {
            var calls = 0
            Resolver.register { () -> Int in
                calls += 1
                return calls
            }
            let model = Model()
            #expect(model.number == 1 && model.$number.isEmpty)
            #expect(model.number == 2)
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

    @Test func aWeakServiceThatIsSetToNilStaysNil() {
        withSandbox(.fresh) {
            Resolver.register { Radio() }.scope(.application)
            let model = LazyModel()
            #expect(model.radio != nil)
            model.radio = nil
            #expect(model.radio == nil)
            #expect(model.$radio.isEmpty)
            model.$radio.release()
            #expect(model.radio === Resolver.resolve(Radio.self))
        }
    }

    // MARK: - Release

    @Test("Defect 17: a lazy service does not keep its container")
    func defect17Lazy() {
        final class Owner {
            @LazyInjected var petrol: Petrol
            init(_ container: Resolver) { _petrol = LazyInjected(container: container) }
        }
        weak var container: Resolver?
        weak var owner: Owner?
        do {
            let resolver = Resolver()
            container = resolver
            resolver.register { Petrol() }
            resolver.register { Owner($0) }.scope(.container)
            let made = resolver.resolve(Owner.self)
            #expect(made.petrol.cylinders == 4)
            #expect(made.petrol === made.petrol)
            owner = made
        }
        #expect(container == nil)
        #expect(owner == nil)
    }

    @Test("Defect 17: a weak lazy service holds neither its container nor its service")
    func defect17WeakLazy() {
        weak var container: Resolver?
        var held: Petrol? = Petrol()
        weak let petrol = held
        let lazy: WeakLazyInjected<Petrol>
        do {
            let resolver = Resolver()
            container = resolver
            resolver.register { [weak held] in held }
            lazy = WeakLazyInjected(container: resolver)
            #expect(lazy.wrappedValue === held)
            #expect(!lazy.isEmpty)
        }
        #expect(container == nil)
        held = nil
        #expect(petrol == nil && lazy.wrappedValue == nil && lazy.isEmpty)
    }

    @Test func nilThatIsSetStaysAlsoWhereTheServiceIsAStructure() {
        struct Model {
            @WeakLazyInjected var volume: Int?
        }
        withSandbox(.fresh) {
            Resolver.register { 11 }
            let model = Model()
            #expect(model.volume == 11)
            model.volume = 3
            #expect(model.volume == 11)
            model.volume = nil
            #expect(model.volume == nil && model.$volume.isEmpty)
            model.$volume.release()
            #expect(model.volume == 11)
        }
    }

    @Test func aContainerIsTakenAway() {
        struct Model {
            @LazyInjected var petrol: Petrol
        }
        withSandbox(.fresh) {
            Resolver.register { Petrol(cylinders: 1) }
            var model = Model()
            model.$petrol.container = Resolver()
            model.$petrol.container = nil
            #expect(model.petrol.cylinders == 1)
        }
    }
}
