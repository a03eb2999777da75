import Resolver
import TestSupport
import Testing

/// Tests of the registration hook, when many threads are the first to resolve.
@Suite struct ConcurrencyHookTests {
    @Test("Defect 7: the registration hook runs once, and all who resolve meanwhile see its result")
    func defect7() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            for _ in 0..<100 {
                let runs = Counter()
                let start = Barrier(of: 6)
                Resolver.reset()
                Resolver.registerServices = {
                    runs.add()
                    for cylinders in 1...20 { Resolver.register { Petrol(cylinders: cylinders) } }
                }
                onThreads(6) { _ in
                    start.attend()
                    ensure(Resolver.resolve(Petrol.self).cylinders == 20, "resolved before the hook had ended")
                }
                ensure(runs.value == 1, "the hook ran more than once, or never")
            }
        }
    }

    @Test("Defect 7: who resolves while a slow hook runs waits for it")
    func defect7Slow() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let isRunning = Gate()
            let (isAsked, sleepers) = (Gate(), Sleepers())
            Resolver.registerServices = {
                isRunning.open()
                ensure(isAsked.wait(), "nobody asked")
                sleepers.areAsleep(1)
                Resolver.register { Petrol() }
                // The hook itself may resolve.
                ensure(Resolver.optional(Petrol.self) != nil, "the hook does not see what it registered")
            }
            let first = started { ensure(Resolver.optional(Petrol.self) != nil, "the first sees nothing") }
            ensure(isRunning.wait(), "the hook has not begun")
            let second = started {
                sleepers.join()
                isAsked.open()
                ensure(Resolver.optional(Petrol.self) != nil, "the second came too early")
            }
            ensure(first.wait() && second.wait(), "they hang")
        }
    }

    @Test("own defect D85: a sandbox that is opened while the hook ends has all that it has registered", .ownThreads)
    func aSandboxWhileTheHookEnds() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            for _ in 0..<rounds(30_000, debug: 20_000) {
                let start = Barrier(of: 2)
                Resolver.reset()
                let runs = Counter()
                Resolver.registerServices = {
                    // The hook also runs in the sandbox, if that is opened before the hook ends.
                    if runs.add() == 1 { start.attend() }
                    Resolver.register { Petrol() }
                }
                onThreads(2) { number in
                    guard number == 1 else { return ensure(Resolver.optional(Petrol.self) != nil, "not registered") }
                    start.attend()
                    withSandbox {
                        ensure(Resolver.optional(Petrol.self) != nil, "the sandbox has the hook from afterwards")
                    }
                }
            }
        }
    }
}
