import SafeFacade
import TestSupport
import Testing

// The forms of Factory that the library keeps. Most are deprecated, and so are these tests.

extension Container {
    fileprivate var page: ParameterFactory<Int, Loader> { self { Loader("\($0)") } }
    fileprivate var sketch: Factory<Sketch> { self { Sketch() }.scope(.graph) }
    fileprivate var sketches: Factory<(Sketch, Sketch)> { self { ($0.sketch(), $0.sketch()) } }
}

/// A class that is not `Sendable`.
private final class Sketch {}

@Suite(.inFreshSandbox) struct FactoryFormsTests {
    @Test func aFactoryThatIsCalledWithAClosureIsOverridden() {
        Container.shared.loader { Loader("mock") }
        Container.shared.page { Loader("mock \($0)") }
        #expect(Container.shared.loader().origin == "mock")
        #expect(Container.shared.page(3).origin == "mock 3")
        Container.shared { $0.loader { Loader("second") } }
        #expect(Container.shared.loader().origin == "second")
        Container.shared {
            $0.loader { Loader("third") }
            $0.page.register { Loader("third \($0)") }
        }
        #expect(Container.shared.loader().origin == "third")
        #expect(Container.shared.page(3).origin == "third 3")
    }

    @Test("own defect D382: .scope(.graph) asks for no Sendable") func aGraphAsAScopeNeedNotBeSendable() {
        let sketches = Container.shared.sketches()
        #expect(sketches.0 === sketches.1)
        #expect(sketches.0 !== Container.shared.sketch())
    }

    @Test func aDecoratorNeedNotBeToldWhetherTheInstanceIsNew() {
        let seen = Counter()
        let decorated = Container.shared.loader.decorator { _ in seen.add() }
        _ = decorated()
        #expect(seen.value == 1)
    }

    @Test func aResetDropsWhatWasRegisteredForAContextAlone() {
        FactoryContext.current = [.test]
        let loader = Container.shared.loader
        loader.register { Loader("registered") }
        loader.register(when: .test) { Loader("test") }
        loader.reset(.none)
        #expect(loader().origin == "test")
        loader.reset(.context)
        #expect(loader().origin == "registered")
        loader.register(when: .test) { Loader("test") }
        Container.shared.reset(.registration)
        #expect(loader().origin == "test")
        FactoryContext.current = []
        #expect(loader().origin == "live")
    }

    @Test func oneClosureCountsForSeveralArguments() {
        let loader: Factory<any Loading> = Container.shared.loader.onArgs(["-mock", "-stub"]) { Loader("argument") }
        #expect(loader().origin == "live")
        for argument in ["-mock", "-stub"] {
            FactoryContext.current = [.arg(argument)]
            #expect(
                Container.shared.loader.onArgs(["-mock", "-stub"]) { Loader("argument") }().origin == "argument")
        }
    }

    @Test func aLazyWrapperResolvesAnewAndSaysWhatItHas() {
        let lazy = LazyInjected(\.draft)
        #expect(lazy.resolvedOrNil() == nil)
        let first = lazy.wrappedValue
        #expect(lazy.resolvedOrNil() === first)
        lazy.resolve()
        #expect(lazy.resolvedOrNil() != nil && lazy.resolvedOrNil() !== first)
        let weak = WeakLazyInjected(\.draft)
        #expect(weak.resolvedOrNil() == nil)
        weak.resolve()
        #expect(weak.resolvedOrNil() == nil)
    }

    @Test("own defect D460: a lazy property that resolves anew is given the shared instance that it alone holds")
    func aLazyWrapperResolvesAnewWhatItHolds() {
        let made = Counter()
        Container.shared.sharedLoader.register { Loader("\(made.add())") }
        let lazy = LazyInjected(\.sharedLoader)
        #expect(lazy.wrappedValue.origin == "1")
        lazy.resolve()
        #expect(lazy.wrappedValue.origin == "1")
        lazy.release()
        #expect(lazy.wrappedValue.origin == "2")
    }

    @Test func aDynamicWrapperNamesItsFactory() {
        let dynamic = DynamicInjected(\.loader)
        dynamic.projectedValue.register { Loader("mock") }
        #expect(dynamic.wrappedValue.origin == "mock")
    }
}

private final class Sheet: Sendable {}

/// A container that shares by default.
private final class SharingContainer: SharedContainer {
    typealias Default = Singleton
    let manager = ContainerManager()
    init() {}
}

@available(*, deprecated)
extension Container {
    fileprivate static var byInit: Factory<Sketch> { Factory(shared) { Sketch() }.graph }
    fileprivate var firstByInit: Factory<Sheet> { Factory(self) { Sheet() }.scope(.cached) }
    fileprivate var secondByInit: Factory<Sheet> { Factory(self) { Sheet() }.scope(.cached) }
    fileprivate var pageByInit: ParameterFactory<Int, Loader> { ParameterFactory(self) { Loader("\($0)") } }
}

@available(*, deprecated)
extension SharingContainer {
    fileprivate var sheetByInit: Factory<Sheet> { Factory(self) { Sheet() } }
    fileprivate var pageByInit: ParameterFactory<Int, Sheet> { ParameterFactory(self) { _ in Sheet() } }
}

private final class Unkept: FactoryContainer {
    let manager = ContainerManager()
}

/// A form, the line on which it stands, and the line that it tells.
private struct Placed {
    let line: Int
    let told: Int?

    init(_ told: Int?, line: Int = #line) { (self.line, self.told) = (line, told) }
}

/// Calls the deprecated forms through a protocol that is not deprecated, so that there is no warning.
private protocol DeprecatedForms: Sendable {
    func modifiers()
    func names()
    func contexts()
    func containers()
    func declarations()
    func places() -> [Placed]
    @MainActor func placesOfTheMainActor() -> [Placed]
    func declaredPlaces() -> [Placed]
}

private struct Deprecated: DeprecatedForms {
    @available(*, deprecated)
    func modifiers() {
        withSandbox(.fresh) {
            FactoryContext.current = [.test]
            Container.shared.loader.onTest { Loader("test") }
            #expect(Container.shared.loader().origin == "test")
            FactoryContext.current.isTest = false
            #expect(Container.shared.loader().origin == "live")
            Container.shared.loader.onArg("-mock") { Loader("argument") }
            FactoryContext.current.arguments = ["-mock"]
            #expect(Container.shared.loader().origin == "argument")
            FactoryContext.current.arguments = []
            #expect(FactoryContext.current.isEmpty)
        }
    }

    @available(*, deprecated)
    func names() {
        withSandbox(.fresh) {
            FactoryContext.current = [.debug]
            let contextual: Factory<any Loading> = Container.shared.loader.context(.test, .debug) { Loader("context") }
            #expect(contextual.once().resolve().origin == "context")
            #expect(Container.shared.loader().origin == "live")
            Container.shared.loader.register(factory: { Loader("mock") })
            #expect(resolve(\.loader).origin == "mock")
            Container.shared.reset(options: .all)
            #expect(resolve(\.loader).origin == "live")
            FactoryContext.current = []
            #expect(Container.shared.with { $0.loader.register { Loader("mock") } }.loader().origin == "mock")
            #expect(Container.shared.page.resolve(2).origin == "2")
            let seen = Counter()
            Container.shared.decorator { _ in seen.add() }
            #expect(Container.shared.loader().origin == "mock")
            #expect(seen.value == 1)
        }
    }

    @available(*, deprecated)
    func declarations() {
        withSandbox(.fresh) {
            #expect(Container.byInit() !== Container.byInit())
            let container = Container.shared
            #expect(container.firstByInit() === container.firstByInit())
            #expect(container.firstByInit() !== container.secondByInit())
            container.pageByInit.register { Loader("mock \($0)") }
            #expect(container.pageByInit(3).origin == "mock 3")
            #expect(SharingContainer.shared.sheetByInit() === SharingContainer.shared.sheetByInit())
            #expect(SharingContainer.shared.pageByInit(1) === SharingContainer.shared.pageByInit(1))
        }
    }

    @available(*, deprecated)
    func contexts() {
        let loader = Container.shared.loader
        func expect(_ origin: String, in context: FactoryContext) {
            FactoryContext.current = [context]
            #expect(loader().origin == origin)
            FactoryContext.current = []
            #expect(loader().origin == "live")
            loader.reset()
        }
        withSandbox(.fresh) {
            loader.onTest { Loader("test") }
            expect("test", in: .test)
            loader.onPreview { Loader("preview") }
            expect("preview", in: .preview)
            loader.onDebug { Loader("debug") }
            expect("debug", in: .debug)
            loader.onSimulator { Loader("simulator") }
            expect("simulator", in: .simulator)
            loader.onDevice { Loader("device") }
            expect("device", in: .device)
            for context: FactoryContext in [.preview, .debug] {
                loader.context(.preview, .debug) { Loader("either") }
                expect("either", in: context)
                FactoryContext.current = [context]
                let copy: Factory<any Loading> = loader.context(.preview, .debug) { Loader("copy") }
                #expect(copy().origin == "copy")
            }
            for argument in ["-first", "-second"] {
                loader.onArgs(["-first", "-second"]) { Loader("any argument") }
                expect("any argument", in: .arg(argument))
            }

            var contexts: Set<FactoryContext> = [.arg("-old")]
            func isSet() -> [Bool] { [contexts.isTest, contexts.isPreview, contexts.isDebug, contexts.isSimulator] }
            #expect(isSet() == [false, false, false, false])
            contexts.isTest = true
            #expect(isSet() == [true, false, false, false])
            contexts.isPreview = true
            #expect(isSet() == [true, true, false, false])
            contexts.isDebug = true
            #expect(isSet() == [true, true, true, false])
            contexts.isSimulator = true
            #expect(isSet() == [true, true, true, true] && !contexts.contains(.device))
            contexts.isSimulator = false
            #expect(isSet() == [true, true, true, false] && contexts.contains(.device))
            contexts.isPreview = false
            contexts.arguments = ["-new"]
            #expect(contexts == [.test, .debug, .device, .arg("-new")])
            #expect(contexts.arguments == ["-new"])
        }
    }

    @available(*, deprecated)
    func containers() {
        withSandbox(.fresh) {
            let container = Container.shared
            container.decorator { _ in Issue.record("nobody decorates any more") }
            #expect(container.manager.decorator != nil)
            container.decorator(nil)
            #expect(container.manager.decorator == nil)
            _ = container.loader()
            container.cachedLoader.register { Loader("mock") }
            let mock = container.cachedLoader()
            container.reset(options: .scope)
            #expect(container.cachedLoader().origin == "mock" && container.cachedLoader() !== mock)
        }
    }

    /// What an observer is told last.
    private func last(_ body: () -> Void) -> ResolutionEvent? {
        withSandbox(.fresh) {
            let recording = Recording()
            Container.addObserver(recording)
            body()
            return recording.events.last
        }
    }

    /// The line of the override that was just registered.
    private func registered(_ override: Void) -> Int? {
        let recording = Recording()
        Container.addObserver(recording)
        _ = Container.shared.loader()
        return recording.events.last?.registered?.line
    }

    @available(*, deprecated)
    func places() -> [Placed] {
        withSandbox(.fresh) {
            [
                Placed(last { _ = resolve(\.network) }?.callSite?.line),
                Placed(last { _ = resolve(\PaymentsContainer.ledger) }?.callSite?.line),
                Placed(last { _ = Container.shared.network.resolve() }?.callSite?.line),
                Placed(last { _ = Container.shared.page.resolve(2) }?.callSite?.line),
                Placed(registered(Container.shared.loader.register(factory: { Loader() }))),
                Placed(registered(Container.shared.loader { Loader() })),
            ]
        }
    }

    @available(*, deprecated)
    @MainActor func placesOfTheMainActor() -> [Placed] {
        [
            Placed(last { _ = Container.shared.screen.resolve() }?.callSite?.line),
            Placed(last { _ = Container.shared.screen.resolveOnMainActor() }?.callSite?.line),
        ]
    }

    @available(*, deprecated)
    func declaredPlaces() -> [Placed] {
        let (unkept, sharing) = (Unkept(), SharingContainer())
        return [
            Placed(Factory(unkept) { Sketch() }.key.declared?.line),
            Placed(Factory(sharing) { Sheet() }.key.declared?.line),
            Placed(ParameterFactory(unkept) { (_: Int) in Sketch() }.key.declared?.line),
            Placed(ParameterFactory(sharing) { (_: Int) in Sheet() }.key.declared?.line),
        ]
    }
}

@Suite struct DeprecatedFactoryFormsTests {
    private let forms: any DeprecatedForms = Deprecated()

    @Test func aModifierThatStandsAloneOverrides() { forms.modifiers() }

    @Test func oldNamesDoWhatTheyDid() { forms.names() }

    @Test func factoriesAreDeclaredByInit() { forms.declarations() }

    @Test func everyContextHasItsForms() { forms.contexts() }

    @Test func oldNamesOfContainersDoWhatTheyDid() { forms.containers() }

    @Test("own defect D182: old names name the place of the call")
    func oldNamesNameTheirPlace() {
        for place in forms.places() { #expect(place.told == place.line) }
    }

    @MainActor @Test func oldNamesOfTheMainActorNameThePlaceOfTheCall() {
        for place in forms.placesOfTheMainActor() { #expect(place.told == place.line) }
    }

    @Test func whatIsDeclaredByInitTellsItsPlace() {
        for place in forms.declaredPlaces() { #expect(place.told == place.line) }
    }

    @Test("an argument of the same length is another one", arguments: Surroundings.allCases)
    func anotherArgument(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                // Without a hook that must run first, a call asks in the shortest way.
                _ = Container.shared.network()
                FactoryContext.current = [.arg("-mock")]
                let loader: Factory<any Loading> = Container.shared.loader.onArgs(["-stub"]) { Loader("argument") }
                ensure(loader().origin == "live")
            }
        }
    }
}
