import Resolver
import SafeFacade
import TestSupport
import Testing

extension Container {
    fileprivate var name: Factory<String> { self { "declared" } }
    fileprivate var thing: Factory<Thing> { self { Thing("declared") } }
    fileprivate var slot: Factory<Thing> { required() }
    fileprivate var numbered: ParameterFactory<Int, Thing> { self { Thing("\($0)") } }
    fileprivate var titled: MainActorFactory<Screen> { self { Screen() } }
    fileprivate var numberedScreen: MainActorParameterFactory<Int, Screen> { self { Screen(title: "Screen \($0)") } }
    fileprivate var note: Factory<Draft> { self { Draft() } }
    fileprivate var numberedNote: ParameterFactory<Int, Draft> { self { _ in Draft() } }
}

extension Container {
    fileprivate var keptThing: Factory<Thing> { self { Thing() }.cached }
    fileprivate var keptNumbered: ParameterFactory<Int, Thing> { self { _ in Thing() }.cached }
    fileprivate var keptScreen: MainActorFactory<Screen> { self { Screen() }.cached }
    fileprivate var keptNumberedScreen: MainActorParameterFactory<Int, Screen> { self { _ in Screen() }.cached }
}

private final class Till: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() { register(\.slot) { Thing("slot of \($0.name())") } }
}

extension Till {
    fileprivate var name: Factory<String> { self { "till" } }
    fileprivate var thing: Factory<Thing> { self { Thing("declared") } }
    fileprivate var slot: Factory<Thing> { required() }
    fileprivate var numbered: ParameterFactory<Int, Thing> { self { Thing("\($0)") } }
}

/// A factory of a container that is gone, with an override that would be handed the container.
private func factoryOfAGoneContainer() -> Factory<Thing> {
    let till = Till()
    till.register(\.thing) { Thing($0.name()) }
    return till.thing
}

private let calls = #line
private func callAfterItsContainer(_ factory: Factory<Thing>) { _ = factory() }

@Suite struct HandedOverrideTests {
    @Test("own defect C6: an override whose container is gone is named", arguments: Surroundings.allCases)
    func aContainerThatIsGone(_ surroundings: Surroundings) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [surroundings] in
            surroundings.run { callAfterItsContainer(factoryOfAGoneContainer()) }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the container is gone that 'Till.thing' was registered with  [ended-container]
                  asked for by   resolve()  SafeFacadeTests/HandedOverrideTests.swift:\(calls + 1)
                  to mend it     hold the container for as long as its factories are used
                """)
    }

    @Test("own defect C6: an override is handed the container it is registered with", arguments: Surroundings.allCases)
    func anOverrideIsHandedItsContainer(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                for container in [Container.shared, Container()] {
                    container.register(\.thing) { Thing("mock of \($0.name())") }
                    container.register(\.slot) { Thing("slot of \($0.name())") }
                    container.register(\.numbered) { Thing("\($1) of \($0.name())") }
                    container.name.register { "another" }
                    ensure(container.thing().label == "mock of another")
                    ensure(container.slot().label == "slot of another")
                    ensure(container.numbered(1).label == "1 of another")
                    container.thing.reset()
                    ensure(container.thing().label == "declared")
                }
            }
        }
    }

    @Test("own defect C6: an override of a container of one's own is handed that one", arguments: Surroundings.allCases)
    func aContainerOfOnesOwn(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let other = Till()
                other.name.register { "other till" }
                for container in [Till.shared, other] {
                    let name = container.name()
                    container.register(\.thing) { Thing("mock of \($0.name())") }
                    container.register(\.numbered, scope: .cached) { Thing("\($1) of \($0.name())") }
                    ensure(container.thing().label == "mock of \(name)")
                    ensure(container.slot().label == "slot of \(name)")
                    ensure(container.numbered(1).label == "1 of \(name)")
                    ensure(container.numbered(2) === container.numbered(2))
                }
            }
        }
    }

    @Test("own defect C6: an override in a sandbox is handed the sandbox's container")
    func inASandbox() async {
        await #expect(processExitsWith: .success) {
            Container.shared.register(\.thing) { Thing("mock of \($0.name())") }
            withSandbox {
                Container.shared.name.register { "inside" }
                ensure(Container.shared.thing().label == "mock of inside")
            }
            ensure(Container.shared.thing().label == "mock of declared")
        }
    }

    @Test("own defect C6: an override of the main actor is handed its container")
    func onTheMainActor() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                Container.shared.register(\.titled) { Screen(title: $0.name()) }
                ensure(Container.shared.titled().title == "declared")
            }
        }
    }

    @MainActor @Test func anOverrideMayBeForAContextAlone() {
        withSandbox(.fresh) {
            let container = Container.shared
            FactoryContext.current = []
            container.register(\.thing, when: .preview) { _ in Thing("preview") }
            container.register(\.numbered, when: .preview) { _, _ in Thing("preview") }
            container.register(\.titled, when: .preview) { _ in Screen(title: "preview") }
            container.register(\.numberedScreen, when: .preview) { _, _ in Screen(title: "preview") }
            container.register(\.thing, when: .debug, scope: .cached) { _ in Thing("debug") }
            container.register(\.numbered, when: .debug, scope: .cached) { _, _ in Thing("debug") }
            container.register(\.screen, when: .debug, scope: .cached) { _ in Screen(title: "debug") }
            container.register(\.numberedScreen, when: .debug, scope: .cached) { _, _ in Screen(title: "debug") }
            @MainActor func labels() -> [String] {
                [
                    container.thing().label, container.numbered(1).label, container.titled().title,
                    container.numberedScreen(1).title, container.screen().title,
                ]
            }
            #expect(labels() == ["declared", "1", "Inbox", "Screen 1", "Inbox"])
            FactoryContext.current = [.preview]
            #expect(labels() == ["preview", "preview", "preview", "preview", "Inbox"])
            FactoryContext.current = [.debug]
            #expect(labels() == ["debug", "debug", "Inbox", "debug", "debug"])
        }
    }

    @MainActor @Test func anOverrideMayHaveALifetimeOfItsOwn() {
        withSandbox(.fresh) {
            let container = Container.shared
            container.register(\.keptThing, scope: .unique) { _ in Thing() }
            container.register(\.keptNumbered, scope: .unique) { _, _ in Thing() }
            container.register(\.keptScreen, scope: .unique) { _ in Screen() }
            container.register(\.keptNumberedScreen, scope: .unique) { _, _ in Screen() }
            #expect(container.keptThing() !== container.keptThing())
            #expect(container.keptNumbered(1) !== container.keptNumbered(1))
            #expect(container.keptScreen() !== container.keptScreen())
            #expect(container.keptNumberedScreen(1) !== container.keptNumberedScreen(1))
            container.register(\.thing, scope: .cached) { _ in Thing() }
            container.register(\.numbered, scope: .cached) { _, _ in Thing() }
            container.register(\.screen, scope: .cached) { _ in Screen() }
            container.register(\.numberedScreen, scope: .cached) { _, _ in Screen() }
            #expect(container.thing() === container.thing())
            #expect(container.numbered(1) === container.numbered(1))
            #expect(container.screen() === container.screen())
            #expect(container.numberedScreen(1) === container.numberedScreen(1))
        }
    }

    @Test("own defect C6: only a lifetime that shares instances asks for Sendable", arguments: Surroundings.allCases)
    func lifetimesOfWhatIsNotSendable(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                // `Draft` is not `Sendable`; but an instance of a graph stays on its thread.
                Container.shared.note.register(scope: .graph) { Draft() }
                Container.shared.register(\.note, scope: .graph) { _ in Draft() }
                Container.shared.note.register(scope: .unique) { Draft() }
                ensure(Container.shared.note() !== Container.shared.note())
                let mock = Draft()
                mock.text = "mock"
                Container.shared.note.register(unchecked: { mock }, scope: .cached)
                ensure(Container.shared.note() === mock)
                Container.shared.numberedNote.register(unchecked: { _ in Draft() }, scope: .cached)
                ensure(Container.shared.numberedNote(1) === Container.shared.numberedNote(2))
            }
        }
    }
}
