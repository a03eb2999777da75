import BenchmarkServices
import Dispatch
import Operations
import Resolver
import SafeFacade
import TypedDeclarations

import func Foundation.fflush

// Measures asynchronous constructions, and the end of a run with an asynchronous closer. They run in tasks on the system's
// threads, so wall-clock time is measured: run this on an idle machine. Each round also measures one direct construction, as
// Ratios does. Operations has the asynchronous services that one thread can run.

/// An operation to measure, and its aim.
struct Row {
    let name: String
    /// The aim, in direct constructions.
    let aim: Double?
    /// Runs the operation a number of times.
    let loop: @Sendable (_ count: Int) async -> Void
}

extension Scope {
    static let asked = Cached()
}

extension Container {
    var made: AsyncFactory<any Settings> { self { SystemClock(offset: 1) }.scope(.asked) }
    var closed: Factory<any Settings> {
        self { SystemClock(offset: 1) }.scope(.request).onClose { _, _ in await Task.yield() }
    }
}

let rows = [
    // The design states 3 µs, for a machine on which a direct construction takes 21 ns.
    Row(name: "run, a closer that suspends", aim: 143) {
        for _ in 0..<$0 { try? await Scope.request.run { consume(Container.shared.closed()) } }
    },
    Row(name: "a bare task's value", aim: nil) {
        for _ in 0..<$0 { consume(await Task { SystemClock(offset: 1) as any Settings }.value) }
    },
    Row(name: "typed: async construction, and its reset", aim: nil) {
        for _ in 0..<$0 {
            Scope.asked.reset()
            consume(try? await Container.shared.made())
        }
    },
]

/// The nanoseconds that one time takes.
func measure(_ loop: @Sendable (_ count: Int) async -> Void, count: Int) async -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    await loop(count)
    return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count)
}

let construct = Operation.unit.prepare()
print("| row | ns | ratio | aim | |\n|---|---:|---:|---|---|")
for row in rows {
    let count = max(1, Int(4_000_000 / (await measure(row.loop, count: 2_000))))
    var (times, ratios): ([Double], [Double]) = ([], [])
    for _ in 0..<21 {
        let unit = await measure({ construct($0) }, count: 20_000)
        let time = await measure(row.loop, count: count)
        times.append(time)
        ratios.append(time / unit)
    }
    let ratio = median(ratios)
    let (aim, verdict) = row.aim.map { ("≤ \(Int($0))", ratio <= $0 ? "met" : "**missed**") } ?? ("", "")
    print("| \(row.name) | \(Int(median(times).rounded())) | \(Int(ratio.rounded())) | \(aim) | \(verdict) |")
    fflush(nil)
}
