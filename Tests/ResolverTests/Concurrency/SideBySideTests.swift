import Resolver
import TestSupport
import Testing

// Threads that ask for one service at the same time; none of them gets what another has made.

/// Threads in a factory.
///
/// The first goes on when it is told to, the others when all of them are in the factory.
private final class Crowd: Sendable {
    let firstIsIn = Gate()
    let firstMayGo = Gate()
    private let othersAreIn = Gate()
    private let others: Int
    private let counts = Locked((entered: 0, inside: 0))

    init(of count: Int) { others = count - 1 }

    func enter() {
        let isFirst = counts.withLock {
            $0.entered += 1
            return $0.entered == 1
        }
        if isFirst {
            firstIsIn.open()
            _ = firstMayGo.wait()
            return
        }
        let inside = counts.withLock {
            $0.inside += 1
            return $0.inside
        }
        if inside == others { othersAreIn.open() }
        // If the threads come one after another, none of them waits for long.
        _ = othersAreIn.wait(within: 2)
        counts.withLock { $0.inside -= 1 }
    }

    /// Whether all of the others were in the factory at once.
    var wereSideBySide: Bool { othersAreIn.wait(within: 0) }
}

private let crowd = Crowd(of: 8)

private struct Reading: Equatable { var value: Int }

private enum NeverKept: String, CaseIterable, Codable, Sendable {
    case sharedValue, keptNil, optionalNil

    func register() {
        switch self {
        case .sharedValue:
            Resolver.register {
                crowd.enter()
                return Reading(value: 1)
            }.scope(.shared)
        case .keptNil, .optionalNil:
            Resolver.register { () -> Radio? in
                crowd.enter()
                return nil
            }.scope(self == .keptNil ? .application : .shared)
        }
    }

    func ask() {
        switch self {
        case .sharedValue: ensure(Resolver.resolve(Reading.self) == Reading(value: 1))
        case .keptNil, .optionalNil: ensure(Resolver.optional(Radio.self) == nil)
        }
    }
}

@Suite struct SideBySideTests {
    @Test(
        "own defect A13: where nothing is kept, those who waited go ahead side by side", arguments: NeverKept.allCases,
        Surroundings.allCases)
    fileprivate func thoseWhoWaitedGoAheadSideBySide(_ service: NeverKept, _ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [service, surroundings] in
            surroundings.run {
                service.register()
                let context = SandboxContext.current
                let sleepers = Sleepers()
                onThreads(9) { index in
                    if index == 8 {
                        // All other threads wait for the first one before it goes on.
                        ensure(crowd.firstIsIn.wait())
                        sleepers.areAsleep(8)
                        crowd.firstMayGo.open()
                        return
                    }
                    sleepers.join()
                    context.run { service.ask() }
                }
                ensure(crowd.wereSideBySide)
            }
        }
    }

    @Test("own defect A13: where something is kept at last, it is made once", arguments: Surroundings.allCases)
    func whatIsKeptAtLastIsMadeOnce(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let calls = Locked(0)
                Resolver.register { () throws -> Radio in
                    let number = calls.withLock {
                        $0 += 1
                        return $0
                    }
                    if number == 1 { throw Broken() }
                    return Radio()
                }.scope(.application)
                let context = SandboxContext.current
                let radios = Locked<[ObjectIdentifier]>([])
                let barrier = Barrier(of: 8)
                onThreads(8) { _ in
                    barrier.attend()
                    context.run {
                        guard let radio = try? Resolver.require(Radio.self) else { return }
                        radios.withLock { $0.append(ObjectIdentifier(radio)) }
                    }
                }
                ensure(radios.withLock { Set($0).count } == 1)
            }
        }
    }
}
