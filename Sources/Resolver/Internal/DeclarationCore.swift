/// What every declaration says of itself.
///
/// There is no reference in it, so that passing it on counts none.
@usableFromInline
@frozen
package struct DeclarationFacts: Sendable {
    /// The container's type, for display.
    @usableFromInline package let container: Any.Type
    @usableFromInline package var place: DeclarationPlace
    @usableFromInline package var lifetime: DeclaredLifetime
    /// Whether it is a static member, which belongs to the current sandbox's default container.
    @usableFromInline package let isStatic: Bool
    /// Whether it has no implementation of its own.
    @usableFromInline package var isRequired: Bool

    @inlinable @inline(__always)
    package init(
        container: Any.Type, place: DeclarationPlace, lifetime: DeclaredLifetime = .unspecified,
        isStatic: Bool = false
    ) {
        self.container = container
        self.place = place
        self.lifetime = lifetime
        self.isStatic = isStatic
        isRequired = false
    }
}

/// A declaration, as everything but the fast path sees it.
package struct DeclarationCore: Sendable {
    package var facts: DeclarationFacts
    /// What its container stands on; nil for the default container of the process.
    package let home: ContainerHome?
    /// The scope where it is one of the program's own.
    package let scope: ResolverScope?
    /// What the declaration stands for, where that is a registration of the runtime face.
    package let legacy: LegacyName?

    package init(
        _ facts: DeclarationFacts, home: ContainerHome?, scope: ResolverScope? = nil, legacy: LegacyName? = nil
    ) {
        self.facts = facts
        self.home = home
        self.scope = scope
        self.legacy = legacy
    }

    /// The place of a variant of it.
    package func variant(_ number: Int) -> DeclarationCore {
        var copy = self
        copy.facts.place = DeclarationPlace(facts.place, variant: number)
        return copy
    }

    /// How reports name it: the container's type and the property, or for a static one its type and place.
    func display(of type: Any.Type) -> String {
        if facts.isStatic { return "\(qualifiedName(of: type)) declared at \(facts.place)" }
        return "\(String(describing: facts.container)).\(facts.place.name)"
    }

    /// The scope it states; nil where it states none.
    package var statedScope: ResolverScope? {
        if let scope { return scope }
        return switch facts.lifetime {
        case .unique: .unique
        case .graph: .graph
        case .cached: .cached
        case .shared: .shared
        case .singleton: .application
        case .container: ContainerHome.containers
        default: nil
        }
    }
}

/// The name under which the runtime face registers what a declaration stands for, if it has one.
package struct LegacyName: Sendable {
    package let name: Resolver.Name?

    package init(name: Resolver.Name?) { self.name = name }
}

extension ContainerHome {
    /// What keeps shared containers, which nothing resets.
    fileprivate static let containers = ResolverScopeCache()
}

/// The lifetime a declaration states.
@usableFromInline
@frozen
package struct DeclaredLifetime: RawRepresentable, Equatable, Sendable {
    @usableFromInline package let rawValue: UInt8

    @inlinable @inline(__always)
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    // The first four are the engine's own.
    @inlinable package static var unique: DeclaredLifetime { DeclaredLifetime(rawValue: 0) }
    @inlinable package static var graph: DeclaredLifetime { DeclaredLifetime(rawValue: 1) }
    @inlinable package static var cached: DeclaredLifetime { DeclaredLifetime(rawValue: 2) }
    @inlinable package static var shared: DeclaredLifetime { DeclaredLifetime(rawValue: 3) }
    @inlinable package static var singleton: DeclaredLifetime { DeclaredLifetime(rawValue: 4) }
    /// That of a shared container.
    @inlinable static var container: DeclaredLifetime { DeclaredLifetime(rawValue: 5) }
    @inlinable package static var unspecified: DeclaredLifetime { DeclaredLifetime(rawValue: 255) }

    /// What the engine does, where a lifetime is stated.
    @inlinable @inline(__always)
    var kind: UInt { rawValue > 3 ? Lifetime.cached.rawValue : UInt(rawValue) }

    /// The lifetime of a scope of the program's own.
    package init(of scope: ResolverScope) { rawValue = UInt8(scope.kind.rawValue) }
}
