import Resolver
import Testing

/// Runs each test of a suite in a sandbox of its own, in which nothing is registered.
///
/// `.sandboxed(.fresh)` of SafeFacadeTesting also closes what a test has kept. Here, closing is what the tests are about.
package struct FreshSandbox: TestTrait, SuiteTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await withSandbox(.fresh) { try await function() }
    }
}

extension Trait where Self == FreshSandbox {
    package static var inFreshSandbox: Self { FreshSandbox() }
}
