import Resolver
import SafeFacade

/// A service that the feature declares.
public final class Keychain: Sendable {}

extension Container {
    /// Declared in the feature, exported by the client.
    public var keychain: Factory<Keychain> { self { Keychain() }.singleton }
}

/// What the feature's copy of the library makes, if it has one of its own.
public func declaredInFeature() -> Keychain { Container.shared.keychain() }

/// What the feature's copy of the library finds, if it has one of its own.
public func foundByFeature() -> Keychain? { Resolver.optional() }
