import SafeFacade
import Synchronization
import Testing

/// What a decorator has seen.
final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}

/// A parameter whose hash says nothing.
struct Colliding: Hashable, Sendable {
    let id: Int
    func hash(into hasher: inout Hasher) {}
}

extension Container {
    var contextual: Factory<any Loading> {
        self { Loader("live") }
            .onTest { Loader("test") }
            .onDebug { Loader("debug") }
            .onArg("-demo") { Loader("demo") }
            .cached
    }
    var collided: ParameterFactory<Colliding, Settings> { self { Settings(volume: $0.id) }.scopeOnParameters.cached }
    var first: ParameterFactory<Int, Settings> { self { Settings(volume: $0) }.cached }
    var each: ParameterFactory<Int, Conversation> {
        self { Conversation(id: $1, loader: $0.loader()) }.scopeOnParameters.singleton
    }
}

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

    @Test func contextsDoNotDropInstances() {
        withSandbox(.fresh) {
            let test = Container.shared.contextual()
            FactoryContext.current = []
            let live = Container.shared.contextual()
            #expect(Container.shared.contextual() === live)
            FactoryContext.current = [.test]
            #expect(Container.shared.contextual() === test)
        }
    }

    @Test func whatIsRegisteredBeatsWhatIsDeclaredForAContext() {
        withSandbox(.fresh) {
            Container.shared.contextual.register { Loader("mock") }
            #expect(Container.shared.contextual().origin == "mock")
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
            let log = Log()
            let container = Container()
            container.manager.decorator = { _, made in log.add("container \(made)") }
            let factory = container.cachedLoader.decorator { _, made in log.add("declared \(made)") }
            _ = factory()
            _ = factory()
            #expect(log.all == ["declared true", "container true", "declared false", "container false"])
        }
    }

    @Test func aContainersDecoratorSeesPlainFactories() {
        withSandbox(.fresh) {
            let log = Log()
            PaymentsContainer.shared.manager.decorator = { service, made in log.add("\(type(of: service)) \(made)") }
            _ = PaymentsContainer.shared.checkout()
            #expect(log.all == ["Loader true", "Conversation true"])
        }
    }

    // MARK: - Time to live

    @Test func anInstanceIsDroppedWhenNobodyAsksForItInTime() {
        withSandbox(.fresh) {
            let clock = Log()
            TimeToLive.clock = { Double(clock.all.count) }
            let factory = Container.shared.cachedLoader.timeToLive(2)
            let kept = factory()
            clock.add("tick")
            #expect(factory() === kept)
            clock.add("tick")
            #expect(factory() === kept)
            clock.add("tick")
            clock.add("tick")
            #expect(factory() !== kept)
        }
    }

    // MARK: - Parameters

    @Test func theFirstParameterWinsUntilReset() {
        withSandbox(.fresh) {
            #expect(Container.shared.first(1).volume == 1)
            #expect(Container.shared.first(2).volume == 1)
            Container.shared.first.reset(.scope)
            #expect(Container.shared.first(2).volume == 2)
        }
    }

    @Test func eachParameterMayHaveAnInstance() {
        withSandbox(.fresh) {
            let one = Container.shared.each(1)
            #expect(Container.shared.each(2) !== one)
            #expect(Container.shared.each(1) === one)
            Scope.singleton.reset()
            #expect(Container.shared.each(1) !== one)
        }
    }

    @Test func parametersThatHashAlikeHaveInstancesOfTheirOwn() {
        withSandbox(.fresh) {
            for id in 1...5 { #expect(Container.shared.collided(Colliding(id: id)).volume == id) }
            for id in 1...5 { #expect(Container.shared.collided(Colliding(id: id)).volume == id) }
        }
    }

    // MARK: - Reset, push and pop

    @Test func aContainerIsResetByPart() {
        withSandbox(.fresh) {
            let container = Container.shared
            let (single, cached) = (container.network(), container.cachedLoader())
            container.loader.register { Loader("mock") }
            container.reset(.scope)
            #expect(container.loader().origin == "mock")
            #expect(container.network() === single)
            let again = container.cachedLoader()
            #expect(again !== cached)
            container.reset(.registration)
            #expect(container.loader().origin == "live")
            #expect(container.cachedLoader() === again)
            container.reset(.scope(.singleton))
            #expect(container.network() !== single)
            #expect(container.cachedLoader() === again)
            container.reset()
            #expect(container.cachedLoader() !== again)
        }
    }

    @Test func popBringsBackWhatPushSaved() {
        withSandbox(.fresh) {
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
    }

    @Test func popBringsBackInstancesByParameter() {
        withSandbox(.fresh) {
            let container = Container.shared
            let factory = container.conversation.scopeOnParameters.cached
            let (one, two) = (factory(1), factory(2))
            container.push()
            factory.reset(.scope)
            #expect(factory(1) !== one)
            container.pop()
            #expect(factory(1) === one)
            #expect(factory(2) === two)
        }
    }

    @Test func resetOfAContainerKeepsSingletonsByParameter() {
        withSandbox(.fresh) {
            let factory = Container.shared.conversation.scopeOnParameters.singleton
            let one = factory(1)
            Container.shared.push()
            let two = factory(2)
            Container.shared.reset()
            #expect(factory(1) === one)
            Container.shared.pop()
            #expect(factory(1) === one)
            #expect(factory(2) === two)
            Container.shared.reset(.scope(.singleton))
            #expect(factory(1) !== one)
        }
    }

    @Test func theNamesOfTheFirstGenerationAreThere() {
        withSandbox(.fresh) {
            let single = Container.shared.network()
            Container.fixed.register { Loader("mock") }
            Container.Registrations.push()
            Container.Registrations.reset()
            #expect(Container.fixed().origin == "static")
            Container.Registrations.pop()
            #expect(Container.fixed().origin == "mock")
            Container.Scope.reset()
            #expect(Container.shared.network() === single)
            Container.Scope.reset(includingSingletons: true)
            #expect(Container.shared.network() !== single)
        }
    }
}
