public import Resolver

/// A lifetime: how long the instance of a factory lives, and who shares it.
///
/// Most have a modifier of their own (`.singleton`, `.cached`, `.shared`, `.graph`, `.unique`). Make others as
/// ``ResolverScope/Cached``, and reset them from anywhere:
///
/// ```swift
/// extension Scope {
///     static let session = Cached()
/// }
/// extension Container {
///     var settings: Factory<UserSettings> { self { UserSettings() }.scope(.session) }
/// }
/// Scope.session.reset()
/// ```
public typealias Scope = ResolverScope

extension ResolverScope {
    /// A scope of the program's own, whose instances are kept until it is reset.
    public typealias Cached = ResolverScopeCache

    /// One instance for the life of the program, whichever container of its type is asked.
    ///
    /// `Resolver` calls it `application`.
    public static var singleton: ResolverScope { ResolverScope.application }
}
