/// How a declaration's lifetime and other marks are packed above its position.
@usableFromInline
package enum DeclarationMarks {
    /// Of a closure for a context: how much the context counts, in three bits.
    package static var rankShift: UInt64 { 43 }
    package static var rank: UInt64 { 7 << rankShift }
    /// In place of a rank: where something is registered over the declaration, another closure counts, as it always does.
    package static var givesWay: UInt64 { 7 << rankShift }
    /// Of a closure for a context: it counts also where something is registered.
    package static var isAlways: UInt64 { 1 << 46 }
    /// The closure is handed the container: a mark of the factory that has the closure, and of no other.
    @inlinable package static var isHanded: UInt64 { 1 << 47 }
    /// A declaration's word with that mark or without it.
    @inlinable @inline(__always)
    package static func marking(_ word: UInt64, isHanded: Bool) -> UInt64 {
        word & ~self.isHanded | (isHanded ? self.isHanded : 0)
    }
    /// How many contexts are stated, in six bits; none once the closure is chosen that counts.
    @inlinable package static var contextCountShift: UInt64 { 48 }
    @inlinable package static var contextCount: UInt64 { 0x3F << contextCountShift }
    /// The runtime face may answer for it.
    @inlinable package static var isBridged: UInt64 { 1 << 54 }
    /// The closure is asynchronous.
    @inlinable package static var isAsynchronous: UInt64 { 1 << 55 }
    @inlinable package static var keepingShift: UInt64 { 56 }
    /// Whether a lifetime is stated; otherwise the declaration's registration says what its container's default is.
    @inlinable package static var hasLifetime: UInt64 { 1 << 58 }
    /// A declaration's word with a lifetime.
    @inlinable @inline(__always)
    package static func keeping(_ word: UInt64, _ keeping: Keeping, isSingleton: Bool) -> UInt64 {
        word & ~(3 << keepingShift | self.isSingleton) | UInt64(keeping.rawValue) << keepingShift | hasLifetime
            | (isSingleton ? self.isSingleton : 0)
    }
    /// How instances are kept, of a word that states a lifetime: the raw value of a ``Keeping``.
    @inline(__always)
    static func keeping(of word: UInt64) -> UInt { UInt(truncatingIfNeeded: word >> keepingShift) & Keeping.bits }
    /// The scope that a word with a lifetime means, where that is none of the program's own.
    package static func scope(of word: UInt64) -> ResolverScope {
        if word & isSingleton != 0 { return .application }
        return switch Keeping(rawValue: keeping(of: word)) {
        case .graph: .graph
        case .weakly: .shared
        case .strongly: .cached
        default: .unique
        }
    }
    /// The bits of a lifetime.
    @inlinable package static var lifetime: UInt64 { 3 << keepingShift | hasLifetime }
    /// The bit that is set for lifetimes whose instances are kept in cells.
    @inlinable static var isKept: UInt64 { 2 << keepingShift }
    @inlinable package static var isSingleton: UInt64 { 1 << 59 }
    @inlinable package static var isStatic: UInt64 { 1 << 60 }
    @inlinable package static var isRequired: UInt64 { 1 << 61 }
    /// The declaration stands for a registration of the runtime face.
    @inlinable package static var isLegacy: UInt64 { 1 << 62 }
    /// The typed face has looked at the declaration's options, and at what the runtime face has nearer to the root.
    @inlinable package static var isExamined: UInt64 { 1 << 63 }
}
