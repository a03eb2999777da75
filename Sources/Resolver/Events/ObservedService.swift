/// A service as observers see it.
package struct ObservedService: Sendable {
    package let key: ServiceKey
    /// Where it is registered; nil where it is not.
    package let registered: CodeLocation?
    package let lifetime: ResolutionEvent.Lifetime
    /// Whether it only passes on what another service gives.
    package let isForward: Bool
    /// Whether it counts while a context holds.
    package var isForContext = false

    /// Where it is registered, or else declared, if that is known.
    package var place: ResolutionEvent.Place? { registered.flatMap(ResolutionEvent.Place.init) ?? key.declared }
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

extension ServiceKey {
    /// Where a typed factory is declared.
    package var declared: ResolutionEvent.Place? { declaration.flatMap { ResolutionEvent.Place($0.location) } }
}
