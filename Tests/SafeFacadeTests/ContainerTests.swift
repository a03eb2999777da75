import SafeFacade
import Testing

@Suite struct ContainerTests {
    @Test func aContainerOfOnesOwnIsOneInEachSandbox() {
        withSandbox(.fresh) {
            let shared = PaymentsContainer.shared
            #expect(PaymentsContainer.shared === shared)
            #expect(PaymentsContainer.shared.api() === shared.api())
            withSandbox { #expect(PaymentsContainer.shared !== shared) }
            #expect(PaymentsContainer().api() !== shared.api())
        }
    }

    @Test func containersReachEachOther() {
        withSandbox(.fresh) {
            #expect(PaymentsContainer.shared.network() === Container.shared.network())
            #expect(PaymentsContainer.shared.checkout().loader === PaymentsContainer.shared.api())
            #expect(PaymentsContainer.shared.receipt(9).id == 9)
        }
    }

    @Test func overridesInTwoContainersStayApart() {
        withSandbox(.fresh) {
            let first = Container()
            let second = Container()
            first.loader.register { Loader("first") }
            second.loader.register { Loader("second") }
            #expect(first.conversation(1).loader.origin == "first")
            #expect(second.handedConversation(1).loader.origin == "second")
            #expect(Container.shared.loader().origin == "live")
        }
    }

    @Test(arguments: 1...200)
    func parallelSandboxesDoNotSeeEachOther(_ number: Int) async {
        await withSandbox {
            Container.shared.cachedLoader.register { Loader("\(number)") }
            let first = Container.shared.cachedLoader()
            await Task.yield()
            #expect(first.origin == "\(number)")
            #expect(Container.shared.cachedLoader() === first)
        }
    }

    @Test func popBringsBackTheDefaultLifetimeOfWhatWasUsed() {
        withSandbox(.fresh) {
            let container = Container()
            func pair() -> Screenplay {
                Factory { Screenplay(first: container.freshNetwork(), second: container.freshNetwork()) }()
            }
            #expect(pair().first !== pair().second)
            container.push()
            container.manager.defaultLifetime = .graph
            let play = pair()
            #expect(play.first === play.second)
            container.pop()
            let after = pair()
            #expect(after.first !== after.second)
        }
    }
}
