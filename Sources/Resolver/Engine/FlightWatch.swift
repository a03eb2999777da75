/// Looks after waits for asynchronous constructions that take long.
///
/// A wait that is part of a circle is ended with the cycle's error: in such a circle, a construction may wait for its own
/// child tasks, which cannot be seen, so it is only believed after some time. Any other wait is reported once for each
/// construction, on standard error.
enum FlightWatch {
    /// In nanoseconds.
    private static let patience: UInt64 = 5_000_000_000

    // Sound because they are only touched under the engine's lock.
    nonisolated(unsafe) private static var waits: [ObjectIdentifier: FlightWait] = [:]
    nonisolated(unsafe) private static var isRunning = false

    /// Watches a wait that begins.
    static func watch(_ wait: FlightWait) {
        let mustRun = Lock.held {
            guard !wait.isOver else { return false }
            unsafe waits[ObjectIdentifier(wait)] = wait
            defer { unsafe isRunning = true }
            return unsafe !isRunning
        }
        if mustRun { Task.detached { await run() } }
    }

    /// Watches a wait no more.
    ///
    /// Under the engine's lock.
    static func forget(_ wait: FlightWait) { unsafe waits[ObjectIdentifier(wait)] = nil }

    /// Looks at all waits once a second, for as long as there are any.
    private static func run() async {
        while true {
            try? await Task.sleep(nanoseconds: 1_000_000_000)
            let now = monotonicTime()
            let due = Lock.held { () -> [FlightWait]? in
                unsafe isRunning = unsafe !waits.isEmpty
                return unsafe isRunning ? waits.values.filter { now - $0.since >= patience } : nil
            }
            guard let due else { return }
            for wait in due { wait.examine() }
        }
    }
}
