/// A registration or declaration that is nearly what was asked for.
struct NearMiss: Sendable {
    /// How it differs from what was asked for; the most telling kinds are first.
    enum Kind: CaseIterable {
        /// A different type with the same full name is registered, from a second copy of its module.
        case secondCopy
        /// The same key is registered, with a resolver that was not searched.
        case otherResolver
        /// The type is registered under another name, or without one.
        case otherName
        /// A typed factory of the type is declared, which the runtime face does not find.
        case declaration
        /// A private or local type with the same name is registered, from another file or function.
        case otherPrivate
        /// A type with the same last name is registered, from another module or outer type.
        case sameLastName
        /// A type is registered whose name suggests that it implements the protocol.
        case implementation
    }

    let kind: Kind
    let key: ServiceKey
    let location: CodeLocation
}
