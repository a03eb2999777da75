import Resolver
import SafeFacade
import TestSupport
import Testing

// Containers that register themselves while other containers do.

private let meeting = Barrier(of: 2)

/// The thread that asks ``Waiting`` while that registers itself.
private let askers = Sleepers()

private final class Left: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() {
        meeting.attend()
        let neighbour = Right.shared.stone()
        pebble.register { Thing("left with \(neighbour.label)") }
    }
}

private final class Right: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() {
        meeting.attend()
        let neighbour = Left.shared.stone()
        pebble.register { Thing("right with \(neighbour.label)") }
    }
}

extension Left {
    fileprivate var stone: Factory<Thing> { self { Thing("left stone") } }
    fileprivate var pebble: Factory<Thing> { self { Thing("left") } }
}

extension Right {
    fileprivate var stone: Factory<Thing> { self { Thing("right stone") } }
    fileprivate var pebble: Factory<Thing> { self { Thing("right") } }
}

/// Asks, while it registers itself, for a service that another thread is making, and that waits for this.
private final class Waiting: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() {
        meeting.attend()
        // The other thread waits for this one then.
        askers.areAsleep(1)
        let awaited = Resolver.resolve(Thing.self)
        stone.register { Thing("registered with \(awaited.label)") }
    }
}

extension Waiting {
    fileprivate var stone: Factory<Thing> { self { Thing("declared") } }
    fileprivate var pebble: Factory<Thing> { self { Thing("declared") } }
}

private final class Counting: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() { stone.register { Thing("registered") } }
}

extension Counting {
    fileprivate var stone: Factory<Thing> { self { Thing("declared") } }
    fileprivate var pebble: Factory<Thing> { self { Thing("declared") } }
}

/// Registers itself with a service of the program's hook, which uses the container in turn.
///
/// The hook is set meanwhile, as it would otherwise run before any container registers itself.
private final class Hooked: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() {
        meeting.attend()
        meeting.attend()
        let tag = Resolver.resolve(String.self)
        stone.register { Thing(tag) }
    }
}

extension Hooked {
    fileprivate var stone: Factory<Thing> { self { Thing("hooked") } }
}

/// Registers itself with a singleton whose factory asks the container.
private final class Courtyard: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() {
        meeting.attend()
        let fountain = Container.shared.fountain()
        stone.register { fountain }
    }
}

extension Courtyard {
    fileprivate var stone: Factory<Thing> { self { Thing("courtyard") } }
    fileprivate var plain: Factory<Thing> { self { Thing("plain") } }
}

extension Container {
    fileprivate var fountain: Factory<Thing> {
        self {
            meeting.attend()
            return Thing("fountain of \(Courtyard.shared.plain().label)")
        }.singleton
    }
}

/// Things that a container does while it registers itself, and that could make it register itself again.
private enum Inside: String, CaseIterable, Codable, Sendable {
    case reset, resetOfRegistrations, resetOfTheResolver, sandbox
    // A fresh sandbox has nothing of the container yet, so it lets the container register itself, again and again.
    case freshSandbox

    func use(_ container: Itself) {
        switch self {
        case .reset: container.reset()
        case .resetOfRegistrations: container.reset(.registration)
        case .resetOfTheResolver: Resolver.reset()
        case .sandbox: withSandbox { ensure(Itself.shared.stone().label == "declared") }
        case .freshSandbox: withSandbox(.fresh) { _ = Itself.shared.stone() }
        }
        container.stone.register { Thing("registered") }
    }
}

private let inside = Locked(Inside.reset)
private let runs = Locked(0)

private final class Itself: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() {
        runs.withLock { $0 += 1 }
        inside.withLock { $0 }.use(self)
    }
}

extension Itself {
    fileprivate var stone: Factory<Thing> { self { Thing("declared") } }
}

/// Makes, while it registers itself, a container that does so, too.
private final class Nesting: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}
    var single: Factory<Thing> { self { Thing("declared") }.singleton }

    func autoRegister() {
        _ = Counting().stone()
        single.register(scope: .singleton) { Thing("registered") }
    }
}

/// Runs two bodies at the same time, each on a new thread, in the caller's sandbox.
private func together(_ first: @escaping @Sendable () -> Void, _ second: @escaping @Sendable () -> Void) {
    let context = SandboxContext.current
    // A thread that hangs does not hold up the test.
    let ended = started { onThreads(2) { index in context.run { index == 0 ? first() : second() } } }
    ensure(ended.wait(), "the threads hang")
}

@Suite struct PreparationTests {
    @Test(
        "a container that resets itself while it registers itself does so once", arguments: Inside.allCases.dropLast(),
        Surroundings.allCases)
    fileprivate func aContainerThatResetsItself(_ what: Inside, _ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [what, surroundings] in
            surroundings.run {
                inside.withLock { $0 = what }
                let container = Itself.shared
                ensure(container.stone().label == "registered")
                ensure(container.stone().label == "registered")
                ensure(runs.withLock { $0 } == 1)
                container.reset()
                ensure(container.stone().label == "registered")
                ensure(runs.withLock { $0 } == 2)
            }
        }
    }

    @Test func aContainerThatRegistersItselfWithoutEndIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            beginProcess(isShown: false)
            inside.withLock { $0 = .freshSandbox }
            // Each sandbox takes longer to open than the one around it, so the test uses a small stack.
            onThreads(1, stackSize: 1 << 20) { _ in _ = Itself.shared.stone() }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the hook, or what a container registers itself, runs in itself again and again, and the stack is \
                nearly used up  [cycle]
                  asked for by   resolve()
                  to mend it     let neither open a fresh sandbox, or make a container, in which it runs again
                """)
    }

    @Test(
        "own defect A4: containers that register themselves may use each other on two threads",
        arguments: Surroundings.allCases)
    func containersThatUseEachOther(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                together({ _ = Left.shared.stone() }, { _ = Right.shared.stone() })
                // The registrations count afterwards.
                ensure(Left.shared.pebble().label == "left with right stone")
                ensure(Right.shared.pebble().label == "right with left stone")
            }
        }
    }

    @Test(
        "own defect A4: the hook and a container that registers itself may use each other on two threads",
        arguments: Surroundings.allCases)
    func theHookAndAContainer(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let resolving = { @Sendable in
                    meeting.attend()
                    Resolver.registerServices = {
                        Resolver.register { "from the hook" }
                        meeting.attend()
                        let stone = Hooked.shared.stone()
                        Resolver.register { Draft() }.resolveProperties { $1.text = stone.label }
                    }
                    _ = Resolver.resolve(Draft.self)
                }
                together(resolving, { _ = Hooked.shared.stone() })
                ensure(Hooked.shared.stone().label == "from the hook")
            }
        }
    }

    @Test(
        "own defect A4: a container and a singleton may need each other on two threads",
        arguments: Surroundings.allCases)
    func aContainerAndASingleton(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                together({ _ = Courtyard.shared.stone() }, { _ = Container.shared.fountain() })
                ensure(Courtyard.shared.stone() === Container.shared.fountain())
                ensure(Container.shared.fountain().label == "fountain of plain")
            }
        }
    }

    @Test func aContainerThatIsHeldRegistersItselfAgainAfterAResetOfEverything() {
        withSandbox(.fresh) {
            let held = Counting.shared
            #expect(held.stone().label == "registered")
            held.pebble.register { Thing("mock") }
            #expect(held.pebble().label == "mock")
            Resolver.reset()
            #expect(held.stone().label == "registered")
            #expect(held.pebble().label == "declared")
            #expect(Counting.shared !== held)
        }
    }

    @Test("a container's own registrations wait for a service that another thread makes, and that asks the container")
    func aServiceThatAsksTheContainer() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            Resolver.registerServices = nil
            Resolver.register { () -> Thing in
                askers.join()
                meeting.attend()
                return Thing("a service with \(Waiting.shared.pebble().label)")
            }
            .scope(.application)
            together({ _ = Waiting.shared.stone() }, { _ = Resolver.resolve(Thing.self) })
            ensure(Waiting.shared.stone().label == "registered with a service with declared")
        }
    }

    @Test func whatAContainerRegistersAfterItHasUsedAnotherOneLeavesWhatTheProgramHasRegistered() {
        withSandbox(.fresh) {
            let first = Nesting()
            #expect(first.single().label == "registered")
            first.single.register { Thing("mock") }
            #expect(Nesting().single().label == "mock")
        }
    }
}
