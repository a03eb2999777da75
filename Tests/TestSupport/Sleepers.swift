import Foundation

/// Threads that wait, so that another thread can find out that they are asleep.
package final class Sleepers: Sendable {
    private let threads = Locked<[String]>([])

    package init() {}

    /// Notes that the current thread is about to wait.
    package func join() {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        threads.withLock { $0.append(path.map { String($0.split(separator: "/").last ?? "") } ?? "") }
    }

    /// Returns once a number of threads have joined and have been asleep for a while, or after a minute.
    package func areAsleep(_ count: Int) {
        let end = Date(timeIntervalSinceNow: 60)
        var inARow = 0
        while inARow < 10, Date() < end {
            let threads = threads.withLock { $0 }
            inARow = threads.count == count && threads.allSatisfy(isAsleep) ? inARow + 1 : 0
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    private func isAsleep(_ thread: String) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8) else {
            return true
        }
        return text.split(separator: ")").last?.hasPrefix(" S") ?? true
    }
}
