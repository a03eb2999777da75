import Resolver

/// Which closure for a context stands for a declared one.
struct Variant {
    /// Which of those that the declaration states, from 1.
    let number: Int
    /// How much its context counts: the lower, the more.
    let rank: Int
    /// Whether it counts also where something is registered.
    let isAlways: Bool

    /// The same where another closure always counts: that one takes its place where something is registered.
    var givingWay: Variant {
        let rank = Int(DeclarationMarks.givesWay >> DeclarationMarks.rankShift)
        return Variant(number: number, rank: rank, isAlways: isAlways)
    }
}

extension Declaration {
    /// The closure for a context that the factory has in place of the declared one; nil where it has that.
    var variant: Variant? {
        get {
            guard word & DeclarationPosition.variant != 0 else { return nil }
            return Variant(
                number: Int((word & DeclarationPosition.variant) >> DeclarationPosition.variantShift),
                rank: Int((word & DeclarationMarks.rank) >> DeclarationMarks.rankShift),
                isAlways: has(DeclarationMarks.isAlways))
        }
        set {
            word &= ~(DeclarationPosition.variant | DeclarationMarks.rank | DeclarationMarks.isAlways)
            guard let newValue else { return }
            word |= UInt64(newValue.number) << DeclarationPosition.variantShift
            word |= UInt64(newValue.rank) << DeclarationMarks.rankShift
            if newValue.isAlways { word |= DeclarationMarks.isAlways }
        }
    }
}
