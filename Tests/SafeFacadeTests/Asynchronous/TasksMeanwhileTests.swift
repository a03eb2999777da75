import Resolver
import SafeFacade
import TestSupport
import Testing

// Resets, overrides and closings while a run or an asynchronous construction is under way.

extension Scope {
    fileprivate static let delivery = TaskScope()
    fileprivate static let job = TaskScope()
}

private final class Parcel: Sendable {
    let name: String
    init(_ name: String = "") { self.name = name }
}

extension Container {
    fileprivate var parcel: Factory<Parcel> {
        self { Parcel() }.scope(.delivery).onClose { _, _ in Stage.add("parcel closed") }
    }
    fileprivate var sender: Factory<Parcel> { required().scope(.delivery) }
    fileprivate var slow: AsyncFactory<Parcel> {
        self {
            await Stage.stop.pass()
            try Task.checkCancellation()
            return Parcel("slow")
        }.singleton
    }
    fileprivate var store: Factory<Parcel> {
        self { Parcel("store") }.singleton.onClose { _, _ in Stage.add("store closed") }
    }
    fileprivate var worker: AsyncFactory<Parcel> {
        self { container in
            _ = container.store()
            await Stage.stop.pass()
            Stage.add("worker done")
            return Parcel("worker")
        }.singleton
    }
    fileprivate var outer: AsyncFactory<Parcel> {
        self { container in
            _ = try await container.inner()
            return Parcel("outer")
        }.cached
    }
    /// Starts a task that asks for `outer` and does not wait for it, after this factory has run for a while.
    fileprivate var inner: AsyncFactory<Parcel> {
        self { container in
            try await Task.sleep(nanoseconds: 1_100_000_000)
            Task { _ = try? await container.outer() }
            try await Task.sleep(nanoseconds: 600_000_000)
            return Parcel("inner")
        }.cached
    }
}

@Suite struct TasksMeanwhileTests {
    @Test("own defect D93: the reset of a task scope leaves what runs of another one keep")
    func theResetOfAnotherTaskScope() async throws {
        try await withSandbox(.fresh) { () async throws -> Void in
            try await Scope.delivery.run {
                let sender = Parcel("Ann")
                Container.shared.sender.bind(sender)
                let parcel = Container.shared.parcel()
                Container.shared.reset(.scope(.job))
                Container.shared.parcel.reset(.scope(.job))
                #expect(Container.shared.parcel() === parcel)
                #expect(Container.shared.sender() === sender)
                Container.shared.reset(.scope(.delivery))
                #expect(Container.shared.parcel() !== parcel)
            }
        }
    }

    @Test("own defect D98: push and pop leave what a run keeps")
    func popInARun() async throws {
        try await withSandbox(.fresh) { () async throws -> Void in
            try await Scope.delivery.run {
                Container.shared.sender.bind(Parcel("Ann"))
                _ = Container.shared.parcel()
                Container.shared.push()
                Container.shared.parcel.register { Parcel("mock") }
                #expect(Container.shared.parcel().name == "mock")
                Container.shared.pop()
                #expect(Container.shared.sender().name == "Ann")
                #expect(Container.shared.parcel().name == "")
                let again = Container.shared.parcel()
                Container.shared.push()
                Container.shared.pop()
                #expect(Container.shared.parcel() === again)
            }
        }
    }

    @Test("own defect D94: a task that a construction does not wait for makes no cycle", .ownThreads)
    func aTaskThatNobodyWaitsFor() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            LongWaits.patience = 1_000_000_000
            _ = try await Container.shared.outer()
        }
    }

    @Test("own defect D95: who asks after close and reset is given a new instance")
    func whoAsksAfterTheReset() async throws {
        try await withStage {
            let first = Task { try await Container.shared.slow() }
            await Stage.stop.hasBegun()
            async let close: Void = Container.shared.close()
            try await waitUntilClosed()
            Container.shared.reset()
            let second = Task { try await Container.shared.slow() }
            await letOthersGoOn()
            Stage.stop.open()
            let made = try await second.value
            #expect(made.name == "slow")
            _ = try? await first.value
            try await close
        }
    }

    @Test("own defect D407: who waited for what was closed, and opened again meanwhile, is told so")
    func whatIsOpenedAgainMeanwhile() async throws {
        try await withStage {
            let line = #line + 1
            let asker = Task { try await Container.shared.slow() }
            await Stage.stop.hasBegun()
            let closing = Task { try await Container.shared.close() }
            try await waitUntilClosed()
            Container.shared.reset()
            Stage.stop.open()
            try await closing.value
            let thrown = await text { _ = try await asker.value }
            #expect(
                thrown == """
                    Resolver: 'Container.slow' was closed while it was being made  [closed]
                      asked for by   resolve()  SafeFacadeTests/TasksMeanwhileTests.swift:\(line)
                      to mend it     wait for those who ask before it is closed, or ask again
                    """)
        }
    }

    @Test("own defect D97: close waits for a construction that something was registered over")
    func closeWaitsForWhatIsOverridden() async throws {
        try await withStage {
            let asker = Task { try await Container.shared.worker() }
            await Stage.stop.hasBegun()
            Container.shared.worker.register { Parcel("mock") }
            async let close: Void = Container.shared.close()
            try await waitUntilClosed()
            await letOthersGoOn()
            #expect(Stage.all == [])
            Stage.stop.open()
            try await close
            #expect(Stage.all == ["worker done", "store closed"])
            _ = try? await asker.value
        }
    }

    @Test("own defect D127: what close() waits for is given what is made at once, also where it was reset meanwhile")
    func whatWasResetIsGivenWhatItNeeds() async throws {
        try await withStage {
            async let asked = Container.shared.needing()
            await Stage.stop.hasBegun()
            Container.shared.needing.reset()
            async let closed: Void = Container.shared.close()
            try await waitUntilClosed()
            Stage.stop.open()
            _ = try? await asked
            try await closed
            #expect(Stage.all == ["needed"])
        }
    }
}

extension Container {
    fileprivate var needed: Factory<Parcel> {
        self {
            Stage.add("needed")
            return Parcel("needed")
        }.singleton
    }
    fileprivate var needing: AsyncFactory<Parcel> {
        self { container in
            await Stage.stop.pass()
            return container.needed()
        }.singleton
    }
}
