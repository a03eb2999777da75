public import Resolver

// Typed factories that say themselves that the runtime face may answer for them.

extension ServiceDeclaration {
    /// A factory for which the runtime face may answer: a typed call sees what is registered with `Resolver` for its
    /// type, from the first call.
    ///
    /// ```swift
    /// var loader: Factory<any MessageLoading> { self { MessageLoader() }.bridged }
    /// ```
    ///
    /// So a test that registers a spy needs no launch code that exports the factory. The other way, `Resolver.resolve`
    /// gives what the factory makes once it is exported. Two bridged factories of one type need names; where another
    /// factory is exported under the key, what is registered there is that one's.
    @inlinable
    public var bridged: Self { stating(declaration.marked(DeclarationMarks.isBridged)) }

    /// A factory for which the runtime face may answer, under a name.
    ///
    /// - Parameter name: The name that registrations have which count for it.
    /// - Returns: A changed copy.
    public func bridged(name: Resolver.Name) -> Self {
        let declaration = declaration.marked(DeclarationMarks.isBridged)
        // One of `legacy(name:)` is the registration of that name already.
        return stating(isLegacy ? declaration : declaration.known(as: name))
    }
}
