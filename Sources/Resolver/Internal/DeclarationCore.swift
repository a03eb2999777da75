/// What every declaration says of itself: where it stands, and what it states.
///
/// Three words and no reference. A value of more than six fields is one that the optimiser does not take apart: it is
/// copied where it could be moved, and every factory has one of these.
@usableFromInline
@frozen
@safe
package struct DeclarationFacts: @unchecked Sendable {
    // Sound because a literal's bytes never change and are never freed.

    @usableFromInline let file: UnsafePointer<UInt8>
    @usableFromInline let function: UnsafePointer<UInt8>
    /// The position, as `DeclarationPlace` has it, and above it the lifetime and two marks.
    @usableFromInline var word: UInt64

    /// Facts that state no lifetime.
    @inlinable @inline(__always)
    package init(file: StaticString, line: UInt, column: UInt, function: StaticString, isStatic: Bool = false) {
        unsafe self.file = file.utf8Start
        unsafe self.function = function.utf8Start
        word =
            DeclarationPlace.position(line: line, column: column)
            | UInt64(truncatingIfNeeded: DeclaredLifetime.unspecified.rawValue) << 56
            | (isStatic ? DeclarationFacts.staticMark : 0)
    }

    package var place: DeclarationPlace { unsafe DeclarationPlace(file: file, function: function, position: word) }

    @inlinable
    package var lifetime: DeclaredLifetime {
        @inline(__always) get { DeclaredLifetime(rawValue: UInt8(truncatingIfNeeded: word >> 56) & 15) }
        @inline(__always) set { word = word & ~(15 << 56) | UInt64(newValue.rawValue) << 56 }
    }

    /// Whether it is a static member, which belongs to the current sandbox's default container.
    package var isStatic: Bool { word & DeclarationFacts.staticMark != 0 }

    /// Whether it has no implementation of its own.
    package var isRequired: Bool {
        get { word & DeclarationFacts.requiredMark != 0 }
        set { word = newValue ? word | DeclarationFacts.requiredMark : word & ~DeclarationFacts.requiredMark }
    }

    @inlinable static var staticMark: UInt64 { 1 << 60 }
    private static var requiredMark: UInt64 { 1 << 61 }

    /// A variant of the declaration.
    func variant(_ number: Int) -> DeclarationFacts {
        var copy = self
        copy.word = word & ~(0xFFFF << 40) | UInt64(UInt16(truncatingIfNeeded: number)) << 40
        return copy
    }
}

/// What a declaration stands on and has, where that is more than the process's default container: that container's home,
/// or the declaration's options, which know the home.
@usableFromInline
package class DeclarationContext: @unchecked Sendable {
    // Sound because it never changes, and its subclasses are.

    /// Whether it is the options.
    package final let isOptions: Bool

    init(isOptions: Bool) { self.isOptions = isOptions }
}

/// A declaration's options, and what its container stands on; no home stands for the process's default container.
package final class OptionsContext<Options: Sendable>: DeclarationContext, @unchecked Sendable {
    // Sound because nothing in it changes, and all of it is `Sendable`.

    package let options: Options
    package let home: ContainerHome?

    package init(_ options: Options, home: ContainerHome?) {
        self.options = options
        self.home = home
        super.init(isOptions: true)
    }
}

/// A declaration, as everything but the fast path sees it.
package struct DeclarationCore: Sendable {
    package var facts: DeclarationFacts
    /// The container's type.
    package let container: Any.Type
    /// What its container stands on; nil for the default container of the process.
    package let home: ContainerHome?
    /// The scope where it is one of the program's own.
    package let scope: ResolverScope?
    /// What the declaration stands for, where that is a registration of the runtime face.
    package let legacy: LegacyName?

    package init(
        _ facts: DeclarationFacts, container: Any.Type, home: ContainerHome?, scope: ResolverScope? = nil,
        legacy: LegacyName? = nil
    ) {
        self.facts = facts
        self.container = container
        self.home = home
        self.scope = scope
        self.legacy = legacy
    }

    /// The place of a variant of it.
    package func variant(_ number: Int) -> DeclarationCore {
        var copy = self
        copy.facts = facts.variant(number)
        return copy
    }

    /// How reports name it: the container's type and the property, or for a static one its type and place.
    func display(of type: Any.Type) -> String {
        if facts.isStatic { return "\(qualifiedName(of: type)) declared at \(facts.place)" }
        return "\(String(describing: container)).\(facts.place.name)"
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
    @inlinable package static var unspecified: DeclaredLifetime { DeclaredLifetime(rawValue: 15) }

    /// What the engine does, where a lifetime is stated.
    var kind: UInt { rawValue > 3 ? Lifetime.cached.rawValue : UInt(rawValue) }

    /// The lifetime of a scope of the program's own.
    package init(of scope: ResolverScope) { rawValue = UInt8(scope.kind.rawValue) }
}
