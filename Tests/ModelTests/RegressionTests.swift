import Resolver
import Testing

/// What random sequences and threads have found, each as the shortest program that shows it.
@Suite struct RegressionTests {
    private let ledger = Ledger()
    private func alpha(_ number: Int = 0) -> Alpha {
        Alpha(registration: number, argument: nil, needs: [], ledger: ledger)
    }

    @Test func resettingTheScopeAnInstanceHadBeforeLeavesIt() {
        let resolver = Resolver()
        let (before, after) = (ResolverScopeCache(), ResolverScopeCache())
        let options = resolver.register { alpha() }.scope(before)
        _ = resolver.resolve(Alpha.self)
        options.scope(after)
        let kept = resolver.resolve(Alpha.self)
        before.reset()
        #expect(resolver.resolve(Alpha.self) === kept)
        after.reset()
        #expect(resolver.resolve(Alpha.self) !== kept)
    }

    @Test func aScopeThatIsStatedAgainDropsTheInstanceAtReset() {
        let resolver = Resolver()
        let (first, second) = (ResolverScopeCache(), ResolverScopeCache())
        let options = resolver.register { alpha() }
        for scope in [first, second, first] {
            options.scope(scope)
            _ = resolver.resolve(Alpha.self)
        }
        first.reset()
        #expect(ledger.living.isEmpty)
    }

    @Test func aReportDoesNotSettleTheRoot() {
        withSandbox(.fresh) {
            #expect(throws: ResolutionError.self) { try Resolver().require(Alpha.self) }
            let main = Resolver()
            main.register { alpha(7) }
            Resolver.main = main
            #expect(Resolver.resolve(Alpha.self).registration == 7)
        }
    }
}
