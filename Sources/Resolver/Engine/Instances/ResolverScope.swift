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

    /// 1 once the scope lives for ever.
    @exclusivity(unchecked) private var storedWords: StoredWords.One = 0
    package let keeping: Keeping
    /// The list of what the scope keeps in the process's environment, which owns the list; nil while there is none.
    @exclusivity(unchecked) var listOfProcess: Unheld<ScopeInstances>?
    /// Tells scopes apart for ever, where an address may be used again.
    let number = UniqueNumber.next()

    init(_ keeping: Keeping) { self.keeping = keeping }

    /// Lets the scope live for ever, so that its runs, and factories that state it, need not count it: threads that count
    /// references of one object wait for each other.
    ///
    /// Most scopes are static, and live for ever anyway.
    final func liveForEver() {
        let livesForEver = Word(firstStoredIn: self)
        if livesForEver.load() == 0, livesForEver.replace(0, with: 1) { unsafe Unheld(self).retain() }
    }

    /// The scope as a factory states it.
    @usableFromInline
    package final var stated: Unheld<ResolverScope> {
        liveForEver()
        return Unheld(self)
    }

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
