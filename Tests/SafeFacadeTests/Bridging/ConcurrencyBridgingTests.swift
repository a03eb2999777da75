import Resolver
import SafeFacade
import TestSupport
import Testing

// In a process of their own, as threads of one's own see no sandbox.
@Suite struct ConcurrencyBridgingTests {
    @Test func bothFacesAgreeWhileOverridesComeAndGo() async {
        await #expect(processExitsWith: .success) {
            Resolver.registerServices = nil
            Resolver.register { SystemKeychain() as any Keychain }.scope(.application)
            Resolver.register(\.archive)
            let known = ["system", "typed", "runtime", "declared"]
            onThreads(6) { thread in
                for round in 0..<300 {
                    switch thread {
                    case 0:
                        Container.shared.keychain.register { SystemKeychain("typed") }
                        Container.shared.archive.register { FileArchive("typed") }
                    case 1 where round % 4 == 0:
                        Resolver.register { SystemKeychain("runtime") as any Keychain }.scope(.application)
                        Resolver.register { FileArchive("runtime") as any Archive }
                    case 2:
                        Container.shared.reset()
                    default:
                        guard known.contains(Container.shared.keychain().owner),
                            known.contains(Resolver.resolve((any Keychain).self).owner),
                            known.contains(Container.shared.archive().label),
                            known.contains(Resolver.resolve((any Archive).self).label)
                        else { fatalError("what nobody registered") }
                    }
                }
            }
            Container.shared.reset()
            guard Container.shared.keychain() === Resolver.resolve((any Keychain).self),
                Container.shared.archive() === Resolver.resolve((any Archive).self)
            else { fatalError("two instances") }
        }
    }
}
