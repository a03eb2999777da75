/// The end of something, for which tasks wait, also when they are cancelled.
@safe
final class Completion: @unchecked Sendable {
    // Sound because everything is guarded by the engine's lock.

    private(set) var isOver = false
    @exclusivity(unchecked) private var waiting = unsafe FewValues<UnsafeContinuation<Void, Never>>()

    /// Waits until it is over.
    ///
    /// The task then sees all that was done before the end. Taking the lock tells this to the thread sanitizer, which does not
    /// know of a continuation that was resumed before its task came to wait.
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

    /// Lets all waiting tasks go on.
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

    /// Makes the completion of a frame's making; the frame's word in the cell says that it is awaited.
    ///
    /// Under the engine's lock.
    static func ofMaking(_ frame: UInt) -> Completion {
        let end = Completion()
        unsafe ofMakings.append((frame, end))
        return end
    }

    /// Takes out the completions of a frame's making; the caller ends them without the lock.
    ///
    /// Under the engine's lock.
    static func takeMaking(_ frame: UInt) -> [Completion] {
        guard unsafe !ofMakings.isEmpty else { return [] }
        defer { unsafe ofMakings.removeAll { $0.frame == frame } }
        return unsafe ofMakings.filter { $0.frame == frame }.map(\.end)
    }
}
