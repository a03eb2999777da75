import Foundation
import Resolver
import TestSupport
import Testing

/// Random sequences of steps against `ReferenceModel`.
///
/// To take one of them again, with more steps:
/// `MODEL_SEED=17 MODEL_STEPS=5000 swift test --filter ModelTests.ModelTests`; `MODEL_SEEDS=100` takes 100 from there on.
@Suite(.ownThreads) struct ModelTests {
    static let seeds: [UInt64] = {
        let first = number("MODEL_SEED")
        let count = number("MODEL_SEEDS") ?? (first == nil ? rounds(300, debug: 100) : 1)
        return (0..<count).map { UInt64((first ?? 1) + $0) }
    }()
    static let steps = number("MODEL_STEPS") ?? 250

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
    }

    /// In a sandbox, where every resolution takes the path that looks for one.
    @Test(arguments: seeds)
    func sandboxedResolversDoWhatTheModelDoes(_ seed: UInt64) throws {
        try withSandbox(.fresh) { try ModelRun(seed: seed, steps: ModelTests.steps).run(isRootSettled: false) }
    }

    /// In a process that never used a sandbox, where most take the path without locks.
    @Test func resolversOfTheDefaultSandboxDoWhatTheModelDoes() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            for seed in ModelTests.seeds {
                Resolver.reset()
                do {
                    try ModelRun(seed: seed, steps: ModelTests.steps).run(isRootSettled: true)
                } catch {
                    fatalError("\(error)")
                }
            }
        }
    }
}
