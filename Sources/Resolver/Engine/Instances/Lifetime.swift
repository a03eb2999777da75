extension Resolver {
    /// How long an instance lives, and who shares it.
    public enum Lifetime: String, Sendable, CaseIterable {
        /// It is made anew for every resolution.
        case unique
        /// It lives for one outermost resolution.
        case graph
        /// It lives for as long as somebody holds it.
        case shared
        /// It lives until the scope `cached` is reset; of a typed factory, also until the factory or its container is.
        case cached
        /// It lives for as long as the resolver that owns the registration, or until the resolver's `cache` is reset.
        case container
        /// It lives as long as the program: the scope `application`, or `singleton`.
        case singleton
        /// A scope of the program's own keeps it: until that is reset, or until the run of a ``TaskScope`` ends.
        case custom
    }
}

extension ResolverScope {
    /// What the lifetime is called; the same for both faces.
    package var lifetime: Resolver.Lifetime {
        if let lifetime = keeping.onlyLifetime { return lifetime }
        return switch self {
        case _ where self === ResolverScope.application: .singleton
        case _ where self === ResolverScope.cached: .cached
        case is ContainerCache, is ResolverScopeContainer: .container
        default: .custom
        }
    }
}

extension Keeping {
    /// The only lifetime that keeps instances in this way; nil where there are several.
    var onlyLifetime: Resolver.Lifetime? {
        switch self {
        case .nowhere: .unique
        case .graph: .graph
        case .weakly: .shared
        case .strongly: nil
        }
    }
}
