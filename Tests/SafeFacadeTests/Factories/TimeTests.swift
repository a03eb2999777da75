import Resolver
import SafeFacade
import TestSupport
import Testing

// Times to live, and clocks, that no program should state and some do.

/// A clock that the tests turn.
private let clock = Locked(0.0)

private let longTime = Locked(Double.infinity)

extension Container {
    fileprivate var lasting: Factory<Thing> { self { Thing() }.cached.timeToLive(longTime.withLock { $0 }) }
    fileprivate var short: Factory<Thing> { self { Thing() }.cached.timeToLive(10) }
    fileprivate var odd: Factory<Thing> { self { Thing() }.cached.timeToLive(.nan) }
}

private enum OddTime: String, CaseIterable, Codable, Sendable {
    case timeToLive, clock

    func use() {
        switch self {
        case .timeToLive: _ = Container.shared.odd()
        case .clock:
            TimeToLive.clock = { .nan }
            _ = Container.shared.short()
        }
    }
}

@Suite struct TimeTests {
    @Test func aClockThatAsksForWhatHasATimeToLiveIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Container.shared.short()
            TimeToLive.clock = { Double(Container.shared.short().label.count) }
            _ = Container.shared.short()
        }
        #expect(
            try failureText(result) == """
                Resolver: TimeToLive.clock asks for itself again and again, and the stack is nearly used up  [cycle]
                  asked for by   resolve()
                  to mend it     let the clock ask for no service that has a time to live
                """)
    }

    @Test(
        "own defect A10: a time to live of centuries or for ever never ends",
        arguments: [Double.infinity, .greatestFiniteMagnitude, 1e300, 1e11, 2e10], Surroundings.allCases)
    func aTimeThatNeverEnds(_ seconds: Double, _ surroundings: Surroundings) async {
        // Infinity cannot be handed to the process as a number.
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
                // Whether it is kept when time goes back is nobody's promise, but at one time there is one.
                func expectOne(at now: Double) {
                    clock.withLock { $0 = now }
                    ensure(Container.shared.short() === Container.shared.short(), "at \(now)")
                }
                expectTenSeconds(from: -1_000)
                for now in [100.0, 50, 0, -50] { expectOne(at: now) }
                expectTenSeconds(from: 1_000)
                for now in [-1e12, 1e12, -1e300, 1e300, 0] { expectOne(at: now) }
            }
        }
    }

    @Test("own defect A10: a time that is no number is clamped or reported in words", arguments: OddTime.allCases)
    fileprivate func aTimeThatIsNoNumber(_ time: OddTime) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [time] in
            time.use()
            fatalError("Resolver: it was clamped")
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("Resolver: "), "\(output)")
    }
}
