/// Bits of a word, each of which states a fact.
///
/// This is not an `OptionSet`. In a debug build, each operation of an `OptionSet` is some ten calls of the standard library's
/// generic functions, and a resolution took four times as long.
@usableFromInline
protocol BitSet: Equatable, Sendable {
    var rawValue: UInt { get }
    init(rawValue: UInt)
}

extension BitSet {
    /// Has no bits.
    @inlinable @_transparent static var nothing: Self { Self(rawValue: 0) }

    @inlinable @_transparent var isEmpty: Bool { rawValue == 0 }

    /// Whether it has one of others' bits.
    @inlinable @_transparent func has(_ others: Self) -> Bool { rawValue & others.rawValue != 0 }

    /// The bits of both.
    @inlinable @_transparent
    static func | (one: Self, other: Self) -> Self { Self(rawValue: one.rawValue | other.rawValue) }

    /// The bits that both have.
    @_transparent
    static func & (one: Self, other: Self) -> Self { Self(rawValue: one.rawValue & other.rawValue) }

    @_transparent
    func without(_ others: Self) -> Self { Self(rawValue: rawValue & ~others.rawValue) }

    /// With others' bits, or without them.
    @_transparent
    func setting(_ others: Self, _ isOn: Bool) -> Self { isOn ? self | others : without(others) }

    @_transparent
    mutating func add(_ others: Self) { self = self | others }

    @_transparent
    mutating func remove(_ others: Self) { self = without(others) }
}
