import Resolver
import SafeFacade
import TestSupport
import Testing

extension Container {
    fileprivate var contextual: Factory<any Loading> {
        self { Loader("live") }
            .onTest { Loader("test") }
            .onDebug { Loader("debug") }
            .onArg("-demo") { Loader("demo") }
            .onDevice { Loader("device") }
            .onSimulator { Loader("simulator") }
            .onPreview { Loader("preview") }
            .cached
    }
    fileprivate static let contextual: Factory<any Loading> = Factory { Loader("live") }
        .onTest { Loader("test") }.onArg("-demo") { Loader("demo") }
    fileprivate var always: Factory<any Loading> {
        self { Loader("live") }.onTest { Loader("test") }.on(.debug, always: true) { Loader("debug") }
    }
    fileprivate var alwaysNumbered: ParameterFactory<Int, Loader> {
        self { Loader("live \($0)") }.on(.debug, always: true) { Loader("debug \($0)") }
    }
}

private let crowded = #line
extension Container {
    fileprivate var crowdedLoader: Factory<Loader> {
        self { Loader("live") }.onArgs((1...63).map { "-argument\($0)" }) { Loader("argument") }
    }
}

/// Tests of closures and overrides for contexts.
@Suite(.inFreshSandbox) struct ContextTests {
    @Test func aContextIsShownAsItIsWritten() {
        FactoryContext.current = [.test]
        #expect("\(FactoryContext.current)" == "[test]")
        #expect("\(FactoryContext.arg("mock"))" == "arg(\"mock\")")
    }

    @Test func theContextThatCountsMostIsTaken() {
        // The context of tests holds here.
        #expect(Container.shared.contextual().origin == "test")
        for platform in [FactoryContext.simulator, .device] {
            FactoryContext.current = [.debug, platform, .test, .preview, .arg("-demo")]
            for (name, context) in [
                ("demo", .arg("-demo")), ("preview", .preview), ("test", .test), (platform.description, platform),
                ("debug", .debug),
            ] as [(String, FactoryContext)] {
                #expect(Container.shared.contextual().origin == name)
                FactoryContext.current.remove(context)
            }
            #expect(Container.shared.contextual().origin == "live")
        }
    }

    @Test func aResetDropsWhatTheClosureForAContextHasMade() {
        FactoryContext.current = [.test]
        let factory: Factory<any Loading> = Container.shared.cachedLoader
            .onPreview { Loader("preview") }.onTest { Loader("test") }
        let kept = factory()
        #expect(kept.origin == "test" && factory() === kept)
        factory.reset(.scope)
        #expect(factory() !== kept)
    }

    @Test func whetherAContextHoldsIsLookedAtWhereItIsStatedAndOfAStaticFactoryAtEachCall() {
        FactoryContext.current = [.test]
        let stated = Container.shared.contextual
        #expect(Container.contextual().origin == "test")
        FactoryContext.current = [.test, .arg("-demo")]
        #expect(stated().origin == "test")
        #expect(Container.contextual().origin == "demo")
        FactoryContext.current = []
        #expect(stated().origin == "test")
        #expect(Container.contextual().origin == "live")
    }

    @Test func whatAlwaysCountsGivesWayToWhatIsRegisteredForAContextAlone() {
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

    @Test func aFactoryWithAParameterMayAlwaysCountForAContextToo() {
        FactoryContext.current = [.debug]
        Container.shared.alwaysNumbered.register { Loader("mock \($0)") }
        #expect(Container.shared.alwaysNumbered(3).origin == "debug 3")
        FactoryContext.current = []
        #expect(Container.shared.alwaysNumbered(3).origin == "mock 3")
    }

    @Test("Defect 20: a context drops no instance")
    func defect20() {
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

    @Test func aResetDropsWhatEachContextHasKept() {
        let test = Container.shared.contextual()
        FactoryContext.current = []
        let live = Container.shared.contextual()
        Container.shared.contextual.reset(.scope)
        #expect(Container.shared.contextual() !== live)
        FactoryContext.current = [.test]
        #expect(Container.shared.contextual() !== test)
    }

    @Test("Defect 13: what is registered beats what is declared for a context, and a cached instance")
    func defect13() {
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

    @Test("own defect D183: of two launch arguments that hold, the last registered counts, as the last declared does")
    func theLastOfSeveralArgumentsCounts() {
        FactoryContext.current = [.arg("-a"), .arg("-b"), .test]
        let declared: Factory<any Loading> = Container.shared.loader
            .onArg("-a") { Loader("a") }.onArg("-b") { Loader("b") }
        #expect(declared().origin == "b")
        let loader = Container.shared.loader
        loader.register(when: .arg("-a")) { Loader("a") }
        loader.register(when: .arg("-b")) { Loader("b") }
        loader.register(when: .test) { Loader("test") }
        #expect(loader().origin == "b")
        loader.register(when: .arg("-b")) { Loader("another b") }
        #expect(loader().origin == "another b")
        FactoryContext.current = [.arg("-a")]
        #expect(loader().origin == "a")
        FactoryContext.current = [.arg("-a"), .arg("-b")]
        loader.register(when: .arg("-a")) { Loader("another a") }
        #expect(loader().origin == "another a")
        withSandbox { #expect(Container.shared.loader().origin == "another a") }
        Container.shared.push()
        loader.register(when: .arg("-b")) { Loader("pushed") }
        #expect(loader().origin == "pushed")
        Container.shared.pop()
        #expect(loader().origin == "another a")
    }

    @Test(
        "own defect D183: what the hook and the container register for an argument counts less than what the program does"
    )
    func whatTheProgramRegistersForAnArgumentCountsMore() {
        FactoryContext.current = [.arg("-a"), .arg("-b"), .arg("-c")]
        Resolver.registerServices = {
            Container.shared.loader.register(when: .arg("-b")) { Loader("hook") }
            Container.shared.loader.register(when: .arg("-c")) { Loader("hook, last") }
        }
        // The hook runs before that, and is then armed again.
        Container.shared.loader.register(when: .arg("-a")) { Loader("program") }
        #expect(Container.shared.loader().origin == "program")
        Resolver.registerServices = {
            Container.shared.loader.register(when: .arg("-d")) { Loader("hook") }
            Container.shared.loader.register(when: .arg("-b")) { Loader("hook, last") }
        }
        #expect(Container.shared.loader().origin == "program")
        FactoryContext.current = [.arg("-b"), .arg("-c"), .arg("-d")]
        #expect(Container.shared.loader().origin == "hook, last")
    }

    @Test("own defect D91: register drops what a closure for a context has kept")
    func registerOverAContext() {
        FactoryContext.current = [.test]
        let kept = Container.shared.contextual()
        #expect(kept.origin == "test")
        Container.shared.contextual.register { Loader("mock") }
        #expect(Container.shared.contextual().origin == "mock")
        Container.shared.contextual.reset(.registration)
        #expect(Container.shared.contextual().origin == "test")
        #expect(Container.shared.contextual() !== kept)
    }

    @Test func whatIsRegisteredForAContextLeavesWhatAnotherOneHasKept() {
        FactoryContext.current = [.test]
        let kept = Container.shared.contextual()
        Container.shared.contextual.register(when: .debug) { Loader("mock") }
        #expect(Container.shared.contextual() === kept)
    }

    @Test func registeringForAContextDoesNotDropTheInstance() {
        let kept = Container.shared.cachedLoader()
        Container.shared.cachedLoader.register(when: .preview) { Loader("preview") }
        #expect(Container.shared.cachedLoader() === kept)
    }

    @Test func moreContextsThanThereIsRoomForAreReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            FactoryContext.current = [.arg("-argument63")]
            ensure(Container.shared.crowdedLoader().origin == "argument")
            let one: Factory<Loader> = Container.shared.crowdedLoader.onTest { Loader("test") }
            _ = one()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.crowdedLoader' states more than 63 contexts  [too-many-contexts]
                  declared       SafeFacadeTests/ContextTests.swift:\(crowded + 3)
                  to mend it     state one closure that looks at them itself, or register(when:) for those that hold
                """)
    }
}
