/// The protocol of scopes in Resolver 1.5.1; it only has functions that every ``ResolverScope`` has.
///
/// A registration takes a ``ResolverScope`` only, as in 1.5.1.
public protocol ResolverScopeType: AnyObject {
    /// The service of a registration, kept by this scope.
    ///
    /// - Parameters:
    ///   - registration: The registration.
    ///   - resolver: The resolver handed to the factory.
    ///   - args: The arguments handed to the factory.
    /// - Returns: The service, or nil if the factory returned nil.
    func resolve<Service>(
        registration: ResolverRegistration<Service>, resolver: Resolver, args: Any?
    ) -> Service?

    /// Drops the instances that the scope keeps.
    func reset()
}

extension ResolverScope: ResolverScopeType {
    /// The service of a registration, kept by this scope, whichever scope the registration states.
    ///
    /// - Parameters:
    ///   - registration: The registration.
    ///   - resolver: The resolver handed to the factory.
    ///   - args: The arguments handed to the factory.
    /// - Returns: The service, or nil if the factory returned nil.
    public func resolve<Service>(
        registration: ResolverRegistration<Service>, resolver: Resolver, args: Any?
    ) -> Service? {
        registration.resolve(in: resolver.scope(for: self), resolver: resolver, args: args)
    }
}
