/// A lifetime: how long the instance of a registration lives, and who shares it.
///
/// State one when you register, with ``ResolverOptions/scope(_:)``:
///
/// ```swift
/// Resolver.register { HTTPClient() }
///     .scope(.application)
/// ```
///
/// A registration that states none has ``Resolver/defaultScope``. An instance belongs to its registration: two
/// registrations never share one, even when they have the same type and the same scope.
@safe
public class ResolverScope: @unchecked Sendable {
    // Sound because instances are kept in cells, not here, and what changes is guarded by the engine's lock.
    package let keeping: Keeping
    /// What it keeps in the process's environment, which has the list; nil while that has none.
    @exclusivity(unchecked) var listOfProcess: Unmanaged<ScopeInstances>?
    /// Tells scopes apart for ever, where an address may be used again.
    let number = ResolverScope.numbers.next()

    init(_ keeping: Keeping) { self.keeping = keeping }

    /// How a registration of this scope says that its instances are kept.
    var keepingWord: UInt { keeping.rawValue }

    /// Makes a scope that keeps nothing, no different from ``ResolverScope/unique``.
    public init() { keeping = .nowhere }

    private static let numbers = UniqueNumbers()

    /// Drops the instances this scope keeps; those who hold one keep it.
    ///
    /// An instance that is being built meanwhile is given to those who wait for it, and is not kept. In a sandbox, only
    /// the sandbox's own instances are dropped. A scope that keeps nothing does nothing. No closer runs, as somebody
    /// may still use what is dropped: close the scope first.
    ///
    /// ```swift
    /// ResolverScope.session.reset()
    /// ```
    public func reset() { Environment.active.reset(self) }

    /// One instance for the life of the program, or until the scope is reset.
    public static let application = ResolverScopeCache()
    /// One instance until the scope is reset.
    public static let cached = ResolverScopeCache()
    /// One instance for each resolver, kept in the one that owns the registration.
    public static let container = ResolverScopeContainer()
    /// One instance for each outermost resolution.
    ///
    /// The default.
    public static let graph = ResolverScopeGraph()
    /// One instance for as long as somebody holds it.
    public static let shared = ResolverScopeShare()
    /// A new instance at each resolution.
    public static let unique = ResolverScope()
}

extension ResolverScope {
    /// What the lifetime is called; the same for both faces.
    package var lifetime: Resolver.Lifetime {
        switch self {
        case _ where self === ResolverScope.application: .singleton
        case is ContainerCache, is ResolverScopeContainer: .container
        default:
            switch keeping {
            case .nowhere: .unique
            case .graph: .graph
            case .weakly: .shared
            case .strongly: self === ResolverScope.cached ? .cached : .custom
            }
        }
    }
}
