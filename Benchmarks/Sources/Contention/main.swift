import BenchmarkServices
import Dispatch
import Resolver
import Synchronization

import class Foundation.Thread
import func Foundation.fflush

// Measures writes while 16 threads do nothing but read kept services: registering in main and in a resolver that nobody reads,
// resetting, and a first use (own defect A15). Also measures how long threads take that wait for an instance which cannot be
// kept (A13).
//
// usage: Contention [SECONDS]

let readers = 16
let seconds = CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 20

extension ResolverScope {
    /// The scope that is reset while its instances are read.
    static let contended = ResolverScopeCache()
}

extension Numeral {
    /// The type, after making the metadata that its registration needs.
    static func ready() -> any Numeral.Type {
        _ = ObjectIdentifier(Numbered<Self>.self)
        return self
    }

    static func register() { Resolver.register { Numbered<Self>() } }
}

/// The durations of one kind of write, in microseconds.
struct Durations {
    private var all: [Double] = []

    /// Runs a body, and notes how long it takes.
    mutating func measure(_ body: () -> Void) {
        let start = DispatchTime.now().uptimeNanoseconds
        body()
        all.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1_000)
    }

    /// Prints a line of the table; the aims are in microseconds.
    func report(_ name: String, mean meanAim: Double? = nil, rare rareAim: Double? = nil) {
        let sorted = all.sorted()
        let mean = sorted.reduce(0, +) / Double(sorted.count)
        let rare = sorted[min(sorted.count - 1, sorted.count * 999 / 1_000)]
        print(
            "| \(name) | \(sorted.count) | \(judged(mean, meanAim)) | \(judged(rare, rareAim)) | \(tenths(sorted.last ?? 0)) |"
        )
    }

    private func judged(_ figure: Double, _ aim: Double?) -> String {
        guard let aim else { return tenths(figure) }
        return "\(tenths(figure)), aim ≤ \(Int(aim)): \(figure <= aim ? "met" : "**missed**")"
    }

    private func tenths(_ figure: Double) -> String { "\((figure * 10).rounded() / 10)" }
}

Resolver.register { SystemClock(offset: 1) as any Settings }.scope(.application)
Resolver.register { SystemClock(offset: 2) as any Session }.scope(.contended)
Resolver.register { SystemClock(offset: 3) as any Profile }.scope(.contended)
Resolver.register { SystemClock() as any Draft }

let isOver = Atomic(false)
let (started, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
for _ in 0..<readers {
    Thread.detachNewThread {
        started.signal()
        while !isOver.load(ordering: .relaxed) {
            for _ in 0..<100 {
                _ = Resolver.resolve((any Settings).self)
                _ = Resolver.resolve((any Session).self)
            }
        }
        ended.signal()
    }
}
for _ in 0..<readers { started.wait() }

var (apart, new, again, read, reset, firstUse) = (
    Durations(), Durations(), Durations(), Durations(), Durations(), Durations()
)
// Made beforehand, as the first use of a type makes its metadata.
var types = numerals(20_000).map { $0.ready() }[...]
func repeatedly(_ body: () -> Void) {
    let end = DispatchTime.now().uptimeNanoseconds + UInt64(seconds / 2 * 1_000_000_000)
    while DispatchTime.now().uptimeNanoseconds < end { body() }
}
repeatedly {
    // A resolver that no reader has seen yet.
    let resolver = Resolver()
    apart.measure { resolver.register { SystemClock() as any Upload } }
    again.measure { Resolver.register { SystemClock() as any Draft } }
    reset.measure { ResolverScope.contended.reset() }
    firstUse.measure { _ = Resolver.resolve((any Profile).self) }
}
// In a loop of its own, as these writes take instances away and make the table grow.
repeatedly {
    // If the loop is fast, the types are used up before it ends.
    if let type = types.popFirst() { new.measure { type.register() } }
    read.measure { Resolver.register { SystemClock(offset: 2) as any Session }.scope(.contended) }
}
isOver.store(true, ordering: .relaxed)
for _ in 0..<readers { ended.wait() }

/// The seconds until all of some threads have their service, which they ask for at once.
///
/// The instance cannot be kept, and making it takes a fifth of a second.
func secondsWhereNothingIsKept(threads: Int) -> Double {
    struct Reading { let value = 1 }
    let resolver = Resolver()
    resolver.register { () -> Reading in
        Thread.sleep(forTimeInterval: 0.2)
        return Reading()
    }.scope(.shared)
    let begun = DispatchTime.now().uptimeNanoseconds
    for _ in 0..<threads {
        Thread.detachNewThread {
            _ = resolver.resolve(Reading.self)
            ended.signal()
        }
    }
    for _ in 0..<threads { ended.wait() }
    return Double(DispatchTime.now().uptimeNanoseconds - begun) / 1_000_000_000
}

print("Beside \(readers) threads that read kept services, for \(seconds) s. Times in µs.\n")
print("| what | times | mean | 99.9th percentile | longest |")
print("| --- | ---: | ---: | ---: | ---: |")
apart.report("register in a resolver that nobody reads", mean: 50, rare: 50_000)
new.report("register a new type in main")
again.report("register again what nobody reads", mean: 50, rare: 50_000)
read.report("register again what the threads read")
reset.report("reset a scope with two instances", mean: nil)
firstUse.report("first use of a kept service")
let together = (secondsWhereNothingIsKept(threads: 8) * 100).rounded() / 100
print(
    "\nEight threads at once for what cannot be kept, 0.2 s to make: \(together) s (the first alone, then the others).")
