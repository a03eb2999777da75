import Resolver
import SafeFacade
import TestSupport
import Testing

// Sandboxes in sandboxes, of which the inner one may outlive the outer one.

private final class Job: Sendable {}
private final class Tool: Sendable {}

extension Container {
    fileprivate var closed: Factory<Job> { self { Job() }.cached.onClose { _ in Closings.typed.add() } }
}

private enum Closings {
    static let runtime = Counter()
    static let typed = Counter()
}

private final class Joining: SharedContainer {
    let manager = ContainerManager()
    init() {}
}

extension Joining {
    fileprivate var joined: Factory<Job> { self { Job() }.cached }
}

@Suite struct NestedSandboxTests {
    @Test("own defect D354: the end of a sandbox leaves closers to one that was opened in it")
    func closersOfAnInnerSandbox() async throws {
        let inner = withSandbox {
            Resolver.register { Tool() }.scope(.application).onClose { _ in Closings.runtime.add() }
            _ = Container.shared.closed()
            return withSandbox { SandboxContext.current }
        }
        try await inner.run {
            _ = Resolver.resolve(Tool.self)
            _ = Container.shared.closed()
            try await Resolver.main.close()
            try await Container.shared.close()
        }
        #expect(Closings.runtime.value == 1)
        #expect(Closings.typed.value == 1)
    }

    @Test("own defect D355: another cache for a resolver that was registered with again outside of its sandbox")
    func anotherCacheAfterRegisteringAgainOutside() async {
        await #expect(processExitsWith: .success) {
            let resolver = withSandbox {
                let resolver = Resolver()
                resolver.register { Job() }.scope(.container)
                return resolver
            }
            resolver.register { Job() }.scope(.container)
            resolver.cache = ResolverScopeCache()
            precondition(resolver.resolve(Job.self) === resolver.resolve(Job.self))
        }
    }

    @Test("own defect D356: options of a registration that a container has joined are stated in a sandbox, too")
    func optionsOfAJoinedRegistration() {
        withSandbox {
            let options = Resolver.register { Job() }
            Resolver.register(\Joining.joined)
            withSandbox {
                let seen = Counter()
                options.resolveProperties { _, _ in seen.add() }
                _ = Joining.shared.joined()
                #expect(seen.value == 1)
            }
        }
    }

    @Test("own defect D357: what was the root for a time is known to a sandbox that outlives it")
    func aFormerRoot() {
        let (inner, resolver) = withSandbox {
            let resolver = Resolver(child: .main)
            resolver.register { Tool() }
            let root = Resolver.root
            Resolver.root = resolver
            Resolver.root = root
            return (withSandbox { SandboxContext.current }, resolver)
        }
        inner.run { #expect(resolver.optional(Tool.self) != nil) }
    }
}
