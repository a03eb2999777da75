import BenchmarkServices
import SafeFacade
import TypedDeclarations

extension Operation {
    static let typedLeaf = typed("leaf", aim: .units(1.7), debugAim: 1_259, threads: .share(0.95)) {
        Container.shared.clock()
    }

    static let typedSingleton = typed(
        "singleton hit", like: sharedFunction, aim: .units(1.2), threads: .shown
    ) { Container.shared.settings() }

    static let typedGraph = typed("graph of 7", like: graph, aim: .units(13.5), threads: .share(0.95)) {
        Container.shared.handedInbox()
    }

    static let typedArgument = typed("argument", like: argument, aim: .units(1.6), threads: .share(0.95)) {
        Container.shared.message(7)
    }

    static let typed: [Operation] = [
        typedLeaf,
        typedSingleton,
        Operation("shared hit", .typed, like: sharedFunction, aim: .units(2)) {
            let held = Container.shared.theme()
            return {
                for _ in 0..<$0 { consume(Container.shared.theme()) }
                consume(held)
            }
        },
        typed("cached hit", like: sharedFunction) { Container.shared.session() },
        typed("custom scope, cached hit", like: sharedFunction, threads: .shown) {
            Container.shared.signedIn()
        },
        typedGraph,
        typed("graph of 7, capturing self", like: graph, aim: .units(13.5), threads: .share(0.95)) {
            Container.shared.inbox()
        },
        typed("chain of 50", like: chain) { Container.shared.chain() },
        typedArgument,
        typed("@Injected", aim: .units(2.2)) { Injecting() },
        typed("@LazyInjected, first read", aim: .units(5)) { LazilyInjecting().clock },
        Operation("@LazyInjected, later read", .typed, like: sharedFunction, aim: .units(0.6)) {
            let model = LazilyInjecting()
            return { for _ in 0..<$0 { consume(model.clock) } }
        },
        typed("view model, three injected and one lazy", like: viewModel, aim: .units(9)) { ViewModel() },
        typed("cached: reset and resolve", aim: .units(9)) {
            Scope.cached.reset()
            return Container.shared.session()
        },
        typed("overridden leaf", aim: .units(2.4), threads: .share(0.9), setUp: Setup.overrides) {
            Container.shared.draft()
        },
        typed("overridden singleton", like: sharedFunction, aim: .units(1.5), setUp: Setup.overrides) {
            Container.shared.profile()
        },
        typed("overridden, of an argument", like: argument, setUp: Setup.overrides) { Container.shared.answer(7) },
        typed("bound slot", aim: .units(2.6), setUp: Setup.overrides) { Container.shared.sync() },
        typed("with .onPreview that does not hold", aim: .units(2.2)) { Container.shared.banner() },
        typed("with .onArg that does not hold", aim: .units(2.2)) { Container.shared.search() },
        typed("leaf, class-bound", like: ticker) { Container.shared.ticker() },
        typed("singleton hit, class-bound", like: sharedTicker) { Container.shared.sharedTicker() },
        typed("with .onTest that holds", setUp: Setup.testing) { Container.shared.simulated() },
        typed("with .onTest and .onDebug that hold", setUp: Setup.testing) { Container.shared.simulatedTwice() },
        typed("with .onTest that holds, a static member", setUp: Setup.testing) { Container.simulatedTracker() },
        typed("overridden while a context holds", setUp: Setup.testing) { Container.shared.rehearsed() },
        typed("with a decorator") { Container.shared.decorated() },
        typed("cached hit, with a time to live", like: sharedFunction) { Container.shared.expiring() },
        typed("hit of one for each argument", like: sharedFunction) { Container.shared.conversation(7) },
        typed("shared, made anew") { Container.shared.appearance() },
        typed("@WeakLazyInjected, first read") { WeaklyInjecting().clock },
        typed("dependency()") { dependency(\.clock) },
        typed("leaf, a static member") { Container.tracker() },
        typed("leaf of a container class", threads: .shown) { PaymentsContainer.shared.clock() },
        typed("leaf of a container class, made for it") { PaymentsContainer().clock() },
        typed("leaf of a container that registers it") { RegisteringContainer.shared.clock() },
        typed("leaf of a container with a decorator") { DecoratedContainer.shared.clock() },
        typed("overridden leaf of a container class", setUp: Setup.overrides) { PaymentsContainer.shared.draft() },
        typed("cached hit of a container class", like: sharedFunction) { PaymentsContainer.shared.session() },
        typed("singleton hit of a container class", like: sharedFunction) { PaymentsContainer.shared.settings() },
        typed("@Injected of a container class") { InjectingPayments() },
        typed("@LazyInjected of a container class, first read") { LazilyInjectingPayments().clock },
        onMainActor("leaf of the main actor") { Container.shared.screen() },
        onMainActor("singleton hit of the main actor", like: sharedFunction) { Container.shared.mainScreen() },
        onMainActor("overridden leaf of the main actor", setUp: Setup.overrides) { Container.shared.draftScreen() },
        onMainActor("argument of the main actor", like: argument) { Container.shared.messageScreen(7) },
        Operation("@DynamicInjected, a read", .typed, like: unit) {
            let model = DynamicallyInjecting()
            return { for _ in 0..<$0 { consume(model.clock) } }
        },
        typed("@Injectable") { InjectingProperty() },
        typed("override again", like: nothing) { RehearsalContainer.shared.clock.register { SystemClock(offset: 5) } },
        typed("override, resolve and reset") {
            RehearsalContainer.shared.clock.register { SystemClock(offset: 5) }
            defer { RehearsalContainer.shared.clock.reset() }
            return RehearsalContainer.shared.clock()
        },
        typed("container: reset and resolve") {
            RehearsalContainer.shared.reset()
            return RehearsalContainer.shared.session()
        },
        typed("container that registers it: reset and resolve") {
            RegisteringContainer.shared.reset()
            return RegisteringContainer.shared.clock()
        },
        typed("container: push, override, resolve and pop") {
            RehearsalContainer.shared.push()
            RehearsalContainer.shared.clock.register { SystemClock(offset: 5) }
            defer { RehearsalContainer.shared.pop() }
            return RehearsalContainer.shared.clock()
        },
    ]

    @inline(__always)
    private static func typed<Value>(
        _ name: String, like counterpart: Operation = unit, aim: Aim? = nil, debugAim: Double? = nil,
        threads: Threads? = nil, setUp: @autoclosure @escaping @Sendable () -> Void = (),
        body: @escaping @Sendable () -> Value
    ) -> Operation {
        Operation(
            name, .typed, like: counterpart, aim: aim, debugAim: debugAim, threads: threads, setUp: setUp(), body: body)
    }
}

/// An operation whose body is of the main actor; all operations here run on the main thread.
private func onMainActor<Service>(
    _ name: String, like counterpart: Operation = .unit, setUp: @autoclosure @escaping @Sendable () -> Void = (),
    body: @escaping @MainActor @Sendable () -> Service
) -> Operation {
    Operation(name, .typed, like: counterpart) {
        setUp()
        return { count in MainActor.assumeIsolated { for _ in 0..<count { consume(body()) } } }
    }.onMainThread
}

private struct Injecting {
    @Injected(\.clock) var clock
}

private struct InjectingPayments {
    @Injected(\PaymentsContainer.clock) var clock
}

private struct DynamicallyInjecting {
    @DynamicInjected(\.clock) var clock
}

private struct InjectingProperty {
    @Injectable(\.clock) var clock
}

private struct WeaklyInjecting {
    @WeakLazyInjected(\.clock) var clock
}

private struct LazilyInjectingPayments {
    @LazyInjected(\PaymentsContainer.clock) var clock
}

private struct LazilyInjecting {
    @LazyInjected(\.clock) var clock
}

private final class ViewModel {
    @Injected(\.clock) var clock
    @Injected(\.network) var network
    @Injected(\.cache) var cache
    @LazyInjected(\.settings) var settings
}
