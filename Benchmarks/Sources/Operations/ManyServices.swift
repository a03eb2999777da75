import BenchmarkServices
import Resolver

/// Registrations of many types.
enum ManyServices {
    /// Registers services whose types are made at run time.
    static func register(_ count: Int, with resolver: Resolver) {
        for type in numerals(count) { type.register(with: resolver) }
    }

    // The types are written out, so that the compiler makes a thousand registrations, as it does for a program. Each function
    // below is compiled ten times as often as the one above it.

    static func registerThousand(with resolver: Resolver) {
        hundred(resolver, Digit.Zero.self)
        hundred(resolver, Digit.One.self)
        hundred(resolver, Digit.Two.self)
        hundred(resolver, Digit.Three.self)
        hundred(resolver, Digit.Four.self)
        hundred(resolver, Digit.Five.self)
        hundred(resolver, Digit.Six.self)
        hundred(resolver, Digit.Seven.self)
        hundred(resolver, Digit.Eight.self)
        hundred(resolver, Digit.Nine.self)
    }

    private static func hundred<A: Numeral>(_ resolver: Resolver, _: A.Type) {
        ten(resolver, Number<A, Digit.Zero>.self)
        ten(resolver, Number<A, Digit.One>.self)
        ten(resolver, Number<A, Digit.Two>.self)
        ten(resolver, Number<A, Digit.Three>.self)
        ten(resolver, Number<A, Digit.Four>.self)
        ten(resolver, Number<A, Digit.Five>.self)
        ten(resolver, Number<A, Digit.Six>.self)
        ten(resolver, Number<A, Digit.Seven>.self)
        ten(resolver, Number<A, Digit.Eight>.self)
        ten(resolver, Number<A, Digit.Nine>.self)
    }

    private static func ten<A: Numeral>(_ resolver: Resolver, _: A.Type) {
        resolver.register { Numbered<Number<A, Digit.Zero>>() }
        resolver.register { Numbered<Number<A, Digit.One>>() }
        resolver.register { Numbered<Number<A, Digit.Two>>() }
        resolver.register { Numbered<Number<A, Digit.Three>>() }
        resolver.register { Numbered<Number<A, Digit.Four>>() }
        resolver.register { Numbered<Number<A, Digit.Five>>() }
        resolver.register { Numbered<Number<A, Digit.Six>>() }
        resolver.register { Numbered<Number<A, Digit.Seven>>() }
        resolver.register { Numbered<Number<A, Digit.Eight>>() }
        resolver.register { Numbered<Number<A, Digit.Nine>>() }
    }
}

extension Numeral {
    fileprivate static func register(with resolver: Resolver) { resolver.register { Numbered<Self>() } }
}
