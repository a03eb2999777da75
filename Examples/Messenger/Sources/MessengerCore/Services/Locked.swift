import Foundation

/// A value that several threads may use.
///
/// `Mutex` of the standard library would do, but asks for macOS 15.
final class Locked<Value: Sendable>: @unchecked Sendable {
    // Sound: every access of `value` is made under the lock. `Value` is sendable, so a copy or a reference that a closure
    // takes out of it may be used on any thread.
    private var value: Value
    private let lock = NSLock()

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
