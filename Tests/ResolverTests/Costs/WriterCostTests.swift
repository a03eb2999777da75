import Resolver
import TestSupport
import Testing

private final class Board: Sendable {}

private let readers = 16
private let rounds = 5_000

/// How much readers work while a writer does something, as a multiple of the writer's own work.
///
/// If the writer never waits, that is at most the number of readers. If the system makes the writer wait for its turn, it is
/// some times as much. A hundred times as much means that the writer has waited for the readers.
private func readersWork(during body: @escaping @Sendable (Int) -> Void) -> Double {
    let reading = processorTime { for _ in 0..<rounds { _ = Resolver.resolve(Board.self) } } / Double(rounds)
    let writing = processorTime { for number in 0..<rounds { body(number) } }
    let state = Locked((isDone: false, isCounting: false, reads: 0))
    let barrier = Barrier(of: readers + 1)
    onThreads(readers + 1) { index in
        barrier.attend()
        if index == readers {
            state.withLock { $0.isCounting = true }
            for number in 0..<rounds { body(number) }
            state.withLock { $0.isDone = true }
            return
        }
        while !state.withLock({ $0.isDone }) {
            for _ in 0..<1_000 { _ = Resolver.resolve(Board.self) }
            state.withLock { if $0.isCounting { $0.reads += 1_000 } }
        }
    }
    return Double(state.withLock { $0.reads }) * reading / writing
}

private enum Writing: String, CaseIterable, Codable, Sendable {
    case registering, replacing, options

    func write(_ number: Int) {
        switch self {
        case .registering: Resolver.register(name: Resolver.Name("\(number)")) { Tyre(inches: 1) }
        case .replacing: Resolver.register { Tyre(inches: number) }
        case .options: Resolver.register { Radio() }.scope(.cached)
        }
    }
}

@Suite struct WriterCostTests {
    @Test("own defect A15: who registers what nobody has seen does not wait for readers", arguments: Writing.allCases)
    fileprivate func registeringDoesNotWaitForReaders(_ writing: Writing) async {
        await #expect(processExitsWith: .success) { [writing] in
            beginProcess()
            Resolver.registerServices = nil
            Resolver.register { Board() }.scope(.application)
            let work = readersWork { writing.write($0) }
            ensure(work < 100, "\(work)")
        }
    }

    @Test("own defect A15: while one thread waits for readers, another registers")
    func anotherRegistersMeanwhile() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            Resolver.registerServices = nil
            Resolver.register { Board() }.scope(.application)
            let isDone = Locked(false)
            onThreads(2) { index in
                if index == 0 {
                    // Drops instances that readers have seen, and so waits for the readers repeatedly.
                    while !isDone.withLock({ $0 }) { ResolverScope.application.reset() }
                    return
                }
                let work = readersWork { Writing.registering.write($0) }
                ensure(work < 100, "\(work)")
                isDone.withLock { $0 = true }
            }
        }
    }
}
