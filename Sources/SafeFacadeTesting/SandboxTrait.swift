public import Resolver
public import SafeFacade
public import Testing

/// A trait that runs a test with registrations and instances of its own; see ``Testing/Trait/sandboxed``.
public struct SandboxTrait: TestTrait, SuiteTrait, TestScoping {
    /// What each sandbox starts with.
    public let contents: SandboxContents
    /// What is done in each sandbox before the test.
    private let setUp: @Sendable () async throws -> Void

    init(contents: SandboxContents, setUp: @escaping @Sendable () async throws -> Void) {
        self.contents = contents
        self.setUp = setUp
    }

    /// Whether the tests of a suite have the trait, too: each has a sandbox of its own, and not the suite one for all.
    public var isRecursive: Bool { true }

    /// Runs a test, or one case of a parameterised test, in a sandbox, and closes what that keeps when it has ended.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The case.
    ///   - function: What runs in the sandbox: the suite's initialiser, the test, and the suite's deinitialiser.
    /// - Throws: What the test throws, or else a `ClosingError`, if closers have thrown.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await withSandbox(contents) {
            try await SandboxContext.current.environment.closingAll {
                try await setUp()
                try await function()
            }
        }
    }
}

extension Trait where Self == SandboxTrait {
    /// Runs each test with a copy of the program's registrations, and with instances of its own.
    ///
    /// What a test registers, resolves or resets through either face, no other test sees, so that all run in parallel:
    ///
    /// ```swift
    /// @Suite(.sandboxed) struct InboxTests {
    ///     @Test func showsWhatIsLoaded() {
    ///         Container.shared.loader.register { MockLoader() }
    ///         #expect(Container.shared.inbox().rows.count == 3)
    ///     }
    /// }
    /// ```
    ///
    /// Of a suite, every test has a sandbox of its own, those of the suites inside it as well; of a parameterised test,
    /// every case. The suite's `init` and `deinit` run in it, too. A test in a sandboxed suite may state another: its
    /// sandbox is inside the suite's, and after that one's set-up a copy of it, or `.fresh` with nothing.
    ///
    /// When the test has ended, what the sandbox keeps is closed, as `onClose` says: a test that opens a pool of connections
    /// need not close its containers. A closer that throws fails the test. After a test that has used up its time limit nothing
    /// is closed.
    ///
    /// Tests of XCTest do it in `invokeTest`, which runs `setUp`, the test and `tearDown`, asynchronous ones as well; nothing is
    /// closed there:
    ///
    /// ```swift
    /// final class InboxTests: XCTestCase {
    ///     override func invokeTest() {
    ///         withSandbox { super.invokeTest() }
    ///     }
    /// }
    /// ```
    ///
    /// Detached tasks, threads and dispatch queues lose the sandbox, unless they take it along as a `SandboxContext`.
    public static var sandboxed: Self { sandboxed(.copied) }

    /// Runs each test with registrations and instances of its own.
    ///
    /// - Parameter contents: What each sandbox starts with: a copy of the program's registrations, or nothing, in which
    ///   case the registration hook runs again at the first resolution.
    /// - Returns: The trait.
    public static func sandboxed(_ contents: SandboxContents) -> Self {
        SandboxTrait(contents: contents, setUp: {})
    }

    /// Runs each test with registrations and instances of its own, and registers some first.
    ///
    /// ```swift
    /// @Suite(.sandboxed { $0.loader.register { MockLoader() } }) struct InboxTests { … }
    /// ```
    ///
    /// - Parameters:
    ///   - contents: What each sandbox starts with.
    ///   - setUp: Runs in each sandbox, before the test and its suite's initialiser; what it throws, the test throws.
    /// - Returns: The trait.
    public static func sandboxed(
        _ contents: SandboxContents = .copied, setUp: @escaping @Sendable (Container) async throws -> Void
    ) -> Self {
        SandboxTrait(contents: contents) { try await setUp(.shared) }
    }

    /// Runs each test with registrations and instances of its own, and fails it where it comes to what it should have mocked.
    ///
    /// ```swift
    /// @Suite(.sandboxed(requiringMocksOf: [\.network, \.database])) struct InboxTests { … }
    /// ```
    ///
    /// A test fails here that asks for the network, itself or through others, and has registered no other one: an issue is
    /// recorded that says who asked. The declared closure runs all the same. What is registered over the factory on either face
    /// counts as a mock, and so does what the declaration states for a context, with `onTest` for instance.
    ///
    /// - Parameters:
    ///   - factories: Key paths of the factories; of those that stand for a registration with `legacy()` it is not known.
    ///   - contents: What each sandbox starts with.
    ///   - setUp: Runs in each sandbox, before the test and its suite's initialiser; what it throws, the test throws.
    /// - Returns: The trait.
    public static func sandboxed(
        requiringMocksOf factories: @autoclosure @escaping @Sendable () -> [PartialKeyPath<Container>],
        _ contents: SandboxContents = .copied, setUp: @escaping @Sendable (Container) async throws -> Void = { _ in }
    ) -> Self {
        sandboxed(requiringMocksOf: factories(), of: Container.self, contents, setUp: setUp)
    }

    /// The same with factories of a container of your own.
    ///
    /// - Parameters:
    ///   - factories: Key paths of the factories.
    ///   - container: The type of the container.
    ///   - contents: What each sandbox starts with.
    ///   - setUp: Runs in each sandbox, before the test and its suite's initialiser; what it throws, the test throws.
    /// - Returns: The trait.
    public static func sandboxed<C: SharedContainer>(
        requiringMocksOf factories: @autoclosure @escaping @Sendable () -> [PartialKeyPath<C>], of container: C.Type,
        _ contents: SandboxContents = .copied, setUp: @escaping @Sendable (C) async throws -> Void = { _ in }
    ) -> Self {
        SandboxTrait(contents: contents) {
            C.addObserver(LiveServices(factories(), of: C.shared))
            try await setUp(.shared)
        }
    }

    /// Factory's trait.
    @available(*, unavailable, message: "write .sandboxed, or .sandboxed(.fresh), which begins with nothing registered")
    public static var container: Self { sandboxed }
}
