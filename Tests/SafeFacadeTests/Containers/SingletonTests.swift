import Resolver
import SafeFacade
import TestSupport
import Testing

// Which singletons are the same: there is one for each sandbox, container type and declaration.

private final class Box<Content>: SharedContainer {
    let manager = ContainerManager()
    init() {}
}

extension Box {
    fileprivate var single: Factory<Thing> { self { Thing("\(Content.self)") }.singleton }
    fileprivate var numbered: ParameterFactory<Int, Thing> { self { Thing("\(Content.self) \($0)") }.singleton }
    fileprivate var cached: Factory<Thing> { self { Thing("\(Content.self)") }.cached }
}

private protocol Named: SharedContainer {}

extension Named {
    fileprivate var single: Factory<Thing> { self { Thing("\(Self.self)") }.singleton }
}

private final class North: Named {
    let manager = ContainerManager()
    init() {}
}

private final class South: Named {
    let manager = ContainerManager()
    init() {}
}

private final class Bound: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() {
        slot.register(scope: .singleton) { Thing("bound") }
        declared.register { Thing("bound") }
        stated.register(scope: .singleton) { Thing("bound") }
        numbered.register(scope: .singleton) { Thing("\($0)") }
        contextual.register(scope: .singleton) { Thing("bound") }
        contextual.register(when: .arg("demo"), scope: .singleton) { Thing("bound") }
    }
}

extension Bound {
    fileprivate var slot: Factory<Thing> { required() }
    fileprivate var declared: Factory<Thing> { self { Thing("declared") }.singleton }
    fileprivate var stated: Factory<Thing> { self { Thing("declared") }.singleton }
    fileprivate var numbered: ParameterFactory<Int, Thing> { required() }
    fileprivate var contextual: Factory<Thing> { required() }
}

/// Registers a singleton that has its name.
private final class Renamed: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    let label = Locked("none")
    init() {}
    var declared: Factory<Thing> { self { Thing("declared") } }

    func autoRegister() {
        let label = label.withLock { $0 }
        declared.register(scope: .singleton) { Thing(label) }
    }
}

/// Registers over one factory twice.
private final class Twice: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}
    var declared: Factory<Thing> { self { Thing("declared") }.singleton }

    func autoRegister() {
        declared.register { Thing("first") }
        declared.register { Thing("second") }
    }
}

extension Container {
    fileprivate var single: Factory<Thing> { self { Thing("declared") }.singleton }
}

/// Expects that three containers of a type have the same singleton, overridden or not.
private func expectOne<C: FactoryContainer>(
    _ first: C, _ second: C, _ third: C, _ factory: (C) -> Factory<Thing>
) {
    func label() -> String {
        let thing = factory(first)()
        ensure(factory(second)() === thing)
        ensure(factory(third)() === thing)
        return thing.label
    }
    let declared = label()
    factory(first).register { Thing("first") }
    ensure(label() == "first")
    factory(second).register { Thing("second") }
    ensure(label() == "second")
    factory(third).reset(.scope)
    ensure(label() == "second")
    factory(first).reset(.registration)
    ensure(label() == declared)
}

@Suite struct SingletonTests {
    @Test("own defect A5: a singleton is not shared between container types", arguments: Surroundings.allCases)
    func containerTypesHaveSingletonsOfTheirOwn(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                ensure(Box<Int>.shared.single().label == "Int")
                ensure(Box<String>.shared.single().label == "String")
                ensure(Box<Int>.shared.single() === Box<Int>().single())
                ensure(Box<Int>.shared.numbered(1).label == "Int 1")
                ensure(Box<String>.shared.numbered(2).label == "String 2")
                ensure(Box<Int>.shared.cached().label == "Int")
                ensure(Box<String>.shared.cached().label == "String")
                ensure(North.shared.single().label.contains("North"))
                ensure(South.shared.single().label.contains("South"))
                ensure(North.shared.single() === North().single())
            }
        }
    }

    @Test(
        "own defect A5: an override of a singleton is not shared between container types",
        arguments: Surroundings.allCases)
    func containerTypesHaveOverridesOfTheirOwn(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Box<Int>.shared.single.register { Thing("mock") }
                North.shared.single.register { Thing("mock") }
                ensure(Box<Int>.shared.single().label == "mock")
                ensure(Box<String>.shared.single().label == "String")
                ensure(North.shared.single().label == "mock")
                ensure(South.shared.single().label.contains("South"))
            }
        }
    }

    @Test(
        "own defect A6: an overridden singleton is one for all instances of its container",
        arguments: Surroundings.allCases)
    func anOverriddenSingletonIsOne(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                expectOne(North(), North(), North.shared) { $0.single }
                expectOne(Container.shared, Container(), Container()) { $0.single }
            }
        }
    }

    @Test(
        "own defect A6: a slot bound as a singleton is made once for all instances of its container",
        arguments: Surroundings.allCases)
    func aBoundSlotIsMadeOnce(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let first = Bound()
                let (slot, declared, numbered) = (first.slot(), first.declared(), first.numbered(1))
                for other in [Bound(), Bound.shared, first] {
                    ensure(other.slot() === slot)
                    ensure(other.declared() === declared)
                    ensure(other.numbered(2) === numbered)
                }
                ensure(declared.label == "bound")
            }
        }
    }

    @Test("What a container registers itself leaves a singleton that the program has overridden")
    func whatTheProgramRegisteredStays() async {
        await #expect(processExitsWith: .success) {
            let first = Bound()
            ensure(first.declared().label == "bound")
            first.declared.register { Thing("mock") }
            let mock = first.declared()
            let second = Bound()
            ensure(second.declared() === mock)
            ensure(first.declared() === mock)
            withSandbox(.fresh) { ensure(Bound().declared().label == "bound") }
            // A reset drops the singleton, and makes the container register itself again.
            second.reset()
            ensure(second.declared().label == "bound")
            ensure(first.declared() === second.declared())
        }
    }

    @Test("own defect D86: what a container registers as a singleton itself leaves what the program has registered")
    func whatTheProgramRegisteredStaysAlsoUnderAStatedLifetime() async {
        await #expect(processExitsWith: .success) {
            let first = Bound()
            ensure(first.stated().label == "bound")
            first.stated.register { Thing("mock") }
            let second = Bound()
            ensure(second.stated().label == "mock")
            ensure(first.stated() === second.stated())
            second.stated.reset(.registration)
            second.stated.register(scope: .singleton) { Thing("second mock") }
            let third = Bound()
            ensure(third.stated().label == "second mock")
        }
    }

    @Test("own defect A6: an overridden singleton is one in its sandbox alone")
    func anOverriddenSingletonStaysInItsSandbox() async {
        await #expect(processExitsWith: .success) {
            let (first, second) = (North(), North())
            first.single.register { Thing("outside") }
            let outside = first.single()
            withSandbox {
                ensure(second.single().label == "outside")
                ensure(second.single() !== outside)
                first.single.register { Thing("inside") }
                ensure(second.single().label == "inside")
                ensure(North.shared.single() === first.single())
            }
            ensure(second.single() === outside)
        }
    }

    @Test("own defect A6: an overridden singleton of the main actor is one for all instances of its container")
    func anOverriddenMainActorSingletonIsOne() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                let (first, second) = (Container(), Container())
                first.singleScreen.register { Screen(title: "mock") }
                ensure(second.singleScreen() === first.singleScreen())
                ensure(Container.shared.singleScreen().title == "mock")
            }
        }
    }

    @Test func aBoundSingletonIsOneOfAllContainersWhateverIsRegisteredForAContext() {
        withSandbox(.fresh) {
            let (one, other) = (Bound(), Bound())
            #expect(one.slot() === other.slot())
            #expect(one.contextual() === other.contextual())
        }
    }

    @Test func theLastOfTwoSingletonsThatAContainerRegistersCounts() {
        withSandbox(.fresh) {
            #expect(Twice.shared.declared().label == "second")
            #expect(Twice.shared.declared() === Twice.shared.declared())
        }
    }

    @Test func aContainerRegistersItsSingletonsAnewAfterAResetOfEverything() {
        withSandbox(.fresh) {
            let label = Locked("first")
            func made() -> Renamed {
                let container = Renamed()
                container.label.withLock { $0 = label.withLock { $0 } }
                return container
            }
            #expect(made().declared().label == "first")
            label.withLock { $0 = "second" }
            #expect(made().declared().label == "first")
            Resolver.reset()
            #expect(made().declared().label == "second")
        }
    }

    @Test func aSingletonThatAContainerRegistersItselfStaysOneInASandbox() {
        withSandbox(.fresh) {
            let first = Bound()
            _ = first.slot()
            withSandbox {
                let slot = first.slot()
                #expect(Bound().slot() === slot)
                #expect(first.slot() === slot)
            }
        }
    }
}
