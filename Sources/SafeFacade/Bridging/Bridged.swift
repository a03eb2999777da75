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
        return stating(declaration.named(RuntimeNames(legacy: declaration.details?.names?.legacy, bridge: name)))
    }
}

extension Environment {
    /// Lets a declaration see what is registered under a key of the runtime face, which finds nothing there until the
    /// declaration is exported.
    func bridge(_ reference: SlotReference, to key: ServiceKey) {
        // Where an export of another one has the key, what is registered there is that one's.
        if isExported(reference, as: key) || isExport(key, with: main, ofOtherThan: reference.key) {
            return show(reference)
        }
        if let other = otherDeclaration(than: reference, under: key) {
            Failure.bridgedTwice(reference.key, other, key).trap()
        }
        if reference.resolver === main, key.type == reference.key.type {
            bridge(reference, to: key, factory: nil, isExport: false)
        } else {
            noteBridge(of: reference, to: key)
        }
    }

    /// Another declaration that is found under the key already.
    private func otherDeclaration(than reference: SlotReference, under key: ServiceKey) -> ServiceKey? {
        let known = slotKey(of: key, in: main)
        return known.flatMap { $0.isDeclared && $0 != reference.key ? $0 : nil }
    }
}
