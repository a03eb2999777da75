import SafeFacade
import Testing

extension Container {
    var analytics: Factory<any Loading> { required() }
    var numbers: ParameterFactory<Int, Settings> { required() }
    var cockpit: MainActorFactory<Screen> { required() }

    static var manifest: [PartialKeyPath<Container>] { [\.analytics, \.numbers, \.cockpit, \.loader] }
}

/// Whether the default container registers an override, which concerns one test only.
enum AutoRegistration { @TaskLocal static var isOn = false }

extension Container: AutoRegistering {
    var selfRegistered: Factory<any Loading> { self { Loader("declared") } }

    /// Registers an override.
    public func autoRegister() {
        if AutoRegistration.isOn { selfRegistered.register { Loader("automatic") } }
    }
}

final class SelfRegistering: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    var plain: Factory<any Loading> { self { Loader("declared") } }
    var other: Factory<any Loading> { self { Loader("declared") } }

    func autoRegister() {
        plain.register { Loader("automatic") }
        other.register { Loader("automatic") }
    }
}

private final class SelfBinding: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    var needed: Factory<any Loading> { required() }

    func autoRegister() { needed.register { Loader("automatic") } }
}

@Suite struct SlotTests {
    @Test func aContainerBindsItsOwnSlots() {
        withSandbox(.fresh) {
            #expect(SelfBinding.shared.needed().origin == "automatic")
            #expect(SelfBinding().needed().origin == "automatic")
        }
    }

    /// What is made of it counts no references to it.
    @Test func theProcessesContainerHasNoHomeInItsSlots() async {
        await #expect(processExitsWith: .success) {
            guard Container.shared.analytics.declaration.core.home == nil,
                Container.shared.numbers.declaration.core.home == nil,
                Container().analytics.declaration.core.home != nil
            else { fatalError("a slot holds its container") }
            withSandbox(.fresh) {
                guard Container.shared.analytics.declaration.core.home != nil else { fatalError("no sandbox's slot") }
            }
        }
    }

    @Test func unboundSlotsAreNamed() {
        withSandbox(.fresh) {
            let container = Container.shared
            #expect(
                container.unbound(in: Container.manifest)
                    == ["Container.analytics", "Container.numbers", "Container.cockpit"])
            container.analytics.register { Loader("bound") }
            container.numbers.register { Settings(volume: $0) }
            container.cockpit.register { Screen() }
            #expect(container.unbound(in: Container.manifest) == [])
            #expect(container.analytics().origin == "bound")
            #expect(container.numbers(3).volume == 3)
        }
    }

    @Test func theDefaultContainerRegistersItsOwnOverridesAgainAfterAReset() {
        AutoRegistration.$isOn.withValue(true) {
            withSandbox(.fresh) {
                let container = Container.shared
                #expect(container.selfRegistered().origin == "automatic")
                container.selfRegistered.reset()
                #expect(container.selfRegistered().origin == "declared")
                container.reset()
                #expect(container.selfRegistered().origin == "automatic")
            }
        }
    }

    @Test func aContainerRegistersItsOwnOverridesOnce() {
        withSandbox(.fresh) {
            let container = SelfRegistering.shared
            #expect(container.plain().origin == "automatic")
            container.plain.reset()
            #expect(container.plain().origin == "declared")
        }
    }

    @Test func whatTheProgramRegistersBeatsWhatAContainerRegisters() {
        withSandbox(.fresh) {
            SelfRegistering.shared.plain.register { Loader("explicit") }
            #expect(SelfRegistering.shared.plain().origin == "explicit")
            #expect(SelfRegistering.shared.other().origin == "automatic")
        }
    }

    @Test func aContainerThatIsResetRegistersItsOverridesAgain() {
        withSandbox(.fresh) {
            SelfRegistering.shared.plain.register { Loader("explicit") }
            SelfRegistering.shared.reset()
            #expect(SelfRegistering.shared.plain().origin == "automatic")
        }
    }
}
