import Resolver
import SafeFacade
import SafeFacadeTesting
import TestSupport
import Testing

private final class Inbox: Sendable {
    let loader: any Loading
    init(_ loader: any Loading) { self.loader = loader }
}
private struct Unplugged: Error {}

extension Container {
    fileprivate var network: Factory<any Loading> { self { LiveLoader() }.singleton }
    fileprivate static let lineOfInbox = #line + 1
    fileprivate var inbox: Factory<Inbox> { self { Inbox($0.network()) } }
    fileprivate var tested: Factory<any Loading> { self { LiveLoader() }.onTest { MockLoader() } }
    fileprivate var thread: ParameterFactory<Int, Conversation> { self { Conversation(id: $0) } }
    fileprivate var database: AsyncFactory<any Loading> { self { throw Unplugged() } }
    fileprivate var registered: Factory<any Loading> { legacy() }
    fileprivate var ofErrand: AsyncFactory<any Loading> { self { LiveLoader() }.scope(.errand) }
    fileprivate var other: Factory<any Loading> { self { LiveLoader() } }
    fileprivate var nothing: Factory<Conversation?> { self { nil } }
}

extension PaymentsContainer {
    fileprivate var bank: Factory<any Loading> { self { LiveLoader() } }
}

/// Runs an operation in the way in which a trait runs a test.
private func run(_ trait: SandboxTrait, _ operation: @escaping @Sendable () async throws -> Void) async throws {
    try await trait.provideScope(
        for: #require(Test.current), testCase: Test.Case.current, performing: operation)
}

/// Expects that an operation records issues with these texts.
private func expectIssues(
    _ expected: [String], _ trait: SandboxTrait, _ operation: @escaping @Sendable () async throws -> Void
) async throws {
    let found = Locked<[String]>([])
    try await withKnownIssue {
        try await run(trait, operation)
    } matching: { issue in
        found.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
        // The issue must be at the test, not somewhere in the library.
        return issue.sourceLocation == Test.current?.sourceLocation
    }
    #expect(found.withLock { $0 } == expected)
}

/// The issue about a factory that is asked for at a line.
private func live(_ factory: String, of container: String = "Container", _ line: Int) -> String {
    """
    \(container).\(factory) is live: this test must register a mock of it
      asked for at \(#fileID):\(line)
    """
}

@Suite struct LiveServicesTests {
    @Test func aLiveServiceFailsTheTestAndSaysWhoAsked() async throws {
        let expected = live("network", Container.lineOfInbox) + "\n  in Container.inbox"
        try await expectIssues([expected], .sandboxed(requiringMocksOf: [\.network])) {
            #expect(Container.shared.inbox().loader.origin == "live")
            // The service is kept, so it is reported once.
            _ = (Container.shared.network(), Container.shared.other())
        }
    }

    @Test func oneWithAParameterAndOneThatThrows() async throws {
        let line = #line + 4
        try await expectIssues(
            [live("thread", line), live("database", line + 1)], .sandboxed(requiringMocksOf: [\.thread, \.database])
        ) {
            _ = Container.shared.thread(42)
            await #expect(throws: Unplugged.self) { try await Container.shared.database() }
        }
    }

    @Test func oneThatGivesNil() async throws {
        let line = #line + 4
        try await expectIssues(
            [live("nothing", line), live("nothing", line + 2)], .sandboxed(requiringMocksOf: [\.nothing])
        ) {
            #expect(Container.shared.nothing() == nil)
            Resolver.register(\.nothing)
            #expect(Resolver.optional(Conversation.self) == nil)
        }
    }

    @Test func oneThatTheSetUpAsksFor() async throws {
        let line = #line + 4
        try await expectIssues(
            [live("other", line)],
            .sandboxed(requiringMocksOf: [\.other]) {
                _ = $0.other()
            }
        ) {}
    }

    @Test func aContainerOfYourOwn() async throws {
        let line = #line + 5
        try await expectIssues(
            [live("bank", of: "PaymentsContainer", line)],
            .sandboxed(requiringMocksOf: [\.bank], of: PaymentsContainer.self)
        ) {
            _ = PaymentsContainer.shared.bank()
        }
    }

    @Test func aCallThatIsRefusedHasReachedNothing() async throws {
        try await run(.sandboxed(requiringMocksOf: [\.ofErrand])) {
            await #expect(throws: ResolutionError.self) { try await Container.shared.ofErrand() }
        }
    }

    @Test func whatTheRuntimeFaceAsksFor() async throws {
        let line = #line + 3
        try await expectIssues([live("network", line)], .sandboxed(requiringMocksOf: [\.network])) {
            Resolver.register(\.network)
            _ = Resolver.resolve((any Loading).self)
        }
    }

    @Test func mocksOfEveryKindPass() async throws {
        try await run(
            .sandboxed(requiringMocksOf: [\.network, \.tested, \.thread]) {
                $0.network.register { MockLoader() }
            }
        ) {
            #expect(Container.shared.inbox().loader.origin == "mock")
            #expect(Container.shared.tested().origin == "mock")
            Container.shared.thread.register(when: .test) { _ in Conversation(id: 0) }
            #expect(Container.shared.thread(1).id == 0)
            Container.shared.network.reset()
            Resolver.register(\.network)
            Resolver.register { MockLoader() as any Loading }
            #expect(Container.shared.network().origin == "mock")
        }
    }

    @Test(.sandboxed(requiringMocksOf: [\.network])) func aTestThatAsksForOthersPasses() {
        #expect(Container.shared.other().origin == "live")
    }

    @Test func whatCannotBeKnownIsTold() async throws {
        try await expectIssues(
            [
                "number 1 of the list of what is to be mocked stands for a registration, which may be a mock",
                "number 2 of the list of what is to be mocked is no factory",
                "number 3 of the list of what is to be mocked is required(), and whatever is bound to it may be a mock",
            ], .sandboxed(requiringMocksOf: [\.registered, \.manager, \.unbound])
        ) {}
    }
}
