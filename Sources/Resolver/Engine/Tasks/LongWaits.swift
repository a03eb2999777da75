/// A wait of asynchronous code, which may take for ever.
protocol LongWait: AnyObject, Sendable {
    /// When it began.
    ///
    /// Read under the engine's lock, as an ending that goes on changes it.
    var since: UInt64 { get }

    /// Whether nobody waits any more.
    var isOver: Bool { get }

    /// Ends a wait that can never end by itself; returns whether it was one.
    func endCircle() -> Bool

    /// The report of a wait that takes long, once; nil where another report names the cause.
    func report() -> FailureText?
}

/// Looks after waits of asynchronous code that take long.
///
/// A wait for a construction that is part of a circle is ended with the cycle's error. That needs some time: whether a
/// construction waits for its own child tasks cannot be seen, so such a circle is only believed when it lasts. Any other wait
/// is reported once, on standard error.
///
/// A thread of its own does this. What waits may have taken all threads on which tasks run, which are as many as there are
/// processors: a closer that blocks takes the only one of a small server.
package enum LongWaits {
    /// How long a wait may take before it is looked at, in nanoseconds; tests set it.
    ///
    /// Guarded by the engine's lock.
    nonisolated(unsafe) private static var patienceWord: UInt64 = 5_000_000_000

    // Sound because they are only touched under the engine's lock.
    nonisolated(unsafe) private static var waits: [ObjectIdentifier: any LongWait] = [:]
    nonisolated(unsafe) private static var isRunning = false

    /// How long a wait may take before it is looked at, in nanoseconds.
    package static var patience: UInt64 {
        get { Lock.held { unsafe patienceWord } }
        set { Lock.held { unsafe patienceWord = newValue } }
    }

    /// How many waits there are now; tests look at it.
    package static var count: Int { Lock.held { unsafe waits.count } }

    /// Watches a wait that begins.
    static func watch(_ wait: some LongWait) {
        let mustRun = Lock.held {
            guard !wait.isOver else { return false }
            unsafe waits[ObjectIdentifier(wait)] = wait
            defer { unsafe isRunning = true }
            return unsafe !isRunning
        }
        // Where no thread can be made, a wait that begins later tries again.
        if mustRun, startThread({ run() }) != 0 { Lock.held { unsafe isRunning = false } }
    }

    /// Watches a wait no more.
    ///
    /// Under the engine's lock.
    static func forget(_ wait: some LongWait) { unsafe waits[ObjectIdentifier(wait)] = nil }

    /// Whether a wait has taken long by now.
    ///
    /// Under the engine's lock, where no wait can begin meanwhile.
    static func isDue(_ wait: any LongWait) -> Bool { unsafe monotonicTime() - wait.since >= patienceWord }

    /// Looks at all waits now and then, for as long as there are any.
    ///
    /// It may release the last reference to a wait, and cancel tasks: some code of the program runs on this thread, outside of
    /// the lock.
    private static func run() {
        while true {
            sleepThread(nanoseconds: patience / 5)
            let due = Lock.held { () -> [any LongWait]? in
                unsafe isRunning = unsafe !waits.isEmpty
                // The longest first, so that it is always the same call of a circle that gets the error.
                return unsafe isRunning ? waits.values.filter(isDue).sorted { $0.since < $1.since } : nil
            }
            guard let due else { return }
            let ended = due.filter { $0.endCircle() }
            // The constructions that waited for those can go on now.
            if !ended.isEmpty { continue }
            // Thousands of requests may each wait for their own instance of one service: one report stands for all.
            var headlines: Set<String> = []
            for report in due.compactMap({ $0.report() }) where headlines.insert(report.headline).inserted {
                report.write()
            }
        }
    }
}
