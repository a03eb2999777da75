import SafeFacade
import TestSupport
import Testing

// Tasks that are cancelled while they wait for the end of a container or of a run.

extension Scope {
    fileprivate static let shift = TaskScope()
}

/// Notes a closing, and whether the closer sees that its task is cancelled.
private func noteClosing(_ name: String) { Stage.add("\(name), cancelled: \(Task.isCancelled)") }

/// Does the same after the test has opened the stop.
private func noteClosingSlowly(_ name: String) async {
    await Stage.stop.pass()
    noteClosing(name)
}

extension Container {
    fileprivate var till: Factory<Thing> { self { Thing() }.singleton.onClose { _, _ in noteClosing("till") } }
    fileprivate var window: AsyncFactory<Thing> {
        self { Thing() }.cached.onClose { _ in await noteClosingSlowly("window") }
    }
    fileprivate var apron: Factory<Thing> {
        self { Thing() }.scope(.shift).onClose { _, _ in noteClosing("apron") }
    }
    fileprivate var drawer: AsyncFactory<Thing> {
        self { Thing() }.scope(.shift).onClose { _ in await noteClosingSlowly("drawer") }
    }
}

private func ensureAllIsClosedOnce() async {
    ensure(Stage.all == ["window, cancelled: false", "till, cancelled: false"], "\(Stage.all)")
    ensure(await refusal { _ = try await Container.shared.window() } == "closed", "it is not closed")
}

@Suite struct ClosingCancellationTests {
    @Test func whoIsCancelledWhileAContainerIsClosedClosesAllOfIt() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            try await withStage {
                _ = (Container.shared.till(), try await Container.shared.window())
                let isOver = Counter()
                let closing = Task {
                    try await Container.shared.close()
                    isOver.add()
                    return Task.isCancelled
                }
                await Stage.stop.hasBegun()
                closing.cancel()
                await letOthersGoOn()
                ensure(isOver.value == 0 && Stage.all == [], "it is over")
                Stage.stop.open()
                ensure(try await closing.value, "not cancelled")
                await ensureAllIsClosedOnce()
            }
        }
    }

    @Test func whoIsCancelledBeforehandClosesAllOfIt() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            try await withStage {
                _ = (Container.shared.till(), try await Container.shared.window())
                Stage.stop.open()
                try await Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    try await Container.shared.close()
                }.value
                await ensureAllIsClosedOnce()
            }
        }
    }

    @Test func aSecondCallerThatIsCancelledWaitsAllTheSame() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            try await withStage {
                _ = (Container.shared.till(), try await Container.shared.window())
                async let first: Void = Container.shared.close()
                await Stage.stop.hasBegun()
                let (isCalled, isOver) = (Counter(), Counter())
                let second = Task {
                    isCalled.add()
                    try await Container.shared.close()
                    isOver.add()
                }
                try await wait { isCalled.value == 1 }
                await letOthersGoOn()
                second.cancel()
                await letOthersGoOn()
                ensure(isOver.value == 0, "it is over")
                Stage.stop.open()
                try await second.value
                try await first
                await ensureAllIsClosedOnce()
            }
        }
    }

    @Test func whoIsCancelledWhileItsRunEndsClosesAllOfIt() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            try await withStage {
                let isOver = Counter()
                let running = Task {
                    let result = try await Scope.shift.run {
                        _ = (Container.shared.apron(), try await Container.shared.drawer())
                        return "done"
                    }
                    isOver.add()
                    return result
                }
                await Stage.stop.hasBegun()
                running.cancel()
                await letOthersGoOn()
                ensure(isOver.value == 0 && Stage.all == [], "it is over")
                Stage.stop.open()
                // The operation's result is not lost.
                let result = try await running.value
                ensure(result == "done", result)
                ensure(Stage.all == ["drawer, cancelled: false", "apron, cancelled: false"])
            }
        }
    }

    @Test func aCloserThatDoesNotSuspendDoesNotSeeThatTheTaskIsCancelled() async throws {
        let closed = try await withStage {
            let running = Task {
                try await Scope.shift.run {
                    _ = Container.shared.apron()
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            try await running.value
        }
        #expect(closed == ["apron, cancelled: false"])
    }
}
