/// Where an instance is kept, as the engine's words have it.
///
/// The words of registrations and declarations have two bits for it, which these four cases fill. A lifetime that keeps an
/// instance in one of these ways needs no case: it is a ``ResolverScope``, or an option in ``DeclarationDetails``.
@usableFromInline
@frozen
package enum Keeping: UInt, Sendable {
    /// Nowhere.
    case nowhere
    /// By the thread, until the outermost resolution ends.
    case graph
    /// In a cell, weakly. This lifetime and the next one have cells.
    case weakly
    /// In a cell.
    case strongly

    /// The bit that says, in a registration's word, that the current run of a task scope has the cell.
    ///
    /// The bits above these are then the scope's address.
    static var isByRun: UInt { 4 }
    /// The bits of a word that hold the raw value.
    static var bits: UInt { 3 }
    /// The address of a word's task scope.
    static func scopeAddress(_ word: UInt) -> UInt { word & ~(bits | isByRun) }
}
