import Resolver
import SafeFacade
import TestSupport
import Testing

// What overrides, registrations and instances reach: another instance of the container, another resolver, another key, and
// what was there before.

private final class Reached: Sendable {
    let label: String
    init(_ label: String) { self.label = label }
}

private protocol Reaching: AnyObject, Sendable {}
extension Reached: Reaching {}

extension Container {
    fileprivate var single: Factory<Reached> { self { Reached("declared") }.singleton }
    fileprivate var other: Factory<Reached> { self { Reached("other") }.singleton }
    fileprivate var channel: ParameterFactory<Int, Reached> { self { Reached("\($0)") }.cached.scopeOnParameters }
    fileprivate var tile: ParameterFactory<Double, Reached> { self { Reached("\($0)") }.cached.scopeOnParameters }
    fileprivate var old: Factory<Reached> { legacy() }
    fileprivate var bridgedReached: Factory<Reached> { self { Reached("declared") }.bridged }
    fileprivate var soft: Factory<Reached> { self { Reached("declared") } }
    fileprivate var absent: Factory<Reached?> { self { Reached("declared") } }
    fileprivate var editor: ParameterFactory<String, Reached> { self { Reached($0) } }
}

private final class Reach: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var slot: Factory<any Reaching> { required().bridged }
    var bridged: Factory<Reached> { self { Reached("declared") }.bridged }
}

private final class Furnishing: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}
    var slot: Factory<Reached> { required().singleton }
    var tested: Factory<Reached> { self { Reached("declared") }.singleton }
    func autoRegister() {
        slot.register { Reached("automatic") }
        tested.register(when: .arg("D179")) { Reached("automatic") }
    }
}

private struct Value: FactoryContainer, AutoRegistering {
    let manager = ContainerManager()
    var slot: Factory<Reached> { required() }
    func autoRegister() { slot.register { Reached("automatic") } }
}

private final class Joined: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var single: Factory<Reached> { self { Reached("declared") }.singleton }
}

/// Runs a body with nothing registered.
private func fresh(_ body: () -> Void) {
    withSandbox(.fresh) {
        Resolver.registerServices = nil
        body()
    }
}

@Suite struct OverrideReachTests {
    @Test("own defect D134: reset and pop of another default container reach what it registered for singletons")
    func anotherDefaultContainer() {
        fresh {
            let own = Container()
            own.push()
            own.single.register { Reached("mock") }
            #expect(Container.shared.single().label == "mock")
            own.pop()
            #expect(Container.shared.single().label == "declared")
            own.single.register { Reached("mock") }
            own.reset()
            #expect(Container.shared.single().label == "declared")
            #expect(own.single().label == "declared")
        }
    }

    @Test("own defect D136: pop brings back what was kept for a parameter, also where it was made anew in between")
    func popByParameter() {
        fresh {
            let first = Container.shared.channel(1)
            Container.shared.push()
            Container.shared.channel.register { Reached("mock \($0)") }
            Container.shared.channel.reset()
            _ = Container.shared.channel(1)
            Container.shared.pop()
            #expect(Container.shared.channel(1) === first)
        }
    }

    @Test("own defect D138: what overrides a legacy factory has the lifetime of the registration, wherever that is")
    func theLifetimeOfARegistrationElsewhere() {
        fresh {
            Resolver.register { Reached("live") }.scope(.application)
            let own = Container()
            own.old.register { Reached("mock") }
            #expect(own.old() === own.old())
        }
        fresh {
            let child = Resolver()
            Resolver.main.add(child: child)
            child.register { Reached("live") }.scope(.application)
            Container.shared.old.register(when: .arg("no such argument")) { Reached("never") }
            Container.shared.old.register { Reached("mock") }
            #expect(Container.shared.old() === Container.shared.old())
        }
    }

    @Test("own defect D139: unbound(in:) names only what does not work")
    func whatIsUnbound() {
        fresh {
            #expect(Reach.shared.unbound(in: [\.slot]) == ["Reach.slot"])
            Resolver.register { Reached("live") as any Reaching }
            _ = Reach.shared.slot()
            #expect(Reach.shared.unbound(in: [\.slot]) == [])
            #expect(Container().unbound(in: [\.old]) == ["Container.old"])
            Resolver.register { Reached("live") }
            _ = Container().old()
            #expect(Container().unbound(in: [\.old]) == [])
        }
    }

    @Test("own defect D140: for what is not equal to itself one instance is kept")
    func whatIsNotEqualToItself() {
        fresh {
            let first = Container.shared.tile(.nan)
            #expect(Container.shared.tile(.nan) === first)
            #expect(Container.shared.tile(1) !== first)
            #expect(Container.shared.tile(1) === Container.shared.tile(1))
        }
    }

    @Test("own defect D144: all leaves out what takes a parameter, also where it is exported or overrides")
    func allLeavesOutParameters() {
        fresh {
            Resolver.register(\.editor)
            #expect(Resolver.all(Reached.self).isEmpty)
            Resolver.register(name: "passed on") { Reached("declared") }
            #expect(Resolver.all(Reached.self).map(\.label) == ["declared"])
        }
        fresh {
            Resolver.register { Reached("live") }
            #expect(Resolver.all(Reached.self).count == 1)
            Resolver.register { _, args in Reached(args()) }
            #expect(Resolver.all(Reached.self).isEmpty)
        }
    }

    @Test("own defect D146: a second export takes what is registered along, and the first factory is itself again")
    func aSecondExport() {
        fresh {
            Resolver.register(\.single)
            Resolver.register { Reached("mock") }
            #expect(Container.shared.single().label == "mock")
            Resolver.register(\.other)
            #expect(Container.shared.single().label == "declared")
            #expect(Container.shared.single() === Container.shared.single())
            Container.shared.single.reset()
            #expect(Container.shared.other().label == "mock")
            #expect(Container.shared.other() === Container.shared.other())
        }
    }

    @Test("own defect D149: what is registered for a context counts for a bridged factory as what is registered")
    func registeredForAContext() {
        fresh {
            Resolver.register { Reached("app") }
            Container.shared.old.register(when: .test) { Reached("mock") }
            let label = Resolver.resolve(Reached.self).label
            #expect(Container.shared.bridgedReached().label == label)
            #expect(Resolver.resolve(Reached.self).label == label)
        }
        fresh {
            Container.shared.old.register(when: .arg("no such argument")) { Reached("never") }
            #expect(Reach.shared.bridged().label == "declared")
        }
    }

    @Test("own defect D150: an export of an optional gives the instance of what it joins")
    func anExportOfAnOptional() {
        fresh {
            let options = Resolver.register { Reached("mock") }.scope(.application)
            let mock: Reached = Resolver.resolve()
            Resolver.register(\.absent)
            #expect(Resolver.resolve(Reached.self) === mock)
            #expect(Container.shared.absent() === mock)
            options.scope(.unique)
            #expect(Container.shared.absent() !== Container.shared.absent())
        }
    }

    @Test("own defect D151: what an export takes the place of keeps nothing any more")
    func whatAnExportReplaces() {
        withSandbox(.fresh) {
            weak var kept: Reached?
            Resolver.registerServices = {
                Resolver.register { Reached("hook") }.scope(.application)
                kept = Resolver.resolve(Reached.self)
                Resolver.register(\.single)
            }
            #expect(Resolver.resolve(Reached.self).label == "declared")
            #expect(kept == nil)
        }
    }

    @Test("own defect D152: what overrides a registration that the cache keeps follows the cache")
    func theCacheOfAnOverride() {
        fresh {
            Resolver.register { Reached("app") }.scope(.container)
            Container.shared.old.register { Reached("mock") }
            let kept = Resolver.resolve(Reached.self)
            #expect(Resolver.resolve(Reached.self) === kept)
            Resolver.main.cache = ResolverScopeCache()
            let next = Resolver.resolve(Reached.self)
            #expect(next !== kept)
            Resolver.main.cache.reset()
            #expect(Resolver.resolve(Reached.self) !== next)
        }
    }

    @Test("own defect D134: another default container leaves what the shared one has registered itself")
    func anotherDefaultContainerLeavesWhatIsAutomatic() {
        let autoRegister = AutoRegistrationBody { Container.shared.single.register { Reached("automatic") } }
        AutoRegistration.$body.withValue(autoRegister) {
            fresh {
                #expect(Container.shared.single().label == "automatic")
                Container().reset()
                #expect(Container.shared.single().label == "automatic")
                let own = Container()
                own.push()
                own.single.register { Reached("mock") }
                own.pop()
                #expect(Container.shared.single().label == "automatic")
            }
        }
    }

    @Test(
        "own defect D178: a singleton of a container of one's own is shown to its decorator, also where an export has joined it"
    )
    func theDecoratorOfAJoinedSingleton() {
        fresh {
            let shown = Locked<[String]>([])
            Resolver.register { Reached("program") }.scope(.application)
            Joined.shared.manager.decorator = { service, _ in
                shown.withLock { $0.append((service as? Reached)?.label ?? "?") }
            }
            Resolver.register(\Joined.single)
            _ = Joined.shared.single()
            #expect(shown.withLock { $0 } == ["program"])
        }
    }

    @Test("own defect D179: another container of the type leaves what the shared one has registered itself")
    func anotherContainerLeavesWhatIsAutomatic() {
        fresh {
            FactoryContext.current.insert(.arg("D179"))
            let shared = Furnishing.shared
            #expect([shared.slot().label, shared.tested().label] == ["automatic", "automatic"])
            Furnishing().reset()
            #expect([shared.slot().label, shared.tested().label] == ["automatic", "automatic"])
            shared.slot.register { Reached("mock") }
            shared.reset()
            #expect([shared.slot().label, shared.tested().label] == ["automatic", "automatic"])
        }
    }

    @Test("own defect D186: after a reset, the runtime face finds what the container registers itself")
    func theRuntimeFaceAfterAReset() {
        let autoRegister = AutoRegistrationBody { Container.shared.soft.register { Reached("automatic") } }
        AutoRegistration.$body.withValue(autoRegister) {
            fresh {
                Resolver.register(\.soft)
                #expect(Resolver.resolve(Reached.self).label == "automatic")
                Container.shared.reset()
                #expect(Resolver.resolve(Reached.self).label == "automatic")
                Container.shared.reset(.registration)
                withSandbox { #expect(Resolver.resolve(Reached.self).label == "automatic") }
            }
        }
    }

    @Test("own defect D186: also what it registers over a factory that stands for a registration")
    func theRuntimeFaceAfterAResetOfALegacyFactory() {
        let autoRegister = AutoRegistrationBody { Container.shared.old.register { Reached("automatic") } }
        AutoRegistration.$body.withValue(autoRegister) {
            fresh {
                Resolver.register { Reached("registered") }
                #expect(Container.shared.old().label == "automatic")
                Container.shared.reset()
                #expect(Resolver.resolve(Reached.self).label == "automatic")
            }
        }
    }

    @Test func aContainerThatTheHookResetsRegistersItselfAfterTheHook() {
        let autoRegister = AutoRegistrationBody {
            let label = Resolver.optional(String.self) ?? "too early"
            Container.shared.old.register { Reached(label) }
        }
        AutoRegistration.$body.withValue(autoRegister) {
            withSandbox(.fresh) {
                Resolver.registerServices = {
                    Resolver.register { Reached("registered") }
                    Container.shared.reset()
                    Resolver.register { "in time" }
                }
                #expect(Container.shared.old().label == "in time")
            }
        }
    }

    @Test("own defect D187: a container that is a structure registers itself, too, and again in a sandbox")
    func aStructureRegistersItselfAgain() {
        fresh {
            let value = Value()
            let factory = value.slot
            value.reset()
            #expect(factory().label == "automatic")
            withSandbox {
                value.slot.register { Reached("mock") }
                value.reset()
                #expect(value.slot().label == "automatic")
            }
        }
    }

    @Test("own defect D187: a container that is a structure registers itself, too")
    func aStructureRegistersItself() {
        fresh {
            let value = Value()
            #expect(value.slot().label == "automatic")
            value.slot.register { Reached("mock") }
            #expect(value.slot().label == "mock")
            value.reset()
            #expect(value.slot().label == "automatic")
            withSandbox { #expect(value.slot().label == "automatic") }
        }
    }

    @Test("own defect D150: what an export of an optional joins is the sandbox's, and can be reset and closed")
    func whatAnExportOfAnOptionalJoins() async throws {
        let closed = Counter()
        try await withSandbox(.fresh) { () async throws -> Void in
            Resolver.registerServices = nil
            Resolver.register { Reached("first") }
            Resolver.register { Reached("second") }.scope(.application).onClose { (_: Reached) in closed.add() }
            let options = Resolver.decorateCounting()
            Resolver.register(\.absent)
            let kept: Reached = Resolver.resolve()
            #expect(options.value == 1)
            withSandbox {
                Resolver.register { Reached("mock") }
                #expect(Container.shared.absent()?.label == "mock")
            }
            #expect(Container.shared.absent() === kept)
            Container.shared.absent.reset(.scope)
            #expect(Container.shared.absent() !== kept)
            try await Resolver.main.close()
            #expect(closed.value == 1)
        }
    }

    @Test("own defect D159: what a bridged factory of another container passes on is shown to its decorators alone")
    func whoIsShownWhatIsPassedOn() {
        fresh {
            let shown = Locked<[String]>([])
            Resolver.register { Reached("spy") as any Reaching }
            Reach.shared.manager.decorator = { _, _ in shown.withLock { $0.append("reach") } }
            Container.shared.manager.decorator = { _, _ in shown.withLock { $0.append("default") } }
            let factory = Reach.shared.slot.decorator { _ in shown.withLock { $0.append("own") } }
            for _ in 0..<2 { _ = Reach.shared.slot() }
            _ = factory()
            #expect(shown.withLock { $0 } == ["reach", "reach", "own", "reach"])
        }
    }
}

extension Resolver {
    /// Counts what `decorate` is shown.
    fileprivate static func decorateCounting() -> Counter {
        let counter = Counter()
        decorate = { _ in counter.add() }
        return counter
    }
}
