import Resolver
import TestSupport
import Testing

// Objects that a program releases may resolve and register in their `deinit`, so the library must release nothing under its
// lock.

/// How many objects were released.
private let releases = Locked(0)

/// Resolves and registers when it is released.
private final class Farewell: Sendable {
    deinit {
        _ = Resolver.optional(Tyre.self)
        Resolver.register { Radio(station: "farewell") }.scope(.cached)
        _ = Resolver.resolve(Radio.self)
        releases.withLock { $0 += 1 }
    }
}

private final class Watcher: ResolutionObserver {
    let farewell = Farewell()
    func observe(_ event: ResolutionEvent) {}
}

/// Ways to make the library let go of a `Farewell`.
private enum Release: String, CaseIterable, Codable, Sendable {
    case registration, instance, statedScope, scope, resolverScope, everything, options, observer, hook, main
    case root, child, lazyService, sandbox, innerSandbox, closer

    func perform() {
        switch self {
        case .registration:
            // A key's first registration lives as long as its resolver.
            Resolver.register { Tyre(inches: 0) }
            Resolver.register(factory: holding())
            Resolver.register { Tyre(inches: 2) }
        case .instance:
            Resolver.register { Farewell() }.scope(.application)
            _ = Resolver.resolve(Farewell.self)
            Resolver.register { Farewell() }
        case .statedScope:
            let options = Resolver.register { Farewell() }.scope(.cached)
            _ = Resolver.resolve(Farewell.self)
            options.scope(.unique)
        case .scope:
            Resolver.register { Farewell() }.scope(.cached)
            _ = Resolver.resolve(Farewell.self)
            ResolverScope.cached.reset()
        case .resolverScope:
            Resolver.register { Farewell() }.scope(.container)
            _ = Resolver.resolve(Farewell.self)
            Resolver.main.cache.reset()
        case .everything:
            Resolver.register { Farewell() }.implements((any Sendable).self).scope(.application)
            _ = Resolver.resolve(Farewell.self)
            Resolver.reset()
        case .options:
            Resolver.register { Tyre(inches: 0) }
            Resolver.register { Tyre(inches: 1) }.resolveProperties(changing())
            Resolver.register { Tyre(inches: 2) }
        case .observer:
            // The caller that removes an observer holds it, so the sandbox must end.
            withSandbox { Resolver.addObserver(Watcher()) }
        case .hook:
            Resolver.registerServices = registering()
            _ = Resolver.optional(Tyre.self)
            Resolver.registerServices = nil
        case .main:
            Resolver.main.register(factory: holding())
            Resolver.main = Resolver()
            Resolver.root = Resolver.main
        case .root:
            // The first root that is asked for lives for ever.
            _ = Resolver.optional(Tyre.self)
            Resolver.root = Resolver(child: .main)
            Resolver.root.register { Farewell() }.scope(.cached)
            _ = Resolver.resolve(Farewell.self)
            Resolver.root = Resolver.main
        case .child:
            do {
                let child = Resolver()
                child.register { Farewell() }.scope(.container)
                _ = Resolver(child: child).resolve(Farewell.self)
            }
        case .lazyService:
            Resolver.register { Farewell() }
            @LazyInjected var service: Farewell
            _ = service
            $service.release()
        case .sandbox:
            withSandbox {
                Resolver.register { Farewell() }.scope(.application)
                _ = Resolver.resolve(Farewell.self)
            }
        case .innerSandbox:
            Resolver.register { Farewell() }.scope(.application)
            _ = Resolver.resolve(Farewell.self)
            withSandbox {
                _ = Resolver.resolve(Farewell.self)
                Resolver.register { Farewell() }
            }
        case .closer:
            Resolver.register { Tyre(inches: 1) }.scope(.application).onClose(closing()).onClose { _ in }
        }
    }

    // These are functions, as a variable beside the closure would hold the object, too.

    private func holding() -> () -> Tyre {
        let farewell = Farewell()
        return {
            _ = farewell
            return Tyre(inches: 1)
        }
    }

    private func changing() -> (Resolver, Tyre) -> Void {
        let farewell = Farewell()
        return { _, _ in _ = farewell }
    }

    private func closing() -> @Sendable (Tyre) -> Void {
        let farewell = Farewell()
        return { _ in _ = farewell }
    }

    private func registering() -> @Sendable () -> Void {
        let farewell = Farewell()
        return { _ = farewell }
    }
}

@Suite struct RuntimeReleaseTests {
    @Test(
        "own defect A1: what is released may resolve and register",
        arguments: Release.allCases, Surroundings.allCases)
    fileprivate func nothingIsReleasedUnderTheLock(_ release: Release, _ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [release, surroundings] in
            surroundings.run {
                release.perform()
                // Whatever readers may still hold is released with the next change.
                Resolver.register { 7 }
            }
            // A sandbox holds a main resolver that was replaced in it until it ends.
            ensure(releases.withLock { $0 } > 0, "\(release)")
        }
    }
}
