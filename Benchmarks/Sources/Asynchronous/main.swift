import BenchmarkServices
import Dispatch
import Resolver
import SafeFacade
import TypedDeclarations

import func Foundation.fflush

// What asynchronous services and runs of a task scope cost. What suspends runs in threads of the system's, so that all is
// timed by the clock on the wall: run it where nothing else runs.

/// Something that is measured, and what it is compared with.
struct Row {
    let name: String
    let aim: String
    /// Runs it a number of times.
    let loop: @Sendable (_ count: Int) async -> Void
}

extension Scope {
    static let run = TaskScope()
    static let asked = Cached()
}

extension Container {
    var asyncSettings: AsyncFactory<any Settings> { self { SystemClock(offset: 1) }.singleton }
    var asyncMade: AsyncFactory<any Settings> { self { SystemClock(offset: 1) }.scope(.asked) }
    var ofRun: Factory<any Settings> { self { SystemClock(offset: 1) }.scope(.run) }
    var closed: Factory<any Settings> { self { SystemClock(offset: 1) }.scope(.run).onClose { _, _ in } }
    var closedAsync: Factory<any Settings> {
        self { SystemClock(offset: 1) }.scope(.run).onClose { _, _ in await Task.yield() }
    }
}

Resolver.registerAsync { SystemClock(offset: 1) }.scope(.application)
Resolver.register { SystemTicker() as any Ticker }.scope(.application)
Resolver.register { SystemTicker() as any SharedTicker }.scope(.run)

let rows = [
    Row(name: "typed: singleton hit", aim: "") { for _ in 0..<$0 { consume(Container.shared.settings()) } },
    Row(name: "typed: async singleton hit", aim: "1.5 times the row above") {
        for _ in 0..<$0 { consume(try? await Container.shared.asyncSettings()) }
    },
    Row(name: "runtime: singleton hit", aim: "") { for _ in 0..<$0 { consume(Resolver.resolve((any Ticker).self)) } },
    Row(name: "runtime: async singleton hit", aim: "1.5 times the row above") {
        for _ in 0..<$0 { consume(try? await Resolver.requireAsync(SystemClock.self)) }
    },
    Row(name: "run of a task scope", aim: "1,000 ns") { for _ in 0..<$0 { try? await Scope.run.run {} } },
    Row(name: "run, a closer that does not suspend", aim: "1,000 ns") {
        for _ in 0..<$0 { try? await Scope.run.run { consume(Container.shared.closed()) } }
    },
    Row(name: "run, a closer that suspends", aim: "3,000 ns") {
        for _ in 0..<$0 { try? await Scope.run.run { consume(Container.shared.closedAsync()) } }
    },
    Row(name: "typed: singleton hit in a sandbox", aim: "") { count in
        withSandbox { for _ in 0..<count { consume(Container.shared.settings()) } }
    },
    Row(name: "typed: request-scoped hit", aim: "1.2 times the row above") { count in
        try? await Scope.run.run { for _ in 0..<count { consume(Container.shared.ofRun()) } }
    },
    Row(name: "runtime: singleton hit in a sandbox", aim: "") { count in
        withSandbox { for _ in 0..<count { consume(Resolver.resolve((any Ticker).self)) } }
    },
    Row(name: "runtime: request-scoped hit", aim: "1.2 times the row above") { count in
        try? await Scope.run.run { for _ in 0..<count { consume(Resolver.resolve((any SharedTicker).self)) } }
    },
    Row(name: "a bare task's value", aim: "") {
        for _ in 0..<$0 { consume(await Task { SystemClock(offset: 1) as any Settings }.value) }
    },
    Row(name: "typed: async construction, and its reset", aim: "") {
        for _ in 0..<$0 {
            Scope.asked.reset()
            consume(try? await Container.shared.asyncMade())
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
