import BenchmarkServices
import Resolver

extension Operation {
    static let runtime = [
        runtime("leaf", per: leaf, aim: .ratio(1.5), threads: .gain) {
            for _ in 0..<$0 { consume(Resolver.resolve((any Clock).self)) }
        },
        runtime("graph of 7", per: graph, aim: .ratio(1.7), threads: .gain) {
            for _ in 0..<$0 { consume(Resolver.resolve((any Inbox).self)) }
        },
        runtime("chain of 50", per: chain) {
            for _ in 0..<$0 { consume(Resolver.resolve((any Link).self, name: "link 1")) }
        },
        runtime("singleton", per: leaf, aim: .ratio(1.2), threads: .sharedObject) {
            for _ in 0..<$0 { consume(Resolver.resolve((any Settings).self)) }
        },
        runtime("cached", per: leaf) {
            for _ in 0..<$0 { consume(Resolver.resolve((any Session).self)) }
        },
        runtime("shared", per: leaf) {
            let held: any Theme = Resolver.resolve()
            for _ in 0..<$0 { consume(Resolver.resolve((any Theme).self)) }
            consume(held)
        },
        runtime("argument", per: argument, aim: .ratio(2.0), threads: .gain) {
            for number in 0..<$0 { consume(Resolver.resolve((any Message).self, args: number)) }
        },
        runtime("named", per: leaf, aim: .ratio(1.8)) {
            for _ in 0..<$0 { consume(Resolver.resolve((any Server).self, name: .production)) }
        },
        runtime("child lookup", per: leaf) {
            let parent = RuntimeServices.parent
            for _ in 0..<$0 { consume(parent.resolve((any ChildClock).self)) }
        },
        runtime("optional missing", per: leaf) {
            for _ in 0..<$0 { consume(Resolver.optional((any Analytics).self)) }
        },
        runtime("leaf, class-bound", per: leaf) {
            for _ in 0..<$0 { consume(Resolver.resolve((any Ticker).self)) }
        },
        runtime("singleton, class-bound", per: leaf) {
            for _ in 0..<$0 { consume(Resolver.resolve((any SharedTicker).self)) }
        },
        runtime("@Injected", per: leaf) {
            for _ in 0..<$0 { consume(Injecting()) }
        },
        runtime("@LazyInjected, first access", per: leaf) {
            for _ in 0..<$0 { consume(LazilyInjecting().clock) }
        },
        runtime("@LazyInjected, later access", per: leaf) {
            let model = LazilyInjecting()
            for _ in 0..<$0 { consume(model.clock) }
        },
        runtime("override in place", per: leaf) {
            for _ in 0..<$0 { consume(Resolver.resolve((any Draft).self)) }
        },
    ]

    private static func runtime(
        _ name: String, per baseline: Operation, aim: Aim? = nil, threads: Threads? = nil, loop: @escaping Loop
    ) -> Operation {
        Operation(name, .runtime, per: baseline, aim: aim, threads: threads) {
            RuntimeServices.registered
            return loop
        }
    }
}

private struct Injecting {
    @Injected var clock: any Clock
}

private struct LazilyInjecting {
    @LazyInjected var clock: any Clock
}
