import Resolver
import SafeFacade
import TestSupport
import Testing

/// A page that counts how often its property hook has run.
private final class Page: Sendable {
    let hooks = Locked(0)
}

extension Container {
    fileprivate var exportedKeychain: Factory<any Keychain> { self { SystemKeychain("exported") } }
    fileprivate var page: Factory<Page> { self { Page() } }
}

// Each test runs in a process of its own, as its threads see no sandbox.
@Suite struct ConcurrencyBridgingTests {
    @Test func bothFacesAgreeWhileOverridesComeAndGo() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            Resolver.registerServices = nil
            Resolver.register { SystemKeychain() as any Keychain }.scope(.application)
            Resolver.register(\.archive)
            let known: Set = ["system", "typed", "runtime", "declared"]
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
                        let given = [
                            Container.shared.keychain().owner, Resolver.resolve((any Keychain).self).owner,
                            Container.shared.archive().label, Resolver.resolve((any Archive).self).label,
                        ]
                        ensure(known.isSuperset(of: given), "\(given)")
                    }
                }
            }
            Container.shared.reset()
            ensure(Container.shared.keychain() === Resolver.resolve((any Keychain).self))
            ensure(Container.shared.archive() === Resolver.resolve((any Archive).self))
        }
    }

    /// Whichever comes first: a registration either overrides the export, or the export replaces it.
    @Test func aKeyIsExportedAndRegisteredAtOnce() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            Resolver.registerServices = nil
            let resolver = Locked(Resolver())
            let barrier = Barrier(of: 2)
            onThreads(2) { thread in
                for round in 0..<10_000 {
                    barrier.attend()
                    let current = resolver.withLock { $0 }
                    if thread == 0 {
                        current.register(\.archive)
                    } else {
                        for _ in 0..<8 { current.register { FileArchive("runtime") as any Archive } }
                    }
                    barrier.attend()
                    guard thread == 0 else { continue }
                    let labels = (current.resolve((any Archive).self).label, Container.shared.archive().label)
                    ensure(labels.0 == labels.1, "the faces disagree in round \(round): \(labels)")
                    Container.shared.archive.reset()
                    resolver.withLock { $0 = Resolver() }
                }
            }
        }
    }

    @Test func aKeyIsExportedAndOverriddenThroughALegacyFactoryAtOnce() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            Resolver.registerServices = nil
            let barrier = Barrier(of: 2)
            onThreads(2) { thread in
                for round in 0..<10_000 {
                    barrier.attend()
                    if thread == 0 {
                        Resolver.register(\.exportedKeychain)
                    } else {
                        for _ in 0..<8 { Container.shared.keychain.register { SystemKeychain("typed") } }
                    }
                    barrier.attend()
                    guard thread == 0 else { continue }
                    let labels = (
                        Resolver.resolve((any Keychain).self).owner, Container.shared.exportedKeychain().owner
                    )
                    ensure(labels.0 == labels.1, "the faces disagree in round \(round): \(labels)")
                    Resolver.reset()
                    Resolver.registerServices = nil
                }
            }
        }
    }

    @Test func propertyHooksAreStatedAtOnce() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            Resolver.registerServices = nil
            let options = Locked(Resolver.register { Page() })
            let barrier = Barrier(of: 2)
            onThreads(2) { thread in
                for round in 0..<5_000 {
                    if thread == 0 { options.withLock { $0 = Resolver.register { Page() } } }
                    barrier.attend()
                    let current = options.withLock { $0 }
                    for _ in 0..<8 { current.resolveProperties { _, page in page.hooks.withLock { $0 += 1 } } }
                    barrier.attend()
                    guard thread == 0 else { continue }
                    let hooks = Resolver.resolve(Page.self).hooks.withLock { $0 }
                    ensure(hooks == 16, "\(hooks) hooks have run in round \(round)")
                }
            }
        }
    }
}
