import Resolver
import TestSupport
import Testing

/// A replaced registration lives as long as it is used, and no longer.
///
/// The first registration of a key lives as long as its resolver, so it is always among the living. Each test has a process of
/// its own: a thread that ends a hold also releases what others have left, so a thread of another test might be doing just
/// that.
@Suite struct ConcurrencyReplacementTests {
    @Test func nobodyUsesOneThatIsReleasedAndNoneIsLeft() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let replaced = Replaced()
            replaced.register()
            onThreads(4) { index in
                for _ in 0..<rounds(20_000, debug: 2_000) {
                    if index == 0 { replaced.register() } else { _ = replaced.resolver.resolve(Petrol.self) }
                }
            }
            ensure(replaced.living == 2, "\(replaced.living) are living")
        }
    }

    @Test func factoriesThatReplaceThemselvesAreReleasedWhenTheyEnd() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            for depth in [1, 8, 9, 30] {
                let replaced = Replaced()
                let livingInside = Locked(0)
                @Sendable func registerReplacing(_ left: Int) {
                    replaced.register {
                        guard left > 0 else { return livingInside.withLock { $0 = replaced.living } }
                        registerReplacing(left - 1)
                        _ = replaced.resolver.resolve(Petrol.self)
                    }
                }
                replaced.register()
                registerReplacing(depth)
                _ = replaced.resolver.resolve(Petrol.self)
                ensure(livingInside.withLock { $0 } == depth + 2, "of \(depth), \(livingInside.withLock { $0 }) inside")
                ensure(replaced.living == 2, "of \(depth), \(replaced.living) are living")
            }
        }
    }

    @Test func oneThatIsReplacedWhileAnotherThreadUsesItIsReleasedWhenThatOneEnds() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let replaced = Replaced()
            let (isRunning, isReplaced) = (Gate(), Gate())
            replaced.register()
            replaced.register {
                isRunning.open()
                _ = isReplaced.wait()
            }
            let slow = started { _ = replaced.resolver.resolve(Petrol.self) }
            ensure(isRunning.wait(), "it does not run")
            replaced.register()
            ensure(replaced.living == 3, "\(replaced.living) are living")
            isReplaced.open()
            ensure(slow.wait(), "it does not end")
            ensure(replaced.living == 2, "\(replaced.living) are living in the end")
        }
    }

    @Test("own defect D232: what a sandbox registers again is released when the last thread that uses it ends")
    func oneThatIsUsedWhenItsSandboxEnds() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            Resolver.register { Petrol() }
            let (isRunning, hasEnded) = (Gate(), Gate())
            let (replaced, slow) = withSandbox {
                let replaced = Replaced(resolver: .main)
                replaced.register {
                    isRunning.open()
                    _ = hasEnded.wait()
                }
                let slow = started { _ = replaced.resolver.resolve(Petrol.self) }
                ensure(isRunning.wait(), "it does not run")
                return (replaced, slow)
            }
            ensure(replaced.living == 1, "\(replaced.living) are living")
            ensure(replaced.resolver.optional(Petrol.self) == nil, "the sandbox goes on")
            hasEnded.open()
            ensure(slow.wait(), "it does not end")
            ensure(replaced.living == 0, "\(replaced.living) are living in the end")
        }
    }

    @Test func ofWhatIsDroppedTogetherOnlyWhatIsUsedIsLeft() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let names: [Resolver.Name] = ["a", "b", "c", "d", "e"]
            for name in names { Resolver.register(name: name) { Petrol() } }
            let (isRunning, hasEnded) = (Gate(), Gate())
            let (replaced, slow) = withSandbox {
                let replaced = Replaced(resolver: .main)
                for name in names {
                    replaced.register(name: name) {
                        guard name == "c" else { return }
                        isRunning.open()
                        _ = hasEnded.wait()
                    }
                }
                ensure(replaced.living == names.count, "\(replaced.living) are living")
                let slow = started { _ = replaced.resolver.resolve(Petrol.self, name: "c") }
                ensure(isRunning.wait(), "it does not run")
                return (replaced, slow)
            }
            ensure(replaced.living == 1, "\(replaced.living) are living when the sandbox has ended")
            hasEnded.open()
            ensure(slow.wait(), "it does not end")
            ensure(replaced.living == 0, "\(replaced.living) are living in the end")
        }
    }
}

/// A key that is registered repeatedly.
private struct Replaced: Sendable {
    let resolver: Resolver
    private let captured = LivingObjects()

    init(resolver: Resolver = Resolver()) { self.resolver = resolver }

    /// How many registrations are alive, including those in use.
    var living: Int { captured.alive }

    /// Registers a factory that captures an object, and that runs a body.
    func register(name: Resolver.Name? = nil, _ body: @escaping @Sendable () -> Void = {}) {
        let object = captured.counted(Thing())
        resolver.register(name: name) { () -> Petrol in
            withExtendedLifetime(object, body)
            return Petrol()
        }
    }
}
