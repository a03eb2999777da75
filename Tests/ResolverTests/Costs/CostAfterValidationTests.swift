import Resolver
import ResolverDiagnostics
import TestSupport
import Testing

// A file of its own, as `validate` moves to the module ResolverDiagnostics: it then needs that import.

@Suite struct CostAfterValidationTests {
    @Test("own defect A19: resolutions are as fast again after a validation")
    func afterAValidation() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            Resolver.registerServices = nil
            Resolver.register { Tyre(inches: 1) }.scope(.unique)
            func validate() { ensure(Resolver.validate().problems.isEmpty) }
            ensureAsFastAgain(after: validate) {
                for _ in 0..<5_000 { _ = Resolver.resolve(Tyre.self) }
            }
        }
    }
}
