/// A service as observers see it.
package struct ObservedService: Sendable {
    package let key: ServiceKey
    /// Where the service is registered; nil if it is not.
    package let registered: CodeLocation?
    package let lifetime: ResolutionEvent.Lifetime
    /// Whether the service only passes on the instance of another service.
    package let isForward: Bool
    /// Whether its factory counts only while a context holds.
    package var isForContext = false

    /// Where the service is registered, or else declared; nil if that is not known.
    package var place: ResolutionEvent.Place? { registered.flatMap(ResolutionEvent.Place.init) ?? key.declared }
}

/// A service that is being made, and where it was asked for: a link of the chain that observers see.
package struct ServiceLink: Sendable {
    package let service: ObservedService
    package let location: CodeLocation
}

/// The service that was being made when a lazy property was made.
package struct LazyOwner: Sendable {
    package let service: ObservedService
    /// Whether the property holds the service that it resolves; a weak property does not.
    package let holds: Bool
}

extension ServiceKey {
    /// Where a typed factory is declared.
    package var declared: ResolutionEvent.Place? { declaration.flatMap { ResolutionEvent.Place($0.location) } }
}
