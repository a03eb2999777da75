extension Resolver {
    /// A name that tells registrations of one type apart.
    ///
    /// Write it as a string literal, or declare the names of a program once:
    ///
    /// ```swift
    /// extension Resolver.Name {
    ///     static let production: Self = "production"
    /// }
    /// Resolver.register(name: .production) { ProductionServer() as any Server }
    /// let server: any Server = Resolver.resolve(name: .production)
    /// ```
    ///
    /// Names are compared as strings are: canonically equivalent ones are equal.
    @frozen
    public struct Name: ExpressibleByStringLiteral, Hashable, Sendable {
        /// The name's text.
        public let rawValue: String

        /// Makes a name from text that is known at run time only.
        @inlinable
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// Makes a name from a literal.
        @inlinable
        public init(stringLiteral: String) { rawValue = stringLiteral }

        /// Makes a name from optional text; nil is no name.
        @inlinable
        public static func name(fromString string: String?) -> Name? { string.map { Name($0) } }
    }
}
