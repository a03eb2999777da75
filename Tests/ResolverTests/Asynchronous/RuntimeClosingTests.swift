import Resolver
import TestSupport
import Testing

import class Foundation.ProcessInfo

extension ResolverScope {
    fileprivate static let letter = TaskScope()
}

private final class Stamp: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}
private protocol Sealed: Sendable {}
private final class Seal: Sealed {}
private struct Torn: Error {}

// These calls are outside of the test macros, which count their lines differently.
private let calls = #line
private func registerLost() { Resolver.register { Stamp("lost") }.onClose { _, _ in } }
private func resolveLost() { _ = Resolver.resolve(Stamp.self) }
private func registerWeak() { Resolver.registerAsync { Stamp("lost") }.onClose { _, _ in }.scope(.shared) }
private func requireWeak() async throws { _ = try await Resolver.requireAsync(Stamp.self) }
private func resolveCopy() {
    withSandbox(.fresh) {
        let outer = SandboxContext.current
        var options: ResolverOptions? = Resolver.register { Stamp("lost") }.onClose { _, _ in }
        withSandbox {
            options?.scope(.unique)
            options = nil
            outer.run { _ = Resolver.register { Stamp("another") } }
            _ = Resolver.resolve(Stamp.self)
        }
    }
}

/// The report of a closer that would never run.
private func neverClosed(asked: Int, registered: Int, lifetime: String) -> String {
    """
    Resolver: 'ResolverTests.Stamp' states onClose, and nothing keeps it until then  [never-closed]
      asked for by   resolve()  ResolverTests/RuntimeClosingTests.swift:\(asked)
      registered     ResolverTests/RuntimeClosingTests.swift:\(registered)
      its lifetime   \(lifetime)
      to mend it     state one that keeps it, or take onClose away and close it where it is used
    """
}

/// Blocks a thread until the closing that goes on has been reported as a long wait, in the process of an exit test.
private func blockUntilReported() {
    // It is watched until it is reported.
    while LongWaits.count == 0 { sleepThread(nanoseconds: 1_000_000) }
    while LongWaits.count != 0 { sleepThread(nanoseconds: 1_000_000) }
    // Time for the report to be written.
    sleepThread(nanoseconds: 200_000_000)
}

@Suite struct RuntimeClosingTests {
    @Test func aCloserOfWhatNothingKeepsIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            registerLost()
            resolveLost()
        }
        let text = try failureText(result)
        #expect(text == neverClosed(asked: calls + 2, registered: calls + 1, lifetime: "graph"))
    }

    @Test func aCloserOfWhatIsHeldWeaklyIsReportedWhereItIsMadeAsynchronously() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            registerWeak()
            try await requireWeak()
        }
        let text = try failureText(result)
        #expect(text == neverClosed(asked: calls + 4, registered: calls + 3, lifetime: "shared"))
    }

    @Test func aCopyInASandboxReportsItsOwnLifetimeWhenItsOriginalIsGone() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { resolveCopy() }
        let text = try failureText(result)
        #expect(text == neverClosed(asked: calls + 13, registered: calls + 8, lifetime: "unique"))
    }

    @Test func theScopeMayBeStatedAfterTheCloser() async throws {
        let closed = Locked<[String]>([])
        try await withSandbox { () async throws -> Void in
            Resolver.register { Stamp("stamp") }
                .onClose { stamp in closed.withLock { $0.append(stamp.name) } }
                .resolveProperties { _, _ in }
                .scope(.unique).scope(.application)
            _ = Resolver.resolve(Stamp.self)
            try await Resolver.main.close()
        }
        #expect(closed.withLock { $0 } == ["stamp"])
    }

    @Test func theResolverClosesWhatItKeeps() async throws {
        let closed = Locked<[String]>([])
        try await withSandbox {
            Resolver.register(name: "a") { Stamp("a") }.scope(.application)
                .onClose { stamp, outcome in closed.withLock { $0.append("\(stamp.name) \(outcome.hasSucceeded)") } }
            Resolver.registerAsync(name: "b") { Stamp("b") }.scope(.cached)
                .onClose { stamp in
                    await Task.yield()
                    closed.withLock { $0.append(stamp.name) }
                }
            Resolver.register(name: "c") { Stamp("c") }.scope(.unique)
            _ = (Resolver.resolve(Stamp.self, name: "a"), Resolver.resolve(Stamp.self, name: "c"))
            _ = try await Resolver.requireAsync(Stamp.self, name: "b")
            try await Resolver.main.close()
            // A service that nothing keeps is still made.
            #expect(Resolver.resolve(Stamp.self, name: "c").name == "c")
        }
        #expect(closed.withLock { $0 } == ["b", "a true"])
    }

    @Test func aRunClosesWithItsOutcome() async throws {
        let closed = Locked<[Bool]>([])
        try await withSandbox {
            Resolver.register { Seal() }.scope(.letter).implements((any Sealed).self)
                .onClose { _, outcome in closed.withLock { $0.append(outcome.hasSucceeded) } }
            try await ResolverScope.letter.run {
                _ = (Resolver.resolve(Seal.self), Resolver.resolve((any Sealed).self))
            }
            await #expect(throws: CancellationError.self) {
                try await ResolverScope.letter.run {
                    _ = Resolver.resolve((any Sealed).self)
                    throw CancellationError()
                }
            }
        }
        #expect(closed.withLock { $0 } == [true, false])
    }

    @Test("own defect D338: what cannot be closed is named with the place of its registration")
    func whatCannotBeClosedIsNamedWithItsPlace() async throws {
        await withSandbox { () async -> Void in
            let line = #line + 1
            Resolver.register(name: "torn") { Stamp("torn") }.scope(.application).onClose { _ in throw Torn() }
            _ = Resolver.resolve(Stamp.self, name: "torn")
            let error = await #expect(throws: ClosingError.self) { try await Resolver.main.close() }
            let file = "ResolverTests/RuntimeClosingTests.swift"
            #expect(error?.failures.map(\.place?.description) == ["\(file):\(line)"])
            #expect(
                error?.description == """
                    Resolver: a service could not be closed  [closing-failed]
                      the closer     of 'ResolverTests.Stamp (name: "torn")', registered at \(file):\(line), threw ResolverTests.Torn: Torn()
                      to mend it     catch in the closer what it can do without
                    """)
        }
    }

    @Test("own defect D337: the reset that opens a closed scope is named")
    func whatOpensAClosedScopeIsNamed() async throws {
        try await withSandbox { () async throws -> Void in
            for (scope, mend) in [
                (ResolverScope.cached, "reset() of that scope to begin anew"),
                (ResolverScope.container, "reset() of the resolver's cache to begin anew"),
            ] as [(ResolverScope, String)] {
                Resolver.register { Seal() }.scope(scope)
                try await Resolver.main.close(scope)
                let error = #expect(throws: ResolutionError.self) { try Resolver.require(Seal.self) }
                #expect(error?.description.hasSuffix("to mend it     ask before close(), or call \(mend)") == true)
                // The place of the closing is not that of the registration.
                #expect(error?.registered == nil)
                if scope === ResolverScope.container { Resolver.main.cache.reset() } else { scope.reset() }
                #expect(throws: Never.self) { try Resolver.require(Seal.self) }
            }
        }
    }

    @Test func askingAfterwardsIsThrownUntilAReset() async throws {
        try await withSandbox {
            Resolver.register { Seal() }.scope(.application)
            let line = #line + 2
            try await Resolver.main.close()
            let error = #expect(throws: ResolutionError.self) { try Resolver.require(Seal.self) }
            #expect(
                error?.description == """
                    Resolver: 'ResolverTests.Seal' is asked for after it was closed  [closed]
                      asked for by   resolve()  ResolverTests/RuntimeClosingTests.swift:\(line)
                      closed         with close() at ResolverTests/RuntimeClosingTests.swift:\(line - 1)
                      to mend it     ask before close(), or call Resolver.reset(), which drops all registrations, too
                    """)
            Resolver.reset()
            Resolver.register { Seal() }.scope(.application)
            #expect(Resolver.resolve(Seal.self) === Resolver.resolve(Seal.self))
        }
    }

    @Test func outsideOfARunRequireThrows() {
        withSandbox {
            Resolver.register { Seal() }.scope(.letter)
            let error = #expect(throws: ResolutionError.self) { try Resolver.require(Seal.self) }
            #expect(error?.identifier == "outside-run")
        }
    }

    @Test func aChildClosesForItself() async throws {
        let closed = Counter()
        try await withSandbox {
            let resolver = Resolver()
            resolver.register { Seal() }.scope(.cached).onClose { _, _ in closed.add() }
            Resolver.main.add(child: resolver)
            _ = Resolver.resolve(Seal.self)
            try await Resolver.main.close()
            #expect(closed.value == 0)
            try await resolver.close()
        }
        #expect(closed.value == 1)
    }

    @Test(.ownThreads) func anEndThatTakesLongIsReported() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            beginProcess(isShown: false)
            LongWaits.patience = 100_000_000
            Resolver.register { Seal() }.scope(.letter).onClose { _, _ in
                await Task.detached { blockUntilReported() }.value
            }
            try await ResolverScope.letter.run { _ = Resolver.resolve(Seal.self) }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'ResolverTests.Seal' has been closed for 5 seconds  [long-wait]
                  to mend it     see whether its closer waits for something that waits for it
                """)
    }

    @Test(.ownThreads) func eachServiceWhoseEndTakesLongIsReported() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            beginProcess(isShown: false)
            LongWaits.patience = 100_000_000
            for name: Resolver.Name in ["first", "second"] {
                Resolver.register(name: name) { Seal() }.scope(.letter).onClose { _, _ in
                    await Task.detached { blockUntilReported() }.value
                }
            }
            try await ResolverScope.letter.run {
                _ = Resolver.resolve(Seal.self, name: "first")
                _ = Resolver.resolve(Seal.self, name: "second")
            }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("'ResolverTests.Seal' (name: \"second\") has been closed for 5 seconds"))
        #expect(text.contains("'ResolverTests.Seal' (name: \"first\") has been closed for 5 seconds"))
    }

    @Test(.ownThreads) func aSynchronousCloserThatTakesLongIsReported() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            beginProcess(isShown: false)
            LongWaits.patience = 100_000_000
            Resolver.register { Seal() }.scope(.cached).onClose { _, _ in blockUntilReported() }
            _ = Resolver.resolve(Seal.self)
            try await Resolver.main.close()
        }
        let text = try failureText(result)
        #expect(text.contains("'ResolverTests.Seal' has been closed for 5 seconds  [long-wait]"))
    }

    @Test("own defect D412: what takes all threads on which tasks run is reported", .ownThreads)
    func closersThatTakeAllThreadsOfTasksAreReported() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            beginProcess(isShown: false)
            LongWaits.patience = 100_000_000
            let isReported = Gate()
            _ = started {
                blockUntilReported()
                isReported.open()
            }
            try await withThrowingTaskGroup { group in
                for _ in 0..<(4 * ProcessInfo.processInfo.activeProcessorCount) {
                    let resolver = Resolver()
                    resolver.register { Seal() }.scope(.cached).onClose { _, _ in _ = isReported.wait() }
                    _ = resolver.resolve(Seal.self)
                    group.addTask { try await resolver.close() }
                }
                try await group.waitForAll()
            }
        }
        let text = try failureText(result)
        #expect(text.contains("'ResolverTests.Seal' has been closed for 5 seconds  [long-wait]"))
    }

    @Test(.ownThreads) func aConstructionThatDoesNotEndIsReported() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            beginProcess(isShown: false)
            // Longer than the asker takes to be cancelled on a busy machine.
            LongWaits.patience = 1_000_000_000
            let begun = Counter()
            Resolver.registerAsync {
                begun.add()
                await Task.detached { try? await Task.sleep(nanoseconds: 3_000_000_000) }.value
                return Seal()
            }.scope(.letter)
            try await ResolverScope.letter.run {
                let asking = Task { try await Resolver.requireAsync(Seal.self) }
                while begun.value == 0 { await Task.yield() }
                asking.cancel()
            }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'ResolverTests.Seal' has been made for 5 seconds, and its scope waits for that to end  [long-wait]
                  to mend it     see whether its factory waits for something that waits for it
                """)
    }

    @Test func aCloserInAConstructionKnowsWhatIsBeingMade() async throws {
        try await withSandbox(.fresh) {
            Resolver.registerServices = nil
            let chain = Locked<[String]>([])
            let scope = TaskScope()
            Resolver.register { Seal() }.scope(scope).onClose { _, _ in
                do throws(ResolutionError) { _ = try Resolver.require(String.self) } catch {
                    chain.withLock { $0 = error.chain.map(\.service) }
                }
            }
            Resolver.registerAsync { () async throws -> Int in
                try await scope.run { _ = Resolver.resolve(Seal.self) }
                return 1
            }
            _ = try await Resolver.requireAsync(Int.self)
            #expect(chain.withLock { $0 } == ["Swift.Int"])
        }
    }

    @Test func aClosingGoesOnWhenAFactoryThatItWaitsForThrows() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            Resolver.registerServices = nil
            let both = Barrier(of: 2)
            Resolver.register { () throws -> Seal in
                both.attend()
                // A closing is watched once it waits.
                while LongWaits.count == 0 { sleepThread(nanoseconds: 1_000_000) }
                throw Broken()
            }.scope(.cached)
            let asked = started { _ = try? Resolver.require(Seal.self) }
            both.attend()
            try await Resolver.main.close()
            _ = asked.wait()
        }
    }
}
