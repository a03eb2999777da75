import BenchmarkServices
import SafeFacade
import TypedDeclarations

extension Operation {
    static let typed = [
        typed("leaf", per: leaf, aim: .ratio(2.0), threads: .gain) {
            for _ in 0..<$0 { consume(Container.shared.clock()) }
        },
        typed("graph of 7, capturing self", per: graph, aim: .ratio(2.3), threads: .gain) {
            for _ in 0..<$0 { consume(Container.shared.inbox()) }
        },
        typed("graph of 7, with $0", per: graph, aim: .ratio(1.7), threads: .gain) {
            for _ in 0..<$0 { consume(Container.shared.handedInbox()) }
        },
        typed("chain of 50", per: chain) {
            for _ in 0..<$0 { consume(Container.shared.chain()) }
        },
        typed("singleton", per: leaf, aim: .ratio(1.4), threads: .sharedObject) {
            for _ in 0..<$0 { consume(Container.shared.settings()) }
        },
        typed("cached", per: leaf) {
            for _ in 0..<$0 { consume(Container.shared.session()) }
        },
        typed("shared", per: leaf) {
            let held = Container.shared.theme()
            for _ in 0..<$0 { consume(Container.shared.theme()) }
            consume(held)
        },
        typed("argument", per: argument, aim: .ratio(1.6), threads: .gain) {
            for number in 0..<$0 { consume(Container.shared.message(number)) }
        },
        typed("leaf, class-bound", per: leaf) {
            for _ in 0..<$0 { consume(Container.shared.ticker()) }
        },
        typed("singleton, class-bound", per: leaf) {
            for _ in 0..<$0 { consume(Container.shared.sharedTicker()) }
        },
        typed("@Injected", per: leaf) {
            for _ in 0..<$0 { consume(Injecting()) }
        },
        typed("@LazyInjected, first access", per: leaf) {
            for _ in 0..<$0 { consume(LazilyInjecting().clock) }
        },
        typed("@LazyInjected, later access", per: leaf) {
            let model = LazilyInjecting()
            for _ in 0..<$0 { consume(model.clock) }
        },
        Operation("override in place", .typed, per: leaf) {
            Container.shared.draft.register { SystemClock(offset: 5) }
            return { for _ in 0..<$0 { consume(Container.shared.draft()) } }
        },
    ]

    private static func typed(
        _ name: String, per baseline: Operation, aim: Aim? = nil, threads: Threads? = nil, loop: @escaping Loop
    ) -> Operation {
        Operation(name, .typed, per: baseline, aim: aim, threads: threads) { loop }
    }
}

private struct Injecting {
    @Injected(\.clock) var clock
}

private struct LazilyInjecting {
    @LazyInjected(\.clock) var clock
}
