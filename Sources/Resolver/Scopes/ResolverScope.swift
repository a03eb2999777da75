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
public class ResolverScope: @unchecked Sendable {
    // Sound because a scope is immutable: the instances stand in the registrations, not here.
    @usableFromInline let kind: Lifetime

    init(_ kind: Lifetime) { self.kind = kind }

    /// Drops the instances this scope keeps; those who hold one keep it.
    ///
    /// An instance that is being built meanwhile is given to those who wait for it, and is not kept. In a sandbox, only
    /// the sandbox's own instances are dropped. A scope that keeps nothing does nothing.
    ///
    /// ```swift
    /// ResolverScope.session.reset()
    /// ```
    public func reset() { Sandbox.active.dropInstances(keptBy: self) }

    /// One instance for the life of the program, or until the scope is reset.
    public static let application = ResolverScopeApplication()
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
    public static let unique = ResolverScopeUnique()
}

/// What the engine does with an instance.
@usableFromInline
enum Lifetime: UInt, Sendable {
    /// Nothing.
    case unique
    /// Kept until the outermost resolution ends.
    case graph
    /// Kept until the scope is reset.
    case cached
    /// Kept weakly.
    case shared

    /// Whether an instance outlives the resolution that made it.
    var isKept: Bool { self == .cached || self == .shared }
}
