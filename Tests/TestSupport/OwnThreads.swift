import Foundation
import Testing

/// Runs a test, or all of a suite, on threads of its own.
///
/// For tests whose processes last for seconds. Swift Testing waits for what a process writes by blocking threads: one for its
/// events, and one for each output that is observed. All other tests share as many as there are processors, and two of
/// those that wait are enough to hold up everything on two.
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
