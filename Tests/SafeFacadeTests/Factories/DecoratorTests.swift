import Resolver
import SafeFacade
import TestSupport
import Testing

extension PaymentsContainer {
    fileprivate var decoratedSingleton: Factory<Loader> { self { Loader("payments") }.singleton }
    fileprivate var bridgedSlot: Factory<any Loading> { required().bridged }
    fileprivate var borrowed: Factory<Int> { legacy() }
}

extension Container {
    fileprivate var watched: Factory<any Loading> { self { Loader() }.decorator { _ in } }
}

/// Tests of what the decorators of a factory and of its container are shown.
@Suite(.inFreshSandbox) struct DecoratorTests {
    @Test func decoratorsRunInOrderAndAreToldWhatWasMade() {
        let log = Locked<[String]>([])
        let container = Container()
        container.manager.decorator = { _, made in log.withLock { $0.append("container \(made)") } }
        let factory = container.cachedLoader.decorator { _, made in log.withLock { $0.append("declared \(made)") } }
        _ = factory()
        _ = factory()
        #expect(log.withLock { $0 } == ["declared true", "container true", "declared false", "container false"])
    }

    @Test func severalDecoratorsOfAFactoryRunInTheOrderInWhichTheyAreStated() {
        let log = Locked<[String]>([])
        func note(_ text: String) -> @Sendable (any Loading) -> Void { { _ in log.withLock { $0.append(text) } } }
        _ = Container.shared.loader.decorator(note("first")).decorator(note("second")).decorator(note("third"))()
        #expect(log.withLock { $0 } == ["first", "second", "third"])
    }

    @Test func aContainersDecoratorSeesPlainFactories() {
        let log = Locked<[String]>([])
        PaymentsContainer.shared.manager.decorator = { service, made in
            log.withLock { $0.append("\(type(of: service)) \(made)") }
        }
        _ = PaymentsContainer.shared.checkout()
        #expect(log.withLock { $0 } == ["Loader true", "Conversation true"])
    }

    @Test("a decorator sees what counts for its factory, wherever that is kept", arguments: Surroundings.allCases)
    func aDecoratorSeesWhatCounts(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let log = Locked<[String]>([])
                func expect(_ expected: [String], _ use: () -> Any) {
                    log.withLock { $0 = [] }
                    _ = use()
                    let seen = log.withLock { $0 }
                    ensure(seen == expected, "\(seen) in place of \(expected)")
                }
                @Sendable func note(_ loader: any Loading, _ made: Bool) {
                    log.withLock { $0.append("\(loader.origin) \(made)") }
                }
                let (leaf, kept) = (
                    Container.shared.loader.decorator(note), Container.shared.cachedLoader.decorator(note)
                )
                expect(["live true", "live true"]) { (leaf(), leaf()) }
                expect(["live true", "live false"]) { (kept(), kept()) }
                Container.shared.cachedLoader.register { Loader("mock") }
                expect(["mock true", "mock false"]) { (kept(), kept()) }
                let twice = Container.shared.sharedLoader.decorator(note).timeToLive(60).decorator { note($0, $1) }
                expect(["live true", "live true", "live false", "live false"]) { (twice(), twice()) }
            }
        }
    }

    @Test("a decorator sees what the runtime face answers for a bridged factory")
    func aDecoratorOfABridgedFactory() {
        let log = Locked<[String]>([])
        let bridged = Container.shared.loader.bridged.decorator { loader in
            log.withLock { $0.append(loader.origin) }
        }
        _ = bridged()
        Resolver.register { Loader("spy") as any Loading }
        _ = bridged()
        #expect(log.withLock { $0 } == ["live", "spy"])
    }

    @Test func theContainersDecoratorSeesWhatWasRegisteredBeforeAnExport() {
        let log = Locked<[String]>([])
        Container.shared.manager.decorator = { service, made in
            log.withLock { $0.append("\((service as? Loader)?.origin ?? "?") \(made)") }
        }
        Resolver.register { Loader("registered") as any Loading }.scope(.cached)
        Resolver.register(\.loader)
        _ = Container.shared.loader()
        _ = Container.shared.loader()
        #expect(log.withLock { $0 } == ["registered true", "registered false"])
    }

    @Test("own defect D60: the container's decorator sees what the runtime face gives of an exported factory")
    func theContainersDecoratorSeesWhatTheRuntimeFaceGives() {
        let log = Locked<[String]>([])
        func expect(_ seen: [String], _ run: () -> Void) {
            run()
            #expect(log.withLock { $0 } == seen)
            log.withLock { $0 = [] }
        }
        func decorate() {
            Container.shared.manager.decorator = { service, made in
                log.withLock { $0.append("\((service as? Loader)?.origin ?? "?") \(made)") }
            }
        }
        func resolve() { for _ in 0..<2 { _ = Resolver.resolve((any Loading).self) } }
        Resolver.register(\.cachedLoader)
        Resolver.register(\.loader, name: "other")
        decorate()
        expect(["live true", "live false"]) { resolve() }
        expect(["live true"]) { _ = Resolver.resolve((any Loading).self, name: "other") }
        Resolver.register { Loader("mock") as any Loading }
        expect(["mock true", "mock false"]) { resolve() }
        Container.shared.manager.decorator = nil
        expect([]) { resolve() }
        Container.shared.reset()
        decorate()
        Resolver.register { Loader("beside") as any Loading }.implements(AnyObject.self)
        Resolver.register(\.cachedLoader)
        expect(["beside true"]) { _ = Resolver.resolve(AnyObject.self) }
        Resolver.register { 7 }
        expect([]) { _ = Resolver.resolve(Int.self) }
        expect(["live true", "beside false"]) { _ = Resolver.all((any Loading).self) }
        PaymentsContainer.shared.borrowed.register(when: .test) { 8 }
        expect([]) { _ = PaymentsContainer.shared.borrowed() }
    }

    @Test("own defect D63: a container's decorator sees the singletons of a container of your own")
    func aContainersDecoratorSeesItsSingletons() {
        let log = Locked<[Bool]>([])
        PaymentsContainer.shared.manager.decorator = { _, made in log.withLock { $0.append(made) } }
        _ = PaymentsContainer.shared.decoratedSingleton()
        PaymentsContainer.shared.decoratedSingleton.register { Loader("mock") }
        _ = PaymentsContainer.shared.decoratedSingleton()
        _ = PaymentsContainer.shared.decoratedSingleton()
        _ = Container.shared.loader()
        #expect(log.withLock { $0 } == [true, true, false])
        let container = PaymentsContainer.shared
        withSandbox(.copied) { _ = container.decoratedSingleton() }
        #expect(log.withLock { $0.count } == 4)
    }

    @Test("own defect D63: it sees what is registered over a factory under whatever root")
    func aContainersDecoratorSeesOverridesUnderAnyRoot() {
        let log = Locked<[String]>([])
        Container.shared.manager.decorator = { service, _ in
            log.withLock { $0.append((service as? Loader)?.origin ?? "?") }
        }
        Resolver.register(\.loader)
        Resolver.register { Loader("mock") as any Loading }
        Resolver.root = Resolver(child: .main)
        _ = Container.shared.loader()
        _ = Resolver.resolve((any Loading).self)
        #expect(log.withLock { $0 } == ["mock", "mock"])
    }

    @Test("own defect D159: what a bridged factory of another container passes on is shown to its decorators alone")
    func whoIsShownWhatIsPassedOn() {
        let shown = Locked<[String]>([])
        Resolver.register { Loader("spy") as any Loading }
        PaymentsContainer.shared.manager.decorator = { _, _ in shown.withLock { $0.append("payments") } }
        Container.shared.manager.decorator = { _, _ in shown.withLock { $0.append("default") } }
        let factory = PaymentsContainer.shared.bridgedSlot.decorator { _ in shown.withLock { $0.append("own") } }
        for _ in 0..<2 { _ = PaymentsContainer.shared.bridgedSlot() }
        _ = factory()
        #expect(shown.withLock { $0 } == ["payments", "payments", "own", "payments"])
    }

    @Test(
        "own defect D178: a singleton of a container of one's own is shown to its decorator, also where an export has joined it"
    )
    func theDecoratorOfAJoinedSingleton() {
        let shown = Locked<[String]>([])
        Resolver.register { Loader("program") }.scope(.application)
        PaymentsContainer.shared.manager.decorator = { service, _ in
            shown.withLock { $0.append((service as? Loader)?.origin ?? "?") }
        }
        Resolver.register(\PaymentsContainer.decoratedSingleton)
        _ = PaymentsContainer.shared.decoratedSingleton()
        #expect(shown.withLock { $0 } == ["program"])
    }

    @Test("in a sandbox, the container's decorator sees what the runtime face finds of an override that is made there")
    func aDecoratorOfTheSandboxAround() {
        let log = Locked<[String]>([])
        Resolver.register(\.loader)
        Container.shared.manager.decorator = { service, _ in
            log.withLock { $0.append((service as? Loader)?.origin ?? "?") }
        }
        withSandbox {
            Container.shared.loader.register { Loader("mock") }
            _ = Resolver.resolve((any Loading).self)
            #expect(log.withLock { $0 } == ["mock"])
        }
    }

    @Test("what an export in a sandbox joins is decorated there alone")
    func whatAnExportInASandboxJoins() {
        let log = Locked<[String]>([])
        Resolver.register { Loader("registered") as any Loading }
        Resolver.decorate = { _ in }
        Container.shared.manager.decorator = { service, _ in
            log.withLock { $0.append((service as? Loader)?.origin ?? "?") }
        }
        _ = Container.shared.watched()
        withSandbox {
            Resolver.register(\.watched)
            _ = Resolver.resolve((any Loading).self)
        }
        #expect(log.withLock { $0 } == ["live", "registered"])
        _ = Resolver.resolve((any Loading).self)
        #expect(log.withLock { $0 } == ["live", "registered"])
    }
}
