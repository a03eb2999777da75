import Resolver

/// The scopes that keep an instance until they are reset.
///
/// They are named here, as a scope itself cannot be an argument of a test that runs in another process.
enum KeptScope: String, CaseIterable, Codable, Sendable {
    case application, cached, container, shared, custom

    /// The scope; the program's own scope is a new one each time.
    var scope: ResolverScope {
        switch self {
        case .application: .application
        case .cached: .cached
        case .container: .container
        case .shared: .shared
        case .custom: ResolverScopeCache()
        }
    }
}
