import Resolver

/// A closure for a context that has the place of a declaration's closure.
struct Variant {
    /// Its number among the closures for contexts that the declaration states, from 1.
    let number: Int
    /// The rank of its context: the lowest one counts most.
    let rank: Int
    /// Whether it counts also where something is registered.
    let isAlways: Bool

    /// The same variant, marked as giving way: where something is registered, another closure counts, which always counts.
    var givingWay: Variant {
        let rank = Int(DeclarationMarks.givesWay >> DeclarationMarks.rankShift)
        return Variant(number: number, rank: rank, isAlways: isAlways)
    }
}

extension Declaration {
    /// The variant whose closure the factory has in place of the declared one; nil where it has the declared one.
    var variant: Variant? {
        guard word & DeclarationPosition.variant != 0 else { return nil }
        return Variant(
            number: Int((word & DeclarationPosition.variant) >> DeclarationPosition.variantShift),
            rank: Int((word & DeclarationMarks.rank) >> DeclarationMarks.rankShift),
            isAlways: has(DeclarationMarks.isAlways))
    }

    /// A copy for a factory that has a variant's closure in place of the declared one.
    @inline(__always)
    func taking(_ variant: Variant) -> Declaration {
        let others = word & ~(DeclarationPosition.variant | DeclarationMarks.rank | DeclarationMarks.isAlways)
        return with(
            word: others | UInt64(variant.number) << DeclarationPosition.variantShift
                | UInt64(variant.rank) << DeclarationMarks.rankShift
                | (variant.isAlways ? DeclarationMarks.isAlways : 0))
    }
}
