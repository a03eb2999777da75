import Resolver
import SafeFacade
import SafeFacadeTesting
import Testing

private final class Recording: ResolutionObserver, @unchecked Sendable {
    // Sound because each test resolves on one thread.
    var lifetimes: [ResolutionEvent.Lifetime] = []
    func observe(_ event: ResolutionEvent) { if let lifetime = event.lifetime { lifetimes.append(lifetime) } }
}

@Suite(.sandboxed(.fresh)) struct ScopeNameTests {
    private static let scopes: [ResolverScope] = [
        ResolverScopeShare(), ResolverScopeCache(), ResolverScopeGraph(), ResolverScopeUnique(),
        ResolverScopeContainer(), .shared, .cached, .graph, .unique, .container, .application,
    ]

    @Test("own defect A22: all that name a scope give it one name", arguments: scopes)
    func aScopeHasOneName(_ scope: ResolverScope) throws {
        Resolver.register { LiveLoader() as any Loading }.scope(scope)
        // Its description names the lifetime of each face, and begins with the registration's.
        let factory: KeyPath<Container, Factory<any Loading>> =
            scope.lifetime == .unique ? \.cachedLoader : \.mockLoader
        let description = Equivalence(of: factory).description
        let name = try #require(description.split(separator: "(scope ").dropFirst().first?.split(separator: ")").first)
        let recording = Recording()
        Resolver.addObserver(recording)
        _ = Resolver.resolve((any Loading).self)
        let lifetime = try #require(recording.lifetimes.first)
        #expect(name == (lifetime == .custom ? "of the program's own" : lifetime.rawValue))
    }
}
