extension ResolverScope {
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

/// The scope of instances that are kept until it is reset; make one for a lifetime of your own.
///
/// Cached keeps values of every kind, but never nil.
///
/// ```swift
/// extension ResolverScope {
///     static let session = ResolverScopeCache()
/// }
/// Resolver.register { UserSettings() }.scope(.session)
/// ResolverScope.session.reset()
/// ```
public class ResolverScopeCache: ResolverScope, @unchecked Sendable {
    // Sound as its base class is; nothing is added.

    /// Makes a scope that keeps nothing yet.
    public override init() { super.init(.strongly) }
}

/// What ``ResolverScope/container`` stands for in one resolver.
// Sound as its superclass is: it adds nothing.
final class ContainerCache: ResolverScopeCache, @unchecked Sendable {}

/// The scope of instances that live in the resolver that owns their registration: the class of
/// ``ResolverScope/container``.
///
/// To drop them, reset the resolver's ``Resolver/cache``.
public final class ResolverScopeContainer: ResolverScope, @unchecked Sendable {
    // Sound as its base class is; nothing is added.

    /// Makes a scope that stands for the cache of whichever resolver registers with it.
    public override init() { super.init(.strongly) }
}

/// The scope of instances that live for one outermost resolution: the class of ``ResolverScope/graph``.
///
/// A graph begins with the outermost `resolve` of any lifetime and ends with it. Everything resolved inside, property
/// wrappers included, shares its instances; another thread never does.
public final class ResolverScopeGraph: ResolverScope, @unchecked Sendable {
    // Sound as its base class is; nothing is added.

    /// Makes a graph scope, no different from ``ResolverScope/graph``.
    public override init() { super.init(.graph) }
}

/// The scope of instances that are kept weakly: the class of ``ResolverScope/shared``.
///
/// A service that is not an instance of a class cannot be kept weakly, and is made at each resolution.
public final class ResolverScopeShare: ResolverScope, @unchecked Sendable {
    // Sound as its base class is; nothing is added.

    /// Makes a scope that keeps nothing yet.
    public override init() { super.init(.weakly) }
}

/// The former name of the scope of instances that nobody keeps; it is every scope's superclass.
public typealias ResolverScopeUnique = ResolverScope
