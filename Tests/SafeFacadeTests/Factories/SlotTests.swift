import Resolver
import SafeFacade
import TestSupport
import Testing

private let slotLine = #line + 2
extension Container {
    fileprivate var analytics: Factory<any Loading> { required() }
    fileprivate var numbers: ParameterFactory<Int, Settings> { required() }
    fileprivate var cockpit: MainActorFactory<Screen> { required() }
    fileprivate var titledCockpit: MainActorParameterFactory<String, Screen> { required() }
    fileprivate var later: AsyncFactory<Network> { required() }
    fileprivate var laterNumbered: AsyncParameterFactory<Int, Network> { required() }

    fileprivate var testedSlot: Factory<any Loading> { required().onTest { Loader("test") } }
    fileprivate var selfRegistered: Factory<any Loading> { self { Loader("declared") } }

    fileprivate static var manifest: [PartialKeyPath<Container>] { [\.analytics, \.numbers, \.cockpit, \.loader] }
}

private final class SelfBinding: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    var needed: Factory<any Loading> { required() }

    func autoRegister() { needed.register { Loader("automatic") } }
}

private let reporterLine = #line + 2
extension Container {
    fileprivate var reporter: Factory<Conversation> { self { Conversation(id: 1, loader: $0.analytics()) } }
}

// This call is outside of the test macro, which counts its lines differently.
private func resolveReporter() { _ = Container.shared.reporter() }
private let resolveLine = #line - 1

extension Container {
    fileprivate var old: Factory<Loader> { legacy() }
}

extension PaymentsContainer {
    fileprivate var bridgedSlot: Factory<any Loading> { required().bridged }
}

@Suite(.inFreshSandbox) struct SlotTests {
    @Test func anUnboundSlotSaysWhereItWasDeclared() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            resolveReporter()
        }
        let file = "SafeFacadeTests/SlotTests.swift"
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: nothing is bound to 'Container.analytics'  [unbound]
                  asked for by   Container.reporter  \(file):\(reporterLine)
                            in   resolve()           \(file):\(resolveLine)
                  declared       with required() at \(file):\(slotLine)
                  to mend it     bind it at launch, with register { … }, and check with unbound(in:)
                """)
    }

    @Test("own defect D347: the closure of a slot says that it has none, run outside of a call")
    func theClosureOfASlot() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Container.shared.analytics.body()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: a factory that is declared with required() has no closure to run  [unbound]
                  to mend it     call the factory itself, and bind it at launch, with register { … }
                """)
    }

    @Test func aContainerBindsItsOwnSlots() {
        #expect(SelfBinding.shared.needed().origin == "automatic")
        #expect(SelfBinding().needed().origin == "automatic")
    }

    /// Factories that are made from the shared container count no references to it.
    @Test func theSharedContainerIsNotHeldByItsSlots() {
        #expect(Container.shared.analytics.declaration.details == nil)
        #expect(Container.shared.numbers.declaration.details == nil)
        #expect(Container().analytics.declaration.details != nil)
    }

    @Test func unboundSlotsAreNamed() {
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

    @Test func unboundAsynchronousSlotsAndThoseOfTheMainActorWithAParameterAreNamed() {
        let container = Container.shared
        let manifest: [PartialKeyPath<Container>] = [\.titledCockpit, \.later, \.laterNumbered]
        #expect(
            container.unbound(in: manifest)
                == ["Container.titledCockpit", "Container.later", "Container.laterNumbered"])
        container.titledCockpit.register { Screen(title: $0) }
        container.later.register { Network() }
        container.laterNumbered.register { _ in Network() }
        #expect(container.unbound(in: manifest) == [])
    }

    @Test func aClosureForAContextBindsNothing() {
        FactoryContext.current = [.test]
        #expect(Container.shared.testedSlot().origin == "test")
        #expect(Container.shared.unbound(in: [\.testedSlot]) == ["Container.testedSlot"])
    }

    @Test func aSlotThatItsContainerBindsIsUnboundFromItsOwnResetUntilThatOfTheContainer() {
        let container = SelfBinding.shared
        #expect(container.unbound(in: [\.needed]) == [])
        container.needed.reset()
        #expect(container.unbound(in: [\.needed]) == ["SelfBinding.needed"])
        container.reset()
        #expect(container.needed().origin == "automatic")
    }

    @Test func theDefaultContainerRegistersItsOwnOverridesAgainAfterAReset() {
        withAutoRegistration {
            Container.shared.selfRegistered.register { Loader("automatic") }
        } run: {
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
        let container = SelfRegistering.shared
        #expect(container.plain().origin == "automatic")
        container.plain.reset()
        #expect(container.plain().origin == "declared")
    }

    @Test func whatTheProgramRegistersBeatsWhatAContainerRegisters() {
        SelfRegistering.shared.plain.register { Loader("explicit") }
        #expect(SelfRegistering.shared.plain().origin == "explicit")
        #expect(SelfRegistering.shared.other().origin == "automatic")
    }

    @Test func aContainerThatIsResetRegistersItsOverridesAgain() {
        SelfRegistering.shared.plain.register { Loader("explicit") }
        SelfRegistering.shared.reset()
        #expect(SelfRegistering.shared.plain().origin == "automatic")
    }

    @Test("own defect D139: unbound(in:) names only what does not work")
    func whatIsUnbound() {
        #expect(PaymentsContainer.shared.unbound(in: [\.bridgedSlot]) == ["PaymentsContainer.bridgedSlot"])
        Resolver.register { Loader() as any Loading }
        _ = PaymentsContainer.shared.bridgedSlot()
        #expect(PaymentsContainer.shared.unbound(in: [\.bridgedSlot]) == [])
        #expect(Container().unbound(in: [\.old]) == ["Container.old"])
        Resolver.register { Loader() }
        _ = Container().old()
        #expect(Container().unbound(in: [\.old]) == [])
    }
}
