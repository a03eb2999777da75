public import Resolver

// Typed factories that say in their declaration that the runtime face may answer for them.

extension ServiceDeclaration {
    /// A factory for which the runtime face may answer: a typed call sees what is registered with `Resolver` for its
    /// type, from the first call.
    ///
    /// ```swift
    /// var loader: Factory<any MessageLoading> { self { MessageLoader() }.bridged }
    /// ```
    ///
    /// So a test that registers a spy needs no launch code that exports the factory. The other way round, `Resolver.resolve`
    /// gives the factory's service only once the factory is exported. Two bridged factories of one type need names. If another
    /// factory is exported for the same type and name, what is registered there counts for that one.
    @inlinable
    public var bridged: Self { stating(declaration.marked(DeclarationMarks.isBridged)) }

    /// A factory for which the runtime face may answer, under a name.
    ///
    /// - Parameter name: The name of the registrations that count for it.
    /// - Returns: A changed copy.
    public func bridged(name: Resolver.Name) -> Self {
        let declaration = declaration.marked(DeclarationMarks.isBridged)
        // A `legacy(name:)` factory stands for the registration of its own name already.
        return stating(isLegacy ? declaration : declaration.known(as: name))
    }
}
