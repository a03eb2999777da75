public import Resolver
public import SafeFacade
public import Testing

/// A trait that runs a test with registrations and instances of its own; see ``Testing/Trait/sandboxed``.
public struct SandboxTrait: TestTrait, SuiteTrait, TestScoping {
    /// The contents with which each sandbox starts.
    public let contents: SandboxContents
    /// The set-up, which runs in each sandbox before the test.
    let setUp: @Sendable () async throws -> Void

    /// Whether the tests of a suite have the trait, too: it is true, so each test has a sandbox of its own, instead of one for
    /// the suite.
    public var isRecursive: Bool { true }

    /// Runs a test, or one case of a parameterised test, in a sandbox, and then closes what the sandbox keeps.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The case.
    ///   - function: What runs in the sandbox: the suite's initialiser, the test, and the suite's deinitialiser.
    /// - Throws: The test's error; if there is none, a `ClosingError` if closers have thrown.
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
    /// What a test registers, resolves or resets through either face is invisible to other tests, so that all run in parallel:
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
    /// Each test of a suite and of the suites inside it has a sandbox of its own; so has each case of a parameterised test. The
    /// suite's `init` and `deinit` run in that sandbox, too.
    ///
    /// A test in a sandboxed suite may state a sandbox of its own, which is inside the suite's. It starts as a copy of the
    /// suite's sandbox after its set-up, or with nothing if it is `.fresh`.
    ///
    /// When the test has ended, what the sandbox keeps is closed, as `onClose` says: a test that opens a pool of connections
    /// need not close its containers. If a closer throws, the test fails. If a test has been cancelled, by its time limit or
    /// by `Test.cancel()`, nothing is closed.
    ///
    /// A test of XCTest makes its sandbox in `invokeTest`. That runs `setUp`, the test and `tearDown`, also asynchronous ones.
    /// Nothing is closed there:
    ///
    /// ```swift
    /// final class InboxTests: XCTestCase {
    ///     override func invokeTest() {
    ///         withSandbox { super.invokeTest() }
    ///     }
    /// }
    /// ```
    ///
    /// Detached tasks, threads and dispatch queues lose the sandbox, unless they take it with them as a `SandboxContext`.
    public static var sandboxed: Self { sandboxed(.copied) }

    /// Runs each test with registrations and instances of its own.
    ///
    /// - Parameter contents: The contents with which each sandbox starts: a copy of the program's registrations, or nothing.
    ///   With nothing, the registration hook runs again at the first resolution.
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
    ///   - contents: The contents with which each sandbox starts.
    ///   - setUp: Runs in each sandbox, before the test and its suite's initialiser; if it throws, the test fails with that
    ///     error.
    /// - Returns: The trait.
    public static func sandboxed(
        _ contents: SandboxContents = .copied, setUp: @escaping @Sendable (Container) async throws -> Void
    ) -> Self {
        SandboxTrait(contents: contents) { try await setUp(.shared) }
    }

    /// Runs each test with registrations and instances of its own, and fails it if it uses a service that it should have
    /// mocked.
    ///
    /// ```swift
    /// @Suite(.sandboxed(requiringMocksOf: [\.network, \.database])) struct InboxTests { … }
    /// ```
    ///
    /// In this example, a test fails if it asks for the network, itself or through others, and has registered no other network.
    /// An issue is recorded that says who asked; the declared closure runs all the same. A registration over the factory on
    /// either face counts as a mock, also one that the program or the container has made. So does a closure that the declaration
    /// states for a context, for instance with `onTest`.
    ///
    /// - Parameters:
    ///   - factories: Key paths of the factories. One that is declared with `legacy()` or `required()` is refused with an issue,
    ///     as it is not known whether what it gives is a mock.
    ///   - contents: The contents with which each sandbox starts.
    ///   - setUp: Runs in each sandbox, before the test and its suite's initialiser; if it throws, the test fails with that
    ///     error.
    /// - Returns: The trait.
    public static func sandboxed(
        requiringMocksOf factories: @autoclosure @escaping @Sendable () -> [PartialKeyPath<Container>],
        _ contents: SandboxContents = .copied, setUp: @escaping @Sendable (Container) async throws -> Void = { _ in }
    ) -> Self {
        sandboxed(requiringMocksOf: factories(), of: Container.self, contents, setUp: setUp)
    }

    /// Does the same with factories of a container of your own.
    ///
    /// - Parameters:
    ///   - factories: Key paths of the factories.
    ///   - container: The type of the container.
    ///   - contents: The contents with which each sandbox starts.
    ///   - setUp: Runs in each sandbox, before the test and its suite's initialiser; if it throws, the test fails with that
    ///     error.
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
