/// A generic service, to have as many service types as are needed.
public final class Numbered<Number: Numeral>: Sendable {
    /// Makes one.
    public init() {}
}

/// A type that numbers a service.
public protocol Numeral: SendableMetatype {}

/// The types of one digit.
public enum Digit {
    /// A digit.
    public enum Zero: Numeral {}
    /// A digit.
    public enum One: Numeral {}
    /// A digit.
    public enum Two: Numeral {}
    /// A digit.
    public enum Three: Numeral {}
    /// A digit.
    public enum Four: Numeral {}
    /// A digit.
    public enum Five: Numeral {}
    /// A digit.
    public enum Six: Numeral {}
    /// A digit.
    public enum Seven: Numeral {}
    /// A digit.
    public enum Eight: Numeral {}
    /// A digit.
    public enum Nine: Numeral {}
}

/// A number that has one digit more than another.
public enum Number<Tens: Numeral, Ones: Numeral>: Numeral {}

extension Numeral {
    /// The ten numbers with one digit more.
    fileprivate static var longer: [any Numeral.Type] {
        [
            Number<Self, Digit.Zero>.self, Number<Self, Digit.One>.self, Number<Self, Digit.Two>.self,
            Number<Self, Digit.Three>.self, Number<Self, Digit.Four>.self, Number<Self, Digit.Five>.self,
            Number<Self, Digit.Six>.self, Number<Self, Digit.Seven>.self, Number<Self, Digit.Eight>.self,
            Number<Self, Digit.Nine>.self,
        ]
    }
}

/// The given number of types, all different.
public func numerals(_ count: Int) -> [any Numeral.Type] {
    var types: [any Numeral.Type] = [Digit.One.self]
    var next = 0
    while types.count < count {
        types += types[next].longer
        next += 1
    }
    return Array(types.prefix(count))
}
