/// A registration that is nearly what was asked for.
struct NearMiss: Sendable {
    /// In what it differs, the most telling first.
    enum Kind: CaseIterable {
        /// A type with the same full name is registered, which is not the same type: a second copy of its module.
        case secondCopy
        /// The very key is registered with a resolver that was not asked.
        case otherResolver
        /// The type is registered under another name, or without one.
        case otherName
        /// A typed factory of the type is declared, which is no registration.
        case declaration
        /// A private or local type with the same name is registered, of another file or function.
        case otherPrivate
        /// A type with the same last name is registered, of another module or outer type.
        case sameLastName
        /// A type is registered that may implement the protocol, by its name.
        case implementation
    }

    let kind: Kind
    let key: ServiceKey
    let location: CodeLocation
}
