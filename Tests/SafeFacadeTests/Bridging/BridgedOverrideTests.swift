import Resolver
import SafeFacade
import TestSupport
import Testing

// Which registration counts for a bridged or exported factory, if another one is put over it or stands in its way.

private protocol Netting: AnyObject, Sendable { var label: String { get } }

private final class Net: Netting {
    let label: String
    init(_ label: String) { self.label = label }
}

private final class Spy: Sendable {}
private final class Page: Sendable {}

extension Container {
    fileprivate var perhaps: Factory<Spy?> { self { nil }.bridged }
    fileprivate var asyncPerhaps: AsyncFactory<Spy?> { self { () async in nil }.bridged(name: "asynchronous") }
    fileprivate var net: Factory<any Netting> { self { Net("typed") }.bridged }
    fileprivate var page: Factory<Page> { self { Page() }.singleton.bridged }
    fileprivate var owner: Factory<Thing> { self { Thing("owner") }.cached.bridged }
    fileprivate var loose: Factory<Thing> { self { Thing("loose") }.bridged }
    fileprivate var old: Factory<Thing> { legacy() }
    fileprivate var late: Factory<Thing> { self { Thing("declared") } }
}

extension Container {
    fileprivate var plainNet: Factory<any Netting> { self { Net("plain") } }
    fileprivate var netPair: Factory<[any Netting]> { self { [$0.plainNet(), $0.plainNet()] } }
}

private final class Lodge: SharedContainer {
    let manager = ContainerManager()
    init() {}
}

extension Lodge {
    fileprivate var net: Factory<any Netting> { self { Net("desk") }.bridged }
    fileprivate var thing: Factory<Thing> { self { Thing("desk") } }
    fileprivate var bridgedThing: Factory<Thing> { self { Thing("desk") }.bridged }
}

@Suite(.inFreshSandbox) struct BridgedOverrideTests {
    @Test("own defect D82: a bridged factory of an optional sees what is registered", arguments: Surroundings.allCases)
    func aBridgedOptional(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                ensure(Container.shared.perhaps() == nil)
                Resolver.register { Spy() }
                ensure(Container.shared.perhaps() != nil)
            }
        }
    }

    @Test("own defect D82: a bridged asynchronous factory of an optional sees what is registered")
    func aBridgedAsynchronousOptional() async throws {
        let declared = try await Container.shared.asyncPerhaps()
        Resolver.register(name: "asynchronous") { Spy() }
        let registered = try await Container.shared.asyncPerhaps()
        #expect(declared == nil && registered != nil)
    }

    @Test("own defect D83: a sandbox knows that an overridden factory of a container class is bridged")
    func aSandboxOfABridgedFactory() {
        Lodge.shared.net.register { Net("app") }
        #expect(Lodge.shared.net().label == "app")
        withSandbox {
            Resolver.register { Net("spy") as any Netting }
            #expect(Lodge.shared.net().label == "spy")
        }
        Resolver.register { Net("spy") as any Netting }
        #expect(Lodge.shared.net().label == "spy")
    }

    @Test("own defect D84: what the default container registers itself leaves what is registered with Resolver")
    func autoRegisterLeavesASpy() {
        withAutoRegistration {
            Container.shared.net.register { Net("automatic") }
        } run: {
            withSandbox(.fresh) {
                Resolver.register { Net("spy") as any Netting }
                #expect(Container.shared.net().label == "spy")
                #expect(Resolver.resolve((any Netting).self).label == "spy")
            }
            withSandbox(.fresh) {
                Resolver.register(\.net)
                #expect(Container.shared.net().label == "automatic")
                Container.shared.reset()
                Resolver.register { Net("spy") as any Netting }
                #expect(Container.shared.net().label == "spy")
                #expect(Resolver.resolve((any Netting).self).label == "spy")
            }
        }
    }

    @Test func whatAContainerRegistersItselfLaterReplacesWhatTheHookHasRegistered() {
        withAutoRegistration {
            Container.shared.net.register { Net("automatic") }
        } run: {
            withSandbox(.fresh) {
                Resolver.registerServices = {
                    Resolver.register(\.net)
                    Resolver.register { Net("hook") as any Netting }
                }
                #expect(Container.shared.net().label == "hook")
                // Another container registers itself when it is first used.
                _ = Container().late()
                #expect(Container.shared.net().label == "automatic")
            }
        }
    }

    @Test func whatIsRegisteredOverAForwardHasTheDeclaredLifetime() {
        Container.shared.manager.defaultLifetime = .graph
        Resolver.register(\.plainNet)
        Resolver.register(name: "other") { Net("other") as any Netting }.implements((any Netting).self)
        #expect(Container.shared.plainNet().label == "other")
        Container.shared.plainNet.register { Net("mock") }
        let nets = Container.shared.netPair()
        #expect(nets.map(\.label) == ["mock", "mock"])
        #expect(nets[0] === nets[1])
    }

    @Test("own defect D87: the export of a bridged factory replaces what the hook has registered")
    func theExportOfABridgedFactory() {
        Resolver.registerServices = {
            Resolver.register { Net("hook") as any Netting }
            Resolver.register(\.net)
        }
        #expect(Container.shared.net().label == "typed")
        #expect(Resolver.resolve((any Netting).self).label == "typed")
    }

    @Test(
        "own defect D88: an export that passes on keeps the instance of what it joins", arguments: Surroundings.allCases
    )
    func anExportThatPassesOn(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Resolver.register { Thing("mock") }.scope(.application)
                let mock: Thing = Resolver.resolve()
                Resolver.register(\Lodge.thing)
                ensure(Lodge.shared.thing() === mock)
                ensure(Resolver.resolve(Thing.self) === mock)
            }
        }
    }

    @Test("own defect D89: what is only bridged is nothing that a factory can stand for")
    func whatIsOnlyBridged() {
        let owned = Container.shared.owner()
        #expect(Container.shared.unbound(in: [\.old]) == ["Container.old"])
        let child = Resolver()
        child.register { Thing("child") }.scope(.cached)
        Resolver.main.add(child: child)
        let old = Container.shared.old()
        #expect(old.label == "child")
        Container.shared.old.reset(.scope)
        #expect(Container.shared.old() !== old)
        _ = owned
    }

    @Test("own defect D90: the lifetime of a registration does not depend on a bridged factory that was called")
    func theLifetimeBesideABridgedFactory() {
        _ = Container.shared.page()
        Resolver.register { Page() }
        #expect(Resolver.resolve(Page.self) !== Resolver.resolve(Page.self))
    }

    @Test("own defect D119: a bridged factory is never found without what counts for it")
    func bridgingAtOnce() {
        for _ in 0..<rounds(3_000, debug: 500) {
            withSandbox(.fresh) {
                let spy = Net("spy")
                Resolver.register { spy as any Netting }
                let context = SandboxContext.current
                onThreads(3) { thread in
                    context.run {
                        let found = thread == 0 ? Resolver.optional((any Netting).self) : Container.shared.net()
                        if found?.label != "spy" {
                            Issue.record("thread \(thread) is given \(found?.label ?? "nothing")")
                        }
                    }
                }
            }
        }
    }

    @Test("own defect D123: another cache in a sandbox leaves what an exported factory has joined")
    func anotherCacheBesideAnExportedFactory() async {
        await #expect(processExitsWith: .success) {
            Resolver.defaultScope = .container
            ensure(Container.shared.late().label == "declared")
            Resolver.register { Thing("app") }
            Resolver.register(\.late)
            withSandbox {
                Resolver.main.cache = ResolverScopeCache()
                ensure(Resolver.optional(Thing.self)?.label == "app")
                ensure(Container.shared.late().label == "app")
            }
        }
    }

    @Test("own defect D149: what is registered for a context counts for a bridged factory as what is registered")
    func registeredForAContext() {
        withSandbox(.fresh) {
            Resolver.register { Thing("app") }
            Container.shared.old.register(when: .test) { Thing("mock") }
            let label = Resolver.resolve(Thing.self).label
            #expect(Container.shared.loose().label == label)
            #expect(Resolver.resolve(Thing.self).label == label)
        }
        withSandbox(.fresh) {
            Container.shared.old.register(when: .arg("no such argument")) { Thing("never") }
            #expect(Lodge.shared.bridgedThing().label == "desk")
        }
    }

    @Test func aBridgedFactoryThatIsNotExportedHidesNoChildsService() {
        let child = Resolver()
        child.register { Thing("child") }
        Resolver.main.add(child: child)
        _ = Container.shared.loose()
        #expect(Resolver.optional(Thing.self)?.label == "child")
        withSandbox {
            #expect(Resolver.optional(Thing.self)?.label == "child")
            Container.shared.manager.defaultLifetime = .graph
            #expect(Resolver.optional(Thing.self)?.label == "child")
        }
    }
}
