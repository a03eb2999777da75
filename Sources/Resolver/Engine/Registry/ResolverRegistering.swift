/// A type with a function that registers a program's services.
///
/// Let `Resolver` conform to it, once in a program, and the function runs at the first resolution:
///
/// ```swift
/// extension Resolver: @retroactive ResolverRegistering {
///     public static func registerAllServices() {
///         register { HTTPClient() as any NetworkClient }
///     }
/// }
/// ```
///
/// What the program registered before stays; the hook does not replace it. While the hook runs, other threads that
/// resolve wait for it. If the conformance is isolated to the main actor, only the main thread can see it: resolve
/// there first, or call ``Resolver/registerServices()`` at launch.
public protocol ResolverRegistering {
    /// Registers the program's services.
    static func registerAllServices()
}
