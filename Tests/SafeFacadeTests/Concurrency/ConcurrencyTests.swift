import SafeFacade
import TestSupport
import Testing

private final class Counted: Sendable {
    static let made = Counter()
    init() { Counted.made.add() }
}

/// Registers an override itself, so that no call may ever be given the declared service.
private final class Rearmed: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() {
        plain.register { Network(host: "registered") }
        single.register { Network(host: "registered") }
        decorated.register { Network(host: "registered") }
    }
}

extension Rearmed {
    fileprivate var plain: Factory<Network> { self { Network(host: "declared") } }
    fileprivate var single: Factory<Network> { self { Network(host: "declared") }.cached }
    fileprivate var decorated: Factory<Network> { self { Network(host: "declared") }.decorator { _ in } }
}

/// Registers itself, each time with more registrations, so that its registry grows.
private final class Growing: FactoryContainer, AutoRegistering {
    let manager = ContainerManager()
    private let count = Locked<UInt>(0)

    func autoRegister() {
        let count = count.withLock { count in
            count += 12
            return count
        }
        for line in 1...count { other(line).register { Network(host: "another") } }
        plain.register { Network(host: "registered") }
        forTests.register { Network(host: "registered") }
        always.register { Network(host: "registered") }
    }
}

extension Growing {
    fileprivate var plain: Factory<Network> { self { Network(host: "declared") } }
    fileprivate var forTests: Factory<Network> {
        self { Network(host: "declared") }.onTest { Network(host: "for tests") }
    }
    fileprivate var always: Factory<Network> { forTests.on(.debug, always: true) { Network(host: "always") } }
    fileprivate func other(_ line: UInt) -> Factory<Network> { self({ Network(host: "declared") }, line: line) }
}

extension Container {
    fileprivate var both: Factory<Network> {
        self { Network(host: "declared") }.onTest { Network(host: "for tests") }
            .on(.debug, always: true) { Network(host: "always") }
    }
    fileprivate static let both: Factory<Network> = Factory { Network(host: "declared") }
        .onTest { Network(host: "for tests") }.on(.debug, always: true) { Network(host: "always") }
    fileprivate var bothLater: AsyncFactory<Network> {
        self { Network(host: "declared") }.onTest { Network(host: "for tests") }
            .on(.debug, always: true) { Network(host: "always") }
    }
}

/// Registers itself only sometimes, so that a call finds the registered service at one time, and the declared one at another.
private final class Wavering: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() { if Bool.random() { plain.register { Network(host: "registered") } } }
}

extension Wavering {
    fileprivate var plain: Factory<Network> { self { Network(host: "declared") } }
}

private enum Slow {
    static let isMaking = Gate()
    static let haveOthersEnded = Gate()
}

extension Container {
    fileprivate var counted: Factory<Counted> { self { Counted() }.singleton }
    fileprivate var slow: Factory<Network> {
        self {
            Slow.isMaking.open()
            return Network(host: Slow.haveOthersEnded.wait() ? "slow" : "held up")
        }.cached
    }
    fileprivate var waiting: Factory<Network> {
        self {
            let sandbox = SandboxContext.current
            return Network(host: onLargeStack { sandbox.run { "\(Container.shared.settings().volume)" } })
        }.cached
    }
}

private final class Defaulted: FactoryContainer {
    let manager = ContainerManager()
    func plain(_ line: UInt) -> Factory<Network> { self({ Network(host: "plain") }, line: line) }
    func pair(_ line: UInt) -> Factory<[Network]> { self { [$0.plain(line), $0.plain(line)].map { $0() } } }
}

/// Threads see no sandbox: a test makes containers of its own, has a process of its own, or takes its sandbox along.
@Suite struct ConcurrencyTests {
    @Test("own defect D301: a default lifetime counts for a factory that is used first at that moment")
    func aDefaultThatIsStatedMeanwhile() {
        let lines: ClosedRange<UInt> = 1...100
        for round in 1...300 {
            let container = Defaulted()
            let used = Counter()
            onThreads(2) { index in
                if index == 0 {
                    for line in lines {
                        _ = container.plain(line)()
                        used.add()
                    }
                } else {
                    // The moment differs in each round.
                    while used.value < round % 80 + 10 {}
                    container.manager.defaultLifetime = .graph
                }
            }
            for line in lines {
                let pair = container.pair(line)()
                #expect(pair[0] === pair[1], "round \(round), factory \(line)")
            }
        }
    }

    @Test("own defect D440: a push beside a reset saves what the container registers itself")
    func aPushBesideAReset() {
        for _ in 0..<rounds(200, debug: 40) {
            let container = Rearmed()
            let hosts = Locked<Set<String>>([])
            onThreads(2) { index in
                for _ in 0..<200 {
                    if index == 0 {
                        container.reset()
                    } else {
                        container.push()
                        container.pop()
                        let host = container.plain().host
                        hosts.withLock { _ = $0.insert(host) }
                    }
                }
            }
            #expect(hosts.withLock { $0 } == ["registered"])
        }
    }

    @Test("Defect 2: eight threads make one instance of a typed factory")
    func defect2() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            for round in 1...200 {
                Container.shared.counted.reset()
                let seen = Locked<Set<ObjectIdentifier>>([])
                let start = Barrier(of: 8)
                onThreads(8) { _ in
                    start.attend()
                    let instance = Container.shared.counted()
                    seen.withLock { _ = $0.insert(ObjectIdentifier(instance)) }
                    withExtendedLifetime(instance) { start.attend() }
                }
                ensure(seen.withLock { $0.count } == 1, "there are two")
                ensure(Counted.made.value == round, "made \(Counted.made.value) in \(round) rounds")
            }
        }
    }

    @Test("own defect D6: who calls while the container is reset is never given what is declared")
    func whileItIsReset() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let container = Rearmed.shared
            let areDone = Locked(0)
            onThreads(4) { index in
                for round in 0..<20_000 where index > 0 || areDone.withLock({ $0 }) < 3 {
                    switch index {
                    case 0: container.reset()
                    case 1: ensure(container.plain().host == "registered", "plain, round \(round)")
                    case 2: ensure(container.single().host == "registered", "kept, round \(round)")
                    default: ensure(container.decorated().host == "registered", "with options, round \(round)")
                    }
                }
                areDone.withLock { $0 += 1 }
            }
        }
    }

    @Test("own defect D6: who calls while the container is reset, and grows, is never given what is declared")
    func whileItIsResetAndGrows() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            FactoryContext.current.formUnion([.test, .debug])
            for round in 0..<100 {
                let container = Growing()
                let areDone = Locked(false)
                onThreads(3) { index in
                    if index == 0 {
                        for _ in 0..<8 {
                            container.reset()
                            _ = container.plain()
                            _ = container.forTests()
                        }
                        areDone.withLock { $0 = true }
                    } else {
                        while !areDone.withLock({ $0 }) {
                            ensure(container.plain().host == "registered", "round \(round)")
                            ensure(container.forTests().host == "registered", "for tests, round \(round)")
                            ensure(container.always().host == "always", "always, round \(round)")
                        }
                    }
                }
            }
        }
    }

    @Test("a closure that always counts is found while something is registered and reset")
    func whatAlwaysCountsWhileThereIsAnOverride() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            FactoryContext.current.formUnion([.test, .debug])
            let areDone = Locked(false)
            onThreads(3) { index in
                if index == 0 {
                    for _ in 0..<5_000 {
                        Container.shared.both.register { Network(host: "registered") }
                        Container.shared.both.reset()
                        Container.both.register { Network(host: "registered") }
                        Container.both.reset()
                    }
                    areDone.withLock { $0 = true }
                } else {
                    while !areDone.withLock({ $0 }) {
                        ensure(Container.shared.both().host != "registered", "property")
                        ensure(Container.both().host != "registered", "static")
                    }
                }
            }
        }
    }

    @Test("an asynchronous closure that always counts is found while something is registered and reset")
    func whatAlwaysCountsAsynchronouslyWhileThereIsAnOverride() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            FactoryContext.current.formUnion([.test, .debug])
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for _ in 0..<5_000 {
                        Container.shared.bothLater.register { Network(host: "registered") }
                        Container.shared.bothLater.reset()
                    }
                }
                group.addTask {
                    for _ in 0..<5_000 {
                        let host = try? await Container.shared.bothLater().host
                        ensure(host == "for tests" || host == "always", "\(host ?? "nothing")")
                    }
                }
            }
        }
    }

    @Test("own defect D8: a call that begins again releases nothing twice")
    func whatBeginsAgainReleasesNothingTwice() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let container = Wavering.shared
            let areDone = Locked(0)
            onThreads(4) { index in
                for _ in 0..<20_000 where index > 0 || areDone.withLock({ $0 }) < 3 {
                    if index == 0 { container.reset() } else { _ = container.plain() }
                }
                areDone.withLock { $0 += 1 }
            }
        }
    }

    @Test(.inFreshSandbox) func aSlowFactoryHoldsUpNobodyElse() {
        let sandbox = SandboxContext.current
        let host = Locked("")
        let slow = started {
            let name = sandbox.run { Container.shared.slow().host }
            host.withLock { $0 = name }
        }
        #expect(Slow.isMaking.wait())
        let other = started {
            _ = sandbox.run { Container.shared.cachedLoader() }
            Slow.haveOthersEnded.open()
        }
        #expect(other.wait() && slow.wait())
        #expect(host.withLock { $0 } == "slow")
    }

    @Test(.inFreshSandbox) func aDecoratorIsTheFirstToSeeWhatWasMade() {
        let (isSeen, never) = (Gate(), Gate())
        let seen = Locked<[Bool]>([])
        let factory = Container.shared.cachedLoader.decorator { _, made in
            isSeen.open()
            // Gives the other thread time to get the instance.
            if made { _ = never.wait(within: 0.05) }
            seen.withLock { $0.append(made) }
        }
        let sandbox = SandboxContext.current
        onThreads(2) { index in
            if index == 1 { _ = isSeen.wait() }
            sandbox.run { _ = factory() }
        }
        #expect(seen.withLock { $0 } == [true, false])
    }

    @Test(.inFreshSandbox) func aFactoryMayWaitForAnotherThread() {
        #expect(Container.shared.waiting().host == "11")
    }

    @Test(.inFreshSandbox) func registeringResettingAndResolvingMayRunAtOnce() {
        let sandbox = SandboxContext.current
        onThreads(4) { index in
            sandbox.run {
                for round in 0..<500 {
                    switch index {
                    case 0: Container.shared.sharedLoader.register { Loader("\(round)") }
                    case 1: Container.shared.sharedLoader.reset()
                    default:
                        let origin = Container.shared.sharedLoader().origin
                        #expect(origin == "live" || Int(origin).map { 0..<500 ~= $0 } == true)
                    }
                }
            }
        }
        Container.shared.sharedLoader.reset()
        #expect(Container.shared.sharedLoader().origin == "live")
    }

    @Test(.inFreshSandbox) func parametersHaveOneInstanceEachHoweverManyThreadsAsk() {
        let sandbox = SandboxContext.current
        let given = Locked<[Conversation]>([])
        onThreads(8) { _ in
            let asked = sandbox.run { (0..<50).map { Container.shared.each($0) } }
            given.withLock { $0 += asked }
        }
        #expect(given.withLock { Set($0.map(ObjectIdentifier.init)).count } == 50)
    }
}
