import Resolver
import SafeFacade
import TestSupport
import Testing

private final class Part: Sendable {}

private let declarations = #line
extension Container {
    fileprivate var outer: AsyncFactory<Part> {
        self { container in
            async let part = container.inner()
            return try await part
        }.cached
    }
    fileprivate var inner: AsyncFactory<Part> { self { try await $0.outer() }.cached }
}

extension Container {
    fileprivate var patient: AsyncFactory<Part> {
        self { container in
            async let part = container.content()
            return try await part
        }.cached
    }
    /// Goes on without the other one where that fails.
    fileprivate var content: AsyncFactory<Part> { self { (try? await $0.patient()) ?? Part() }.cached }
}

private let askLine = #line + 1
private func askForACircle() async throws { _ = try await Container.shared.outer() }

@Suite struct ChildTaskCycleTests {
    @Test(.ownThreads) func theLongestWaitOfACircleWithAChildTaskGetsTheError() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            LongWaits.patience = 1_000_000_000
            let thrown = await text { _ = try await Container.shared.patient() }
            ensure(thrown.contains("[cycle]"), thrown)
        }
    }

    /// It cannot be seen that a construction waits for its child task, so such a circle only counts as a cycle after a while.
    @Test(.ownThreads) func aCircleOfWhichChildTasksArePartIsEndedAfterAWhile() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            beginProcess(isShown: false)
            // This is long enough for the child task to begin on a busy machine.
            LongWaits.patience = 6_000_000_000
            do { try await askForACircle() } catch { writeToStandardError("\(error)") }
        }
        // The outer wait may be examined before the inner one, and then be reported as a long wait.
        let text = try failureText(result, id: "[cycle]")
        #expect(
            text == """
                Resolver: 'Container.outer' depends on itself  [cycle]
                  the cycle      Container.outer → Container.inner → Container.outer
                  asked for by   Container.inner  SafeFacadeTests/ChildTaskCycleTests.swift:\(declarations + 8)
                            in   Container.outer  SafeFacadeTests/ChildTaskCycleTests.swift:\(declarations + 4)
                            in   resolve()        SafeFacadeTests/ChildTaskCycleTests.swift:\(askLine)
                  to mend it     pass one of them in after both are made
                """)
    }
}
