import Foundation

/// A value that several threads may use.
///
/// `Mutex` of the standard library would do, but asks for macOS 15.
final class Locked<Value>: @unchecked Sendable {
    // Sound: `value` is reached through `withLock` alone, and no reference to it leaves the closure's scope
    // since `Result` must be sendable.
    private var value: Value
    private let lock = NSLock()

    init(_ value: sending Value) {
        self.value = value
    }

    func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
