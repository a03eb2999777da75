import Foundation
import Synchronization

/// Random numbers that follow from a seed (SplitMix64).
struct Random: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

/// A number that threads can count up.
final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    @discardableResult
    func add(_ number: Int = 1) -> Int { count.add(number, ordering: .sequentiallyConsistent).newValue }
}

/// Random choices inside factories, which do not know which worker's thread runs them.
enum Chance {
    private static let count = Atomic<UInt64>(0)

    static func oneIn(_ number: UInt64) -> Bool {
        var random = Random(seed: count.add(1, ordering: .relaxed).newValue)
        return random.next() % number == 0
    }
}

/// Makes a factory slow, so that other threads wait for it.
func linger() { usleep(200) }

/// Writes a line at once, as the next step may end the program.
func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

/// Ends the program, and describes the failure.
func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("soak: \(text)\n".utf8))
    Progress.report()
    exit(1)
}

/// What each worker is doing.
enum Progress {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var steps: [Int: (count: Int, what: String)] = [:]

    /// Notes what a worker begins to do.
    static func note(_ worker: Int, _ what: String) {
        lock.withLock { steps[worker] = ((steps[worker]?.count ?? 0) + 1, what) }
    }

    static var total: Int { lock.withLock { steps.values.reduce(0) { $0 + $1.count } } }

    /// Ends the program if a worker has made no step since the last check.
    static func checkAdvance(since former: inout [Int: Int], _ interval: Duration) {
        let now = lock.withLock { steps.mapValues(\.count) }
        if let (worker, _) = former.first(where: { now[$0.key] == $0.value }) {
            fail("worker \(worker) hangs: it has not ended a step for \(interval)")
        }
        former = now
    }

    static func report() {
        let text = lock.withLock {
            steps.sorted { $0.key < $1.key }.map { "  worker \($0.key): step \($0.value.count), \($0.value.what)\n" }
        }
        FileHandle.standardError.write(Data(text.joined().utf8))
    }
}

/// The resident memory of this process; nil if the system does not tell.
func residentBytes() -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let fields = text.split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
}

/// Runs a body several times at once, and returns the results.
func atOnce<Result: Sendable>(_ count: Int, _ body: @Sendable () -> Result) -> [Result] {
    let results = Results<Result>()
    DispatchQueue.concurrentPerform(iterations: count) { _ in results.add(body()) }
    return results.all
}

/// A list to which threads add; the thread sanitizer sees its lock.
final class Results<Value>: @unchecked Sendable {
    // Sound because the list is guarded by the lock.
    private let lock = NSLock()
    private var values: [Value] = []

    func add(_ value: Value) { lock.withLock { values.append(value) } }
    var all: [Value] { lock.withLock { values } }
}
