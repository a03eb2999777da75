import Resolver
import SafeFacade
import SafeFacadeTesting
import TestSupport
import Testing

/// Every test begins without anything from another test, and leaves something behind that would make the others fail.
@Suite(.sandboxed) struct TraitTests {
    init() {
        expectNothingIsLeft()
        Resolver.register { Settings(volume: 1) }
    }

    @Test func oneTest() { leaveSomethingBehind() }

    @Test func another() async {
        leaveSomethingBehind()
        await Task.yield()
        async let child = Resolver.resolve((any Loading).self).origin
        let origin = await child
        #expect(origin == "left")
    }

    @Test(arguments: 0..<50) func everyCase(_ number: Int) { leaveSomethingBehind() }

    @Suite struct Inside {
        @Test func aTestOfASuiteInside() {
            expectNothingIsLeft()
            leaveSomethingBehind()
        }

        @Test(.sandboxed(.fresh)) func aTraitOfItsOwn() {
            expectNothingIsLeft()
            leaveSomethingBehind()
        }
    }

    @Test func theInitialiserRunsInTheSandbox() { #expect(Resolver.resolve(Settings.self).volume == 1) }

    @Test func theTraitIsRecursive() {
        let trait: SandboxTrait = .sandboxed
        #expect(trait.isRecursive)
    }
}

private func expectNothingIsLeft(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(Resolver.optional((any Loading).self) == nil, sourceLocation: sourceLocation)
    #expect(Resolver.optional(Settings.self) == nil, sourceLocation: sourceLocation)
    #expect(Container.shared.cachedLoader().origin == "live", sourceLocation: sourceLocation)
    #expect(PaymentsContainer.shared.api().origin == "payments", sourceLocation: sourceLocation)
}

private func leaveSomethingBehind(sourceLocation: SourceLocation = #_sourceLocation) {
    Resolver.register { LiveLoader("left") as any Loading }.scope(.application)
    Container.shared.cachedLoader.register { LiveLoader("left") }
    PaymentsContainer.shared.api.register { LiveLoader("left") }
    #expect(Resolver.resolve((any Loading).self).origin == "left", sourceLocation: sourceLocation)
    #expect(Container.shared.cachedLoader().origin == "left", sourceLocation: sourceLocation)
    #expect(PaymentsContainer.shared.api().origin == "left", sourceLocation: sourceLocation)
}

/// Tests the set-up of a suite, and what a test of it with a sandbox of its own begins with.
@Suite(.sandboxed { $0.cachedLoader.register { LiveLoader("set up") } }) struct TraitSetUpTests {
    private let origin = Container.shared.cachedLoader().origin

    @Test func theSetUpRunsBeforeTheInitialiser() { #expect(origin == "set up") }

    @Test(.sandboxed) func aTestThatStatesTheTraitBeginsWithACopy() { #expect(origin == "set up") }

    @Test(.sandboxed(.fresh)) func aTestThatStatesFreshBeginsWithNothing() { #expect(origin == "live") }

    @Test func whatTheSetUpThrowsTheTestThrows() async throws {
        struct Unplugged: Error {}
        let trait: SandboxTrait = .sandboxed { _ in throw Unplugged() }
        let test = try #require(Test.current)
        await #expect(throws: Unplugged.self) {
            try await trait.provideScope(for: test, testCase: nil) { Issue.record("the test has run") }
        }
    }
}

/// Registers a service around a test; the test's sandbox may copy it or not.
private struct Registering: TestTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await withSandbox(.fresh) {
            Resolver.register { LiveLoader("around") as any Loading }.scope(.application)
            let instance = Resolver.resolve((any Loading).self)
            try await function()
            #expect(Resolver.resolve((any Loading).self) === instance)
        }
    }
}

@Suite struct TraitContentTests {
    @Test(Registering(), .sandboxed) func aCopyOfTheRegistrations() {
        #expect(Resolver.resolve((any Loading).self).origin == "around")
        Resolver.register { LiveLoader("inside") as any Loading }
    }

    @Test(Registering(), .sandboxed(.fresh)) func nothing() {
        #expect(Resolver.optional((any Loading).self) == nil)
        Resolver.register { LiveLoader("inside") as any Loading }
    }
}

extension TraitContentTests {
    private static func expectNothing() { #expect(Resolver.optional((any Loading).self) == nil) }

    @Test(Registering(), .sandboxed(.fresh) { _ in }) func nothingWithASetUp() { Self.expectNothing() }

    @Test(Registering(), .sandboxed(requiringMocksOf: [\.uniqueLoader], .fresh)) func nothingWithMocks() {
        Self.expectNothing()
    }

    @Test(Registering(), .sandboxed(requiringMocksOf: [\.api], of: PaymentsContainer.self, .fresh))
    func nothingWithMocksOfAContainer() { Self.expectNothing() }
}

/// The order in which services are closed.
private let closings = Locked<[String]>([])

extension Container {
    fileprivate var pool: AsyncFactory<LiveLoader> {
        self { LiveLoader("pool") }.singleton.onClose { pool in
            await Task.yield()
            closings.withLock { $0.append(pool.origin) }
        }
    }
    fileprivate var broken: Factory<LiveLoader> {
        self { LiveLoader("broken") }.cached.onClose { _ in throw Cancelled() }
    }
}

private struct Cancelled: Error {}

@Suite struct TraitClosingTests {
    /// Runs an operation in the way in which the trait runs a test.
    private func test(_ operation: @escaping @Sendable () async throws -> Void) async throws {
        let test = try #require(Test.current)
        let trait: SandboxTrait = .sandboxed { _ in
            Resolver.register { LiveLoader("registered") }.scope(.application).onClose { loader in
                closings.withLock { $0.append(loader.origin) }
            }
        }
        try await trait.provideScope(for: test, testCase: Test.Case.current, performing: operation)
    }

    @Test("what a test's sandbox keeps is closed when the test has ended, and what throws fails it")
    func atTheEndOfATest() async throws {
        try await test {
            _ = Resolver.resolve(LiveLoader.self)
            _ = try await Container.shared.pool()
            #expect(closings.withLock { $0 }.isEmpty)
        }
        #expect(closings.withLock { $0 } == ["pool", "registered"])

        let failure = await #expect(throws: ClosingError.self) {
            try await test { _ = Container.shared.broken() }
        }
        #expect(failure?.failures.count == 1)

        // The test's own error is thrown; everything else is closed all the same.
        let error = await #expect(throws: Cancelled.self) {
            try await test {
                _ = try await Container.shared.pool()
                throw Cancelled()
            }
        }
        #expect(error != nil)
        #expect(closings.withLock { $0 } == ["pool", "registered", "pool"])

        // If a test has used up its time, a construction may hang.
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try? await test { _ = Resolver.resolve(LiveLoader.self) }
        }.value
        #expect(closings.withLock { $0 }.count == 3)

        // Closing twice does nothing more.
        try await test {
            _ = try await Container.shared.pool()
            try await Container.shared.close()
        }
        #expect(closings.withLock { $0 }.count == 4)
    }
}

/// A thousand tests on each face, of one service: on the runtime face, on the typed face, and on both, where they share one
/// slot.
@Suite(.sandboxed) struct ParallelTests {
    @Test(arguments: 0..<1000) func legacy(_ number: Int) async {
        let name = "legacy \(number)"
        Resolver.register { LiveLoader(name) as any Loading }.scope(.application)
        let first = Resolver.resolve((any Loading).self)
        for _ in 0..<3 {
            await Task.yield()
            #expect(first.origin == name)
            #expect(Resolver.resolve((any Loading).self) === first)
            #expect(Container.shared.standing() === first)
            #expect(Container.shared.cachedLoader().origin == "live")
        }
    }

    @Test(arguments: 0..<1000) func typed(_ number: Int) async {
        let name = "typed \(number)"
        Container.shared.cachedLoader.register { LiveLoader(name) }
        let first = Container.shared.cachedLoader()
        for _ in 0..<3 {
            await Task.yield()
            #expect(first.origin == name)
            #expect(Container.shared.cachedLoader() === first)
            #expect(Resolver.optional((any Loading).self) == nil)
        }
    }

    @Test(arguments: 0..<1000) func both(_ number: Int) async {
        let name = "both \(number)"
        Resolver.register(\.cachedLoader)
        Container.shared.cachedLoader.register { LiveLoader(name) }
        let first = Container.shared.cachedLoader()
        for _ in 0..<3 {
            await Task.yield()
            #expect(first.origin == name)
            #expect(Resolver.resolve((any Loading).self) === first)
        }
        Resolver.register { LiveLoader("mock " + name) as any Loading }
        await Task.yield()
        #expect(Container.shared.cachedLoader().origin == "mock " + name)
    }
}
