import Resolver
import TestSupport
import Testing

/// What a factory captures, so that one knows when it is released.
private final class Captured: Sendable {
    private let living: Locked<Int>

    init(_ living: Locked<Int>) {
        self.living = living
        living.withLock { $0 += 1 }
    }

    deinit { living.withLock { $0 -= 1 } }
}

/// A registration that is replaced lives as long as somebody uses it, and no longer.
///
/// The first one of a key lives as long as its resolver: it is always one of those that are living.
@Suite struct ConcurrencyReplacementTests {
    let resolver = Resolver()
    private let living = Locked(0)

    /// Registers a factory that captures something, and runs a body while it does.
    private func register(_ body: @escaping @Sendable () -> Void = {}) {
        let captured = Captured(living)
        resolver.register { () -> Petrol in
            withExtendedLifetime(captured, body)
            return Petrol()
        }
    }

    @Test func nobodyUsesOneThatIsReleasedAndNoneIsLeft() {
        register()
        onThreads(4) { index in
            for _ in 0..<rounds(20_000, debug: 2_000) {
                if index == 0 { register() } else { _ = resolver.resolve(Petrol.self) }
            }
        }
        #expect(comesToHold { living.withLock { $0 } == 2 })
    }

    @Test(arguments: [1, 8, 9, 30])
    func factoriesThatReplaceThemselvesAreReleasedWhenTheyEnd(depth: Int) {
        let livingInside = Locked(0)
        @Sendable func registerReplacing(_ left: Int) {
            register {
                guard left > 0 else { return livingInside.withLock { $0 = living.withLock { $0 } } }
                registerReplacing(left - 1)
                _ = resolver.resolve(Petrol.self)
            }
        }
        register()
        registerReplacing(depth)
        _ = resolver.resolve(Petrol.self)
        #expect(livingInside.withLock { $0 } == depth + 2)
        // Another thread, of another test, may be the one that releases what nobody holds any more.
        #expect(comesToHold { living.withLock { $0 } == 2 })
    }

    @Test func oneThatIsReplacedWhileAnotherThreadUsesItIsReleasedWhenThatOneEnds() {
        let (isRunning, isReplaced) = (Gate(), Gate())
        register()
        register {
            isRunning.open()
            _ = isReplaced.wait()
        }
        let slow = started { _ = resolver.resolve(Petrol.self) }
        #expect(isRunning.wait())
        register()
        #expect(living.withLock { $0 } == 3)
        isReplaced.open()
        #expect(slow.wait())
        #expect(comesToHold { living.withLock { $0 } == 2 })
    }
}
