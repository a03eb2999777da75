import Resolver
import SafeFacade
import TestSupport
import Testing

// Who asks in an asynchronous construction: for what, with which priority, and as part of whom.

private final class Vault: Sendable {}

private let declarations = #line
extension Container {
    fileprivate var vault: AsyncFactory<Vault> { self { Vault() }.singleton }
    fileprivate var legacyVault: AsyncFactory<Vault> { legacy() }
    fileprivate var keyring: Factory<[String]> { required() }
    fileprivate var guarded: AsyncFactory<[String]> { self { $0.keyring() }.cached }
    fileprivate var fortress: AsyncFactory<[String]> { self { try await $0.guarded() }.cached }
    fileprivate var lodge: AsyncFactory<Int> { self { try await $0.tower() }.cached }
    fileprivate var tower: AsyncFactory<Int> { self { 0 }.cached }
    fileprivate var gatehouse: AsyncFactory<Vault> { self { Vault() }.cached }
    fileprivate var drawbridge: AsyncFactory<Vault> { self { try await $0.gatehouse() }.cached }
}

private let calls = #line
private func askFortress() async throws { _ = try await Container.shared.fortress() }

@Suite struct AskerTests {
    @Test("own defect D50: an asynchronous legacy() factory of what an exported factory answers is no cycle")
    func aLegacyFactoryOfAnExportedOneIsGivenItsInstance() async throws {
        try await withSandbox(.fresh) {
            Resolver.register(\.vault)
            let legacy = try await Container.shared.legacyVault()
            #expect(legacy === (try await Container.shared.vault()))
            #expect(legacy === (try await Resolver.requireAsync(Vault.self)))
        }
    }

    @Test("own defect D52: a failure in an asynchronous factory names all who have asked")
    func aSynchronousFailureNamesWhoAskedAsynchronously() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await askFortress()
        }
        #expect(
            try failureText(result) == """
                Resolver: nothing is bound to 'Container.keyring'  [unbound]
                  asked for by   Container.guarded   SafeFacadeTests/AskerTests.swift:\(declarations + 5)
                            in   Container.fortress  SafeFacadeTests/AskerTests.swift:\(declarations + 6)
                            in   resolve()           SafeFacadeTests/AskerTests.swift:\(calls + 1)
                  declared       with required() at SafeFacadeTests/AskerTests.swift:\(declarations + 4)
                  to mend it     bind it at launch, with register { … }, and check with unbound(in:)
                """)
    }

    @Test("own defect D53: a construction has the priority of all who wait for it, also through others")
    func theHighestPriorityIsPassedOn() async {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            let hasBegun = AsyncStream.makeStream(of: Void.self)
            Container.shared.tower.register {
                hasBegun.continuation.finish()
                // For as long as it takes, on a busy machine.
                while Task.currentPriority < .high { try await Task.sleep(nanoseconds: 1_000_000) }
                return Int(Task.currentPriority.rawValue)
            }
            let low = Task(priority: .low) { try await Container.shared.lodge() }
            for await _ in hasBegun.stream {}
            let high = Task(priority: .high) { try await Container.shared.lodge() }
            let priority = try await high.value
            ensure(priority >= Int(TaskPriority.high.rawValue), "\(priority)")
            _ = try await low.value
        }
    }

    @Test("own defect D54: a task that a kept instance's factory has started is no part of who asked for that")
    func aTaskThatOutlivesItsFactoryIsNoPartOfAnother() async {
        await #expect(processExitsWith: .success) {
            LongWaits.patience = 100_000_000
            let (isThere, mayEnd) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
            let job = Locked<Task<Vault, any Error>?>(nil)
            Container.shared.gatehouse.register {
                job.withLock {
                    $0 = Task {
                        for await _ in isThere.stream {}
                        // The call that has led to this is still under way.
                        return try await Container.shared.drawbridge()
                    }
                }
                return Vault()
            }
            Container.shared.drawbridge.register {
                let vault = try await Container.shared.gatehouse()
                isThere.continuation.finish()
                for await _ in mayEnd.stream {}
                return vault
            }
            async let drawbridge = Container.shared.drawbridge()
            for await _ in isThere.stream {}
            // Several times as long as a wait that is part of a circle may take.
            try await Task.sleep(nanoseconds: 1_000_000_000)
            mayEnd.continuation.finish()
            let made = try await job.withLock { $0 }?.value
            let asked = try await drawbridge
            ensure(made === asked)
        }
    }

    @Test("own defect D55: an export between push() and pop() leaves one service on both faces")
    func anExportBetweenPushAndPopSplitsNothing() {
        withSandbox(.fresh) {
            Resolver.register { Ledge("registered") }.scope(.application)
            Container.shared.legacyLedge.register { Ledge("mock") }
            Container.shared.push()
            Resolver.register(\.ledge)
            Container.shared.pop()
            #expect(Resolver.resolve(Ledge.self).name == "mock")
            #expect(Container.shared.ledge().name == "mock")
            Container.shared.reset(.registration)
            #expect(Resolver.optional(Ledge.self)?.name == "declared")
            #expect(Container.shared.legacyLedge().name == "declared")
        }
    }
}

private final class Ledge: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

extension Container {
    fileprivate var ledge: Factory<Ledge> { self { Ledge("declared") } }
    fileprivate var legacyLedge: Factory<Ledge> { legacy() }
}
