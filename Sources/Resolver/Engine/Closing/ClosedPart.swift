/// That what a resolver keeps was closed, or what one scope keeps there.
///
/// It holds until a reset of that scope, of the container, or of everything.
final class ClosedPart: @unchecked Sendable {
    // Sound because what changes is guarded by the engine's lock. It may be released there: nothing in it is the program's code.

    /// The scope; nil for all.
    let scope: ResolverScope?
    /// The type of the container whose singletons are meant, which are in one resolver with those of others; nil for
    /// everything that the resolver has.
    let container: Any.Type?
    /// The number of the reset that it takes the place of: later ones open again.
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
