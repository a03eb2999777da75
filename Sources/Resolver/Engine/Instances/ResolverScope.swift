/// A lifetime: how long the instance of a registration lives, and who shares it.
///
/// State one when you register, with ``ResolverOptions/scope(_:)``:
///
/// ```swift
/// Resolver.register { HTTPClient() }
///     .scope(.application)
/// ```
///
/// A registration that states none has ``Resolver/defaultScope``. An instance belongs to its registration: two
/// registrations never share one, even when they have the same type and the same scope.
@safe
public class ResolverScope: NonisolatedByDefault, @unchecked Sendable {
    // Sound because instances are kept in cells, not here, and what changes is guarded by the engine's lock.
    package let keeping: Keeping
    /// The list of what the scope keeps in the process's environment, which owns the list; nil while there is none.
    @exclusivity(unchecked) var listOfProcess: Unheld<ScopeInstances>?
    /// Tells scopes apart for ever, where an address may be used again.
    let number = UniqueNumber.next()

    init(_ keeping: Keeping) { self.keeping = keeping }

    /// What the word of a registration with this scope says of how instances are kept.
    var keepingWord: UInt { keeping.rawValue }
    /// Whether each run keeps instances of its own, as for a ``TaskScope``.
    final var isByRun: Bool { keepingWord & Keeping.isByRun != 0 }

    /// Makes a scope that keeps nothing, no different from ``ResolverScope/unique``.
    public init() { keeping = .nowhere }
}

/// A type whose extensions belong to no actor, also in a module that is isolated to the main actor by default.
///
/// So every factory can name what they declare, a scope of the program's own for instance. It has no requirements.
public protocol NonisolatedByDefault: SendableMetatype {}
