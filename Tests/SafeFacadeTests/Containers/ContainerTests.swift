import Resolver
import SafeFacade
import TestSupport
import Testing

private final class Decorated: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var network: Factory<Network> { self { Network() } }
}

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

    @Test("Defect 30: two containers that are alive at once have overrides of their own")
    func defect30() {
        withSandbox(.fresh) {
            let first = Container()
            let second = Container()
            first.loader.register { Loader("first") }
            second.loader.register { Loader("second") }
            #expect(first.loader().origin == "first")
            #expect(second.loader().origin == "second")
            #expect(first.conversation(1).loader.origin == "first")
            #expect(second.handedConversation(1).loader.origin == "second")
            #expect(Container.shared.loader().origin == "live")
            #expect(Container().loader().origin == "live")
        }
    }

    @Test("Defect 28: tests that override one factory in parallel do not see each other's", arguments: 0..<200)
    func defect28(_ number: Int) async {
        await withSandbox {
            Container.shared.cachedLoader.register { Loader("\(number)") }
            Container.shared.freshNetwork.register { Network(host: "\(number)") }
            let first = Container.shared.cachedLoader()
            for _ in 0..<10 {
                await Task.yield()
                #expect(first.origin == "\(number)")
                #expect(Container.shared.cachedLoader() === first)
                #expect(Container.shared.freshNetwork().host == "\(number)")
            }
        }
    }

    @Test("own defect D360: a shared container is no service that Resolver.decorate sees")
    func aSharedContainerIsNotDecorated() {
        withSandbox {
            let seen = Locked<[String]>([])
            Resolver.decorate = { service in seen.withLock { $0.append("\(type(of: service))") } }
            _ = Decorated.shared.network()
            #expect(seen.withLock { $0 } == ["Network"])
        }
    }
}
