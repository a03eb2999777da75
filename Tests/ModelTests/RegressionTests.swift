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

extension RegressionTests {
    /// A child that is main lives no longer than its sandbox has it for main.
    @Test func aFactoryOutlivesTheMainThatIsReset() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            withSandbox(.fresh) {
                let ledger = Ledger()
                for scope in [ResolverScope.unique, .graph, .cached, .shared] {
                    let token = Alpha(registration: 7, argument: nil, needs: [], ledger: ledger)
                    let number = token.number
                    Resolver.register { [token] () -> Beta in
                        Resolver.reset()
                        check(ledger.living.contains(number), "what the factory captures is gone")
                        return Beta(registration: token.registration, argument: nil, needs: [], ledger: ledger)
                    }.scope(scope)
                    check(Resolver(child: .main).resolve(Beta.self).registration == 7, "not an instance")
                }
            }
        }
    }

    /// A deinit may resolve: it never runs under the engine's lock.
    @Test func whatTheHookCapturedIsReleasedOutsideTheLock() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 10)
            final class Resolving: Sendable {
                deinit { _ = Resolver().optional(Alpha.self) }
            }
            func setHook() {
                let token = Resolving()
                Resolver.registerServices = { withExtendedLifetime(token) {} }
            }
            setHook()
            Resolver.reset()
            setHook()
            setHook()
            Resolver.registerServices = nil
            check(Resolver.registerServices == nil, "there is a hook")
            check(Resolver.optional(Alpha.self) == nil, "something is registered")
        }
    }

    /// Services that stand for each other are found out by `all` as they are by `resolve`.
    @Test func servicesThatStandForEachOther() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            beginProcess(isShown: false)
            let resolver = Resolver()
            let part = resolver.register { nil as (any Part)? }
            let thing = resolver.register { nil as (any Thing)? }
            thing.implements((any Part).self)
            part.implements((any Thing).self)
            _ = resolver.all((any Thing).self)
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("[cycle]"))
    }
}
