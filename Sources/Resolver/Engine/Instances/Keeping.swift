/// Where an instance is kept, as the engine's words have it.
@usableFromInline
@frozen
package enum Keeping: UInt, Sendable {
    /// Nowhere.
    case nowhere
    /// By the thread, until the outermost resolution ends.
    case graph
    /// In a cell, weakly. This and what follows has a cell.
    case weakly
    /// In a cell.
    case strongly

    /// What is added to a registration's word where the cell is that of the current run of a task scope; above these
    /// bits the word has the scope's address then.
    static var isByRun: UInt { 4 }
    /// The bits that a word has this value in.
    static var bits: UInt { 3 }
    /// The address of a word's task scope.
    static func scopeAddress(_ word: UInt) -> UInt { word & ~(bits | isByRun) }
}
