/// The end of something, which tasks wait for without being cancelled.
@safe
final class Completion: @unchecked Sendable {
    // Sound because everything is guarded by the engine's lock.

    private(set) var isOver = false
    @exclusivity(unchecked) private var waiting = unsafe FewValues<UnsafeContinuation<Void, Never>>()

    /// Waits until it is over.
    ///
    /// What was done before the end can be seen then. Taking the lock says so to the thread sanitizer, which is not told
    /// of a continuation that was resumed before its task came to wait.
    @inline(__always)
    func wait() async {
        await unsafe withUnsafeContinuation { continuation in
            let isOver = Lock.held {
                if !self.isOver { unsafe waiting.append(continuation) }
                return self.isOver
            }
            if isOver { unsafe continuation.resume() }
        }
        Lock.held {}
    }

    /// Lets all go on who wait.
    func end() {
        let waiting = unsafe Lock.held {
            isOver = true
            defer { unsafe self.waiting = unsafe FewValues() }
            return unsafe self.waiting
        }
        unsafe waiting.each { unsafe $0.resume() }
    }

    // Sound because it is only touched under the engine's lock.
    nonisolated(unsafe) private static var ofMakings: [(frame: UInt, end: Completion)] = []

    /// The end of what a frame makes; the frame knows that it is awaited.
    ///
    /// Under the engine's lock.
    static func ofMaking(_ frame: UInt) -> Completion {
        let end = Completion()
        unsafe ofMakings.append((frame, end))
        return end
    }

    /// Takes those that wait for what a frame makes, to be ended without the lock.
    ///
    /// Under the engine's lock.
    static func takeMaking(_ frame: UInt) -> [Completion] {
        guard unsafe !ofMakings.isEmpty else { return [] }
        defer { unsafe ofMakings.removeAll { $0.frame == frame } }
        return unsafe ofMakings.filter { $0.frame == frame }.map(\.end)
    }
}
