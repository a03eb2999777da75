import BenchmarkServices
import Resolver
import SafeFacade
import TypedDeclarations

// Operations while a circumstance holds for the whole program: another root, an observer, a sandbox.
extension Operation {
    static let underCircumstances: [Operation] = [
        runtimeLeaf.during("after the root was replaced", aim: .units(2.3), surroundings: withAnotherRoot),
        typedLeaf.during("registered over after a reset", surroundings: overriddenAfterReset),
        runtimeLeaf.during("observed", aim: .units(8), surroundings: observed),
        typedLeaf.during("observed", aim: .units(8), surroundings: observed),
        runtimeLeaf.during("after a sandbox was used", surroundings: afterSandbox),
        typedLeaf.during("after a sandbox was used", aim: typedLeaf.aim, surroundings: afterSandbox),
        typedSingleton.during("after a sandbox was used", aim: typedSingleton.aim, surroundings: afterSandbox),
        runtimeLeaf.inSandbox(),
        typedLeaf.inSandbox(aim: .units(4)),
        typedSingletonInSandbox,
        runtimeSingletonInSandbox,
        resettingDefaultContainer, resettingBesideParameters,
    ]

    static let typedSingletonInSandbox = typedSingleton.inSandbox(aim: .units(3.6), threads: nil)
    static let runtimeSingletonInSandbox = runtimeSingleton.inSandbox(threads: nil)

    static let sandboxes: [Operation] = [10, 100, 1_000].map(openingSandbox)

    /// Operations that are only measured on two threads, each of which is in a sandbox of its own.
    static let onlyOnTwoThreads = [runtimeGraph, runtimeArgument, typedGraph, typedArgument].map { $0.inSandbox() }

    private static let withAnotherRoot: Surroundings = { body in
        // Resolves once before the replacement: the root that the first resolution finds counts as never replaced.
        let _: (any Clock)? = Resolver.optional()
        let root = Resolver.root
        Resolver.root = Resolver(child: .main)
        defer { Resolver.root = root }
        body()
    }

    // The state after `Resolver.reset()`: main and the root are replaced. The leaf is exported and overridden there.
    private static let overriddenAfterReset: Surroundings = { body in
        let _: (any Clock)? = Resolver.optional()
        let (main, root) = (Resolver.main, Resolver.root)
        Resolver.main = Resolver()
        Resolver.root = Resolver.main
        defer { (Resolver.main, Resolver.root) = (main, root) }
        Resolver.register(\.clock)
        Resolver.register { SystemClock() as any Clock }
        body()
    }

    private static let observed: Surroundings = { body in
        let observer = IdleObserver()
        Resolver.addObserver(observer)
        defer { Resolver.removeObserver(observer) }
        body()
    }

    private static let afterSandbox: Surroundings = { body in
        withSandbox(.fresh) {}
        body()
    }

    private func inSandbox(aim: Aim? = nil, threads: Threads? = .share(0.95)) -> Operation {
        during("in a sandbox", aim: aim, threads: threads) { body in withSandbox { body() } }
    }

    /// The factories of the default container are in the main resolver, beside all that is registered there.
    private static let resettingDefaultContainer = Operation(
        "default container: reset and resolve", .typed, like: unit,
        surroundings: { body in
            withSandbox(.fresh) {
                ManyServices.register(100, with: .main)
                body()
            }
        },
        body: {
            Container.shared.reset(.scope)
            return Container.shared.session()
        })

    /// Another container keeps many instances, each for one parameter.
    private static let resettingBesideParameters = Operation(
        "container: reset and resolve, beside 1,000 parameters", .typed, like: unit,
        surroundings: { body in
            withSandbox(.fresh) {
                for id in 0..<1_000 { consume(Container.shared.conversation(id)) }
                body()
            }
        },
        body: {
            RehearsalContainer.shared.reset()
            return RehearsalContainer.shared.session()
        })

    /// Opens a sandbox that copies a number of registrations, resolves once, and ends the sandbox.
    ///
    /// It is opened inside another sandbox, which has only these registrations.
    private static func openingSandbox(copying count: Int) -> Operation {
        Operation(
            "sandbox with \(count) registrations", .runtime, like: unit,
            aim: .designed(nanoseconds: 2_000 + 20 * Double(count)),
            surroundings: { body in
                withSandbox(.fresh) {
                    Resolver.register { SystemClock() as any Clock }
                    ManyServices.register(count - 1, with: .main)
                    body()
                }
            },
            body: { withSandbox { Resolver.resolve((any Clock).self) } })
    }
}

/// Does nothing with an event, so that only the library's part is measured.
private final class IdleObserver: ResolutionObserver {
    func observe(_ event: ResolutionEvent) {}
}
