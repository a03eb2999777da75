import BenchmarkServices
import Resolver

extension Operation {
    static let runtimeLeaf = runtime(
        "leaf", aim: .units(1.8), debugAim: 460, threads: .share(0.95)
    ) { Resolver.resolve((any Clock).self) }

    static let runtimeGraph = runtime("graph of 7", like: graph, aim: .units(12.5), threads: .share(0.95)) {
        Resolver.resolve((any Inbox).self)
    }

    static let runtimeArgument = runtime("argument", like: argument, aim: .units(3.4), threads: .share(0.95)) {
        Resolver.resolve((any Message).self, args: 7)
    }

    static let runtimeSingleton = runtime("singleton hit", like: sharedFunction, aim: .units(1.4), threads: .shown) {
        Resolver.resolve((any Settings).self)
    }

    static let runtime: [Operation] = [
        runtimeLeaf,
        runtimeSingleton,
        runtime("shared hit", like: sharedFunction, aim: .units(1.9)) {
            let held: any Theme = Resolver.resolve()
            return {
                for _ in 0..<$0 { consume(Resolver.resolve((any Theme).self)) }
                consume(held)
            }
        },
        runtime("cached hit", like: sharedFunction) { Resolver.resolve((any Session).self) },
        runtimeGraph,
        runtime("chain of 50", like: chain) { Resolver.resolve((any Link).self, name: "link 1") },
        runtimeArgument,
        runtime("named", aim: .units(2.4)) { Resolver.resolve((any Server).self, name: .production) },
        runtime("by the metatype of a subclass") {
            let page: Page.Type = HomePage.self
            Resolver.register(page) { HomePage() }
            return { for _ in 0..<$0 { consume(Resolver.resolve(page)) } }
        },
        runtime("registered twice", aim: .units(2.3), threads: .share(0.9)) { Resolver.resolve((any Draft).self) },
        runtime("through implements", aim: .units(2.5)) { Resolver.resolve((any Calendar).self) },
        runtime("singleton hit, through implements", like: sharedFunction) { Resolver.resolve((any Almanac).self) },
        runtime("with resolveProperties", aim: .units(2.3)) { Resolver.resolve((any Counter).self) },
        runtime("in a child", aim: .units(2.3)) {
            let parent = Setup.parent
            return { for _ in 0..<$0 { consume(parent.resolve((any Clock).self)) } }
        },
        runtime("argument, in a graph of two", like: envelope) { Resolver.resolve(Envelope.self) },
        runtime("arguments with keys", like: argument) {
            Resolver.resolve((any Letter).self, args: ["id": 7, "text": "Hello"] as [String: Any])
        },
        runtime("shared, made anew") { Resolver.resolve((any Theme).self) },
        runtime("all of a type, ten", like: plugins) { Resolver.all((any Plugin).self) },
        runtime("require") { try? Resolver.main.require((any Clock).self) },
        runtime("optional, registered") { Resolver.optional((any Clock).self) },
        runtime("optional missing", like: nothing, aim: .units(1.2)) { Resolver.optional((any Analytics).self) },
        runtime("@Injected", aim: .units(2.2)) { Injecting() },
        runtime("@OptionalInjected", aim: .units(2.8)) { OptionallyInjecting() },
        runtime("@LazyInjected, made", like: nothing, aim: .units(1.3)) { LazilyInjecting() },
        runtime("@LazyInjected, first read", aim: .units(5)) { LazilyInjecting().clock },
        runtime("@LazyInjected, later read", like: sharedFunction, aim: .units(1.5)) {
            let model = LazilyInjecting()
            return { for _ in 0..<$0 { consume(model.clock) } }
        },
        runtime("@WeakLazyInjected, first read") { WeaklyInjectingLeaf().clock },
        runtime("@WeakLazyInjected, later read", like: sharedFunction, aim: .units(2.5)) {
            let model = WeaklyInjecting()
            let held = model.theme
            return {
                for _ in 0..<$0 { consume(model.theme) }
                consume(held)
            }
        },
        runtime("view model, three injected and one lazy", like: viewModel, aim: .units(9)) { ViewModel() },
        Operation("root replaced and put back", .runtime, like: nothing) {
            let mocks = Resolver(child: .main)
            return {
                let root = Resolver.root
                for _ in 0..<$0 {
                    Resolver.root = mocks
                    Resolver.root = root
                }
            }
        },
        runtime("register again", like: nothing, aim: .units(10)) {
            Resolver.register { SystemClock() as any Upload }
        },
        runtime("new resolver", like: nothing) { Resolver() },
        runtime("register again, with a scope", like: nothing) {
            Resolver.register { SystemClock() as any Upload }.scope(.cached)
        },
        runtime("cached: reset and resolve", aim: .units(8)) {
            ResolverScope.cached.reset()
            return Resolver.resolve((any Session).self)
        },
        runtime("leaf, class-bound", like: ticker) { Resolver.resolve((any Ticker).self) },
        runtime("singleton hit, class-bound", like: sharedTicker) { Resolver.resolve((any SharedTicker).self) },
    ]

    @inline(__always)
    private static func runtime<Value>(
        _ name: String, like counterpart: Operation = unit, aim: Aim? = nil, debugAim: Double? = nil,
        threads: Threads? = nil, body: @escaping @Sendable () -> Value
    ) -> Operation {
        Operation(
            name, .runtime, like: counterpart, aim: aim, debugAim: debugAim, threads: threads,
            setUp: Setup.runtime, body: body)
    }

    private static func runtime(
        _ name: String, like counterpart: Operation = unit, aim: Aim? = nil, prepare: @escaping @Sendable () -> Loop
    ) -> Operation {
        Operation(name, .runtime, like: counterpart, aim: aim) {
            Setup.runtime
            return prepare()
        }
    }
}

private struct Injecting {
    @Injected var clock: any Clock
}

private struct OptionallyInjecting {
    @OptionalInjected var clock: (any Clock)?
}

private struct LazilyInjecting {
    @LazyInjected var clock: any Clock
}

private struct WeaklyInjecting {
    @WeakLazyInjected var theme: (any Theme)?
}

private struct WeaklyInjectingLeaf {
    @WeakLazyInjected var clock: (any Clock)?
}

private final class ViewModel {
    @Injected var clock: any Clock
    @Injected var network: any Network
    @Injected var cache: any Cache
    @LazyInjected var settings: any Settings
}
