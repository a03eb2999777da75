import Foundation
import Resolver
import SafeFacade

// Random work on both faces by threads and tasks; see Scripts/soak.
//
// usage: Soak SECONDS [SEED] [--no-memory]    without the check of memory, for a sanitizer's run

let arguments = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("-") }
guard let seconds = arguments.first.flatMap({ Double($0) }), arguments.count <= 2 else {
    fail("usage: Soak SECONDS [SEED] [--no-memory]")
}
let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? UInt64.random(in: 1...999_999)
let checksMemory = !CommandLine.arguments.contains("--no-memory")
let threads = 4
let tasks = 3
say("soak of \(seconds) s with seed \(seed)")

func soak() {
    let end = ContinuousClock.now + .seconds(seconds)
    // The sandboxes are opened before the registration hook has run, so that each of them runs it.
    let sandboxes = (0..<2).map { _ in withSandbox { SandboxContext.current } }
    let arenas = [SandboxContext.current] + sandboxes
    @Sendable func random(_ number: Int) -> Random { Random(seed: seed &* 1_000 &+ UInt64(number)) }
    let group = DispatchGroup()
    for number in 0..<threads {
        group.enter()
        Thread.detachNewThread {
            var worker = Worker(number: number, random: random(number), arenas: arenas)
            worker.work(until: end)
            group.leave()
        }
    }
    for number in threads..<threads + tasks {
        group.enter()
        Task {
            var worker = TaskWorker(number: number, random: random(number), arenas: arenas)
            await worker.work(until: end)
            group.leave()
        }
    }

    var memory: [Int] = []
    var former: [Int: Int] = [:]
    // Even a short run makes several checks.
    let interval = Duration.seconds(min(30, max(1, seconds / 3)))
    var looked = ContinuousClock.now
    while group.wait(timeout: .now() + 0.25) == .timedOut {
        if let bytes = residentBytes() { memory.append(bytes) }
        let now = ContinuousClock.now
        if now > end + .seconds(30) { fail("a worker hangs: it has not ended half a minute after the run") }
        // Near the end, a worker may not begin another step.
        guard now - looked > interval, now < end else { continue }
        Progress.checkAdvance(since: &former, interval)
        looked = now
    }
    report(memory)
}

/// Compares the memory of the second quarter with that of the last.
func report(_ memory: [Int]) {
    guard checksMemory, memory.count >= 16 else { return }
    func median(_ part: ArraySlice<Int>) -> Int { part.sorted()[part.count / 2] }
    let quarter = memory.count / 4
    let (early, late) = (median(memory[quarter..<quarter * 2]), median(memory[(quarter * 3)...]))
    say("resident memory: \(early / 1_024) KB in the second quarter, \(late / 1_024) KB in the last")
    if late - early > 4 << 20 { fail("memory grows: from \(early) to \(late) bytes") }
}

soak()
say("\(Progress.total) steps, \(Thing.made) instances")
// Nothing may be left of what the sandboxes kept, nor, after a reset, of what the process kept.
Resolver.reset()
for scope in [ResolverScope.application, .cached, .shared, .session] { scope.reset() }
Container.shared.reset()
// When a thread's body has ended, the thread may hold for a moment what the body captured.
for _ in 0..<100 where Thing.count != 0 { Thread.sleep(forTimeInterval: 0.05) }
if Thing.count != 0 { fail("\(Thing.count) instances are left after everything was reset") }
say("nothing found")
