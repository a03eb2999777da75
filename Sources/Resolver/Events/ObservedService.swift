/// What tells services apart: a type and a name, or a typed factory's type and the place of its declaration.
///
/// Nothing is put together until somebody reads a name.
package struct ServiceIdentity: Hashable, Sendable {
    let key: ServiceKey

    package init(_ key: ServiceKey) { self.key = key }

    /// The type.
    package var type: Any.Type { key.type }
    /// The type's fully qualified name.
    package var typeName: String { key.typeName }
    /// The name; nil for a typed factory.
    package var name: Resolver.Name? { key.name.map { Resolver.Name($0) } }
    /// How a typed factory is shown, `Container.loader` for instance; nil for what is looked up.
    package var factory: String? { key.isDeclared ? key.display : nil }
    /// Where a typed factory is declared.
    package var declared: ResolutionEvent.Place? { key.declaration.flatMap { ResolutionEvent.Place($0.location) } }
    /// How lists show it.
    package var display: String { key.display }
    /// How sentences show it: with quotes.
    package var description: String { key.description }
    /// Whether its type is private or local, so that others may have the same name.
    package var hasPrivateType: Bool { isPrivate(key.type) }
}

/// A service as observers see it.
package struct ObservedService: Sendable {
    package let identity: ServiceIdentity
    /// Where it is registered; nil where it is not.
    package let registered: CodeLocation?
    package let lifetime: ResolutionEvent.Lifetime
    /// Whether it only passes on what another service gives.
    package let isForward: Bool
    /// Whether it counts while a context holds.
    package var isForContext = false

    /// Where it is registered, or else declared, if that is known.
    package var place: ResolutionEvent.Place? { registered.flatMap(ResolutionEvent.Place.init) ?? identity.declared }
}

/// A service that is being made, and where it was asked for.
package struct ServiceLink: Sendable {
    package let service: ObservedService
    package let location: CodeLocation
}

/// The service in whose making a lazy property was made.
package struct LazyOwner: Sendable {
    package let service: ObservedService
    /// Whether the property holds what it resolves.
    package let holds: Bool
}
