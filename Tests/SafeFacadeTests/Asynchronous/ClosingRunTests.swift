import Resolver
import SafeFacade
import TestSupport
import Testing

// What a run closes when it ends.

extension Scope {
    fileprivate static let request = TaskScope()
}

private struct Trouble: Error {}

extension Container {
    fileprivate var log: Factory<Thing> {
        self { Thing("log") }.scope(.request).onClose { part, outcome in
            Stage.add("\(part.label) \(outcome.hasSucceeded ? "done" : "undone")")
        }
    }
    fileprivate var work: AsyncFactory<Thing> {
        self { container in
            _ = container.log()
            await Task.yield()
            return Thing("work")
        }.scope(.request).onClose { part, outcome in
            await Task.yield()
            Stage.add("\(part.label) \(outcome.hasSucceeded ? "done" : "undone") \(Task.isCancelled)")
        }
    }
    fileprivate var page: ParameterFactory<Int, Thing> {
        self { Thing("page \($0)") }.scope(.request).scopeOnParameters.onClose { part, _ in Stage.add(part.label) }
    }
    fileprivate var place: Factory<Thing> {
        self { Thing("place") }.scope(.request).onClose { _ in Stage.add("closed in \(currentTask())") }
    }
    fileprivate var guest: Factory<Thing?> {
        self { Thing("guest") }.scope(.request).onClose { Stage.add($0?.label ?? "nobody") }
    }
    fileprivate var lateGuest: AsyncFactory<Thing?> {
        self { Thing("late guest") }.scope(.request).onClose { guest in
            await Task.yield()
            Stage.add(guest?.label ?? "nobody")
        }
    }
}

/// A number that tells the current task from others.
private func currentTask() -> Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }

@Suite struct ClosingRunTests {
    @Test func aRunClosesWhatWasCompletedLastFirst() async throws {
        let closed = try await withStage {
            try await Scope.request.run {
                _ = try await Container.shared.work()
                #expect(Stage.all.isEmpty)
            }
        }
        #expect(closed == ["work done false", "log done"])
    }

    @Test func aRunThatFailsSaysSo() async throws {
        let closed = await withStage {
            await #expect(throws: Trouble.self) {
                try await Scope.request.run {
                    _ = try await Container.shared.work()
                    throw Trouble()
                }
            }
        }
        #expect(closed == ["work undone false", "log undone"])
    }

    @Test func closersThatDoNotSuspendRunInTheTaskOfTheRun() async throws {
        let closed = try await withStage {
            try await Scope.request.run { _ = (Container.shared.log(), Container.shared.place()) }
        }
        #expect(closed == ["closed in \(currentTask())", "log done"])
    }

    @Test func cancellationReachesNoCloser() async throws {
        let closed = await withStage {
            let task = Task {
                try await Scope.request.run {
                    _ = try await Container.shared.work()
                    withUnsafeCurrentTask { unsafe $0?.cancel() }
                    try Task.checkCancellation()
                }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(closed == ["work undone false", "log undone"])
    }

    @Test func eachOfManyParametersIsClosed() async throws {
        let closed = try await withStage {
            try await Scope.request.run { for number in 0..<30 { _ = Container.shared.page(number) } }
        }
        #expect(closed == (0..<30).reversed().map { "page \($0)" })
    }

    @Test func nestedRunsCloseTheirOwn() async throws {
        let closed = try await withStage {
            try await Scope.request.run {
                _ = Container.shared.log()
                try await Scope.request.run { _ = Container.shared.page(1) }
                #expect(Stage.all == ["page 1"])
            }
        }
        #expect(closed == ["page 1", "log done"])
    }

    @Test func whatAResetDropsIsClosedByNobody() async throws {
        let closed = try await withStage {
            try await Scope.request.run {
                _ = Container.shared.log()
                Scope.request.reset()
                _ = Container.shared.page(1)
                Container.shared.page.reset()
                _ = Container.shared.page(2)
            }
        }
        #expect(closed == ["page 2"])
    }

    @Test(
        "own defect D70: what an override drops of a run is not closed, also where it is kept for a parameter",
        arguments: [false, true])
    func whatAnOverrideDropsOfARunIsNotClosed(isOfParameters: Bool) async throws {
        let closed = try await withStage {
            try await Scope.request.run {
                if isOfParameters {
                    _ = Container.shared.page(1)
                    Container.shared.page.register { _ in Thing("mock") }
                } else {
                    _ = Container.shared.log()
                    Container.shared.log.register { Thing("mock") }
                }
            }
        }
        #expect(closed == [])
    }

    @Test func anOverrideIsClosedAsWhatItOverrides() async throws {
        let closed = try await withStage {
            Container.shared.log.register { Thing("mock") }
            try await Scope.request.run { _ = Container.shared.log() }
        }
        #expect(closed == ["mock done"])
    }

    @Test func anOverrideOfTheTypeThatIsWrappedIsClosedAsWhatItOverrides() async throws {
        let closed = try await withStage {
            Resolver.register(\.guest)
            Resolver.register { Thing("mock") }
            try await Scope.request.run { #expect(Resolver.resolve(Thing.self).label == "mock") }
            Resolver.register(\.lateGuest, name: "late")
            Resolver.registerAsync(name: "late") { Thing("late mock") }
            try await Scope.request.run {
                let guest = try await Resolver.requireAsync(Thing.self, name: "late")
                #expect(guest.label == "late mock")
            }
        }
        #expect(closed == ["mock", "late mock"])
    }

    @Test func nothingIsLeftAfterARun() async throws {
        let living = LivingObjects()
        try await withStage {
            Container.shared.log.register { living.counted(Thing("log")) }
            Container.shared.work.register { living.counted(Thing("work")) }
            for _ in 0..<10 {
                try await Scope.request.run { _ = (Container.shared.log(), try await Container.shared.work()) }
            }
            // The tasks that made the objects may still be ending.
            try await living.wait(untilAtMost: 0)
            #expect(living.count == 20 && living.alive == 0)
        }
    }

    @Test func aContainerThatIsClosedInARunLeavesWhatTheRunKeeps() async throws {
        let closed = try await withStage {
            try await Scope.request.run {
                let log = Container.shared.log()
                try await Container.shared.close()
                #expect(Container.shared.log() === log)
                _ = Container.shared.page(1)
                #expect(Stage.all == [])
            }
        }
        #expect(closed == ["page 1", "log done"])
    }
}
