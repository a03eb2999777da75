import Resolver
import SafeFacade

/// A service that the feature declares.
public final class Keychain: Sendable {}

extension Container {
    /// The feature declares this factory, and the client exports it.
    public var keychain: Factory<Keychain> { self { Keychain() }.singleton }
}

/// The service that the feature's copy of the library makes, if the feature has a copy of its own.
public func declaredInFeature() -> Keychain { Container.shared.keychain() }

/// The service that the feature's copy of the library finds, if the feature has a copy of its own.
public func foundByFeature() -> Keychain? { Resolver.optional() }
