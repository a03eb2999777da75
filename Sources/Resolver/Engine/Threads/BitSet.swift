/// Bits of a word, each of which says something.
///
/// It is no `OptionSet`: where nothing is optimised, each of that one's operations is some ten calls of the standard
/// library's generic functions, and a resolution in a debug build took four times as long.
@usableFromInline
protocol BitSet: Equatable, Sendable {
    var rawValue: UInt { get }
    init(rawValue: UInt)
}

extension BitSet {
    /// Has no bits.
    @inlinable @inline(__always) static var nothing: Self { Self(rawValue: 0) }

    @inlinable @inline(__always) var isEmpty: Bool { rawValue == 0 }

    /// Whether it has one of others' bits.
    @inlinable @inline(__always) func has(_ others: Self) -> Bool { rawValue & others.rawValue != 0 }

    /// The bits of both.
    @inlinable @inline(__always)
    static func | (one: Self, other: Self) -> Self { Self(rawValue: one.rawValue | other.rawValue) }

    /// The bits that both have.
    @inline(__always)
    static func & (one: Self, other: Self) -> Self { Self(rawValue: one.rawValue & other.rawValue) }

    @inline(__always)
    func without(_ others: Self) -> Self { Self(rawValue: rawValue & ~others.rawValue) }

    @inline(__always)
    mutating func add(_ others: Self) { self = self | others }

    @inline(__always)
    mutating func remove(_ others: Self) { self = without(others) }
}
