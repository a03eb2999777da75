import Resolver
import SafeFacade
import TestSupport
import Testing

// Times to live, also such as no program should state, and clocks that no program should have, although some do.

/// A clock that the tests set.
private let clock = Locked(0.0)

private let longTime = Locked(Double.infinity)

extension Container {
    fileprivate var lasting: Factory<Thing> { self { Thing() }.cached.timeToLive(longTime.withLock { $0 }) }
    fileprivate var short: Factory<Thing> { self { Thing() }.cached.timeToLive(10) }
    fileprivate var keyed: ParameterFactory<Int, Thing> { self { _ in Thing() }.cached.scopeOnParameters }
    fileprivate var odd: Factory<Thing> { self { Thing() }.cached.timeToLive(.nan) }
    fileprivate var negative: Factory<Thing> { self { Thing() }.cached.timeToLive(-10) }
    fileprivate var remote: AsyncFactory<Loader> { self { Loader("remote") }.cached.timeToLive(2) }
}

/// What a clock must not do.
enum ClockMistake: CaseIterable, Codable {
    case asksForATimeToLive, asksForAParameter, resets

    func make() -> Double {
        switch self {
        case .asksForATimeToLive: return Double(Container.shared.short().label.count)
        case .asksForAParameter: return Double(Container.shared.keyed(2).label.count)
        case .resets:
            Scope.cached.reset()
            return 0
        }
    }
}

@Suite(.inFreshSandbox) struct TimeTests {
    @Test func anInstanceForEachParameterMayHaveATimeToLive() {
        let clock = Locked(0.0)
        TimeToLive.clock = { clock.withLock { $0 } }
        let log = Locked(0)
        let factory = Container.shared.conversation.cached.scopeOnParameters.timeToLive(2)
            .decorator { _ in log.withLock { $0 += 1 } }
        let one = factory(1)
        #expect(factory(1) === one)
        #expect(factory(2) !== one)
        clock.withLock { $0 += 2 }
        #expect(factory(1) !== one)
        #expect(log.withLock { $0 } == 4)
    }

    @Test("own defect D13: what is held weakly, or made asynchronously, has its time to live")
    func aTimeToLiveOfEveryKindOfInstance() async throws {
        let clock = Locked(1_000.0)
        TimeToLive.clock = { clock.withLock { $0 } }
        let weak = Container.shared.sharedLoader.timeToLive(2)
        let held = weak()
        #expect(weak() === held)
        let made = try await Container.shared.remote()
        #expect(try await Container.shared.remote() === made)
        clock.withLock { $0 += 2 }
        #expect(weak() !== held)
        #expect(try await Container.shared.remote() !== made)
    }

    @Test func anInstanceIsDroppedWhenNobodyAsksForItInTime() {
        let clock = Locked(0)
        TimeToLive.clock = { Double(clock.withLock { $0 }) }
        let factory = Container.shared.cachedLoader.timeToLive(2)
        let kept = factory()
        clock.withLock { $0 += 1 }
        #expect(factory() === kept)
        clock.withLock { $0 += 1 }
        #expect(factory() === kept)
        clock.withLock { $0 += 2 }
        #expect(factory() !== kept)
    }

    @Test func theClockIsTheSandboxsOwn() {
        #expect(TimeToLive.clock == nil)
        withSandbox { TimeToLive.clock = { 1 } }
        #expect(TimeToLive.clock == nil)
        TimeToLive.clock = { 2 }
        withSandbox { #expect(TimeToLive.clock?() == 2) }
    }

    @Test(
        "own defect D438: a clock that resets, or asks for an instance for its parameter, is told so",
        arguments: ClockMistake.allCases)
    func aClockThatAsksForItselfIsReported(_ mistake: ClockMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            _ = Container.shared.keyed(1)
            _ = Container.shared.short()
            TimeToLive.clock = { mistake.make() }
            // On a small stack, as the thread sanitizer has room for 65,536 calls in each other.
            onThreads(1, stackSize: 512 << 10) { _ in _ = Container.shared.short() }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: TimeToLive.clock asks for itself again and again, and the stack is nearly used up  [cycle]
                  asked for by   resolve()
                  to mend it     let the clock ask for no service that has a time to live, or an instance for each \
                parameter, and let it reset nothing
                """)
    }

    @Test(
        "own defect A10: a time to live of centuries or for ever never ends",
        arguments: [Double.infinity, .greatestFiniteMagnitude, 1e300, 1e11, 2e10], Surroundings.allCases)
    func aTimeThatNeverEnds(_ seconds: Double, _ surroundings: Surroundings) async {
        // Infinity cannot be passed to the process as a number.
        let text = "\(seconds)"
        await #expect(processExitsWith: .success) { [text = text as String, surroundings] in
            longTime.withLock { $0 = Double(text) ?? 0 }
            surroundings.run {
                let onTheSystemsClock = Container.shared.lasting()
                ensure(Container.shared.lasting() === onTheSystemsClock)
                TimeToLive.clock = { clock.withLock { $0 } }
                let thing = Container.shared.lasting()
                clock.withLock { $0 = 1e10 }
                ensure(Container.shared.lasting() === thing)
            }
        }
    }

    @Test("own defect A10: a clock may go back, and begin anywhere", arguments: Surroundings.allCases)
    func aClockThatGoesBack(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                TimeToLive.clock = { clock.withLock { $0 } }
                func expectTenSeconds(from beginning: Double) {
                    clock.withLock { $0 = beginning }
                    let thing = Container.shared.short()
                    clock.withLock { $0 = beginning + 9 }
                    ensure(Container.shared.short() === thing, "from \(beginning)")
                    clock.withLock { $0 = beginning + 20 }
                    ensure(Container.shared.short() !== thing, "from \(beginning)")
                }
                // While the time goes back, no instance ends.
                func expectOne(at times: [Double]) {
                    clock.withLock { $0 = times[0] }
                    let thing = Container.shared.short()
                    for now in times {
                        clock.withLock { $0 = now }
                        ensure(Container.shared.short() === thing, "at \(now)")
                    }
                }
                expectTenSeconds(from: -1_000)
                expectOne(at: [100, 50, 0, -50])
                expectTenSeconds(from: 1_000)
                expectOne(at: [-1e12, -1e300])
                expectOne(at: [1e12, -1e300])
                expectOne(at: [1e300, 0])
            }
        }
    }

    @Test("own defect A10: a time to live that is no number is none, and a clock that gives none lets nothing end")
    func aTimeThatIsNoNumber() {
        TimeToLive.clock = { 0 }
        #expect(Container.shared.odd() !== Container.shared.odd())
        let thing = Container.shared.short()
        for now in [.nan, 9, .nan] {
            TimeToLive.clock = { now }
            #expect(Container.shared.short() === thing)
        }
    }

    @Test func anInstanceWhoseTimeIsOverIsHeldUntilTheNextCall() {
        withSandbox(.fresh) {
            TimeToLive.clock = { 0 }
            weak let thing = Container.shared.short()
            TimeToLive.clock = { 100 }
            #expect(thing != nil)
            _ = Container.shared.short()
            #expect(thing == nil)
        }
    }

    @Test func aNegativeTimeToLiveIsOverAtOnceUnlessTheClockGoesBack() {
        TimeToLive.clock = { 0 }
        #expect(Container.shared.negative() !== Container.shared.negative())
        let thing = Container.shared.negative()
        TimeToLive.clock = { -5 }
        #expect(Container.shared.negative() === thing)
    }
}
