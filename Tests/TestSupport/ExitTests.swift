import Foundation
import Testing

// Functions for tests that run in a process of their own.

/// Returns the failure that a process has reported: the first headline that begins with `Resolver: ` and ends with an
/// identifier, and the rows below it.
package func failureText(
    _ result: ExitTest.Result?, id: String = "", sourceLocation: SourceLocation = #_sourceLocation
) throws -> String {
    let process = try #require(result, sourceLocation: sourceLocation)
    let output = String(decoding: process.standardErrorContent, as: UTF8.self)
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(
        lines.firstIndex { $0.hasPrefix("Resolver: ") && $0.hasSuffix(id) }, "no report in: \(output)",
        sourceLocation: sourceLocation)
    let rows = lines[(start + 1)...].prefix { $0.hasPrefix("  ") }
    return ([lines[start]] + rows).joined(separator: "\n")
}

/// Ensures a condition in the process of an exit test, where `#expect` would pass on neither the line nor values.
package func ensure(_ condition: Bool, _ comment: @autoclosure () -> String = "", line: UInt = #line) {
    if !condition { Issue.record("line \(line) \(comment())") }
}

/// Ends the process if it has not ended by itself in time, so that nothing hangs; call it first.
///
/// The process of an exit test is silent. If `isShown` is true, the parent's standard error shows what the process writes,
/// unless the test observes that.
package func beginProcess(seconds: Double = 300, isShown: Bool = true) {
    #if os(Linux)
    if isShown {
        let descriptor = open("/proc/\(getppid())/fd/2", O_WRONLY | O_APPEND)
        if descriptor >= 0 { dup2(descriptor, STDERR_FILENO) }
    }
    #endif
    Thread.detachNewThread {
        Thread.sleep(forTimeInterval: seconds * (isSanitized ? 4 : 1))
        fatalError("nothing has come of it for \(seconds) seconds")
    }
}

/// Ends the process as failed, as soon as it has written a text to standard error; call it first.
///
/// This is for code that goes on for ever after it has reported a failure.
package func endProcess(onceItHasWritten text: String) {
    let (output, pipe) = (dup(STDERR_FILENO), Pipe())
    dup2(pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
    Thread.detachNewThread {
        var written = Data()
        while !String(decoding: written, as: UTF8.self).contains(text) {
            let data = pipe.fileHandleForReading.availableData
            data.withUnsafeBytes { _ = write(output, $0.baseAddress, $0.count) }
            written += data
        }
        exit(EXIT_FAILURE)
    }
}

/// Whether a sanitizer is active, under which everything takes up to ten times as long.
package let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil

/// Returns a number of rounds, which is smaller in debug builds and under a sanitizer.
package func rounds(_ count: Int, debug: Int) -> Int {
    #if DEBUG
    let rounds = debug
    #else
    let rounds = count
    #endif
    return isSanitized ? max(1, rounds / 10) : rounds
}
