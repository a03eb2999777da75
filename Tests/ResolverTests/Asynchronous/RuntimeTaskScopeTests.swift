import Resolver
import TestSupport
import Testing

private let scopeLine = #line + 2
extension ResolverScope {
    fileprivate static let message = TaskScope()
}

private final class Envelope: Sendable {}
private final class Inbox: Sendable {
    let envelope: Envelope
    init(_ envelope: Envelope) { self.envelope = envelope }
}

// This call is outside of the test macros, which count their lines differently.
private let askLine = #line + 1
private func askForAnEnvelope() { _ = Resolver.resolve(Envelope.self) }

@Suite struct RuntimeTaskScopeTests {
    @Test func aRunHasInstancesOfItsOwnAndReleasesThem() async throws {
        try await withSandbox {
            let living = LivingObjects()
            Resolver.register { living.counted(Envelope()) }.scope(.message)
            Resolver.registerAsync { Inbox($0.resolve()) }.scope(.message)
            for _ in 0..<3 {
                try await ResolverScope.message.run {
                    let envelope = Resolver.resolve(Envelope.self)
                    let inbox = try await Resolver.requireAsync(Inbox.self)
                    #expect(inbox.envelope === envelope && Resolver.resolve(Envelope.self) === envelope)
                }
            }
            // The tasks that made the inboxes may still be ending.
            try await living.wait(untilAtMost: 0)
            #expect(living.count == 3 && living.alive == 0)
        }
    }

    @Test func whatWasRegisteredForAnotherLifetimeBeforeIsTheRunsFromThenOn() async throws {
        try await withSandbox {
            let options = Resolver.register { Envelope() }.scope(.application)
            let kept = Resolver.resolve(Envelope.self)
            options.scope(.message)
            try await ResolverScope.message.run {
                let envelope = Resolver.resolve(Envelope.self)
                #expect(envelope !== kept && Resolver.resolve(Envelope.self) === envelope)
            }
        }
    }

    @Test("own defect D408: to ask each time is advised in a form that gives what is made asynchronously")
    func anInstanceOfTheApplicationMayNotKeepIt() async throws {
        try await withSandbox {
            Resolver.registerAsync { Envelope() }.scope(.message)
            Resolver.registerAsync { Inbox(try await $0.requireAsync()) }.scope(.application)
            try await ResolverScope.message.run {
                let error = try await #require(throws: ResolutionError.self) {
                    try await Resolver.requireAsync(Inbox.self)
                }
                guard case .captive(_, let keeper) = error.reason else { throw error }
                #expect(keeper.service.hasSuffix("Inbox") && error.service.hasSuffix("Envelope"))
                #expect(error.description.hasSuffix("the same scope, or ask with requireAsync() each time"))
            }
        }
    }

    @Test func aTaskThatOutlivesTheRunTrapsWhereItAsksAtOnce() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            beginProcess(isShown: false)
            Resolver.register { Envelope() }.scope(.message)
            let isOver = AsyncStream.makeStream(of: Void.self)
            let task = try await ResolverScope.message.run {
                // After the run, nobody is given an instance that it has kept.
                askForAnEnvelope()
                return Task {
                    for await _ in isOver.stream {}
                    askForAnEnvelope()
                }
            }
            isOver.continuation.finish()
            await task.value
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'ResolverTests.Envelope' is asked for after the run of its scope has ended  [ended-run]
                  asked for by   resolve()  ResolverTests/RuntimeTaskScopeTests.swift:\(askLine)
                  its scope      declared at ResolverTests/RuntimeTaskScopeTests.swift:\(scopeLine)
                  to mend it     wait, in the run, for the tasks that are started there, or begin a run of their own in them
                """)
    }
}
