import Foundation
import Testing

/// Runs a test, or all tests of a suite, on threads of their own.
///
/// It is for tests whose processes last for seconds. While a process runs, Swift Testing blocks threads to read its output: one
/// for its events, and one for each output that is observed. All tests share as many threads as there are processors. On a
/// machine with two, two waiting tests could hold up all others.
package struct OwnThreads: TestTrait, SuiteTrait, TestScoping {
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return try await function() }
        try await withTaskExecutorPreference(NewThreads(), operation: function)
    }
}

extension Trait where Self == OwnThreads {
    package static var ownThreads: Self { OwnThreads() }
}

/// Runs each part of a task on a new thread.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class NewThreads: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
