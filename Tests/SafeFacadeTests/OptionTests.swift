import SafeFacade
import TestSupport
import Testing

extension Container {
    fileprivate var contextual: Factory<any Loading> {
        self { Loader("live") }
            .onTest { Loader("test") }
            .onDebug { Loader("debug") }
            .onArg("-demo") { Loader("demo") }
            .cached
    }
    fileprivate var always: Factory<any Loading> {
        self { Loader("live") }.onTest { Loader("test") }.on(.debug, always: true) { Loader("debug") }
    }
    fileprivate var alwaysNumbered: ParameterFactory<Int, Loader> {
        self { Loader("live \($0)") }.on(.debug, always: true) { Loader("debug \($0)") }
    }
}

/// Contexts, decorators and the time to live.
@Suite struct OptionTests {
    // MARK: - Contexts

    @Test func theContextThatCountsMostIsTaken() {
        withSandbox(.fresh) {
            #expect(Container.shared.contextual().origin == "test")
            FactoryContext.current = [.debug, .arg("-demo"), .test]
            #expect(Container.shared.contextual().origin == "demo")
            FactoryContext.current = [.debug]
            #expect(Container.shared.contextual().origin == "debug")
            FactoryContext.current = []
            #expect(Container.shared.contextual().origin == "live")
        }
    }

    @Test func whatAlwaysCountsGivesWayToWhatIsRegisteredForAContextAlone() {
        withSandbox(.fresh) {
            FactoryContext.current = [.test, .debug]
            let always = Container.shared.always
            #expect(always().origin == "test")
            always.register { Loader("mock") }
            #expect(always().origin == "debug")
            always.register(when: .preview) { Loader("preview") }
            #expect(always().origin == "debug")
            always.register(when: .debug) { Loader("registered for debug") }
            #expect(always().origin == "registered for debug")
            always.reset(.context)
            #expect(always().origin == "debug")
            FactoryContext.current = [.test]
            #expect(always().origin == "mock")
            always.reset()
            #expect(always().origin == "test")
        }
    }

    @Test func aFactoryWithAParameterMayAlwaysCountForAContextToo() {
        withSandbox(.fresh) {
            FactoryContext.current = [.debug]
            Container.shared.alwaysNumbered.register { Loader("mock \($0)") }
            #expect(Container.shared.alwaysNumbered(3).origin == "debug 3")
            FactoryContext.current = []
            #expect(Container.shared.alwaysNumbered(3).origin == "mock 3")
        }
    }

    @Test("Defect 20: a context drops no instance")
    func defect20() {
        withSandbox(.fresh) {
            let test = Container.shared.contextual()
            FactoryContext.current = []
            let live = Container.shared.contextual()
            #expect(live !== test)
            #expect(Container.shared.contextual() === live)
            FactoryContext.current = [.test]
            #expect(Container.shared.contextual() === test)
            FactoryContext.current = []
            #expect(Container.shared.contextual() === live)
        }
    }

    @Test("Defect 13: what is registered beats what is declared for a context, and a cached instance")
    func defect13() {
        withSandbox(.fresh) {
            #expect(Container.shared.contextual().origin == "test")
            Container.shared.contextual.register { Loader("mock") }
            #expect(Container.shared.contextual().origin == "mock")
            Container.shared.contextual.reset()
            #expect(Container.shared.contextual().origin == "test")
            Container.shared.contextual.register { Loader("mock") }
            Container.shared.contextual.register(when: .test) { Loader("mock for tests") }
            #expect(Container.shared.contextual().origin == "mock for tests")
            FactoryContext.current = []
            #expect(Container.shared.contextual().origin == "mock")
            Container.shared.contextual.reset(.registration)
            #expect(Container.shared.contextual().origin == "live")
        }
    }

    @Test func registeringForAContextDoesNotDropTheInstance() {
        withSandbox(.fresh) {
            let kept = Container.shared.cachedLoader()
            Container.shared.cachedLoader.register(when: .preview) { Loader("preview") }
            #expect(Container.shared.cachedLoader() === kept)
        }
    }

    // MARK: - Decorators

    @Test func decoratorsRunInOrderAndAreToldWhatWasMade() {
        withSandbox(.fresh) {
            let log = Locked<[String]>([])
            let container = Container()
            container.manager.decorator = { _, made in log.withLock { $0.append("container \(made)") } }
            let factory = container.cachedLoader.decorator { _, made in log.withLock { $0.append("declared \(made)") } }
            _ = factory()
            _ = factory()
            #expect(log.withLock { $0 } == ["declared true", "container true", "declared false", "container false"])
        }
    }

    @Test func aContainersDecoratorSeesPlainFactories() {
        withSandbox(.fresh) {
            let log = Locked<[String]>([])
            PaymentsContainer.shared.manager.decorator = { service, made in
                log.withLock { $0.append("\(type(of: service)) \(made)") }
            }
            _ = PaymentsContainer.shared.checkout()
            #expect(log.withLock { $0 } == ["Loader true", "Conversation true"])
        }
    }

    // MARK: - Time to live

    @Test func anInstanceIsDroppedWhenNobodyAsksForItInTime() {
        withSandbox(.fresh) {
            let clock = Locked(0)
            TimeToLive.clock = { Double(clock.withLock { $0 }) }
            let factory = Container.shared.cachedLoader.timeToLive(2)
            let kept = factory()
            clock.withLock { $0 += 1 }
            #expect(factory() === kept)
            clock.withLock { $0 += 1 }
            #expect(factory() === kept)
            clock.withLock { $0 += 1 }
            clock.withLock { $0 += 1 }
            #expect(factory() !== kept)
        }
    }
}
