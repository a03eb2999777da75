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

// A metatype may be that of a subclass: `for screen in screens { register(screen) { screen.init() } }`. As in 1.5.1, the
// subclass then counts, in registering and in resolving: its metatype implies a name for the service.
extension Resolver.Name {
    /// Whether a metatype implies a name: whether it is that of a subclass.
    @inlinable @inline(__always)
    static func isImplied<Service>(by type: Service.Type) -> Bool {
        ObjectIdentifier(type) != ObjectIdentifier(Service.self)
    }

    /// The name that the metatype of a subclass implies, followed by the stated name if there is one.
    ///
    /// It has the runtime's own name of the type, which need not be composed, and differs for private types of one name.
    @inline(never)
    static func of(_ subclass: Any.Type, _ name: Resolver.Name?) -> Resolver.Name {
        Resolver.Name(_typeName(subclass) + impliedSuffix + (name.map { " " + $0.rawValue } ?? ""))
    }

    /// Whether a name is the one that the metatype of a subclass implies, with or without a stated name behind it.
    static func implies(_ name: String?, _ subclass: Any.Type) -> Bool {
        let implied = of(subclass, nil).rawValue
        return name.map { $0 == implied || $0.hasPrefix(implied + " ") } ?? false
    }

    /// The name that counts: the one that is stated, unless a metatype implies another one.
    @usableFromInline
    static func inForce<Service>(_ name: Resolver.Name?, by type: Service.Type) -> Resolver.Name? {
        isImplied(by: type) ? of(type, name) : name
    }
}
