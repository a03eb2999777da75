import BenchmarkServices
import Dispatch
import Resolver
import SafeFacade
import TypedDeclarations

import func Foundation.fflush

// What asynchronous constructions cost, and the end of a run with an asynchronous closer. They run in tasks on the system's
// threads, so that all is timed by the clock on the wall: run it where nothing else runs. What is done on one thread is in
// Operations.

/// Something that is measured, and what it is compared with.
struct Row {
    let name: String
    let aim: String
    /// Runs it a number of times.
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
    Row(name: "run, a closer that suspends", aim: "3,000 ns") {
        for _ in 0..<$0 { try? await Scope.request.run { consume(Container.shared.closed()) } }
    },
    Row(name: "a bare task's value", aim: "") {
        for _ in 0..<$0 { consume(await Task { SystemClock(offset: 1) as any Settings }.value) }
    },
    Row(name: "typed: async construction, and its reset", aim: "") {
        for _ in 0..<$0 {
            Scope.asked.reset()
            consume(try? await Container.shared.made())
        }
    },
]

/// Nanoseconds for each time.
func measure(_ row: Row, count: Int) async -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    await row.loop(count)
    return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count)
}

/// Keeps the optimiser from seeing that nothing is done with a value.
@_optimize(none)
func consume<Value>(_ value: Value) {}

print("| row | ns | aim |\n|---|---|---|")
for row in rows {
    let count = max(1, Int(4_000_000 / (await measure(row, count: 2_000))))
    var figures: [Double] = []
    for _ in 0..<21 { figures.append(await measure(row, count: count)) }
    print("| \(row.name) | \(Int(figures.sorted()[10].rounded())) | \(row.aim) |")
    fflush(nil)
}
