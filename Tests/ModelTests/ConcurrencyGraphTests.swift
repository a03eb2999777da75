import Foundation
import Resolver
import TestSupport
import Testing

/// Services that need each other, made by many threads at once.
@Suite(.ownThreads) struct ConcurrencyGraphTests {
    /// A thread whose wait is over does not count as waiting, even if it has not woken yet.
    @Test func aWaitThatIsOverIsNoCycle() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let census = Census()
            for _ in 0..<rounds(3_000, debug: 1_000) {
                let resolver = Resolver()
                let betaHasBegun = Gate()
                resolver.register { () -> Alpha in
                    ensure(betaHasBegun.wait(), "the other thread has not begun")
                    return Alpha(registration: 1, argument: nil, needs: [], census: census)
                }.scope(.cached)
                resolver.register { resolver -> Beta in
                    betaHasBegun.open()
                    return Beta(registration: 2, argument: nil, needs: [resolver.resolve(Alpha.self)], census: census)
                }.scope(.cached)
                onThreads(2) { thread in
                    if thread == 0 { _ = resolver.resolve(Alpha.self) }
                    _ = resolver.resolve(Beta.self)
                }
            }
        }
    }

    /// Many threads make services that need each other without a cycle, in any order: each is made once.
    @Test func graphsWithoutACycleAreMade() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            for seed in 0..<UInt64(rounds(1_000, debug: 300)) {
                let graph = ServiceGraph(seed: seed, isCyclic: false)
                graph.resolveOnThreads()
                ensure(graph.made.value == graph.needs.count, "seed \(seed): made \(graph.made.value)")
            }
        }
    }

    /// Whatever the threads do first, one of them finds the cycle, and no thread waits for ever.
    @Test(arguments: 0..<UInt64(isSanitized ? 3 : 12))
    func graphsWithACycleAreReported(_ seed: UInt64) async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [seed] in
            beginProcess(isShown: false)
            ServiceGraph(seed: seed, isCyclic: true).resolveOnThreads()
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("[cycle]"), "seed \(seed): \(text)")
    }
}

/// Services by number; each is kept, and needs a few others.
private final class ServiceGraph: Sendable {
    let needs: [[Int]]
    let made = Counter()
    private let resolver = Resolver()
    private let seed: UInt64

    init(seed: UInt64, isCyclic: Bool) {
        self.seed = seed
        var random = Random(seed: seed)
        let count = 4 + random.below(8)
        var needs = (0..<count).map { number in
            number == 0 ? [] : (0..<random.below(3)).map { _ in random.below(number) }
        }
        // The last service needs the first, so that a thread that asks for the last one is sure to find the cycle.
        if isCyclic {
            needs[0].append(1 + random.below(count - 1))
            needs[needs[0][0]].append(0)
            needs[count - 1] += [0]
        }
        self.needs = needs
        let census = Census()
        for number in needs.indices {
            let (pause, needed) = (random.oneIn(3), needs[number])
            resolver.register(name: Resolver.Name("\(number)")) { [made] resolver -> Alpha in
                made.add()
                if pause { Thread.sleep(forTimeInterval: 0.000_1) }
                return Alpha(
                    registration: number, argument: nil,
                    needs: needed.map { resolver.resolve(Alpha.self, name: Resolver.Name("\($0)")) }, census: census)
            }.scope(random.oneIn(3) ? .shared : .cached)
        }
    }

    func resolveOnThreads() {
        let held = Locked<[Alpha]>([])
        onThreads(5) { [self] thread in
            var random = Random(seed: seed &* 31 &+ UInt64(thread))
            for number in needs.indices.shuffled(using: &random) {
                let alpha = resolver.resolve(Alpha.self, name: Resolver.Name("\(number)"))
                held.withLock { $0.append(alpha) }
            }
        }
    }
}
