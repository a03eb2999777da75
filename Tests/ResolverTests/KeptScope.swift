import Resolver

/// The scopes that keep an instance until they are reset, by name, as a scope cannot be an argument of a test that is
/// run in another process.
enum KeptScope: String, CaseIterable, Codable, Sendable {
    case application, cached, container, shared, custom

    /// The scope; the one of the program's own is new each time.
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
