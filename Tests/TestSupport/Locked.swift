import Foundation

/// A value behind a lock.
///
/// The thread sanitizer sees this lock; it does not see `Synchronization.Mutex` on Linux.
package final class Locked<Value>: @unchecked Sendable {
    // Sound because the lock guards the value. The tests must make sure that what they take out may be used on any thread.
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    /// Runs a body that may read and change the value.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
