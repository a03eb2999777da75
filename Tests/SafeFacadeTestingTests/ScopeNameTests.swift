import Resolver
import SafeFacade
import SafeFacadeTesting
import TestSupport
import Testing

@Suite(.sandboxed(.fresh)) struct ScopeNameTests {
    private static let scopes: [ResolverScope] = [
        ResolverScopeShare(), ResolverScopeCache(), ResolverScopeGraph(), ResolverScopeUnique(),
        ResolverScopeContainer(), .shared, .cached, .graph, .unique, .container, .application,
    ]

    @Test("own defect A22: all that name a scope give it one name", arguments: scopes)
    func aScopeHasOneName(_ scope: ResolverScope) throws {
        Resolver.register { LiveLoader() as any Loading }.scope(scope)
        // The description names the lifetime of each face, the registration's first.
        let factory: KeyPath<Container, Factory<any Loading>> =
            scope.lifetime == .unique ? \.cachedLoader : \.mockLoader
        let description = Equivalence(of: factory).description
        let name = try #require(description.split(separator: "(scope ").dropFirst().first?.split(separator: ")").first)
        let recording = Recording()
        Resolver.addObserver(recording)
        _ = Resolver.resolve((any Loading).self)
        let lifetime = try #require(recording.events.compactMap(\.lifetime).first)
        #expect(name == (lifetime == .custom ? "of the program's own" : lifetime.rawValue))
    }
}
