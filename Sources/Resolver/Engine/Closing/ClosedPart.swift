/// Says that all instances that a resolver keeps were closed, or those of one scope.
///
/// They stay closed until a reset of that scope, of the container, or of everything.
final class ClosedPart: @unchecked Sendable {
    // Sound because what changes is guarded by the engine's lock. It may be released under the lock, as that runs no code of
    // the program.

    /// The scope; nil for all scopes.
    let scope: ResolverScope?
    /// In the resolver of all containers' singletons: the type of the container whose singletons were closed.
    ///
    /// Elsewhere nil.
    let container: Any.Type?
    /// The closing has a number among the resets: a reset with a higher number opens the part again.
    let number: UInt
    /// Where it was closed.
    let location: CodeLocation
    /// The end of the closing.
    let end = Completion()

    init(_ scope: ResolverScope?, _ container: Any.Type?, number: UInt, at location: CodeLocation) {
        self.scope = scope
        self.container = container
        self.number = number
        self.location = location
    }

    func includes(_ other: ResolverScope?) -> Bool { scope == nil || scope === other }
}
