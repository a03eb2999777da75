import Foundation
import Resolver
import Testing

/// Random sequences of steps against `ReferenceModel`.
///
/// To take one of them again, with more steps:
/// `MODEL_SEED=17 MODEL_STEPS=5000 swift test --filter ModelTests.ModelTests`
@Suite struct ModelTests {
    static let seeds: [UInt64] =
        ProcessInfo.processInfo.environment["MODEL_SEED"].flatMap { UInt64($0) }.map { [$0] }
        ?? Array(1...UInt64(rounds(300, debug: 100)))
    static let steps = ProcessInfo.processInfo.environment["MODEL_STEPS"].flatMap { Int($0) } ?? 250

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
