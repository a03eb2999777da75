/// A registration that is nearly what was asked for.
struct NearMiss: Sendable {
    enum Kind: Sendable {
        /// The type is registered under another name, or without one.
        case otherName
        /// The very key is registered with a resolver that was not asked.
        case otherResolver
        /// A typed factory of the type is declared, which is no registration.
        case declaration
        /// A type with the same last name is registered, of another module or outer type.
        case sameLastName
        /// A type with the same full name is registered, which is not the same type: a second copy of its module.
        case secondCopy
        /// A type is registered that may implement the protocol, by its name.
        case implementation
        /// A private or local type with the same name is registered, of another file or function.
        case otherPrivate
    }

    let kind: Kind
    let key: ServiceKey
    let location: CodeLocation
}
