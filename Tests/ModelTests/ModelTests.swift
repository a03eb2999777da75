import Foundation
import Resolver
import TestSupport
import Testing

/// Runs random sequences of steps against `ReferenceModel`.
///
/// This repeats one sequence, with more steps: `MODEL_SEED=17 MODEL_STEPS=5000 swift test --filter ModelTests.ModelTests`. With
/// `MODEL_SEEDS=100`, it runs 100 sequences from that seed on.
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

    /// Runs in a sandbox, where every resolution takes the path that looks for a sandbox.
    @Test(arguments: seeds)
    func sandboxedResolversDoWhatTheModelDoes(_ seed: UInt64) throws {
        try withSandbox(.fresh) { try ModelRun(seed: seed, steps: ModelTests.steps).run(isRootSettled: false) }
    }

    /// Runs in a process that never uses a sandbox, where most resolutions take the path without locks.
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
