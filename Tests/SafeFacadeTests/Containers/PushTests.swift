import Resolver
import SafeFacade
import TestSupport
import Testing

// `pop` restores what was pushed, whatever was done in between.

extension Container {
    fileprivate var subject: Factory<Thing> { self { Thing("declared") }.cached }
    fileprivate var other: Factory<Thing> { self { Thing("declared") }.cached }
    fileprivate var slot: Factory<Thing> { required() }
    fileprivate var plain: Factory<Thing> { self { Thing("declared") } }
    fileprivate var legacySubject: Factory<Thing> { legacy() }
}

extension PaymentsContainer {
    fileprivate var subject: Factory<Thing> { self { Thing("declared") }.cached }
    fileprivate var other: Factory<Thing> { self { Thing("declared") }.cached }
    fileprivate var slot: Factory<Thing> { required() }
}

private final class Records: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() {
        label.register { "automatic" }
        single.register(scope: .singleton) { Thing() }
    }
}

extension Records {
    fileprivate var label: Factory<String> { self { "declared" } }
    fileprivate var single: Factory<Thing> { required() }
}

/// A structure, so that a factory's call cannot find it to let it register itself.
private struct Drawer: FactoryContainer, AutoRegistering {
    let manager = ContainerManager()

    func autoRegister() { note.register { Thing("registered by itself") } }
}

extension Drawer {
    fileprivate var note: Factory<Thing> { self { Thing("declared") } }
}

/// The factories of a container, for both kinds of container.
private struct Probe<C: FactoryContainer> {
    let container: C
    let subject: (C) -> Factory<Thing>
    let other: (C) -> Factory<Thing>
    let slot: (C) -> Factory<Thing>

    func expectPopBringsBack(_ reset: (C) -> Void) {
        subject(container).register { Thing("mock") }
        subject(container).register(when: .debug) { Thing("mock when debugging") }
        slot(container).register { Thing("bound") }
        let (thing, label) = (other(container)(), subject(container)().label)
        let slot = slot(container)
        container.push()
        subject(container).register { Thing("another") }
        reset(container)
        container.pop()
        ensure(subject(container)().label == label)
        ensure(other(container)() === thing)
        ensure(slot().label == "bound")
    }

    func expectPopsNest() {
        subject(container).register { Thing("first") }
        container.push()
        subject(container).register { Thing("second") }
        container.push()
        container.reset()
        ensure(subject(container)().label == "declared")
        container.pop()
        ensure(subject(container)().label == "second")
        container.reset()
        container.pop()
        ensure(subject(container)().label == "first")
        // Nothing is left to restore.
        container.reset()
        container.pop()
        ensure(subject(container)().label == "declared")
    }
}

private func withProbes(_ body: (Probe<Container>, Probe<PaymentsContainer>) -> Void) {
    body(
        Probe(container: .shared, subject: { $0.subject }, other: { $0.other }, slot: { $0.slot }),
        Probe(container: .shared, subject: { $0.subject }, other: { $0.other }, slot: { $0.slot }))
}

@Suite(.inFreshSandbox) struct PushTests {
    @Test func popBringsBackWhatPushSaved() {
        let container = Container.shared
        container.loader.register { Loader("before") }
        let cached = container.cachedLoader()
        container.push()
        container.loader.register { Loader("after") }
        container.freshNetwork.register { Network(host: "after") }
        container.cachedLoader.reset()
        #expect(container.cachedLoader() !== cached)
        container.pop()
        #expect(container.loader().origin == "before")
        #expect(container.freshNetwork().host == "example.org")
        #expect(container.cachedLoader() === cached)
        container.pop()
        Scope.cached.reset()
        #expect(container.cachedLoader() !== cached)
    }

    @Test func popBringsBackNoSingletonThatWasReset() {
        let container = Container.shared
        let single = container.network()
        container.push()
        container.reset(.scope(.singleton))
        container.pop()
        #expect(container.network() !== single)
    }

    @Test func popBringsBackTheDefaultLifetimeOfWhatWasUsed() {
        let container = Container()
        func isOne() -> Bool { Factory { container.freshNetwork() === container.freshNetwork() }() }
        #expect(!isOne())
        container.push()
        container.manager.defaultLifetime = .graph
        #expect(isOne())
        #expect(container.manager.defaultLifetime == .graph)
        container.pop()
        #expect(!isOne())
        #expect(container.manager.defaultLifetime == .unique)
    }

    @Test func aSandboxPopsNothingThatWasPushedOutsideOfIt() {
        Container.shared.push()
        withSandbox {
            Container.shared.subject.register { Thing("mock") }
            Container.shared.pop()
            #expect(Container.shared.subject().label == "mock")
        }
    }

    @Test func whatAContainerRegistersItselfIsPushedToo() {
        SelfRegistering.shared.push()
        SelfRegistering.shared.pop()
        #expect(SelfRegistering.shared.plain().origin == "automatic")
    }

    @Test func popBringsBackTheDecorator() {
        let seenBy = Locked<[String]>([])
        let manager = Container.shared.manager
        manager.decorator = { _, _ in seenBy.withLock { $0.append("first") } }
        Container.shared.push()
        manager.decorator = { _, _ in seenBy.withLock { $0.append("second") } }
        _ = Container.shared.subject()
        Container.shared.pop()
        _ = Container.shared.subject()
        #expect(seenBy.withLock { $0 } == ["second", "first"])
    }

    @Test("own defect D55: an export between push() and pop() leaves one service on both faces")
    func anExportBetweenPushAndPopSplitsNothing() {
        Resolver.register { Thing("registered") }.scope(.application)
        Container.shared.legacySubject.register { Thing("mock") }
        Container.shared.push()
        Resolver.register(\.plain)
        Container.shared.pop()
        #expect(Resolver.resolve(Thing.self).label == "mock")
        #expect(Container.shared.plain().label == "mock")
        Container.shared.reset(.registration)
        #expect(Resolver.optional(Thing.self)?.label == "declared")
        #expect(Container.shared.legacySubject().label == "declared")
    }

    @Test("own defect A9: pop brings back what was pushed before a reset", arguments: Surroundings.allCases)
    func popAfterAReset(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                withProbes { shared, own in
                    shared.expectPopBringsBack { $0.reset() }
                    own.expectPopBringsBack { $0.reset() }
                }
            }
        }
    }

    @Test("own defect A9: pop brings back what was pushed before a part was reset", arguments: Surroundings.allCases)
    func popAfterPartsWereReset(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                withProbes { shared, own in
                    shared.expectPopBringsBack { $0.reset(.registration) }
                    own.expectPopBringsBack { $0.reset(.scope) }
                    own.expectPopBringsBack { _ in Scope.cached.reset() }
                }
            }
        }
    }

    @Test("own defect A9: push and pop nest around resets", arguments: Surroundings.allCases)
    func popsNest(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                withProbes { shared, own in
                    shared.expectPopsNest()
                    own.expectPopsNest()
                }
            }
        }
    }

    @Test("own defect A9: the names of Factory's first generation push, reset and pop, too")
    func firstGeneration() {
        let single = Container.shared.network()
        Container.shared.subject.register { Thing("mock") }
        Container.fixed.register { Loader("mock") }
        Container.Registrations.push()
        Container.Registrations.reset()
        #expect(Container.shared.subject().label == "declared")
        #expect(Container.fixed().origin == "static")
        Container.Registrations.pop()
        #expect(Container.shared.subject().label == "mock")
        #expect(Container.fixed().origin == "mock")
        let kept = Container.shared.cachedLoader()
        FactoryContext.current = [.preview]
        Container.shared.subject.register(when: .preview) { Thing("preview") }
        Container.Registrations.reset()
        // Neither what is kept nor what is registered for a context.
        #expect(Container.shared.cachedLoader() === kept)
        #expect(Container.shared.subject().label == "preview")
        Container.shared.subject.register { Thing("mock") }
        Container.Scope.reset()
        #expect(Container.shared.cachedLoader() !== kept)
        #expect(Container.shared.subject().label == "preview")
        #expect(Container.shared.network() === single)
        Container.Scope.reset(includingSingletons: true)
        #expect(Container.shared.network() !== single)
    }

    @Test func whatIsRegisteredBeforeAContainerRegistersItselfIsThereAfterPushAndPop() {
        Records.shared.label.register { "mine" }
        Records.shared.push()
        Records.shared.pop()
        #expect(Records.shared.label() == "mine")
        Records.shared.push()
        Records.shared.reset()
        Records.shared.pop()
        #expect(Records.shared.label() == "mine")
    }

    @Test func aSingletonThatAContainerRegistersItselfStaysOneWhenItPushesAndPops() {
        let single = Records.shared.single()
        Records.shared.push()
        Records.shared.pop()
        #expect(Records.shared.single() === single)
    }

    @Test func anOverriddenSingletonStaysOneWhenItsContainerPushesAndPops() {
        Container.shared.network.register { Network(host: "mock") }
        let network = Container.shared.network()
        Container.shared.push()
        Container.shared.pop()
        #expect(Container.shared.network() === network)
    }

    @Test("own defect D442: a pop lets a container register first, also on a thread that has used it unprepared")
    func aPopAfterAnUnpreparedUse() {
        withSandbox(.fresh) {
            let drawer = Drawer()
            let note = drawer.note
            note.register { Thing("registered by the program") }
            drawer.push()
            Resolver.registerServices = {
                // In a hook, a reset leaves it to the next use to register again.
                drawer.reset()
                #expect(note().label == "declared")
                drawer.pop()
            }
            Resolver.registerServices?()
            #expect(drawer.note().label == "registered by the program")
        }
    }
}
