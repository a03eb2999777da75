import Resolver
import SafeFacade
import TestSupport
import Testing

// Several containers of one type: the shared one, that of another sandbox, and those that are made for a while.

/// The service that `autoRegister` registers asks the container in which it is made.
private final class Shop: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() { till.register { Till(thing: self.thing()) } }
}

private final class Till: Sendable {
    let thing: Thing
    init(thing: Thing) { self.thing = thing }
}

extension Shop {
    fileprivate var thing: Factory<Thing> { self { Thing("declared") } }
    fileprivate var kept: Factory<Thing> { self { Thing("declared") }.cached }
    fileprivate var till: Factory<Till> { required() }
    fileprivate var keptLater: AsyncFactory<Thing> { self { Thing() }.cached }
    fileprivate var single: Factory<Closable> {
        self { Closable() }.singleton.onClose { closable, _ in closable.close() }
    }
    fileprivate var keptAndClosed: Factory<Closable> {
        self { Closable() }.cached.onClose { closable, _ in closable.close() }
    }
}

extension Shop {
    /// Asks for the shared container, perhaps as the first to do so, while it is made for another container.
    fileprivate var nested: Factory<Till> { self { Till(thing: Shop.shared.kept()) } }
}

/// Keeps factories with options, which its initialiser makes.
private final class Storing: SharedContainer, @unchecked Sendable {
    let manager = ContainerManager()
    lazy var expiring: Factory<Thing> = self { Thing() }.cached.timeToLive(100)
    lazy var byNumber: ParameterFactory<Int, Thing> = self { _ in Thing() }.cached.scopeOnParameters
    lazy var inContexts: Factory<Thing> = self { Thing() }.cached
        .on(.test, always: true) { Thing("always") }.on(.debug) { Thing("debug") }
    lazy var closed: AsyncFactory<Thing> = self { () async in Thing() }.cached.onClose { _ in }

    init() { _ = (expiring, byNumber, inContexts, closed) }
}

extension Storing {
    fileprivate var plain: Factory<Thing> { self { Thing() } }
}

/// States options in its initialiser.
private final class Stated: SharedContainer {
    let manager = ContainerManager()
    init() {
        manager.defaultLifetime = .graph
        manager.decorator = { service, _ in (service as? Closable)?.close() }
    }
}

extension Stated {
    fileprivate var part: Factory<Closable> { self { Closable() } }
    fileprivate var whole: Factory<Bool> { self { $0.part() === $0.part() } }
}

/// Declares `shared` itself, against the protocol's advice.
private final class OwnShop: SharedContainer {
    static let shared = OwnShop()
    let manager = ContainerManager()
    init() {}
}

extension OwnShop {
    fileprivate var single: Factory<Closable> {
        self { Closable() }.singleton.onClose { closable, _ in closable.close() }
    }
}

private final class Closable: Sendable {
    private let closings = Counter()
    var isClosed: Bool { closings.value > 0 }
    func close() { closings.add() }
}

/// A container that a program makes for each user.
private final class Visit: FactoryContainer {
    let manager = ContainerManager()
    let living: LivingObjects
    init(_ living: LivingObjects = LivingObjects()) { self.living = living }
}

extension Visit {
    fileprivate var box: ParameterFactory<Int, Thing> {
        self { container, _ in container.living.counted(Thing()) }.cached.scopeOnParameters
    }
    fileprivate var asyncBox: AsyncParameterFactory<Int, Thing> {
        self { container, _ in container.living.counted(Thing()) }.cached.scopeOnParameters
    }
    fileprivate var thing: Factory<Thing> { self { Thing("declared") } }
    fileprivate var closed: Factory<Closable> { self { Closable() }.cached.onClose { closable, _ in closable.close() } }
}

/// Registers overrides itself, for singletons and for a context.
private final class Furnishing: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() {
        slot.register { Thing("automatic") }
        tested.register(when: .arg("D179")) { Thing("automatic") }
    }
}

extension Furnishing {
    fileprivate var slot: Factory<Thing> { required().singleton }
    fileprivate var tested: Factory<Thing> { self { Thing("declared") }.singleton }
}

extension Container {
    fileprivate var single: Factory<Thing> { self { Thing("declared") }.singleton }
}

@Suite struct SecondContainerTests {
    @Test(
        "own defect D199: the shared container of another sandbox is this one's, whichever is asked first",
        arguments: Surroundings.allCases)
    func theSharedContainerOfOutside(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let outside = Shop.shared
                let outsideThing = outside.kept()
                ensure(outside.till().thing.label == "declared")
                for contents in [SandboxContents.copied, .fresh] {
                    withSandbox(contents) {
                        Shop.shared.thing.register { Thing("mock") }
                        ensure(outside.thing().label == "mock")
                        ensure(Shop.shared.till().thing.label == "mock")
                        ensure(Shop.shared.kept() === outside.kept() && outside.kept() !== outsideThing)
                        withSandbox {
                            ensure(outside.till().thing.label == "mock" && Shop.shared.thing().label == "mock")
                        }
                    }
                    withSandbox(contents) {
                        outside.thing.register { Thing("mock") }
                        ensure(Shop.shared.thing().label == "mock")
                        ensure(outside.thing().label == "mock")
                        withSandbox { ensure(Shop.shared.thing().label == "mock") }
                        Resolver.reset()
                        ensure(Shop.shared.thing().label == "declared")
                    }
                }
                ensure(outside.thing().label == "declared" && outside.kept() === outsideThing)
            }
        }
    }

    @Test("own defect D199: what the object of outside has kept in a sandbox is there when shared is asked for")
    func whatIsKeptBeforeSharedIsAskedFor() async {
        await #expect(processExitsWith: .success) {
            let outside = Shop.shared
            for contents in [SandboxContents.copied, .fresh] {
                withSandbox(contents) {
                    let kept = outside.kept()
                    ensure(outside.nested().thing === kept)
                    ensure(Shop.shared.kept() === kept && outside.kept() === kept)
                }
                try await withSandbox(contents) {
                    try await outside.close()
                    let asked = await refusal { _ = try await Shop.shared.keptLater() }
                    ensure(asked == "closed", "\(asked ?? "given")")
                }
            }
        }
    }

    @Test("own defect D199: what a container states when it is made holds in a fresh sandbox")
    func whatAContainerStates() async {
        await #expect(processExitsWith: .success) {
            ensure(Stated.shared.whole() && Stated.shared.part().isClosed)
            withSandbox(.fresh) { ensure(Stated.shared.whole() && Stated.shared.part().isClosed) }
            withSandbox { ensure(Stated.shared.whole() && Stated.shared.part().isClosed) }
        }
    }

    @Test("own defect D203: a shared of the program's own closes its singletons")
    func closingASharedOfItsOwn() async {
        await #expect(processExitsWith: .success) {
            let single = OwnShop.shared.single()
            try await OwnShop().close()
            ensure(!single.isClosed)
            try await OwnShop.shared.close()
            ensure(single.isClosed)
        }
    }

    @Test(
        "own defect D202: a fresh sandbox brings along what a container has in the sandbox around it",
        arguments: Surroundings.allCases)
    func aContainerInAFreshSandboxInASandbox(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let visit = Visit()
                visit.thing.register { Thing("process") }
                withSandbox {
                    visit.thing.register { Thing("test") }
                    withSandbox(.fresh) { ensure(visit.thing().label == "test") }
                    visit.reset()
                    withSandbox(.fresh) { ensure(visit.thing().label == "declared") }
                }
                withSandbox(.fresh) { ensure(visit.thing().label == "process") }
            }
        }
    }

    @Test(
        "own defect D203: closing a container closes the singletons only where it is the shared one")
    func closingASecondContainer() async {
        await #expect(processExitsWith: .success) {
            try await withSandbox(.fresh) {
                let single = Shop.shared.single()
                let second = Shop()
                let kept = second.keptAndClosed()
                try await second.close()
                ensure(kept.isClosed && !single.isClosed)
                ensure(Shop.shared.single() === single && Shop.shared.keptAndClosed() === Shop.shared.keptAndClosed())
                let outside = Shop.shared
                try await withSandbox {
                    let inside = outside.single()
                    try await outside.close()
                    ensure(inside.isClosed && !single.isClosed)
                }
                try await Shop.shared.close()
                ensure(single.isClosed)
            }
        }
    }

    @Test(
        "own defect D204: what a container keeps for parameters ends with it", arguments: [true, false])
    func parametersEndWithTheirContainer(inASandbox: Bool) async {
        await #expect(processExitsWith: .success) { [inASandbox] in
            @Sendable func visits() async throws {
                let living = LivingObjects()
                for number in 0..<3 {
                    do {
                        let visit = Visit(living)
                        ensure(visit.box(number) === visit.box(number))
                        _ = try await visit.asyncBox(number)
                        visit.push()
                        _ = visit.box(number + 1)
                        visit.pop()
                        ensure(living.alive == 2, "\(living.alive)")
                    }
                    // The construction's task holds the container until it has ended, which may be after its caller has gone
                    // on.
                    try await living.wait(untilAtMost: 0)
                    ensure(living.alive == 0, "\(living.alive)")
                }
            }
            if inASandbox { try await withSandbox(.fresh) { try await visits() } } else { try await visits() }
        }
    }

    @Test(
        "own defect D205: a container that is closed and gone leaves nothing",
        .disabled(if: heapBytes() == 0, "the system does not tell what is allocated"))
    func closedContainersLeaveNothing() async {
        await #expect(processExitsWith: .success) {
            func visits(_ count: Int) async throws {
                for _ in 0..<count {
                    let visit = Visit()
                    _ = visit.closed()
                    try await visit.close()
                }
            }
            try await visits(1_000)
            let before = heapBytes()
            try await visits(4_000)
            ensure(heapBytes() - before < 100_000, "\(heapBytes() - before)")
        }
    }

    @Test("own defect D134: reset and pop of another default container reach what it registered for singletons")
    func anotherDefaultContainer() {
        withSandbox(.fresh) {
            let own = Container()
            own.push()
            own.single.register { Thing("mock") }
            #expect(Container.shared.single().label == "mock")
            own.pop()
            #expect(Container.shared.single().label == "declared")
            own.single.register { Thing("mock") }
            own.reset()
            #expect(Container.shared.single().label == "declared")
            #expect(own.single().label == "declared")
        }
    }

    @Test("own defect D134: another default container leaves what the shared one has registered itself")
    func anotherDefaultContainerLeavesWhatIsAutomatic() {
        withAutoRegistration {
            Container.shared.single.register { Thing("automatic") }
        } run: {
            withSandbox(.fresh) {
                #expect(Container.shared.single().label == "automatic")
                Container().reset()
                #expect(Container.shared.single().label == "automatic")
                let own = Container()
                own.push()
                own.single.register { Thing("mock") }
                own.pop()
                #expect(Container.shared.single().label == "automatic")
            }
        }
    }

    @Test("own defect D179: another container of the type leaves what the shared one has registered itself")
    func anotherContainerLeavesWhatIsAutomatic() {
        withSandbox(.fresh) {
            FactoryContext.current.insert(.arg("D179"))
            let shared = Furnishing.shared
            #expect([shared.slot().label, shared.tested().label] == ["automatic", "automatic"])
            Furnishing().reset()
            #expect([shared.slot().label, shared.tested().label] == ["automatic", "automatic"])
            shared.slot.register { Thing("mock") }
            shared.reset()
            #expect([shared.slot().label, shared.tested().label] == ["automatic", "automatic"])
        }
    }

    @Test("own defect D541: a factory that a container's initialiser stores is that of the sandbox's container")
    func aStoredFactoryInACopiedSandbox() async {
        await #expect(processExitsWith: .success) {
            try await withSandbox(.fresh) {
                _ = Storing.shared.plain()
                try await withSandbox {
                    let container = Storing.shared
                    ensure(container.expiring() === container.expiring())
                    ensure(container.byNumber(1) === container.byNumber(1))
                    ensure(container.inContexts() === container.inContexts())
                    let closed = try await container.closed()
                    ensure(try await container.closed() === closed)
                }
            }
        }
    }
}
