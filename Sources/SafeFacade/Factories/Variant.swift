import Resolver

/// Which closure for a context stands for a declared one.
struct Variant {
    /// Which of those that the declaration states, from 1.
    let number: Int
    /// How much its context counts: the lower, the more.
    let rank: Int
    /// Whether it counts also where something is registered.
    let isAlways: Bool
}

extension Declaration {
    /// The closure for a context that the factory has in place of the declared one; nil where it has that.
    var variant: Variant? {
        get {
            guard word & DeclarationPosition.variant != 0 else { return nil }
            return Variant(
                number: Int((word & DeclarationPosition.variant) >> DeclarationPosition.variantShift),
                rank: Int(word >> DeclarationMarks.rankShift & 7), isAlways: has(DeclarationMarks.isAlways))
        }
        set {
            word &= ~(DeclarationPosition.variant | 7 << DeclarationMarks.rankShift | DeclarationMarks.isAlways)
            guard let newValue else { return }
            word |= UInt64(newValue.number) << DeclarationPosition.variantShift
            word |= UInt64(newValue.rank) << DeclarationMarks.rankShift
            if newValue.isAlways { word |= DeclarationMarks.isAlways }
        }
    }
}
