import SafeFacade
import TestSupport
import Testing

extension Container {
    fileprivate var laterHanded: AsyncFactory<String> { self { $0.loader().origin } }
    fileprivate var laterHandedNumbered: AsyncParameterFactory<Int, String> { self { "\($0.loader().origin) \($1)" } }
}

@Suite(.inFreshSandbox) struct FactoryTests {
    @Test func aFactoryMakesItsService() {
        #expect(Container.shared.loader().origin == "live")
        #expect(Container.shared.loader() !== Container.shared.loader())
        #expect(Container.shared.handed().network === Container.shared.network())
        #expect(Container.shared.capturing().network === Container.shared.network())
    }

    @Test func aClosureIsHandedTheContainerThatIsAsked() async throws {
        let container = Container()
        container.loader.register { Loader("own") }
        container.graphNetwork.register { Network(host: "own") }
        // The second call of each finds its declaration.
        for _ in 0..<2 {
            #expect(container.play().first.host == "own")
            #expect(container.handedConversation(1).loader.origin == "own")
            #expect(try await container.laterHanded() == "own")
            #expect(try await container.laterHandedNumbered(1) == "own 1")
        }
        #expect(Container.shared.play().first.host == "example.org")
    }

    @Test func aParameterReachesTheFactory() {
        #expect(Container.shared.conversation(7).id == 7)
        #expect(Container.shared.handedConversation(8).id == 8)
    }

    @MainActor @Test func aMainActorFactoryIsCalledWithoutAwaitOnTheMainActor() {
        #expect(Container.shared.screen().title == "Inbox")
        #expect(Container.shared.handedScreen().title == "live")
        #expect(Container.shared.screen() !== Container.shared.screen())
        #expect(Container.shared.singleScreen() === Container.shared.singleScreen())
    }

    @Test func aMainActorFactoryIsCalledWithAwaitElsewhere() async {
        let screen = await Container.shared.screen()
        #expect(screen.title == "Inbox")
    }

    @Test func aFactoryOfAFunctionMakesAFunction() {
        #expect(Container.shared.shout()("hey") == "HEY!")
    }

    @MainActor @Test func staticFactoriesBelongToTheSharedContainer() {
        let outside = Container.fixed()
        #expect(outside.origin == "static")
        #expect(Container.fixed() === outside)
        #expect(Container.numbered(3).loader === outside)
        #expect(Container.window().title == "Window")
        Container.fixed.register { Loader("mock") }
        #expect(Container.fixed().origin == "mock")
        withSandbox(.fresh) { #expect(Container.fixed().origin == "static") }
        Container.fixed.reset()
        #expect(Container.fixed().origin == "static")
    }

    @Test func readingADeclarationChangesNothing() {
        Container.shared.loader.register { Loader("mock") }
        _ = Container.shared.loader
        let _: Factory<any Loading> = Container.shared.loader.onTest { Loader("test") }
        #expect(Container.shared.loader().origin == "mock")
    }

    // MARK: - Override

    @Test func anOverrideIsInForceUntilItIsReset() {
        let cached = Container.shared.cachedLoader()
        Container.shared.cachedLoader.register { Loader("mock") }
        let mock = Container.shared.cachedLoader()
        #expect(mock.origin == "mock")
        #expect(Container.shared.cachedLoader() === mock)
        Container.shared.cachedLoader.register { Loader("other") }
        #expect(Container.shared.cachedLoader().origin == "other")
        Container.shared.cachedLoader.reset()
        let again = Container.shared.cachedLoader()
        #expect(again.origin == "live")
        #expect(again !== cached)
        #expect(Container.shared.cachedLoader() === again)
    }

    @Test func aFactoryThatWasNotUsedYetCanBeOverridden() {
        Container.shared.loader.register { Loader("mock") }
        #expect(Container.shared.loader().origin == "mock")
        #expect(Container.shared.conversation(1).loader.origin == "mock")
    }

    @Test func anOverrideMayHaveALifetimeOfItsOwn() {
        Container.shared.loader.register(scope: .singleton) { Loader("mock") }
        #expect(Container.shared.loader() === Container.shared.loader())
    }

    @Test func aDeclarationOfAnotherFactoryDoesNotChangeHowTheClosureIsCalled() {
        let handed = Container.shared.handed.stating(Container.shared.play.declaration)
        #expect(handed().network === Container.shared.network())
        let plain = Container.shared.loader.stating(Container.shared.handed.declaration)
        #expect(plain().origin == "live")
    }

    @Test("own defect D11: an override that states a lifetime has it in place of a declared scope")
    func anOverridesLifetimeCountsInPlaceOfADeclaredScope() {
        Container.shared.sessionLoader.register(scope: .cached) { Loader("mock") }
        let mock = Container.shared.sessionLoader()
        Scope.session.reset()
        #expect(Container.shared.sessionLoader() === mock)
        Scope.cached.reset()
        #expect(Container.shared.sessionLoader() !== mock)
    }

    @Test func anOverrideHasTheDeclaredScopeWhereItStatesNone() {
        Container.shared.sessionLoader.register { Loader("mock") }
        let mock = Container.shared.sessionLoader()
        Scope.cached.reset()
        #expect(Container.shared.sessionLoader() === mock)
        Scope.session.reset()
        #expect(Container.shared.sessionLoader() !== mock)
    }

    @Test func anOverrideMayCaptureWhatIsNotSendable() {
        let draft = Draft()
        Container.shared.draft.register(unchecked: { draft })
        #expect(Container.shared.draft() === draft)
        Container.shared.draft.register(when: .test, unchecked: { Draft() })
        #expect(Container.shared.draft() !== draft)
        Container.shared.draft.reset(.context)
        #expect(Container.shared.draft() === draft)
    }

    @Test func anOverrideIsHandedTheParameter() {
        Container.shared.conversation.register { Conversation(id: -$0, loader: Loader()) }
        #expect(Container.shared.conversation(7).id == -7)
    }

    @MainActor @Test func aMainActorFactoryCanBeOverridden() {
        Container.shared.screen.register { Screen(title: "mock") }
        #expect(Container.shared.screen().title == "mock")
        Container.shared.screen.reset()
        #expect(Container.shared.screen().title == "Inbox")
    }

    @Test func sandboxesStartWithACopyOfTheOverrides() {
        Container.shared.loader.register { Loader("outer") }
        PaymentsContainer.shared.api.register { Loader("outer") }
        withSandbox {
            #expect(Container.shared.loader().origin == "outer")
            #expect(PaymentsContainer.shared.api().origin == "outer")
            Container.shared.loader.register { Loader("inner") }
            PaymentsContainer.shared.api.register { Loader("inner") }
            #expect(Container.shared.loader().origin == "inner")
            #expect(PaymentsContainer.shared.api().origin == "inner")
            Container.shared.loader.reset()
            #expect(Container.shared.loader().origin == "live")
        }
        #expect(Container.shared.loader().origin == "outer")
        #expect(PaymentsContainer.shared.api().origin == "outer")
        withSandbox(.fresh) {
            #expect(Container.shared.loader().origin == "live")
            #expect(PaymentsContainer.shared.api().origin == "payments")
        }
    }
}
