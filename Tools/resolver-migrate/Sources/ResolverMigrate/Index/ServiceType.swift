import SwiftSyntax

/// The type of a service, in a form in which all spellings of one type are equal.
///
/// `P`, `any P`, `(P)`, `P?` and `P!` are one service, as they are for the library.
struct ServiceType: Hashable {
    /// The type without `any`, parentheses and optionality, with each name qualified by the types around its declaration.
    let key: String
    /// The type as it can be written outside of any type, without optionality.
    let spelling: String
    /// Whether an optional is written.
    let isOptional: Bool

    static func == (one: ServiceType, other: ServiceType) -> Bool { one.key == other.key }
    func hash(into hasher: inout Hasher) { hasher.combine(key) }

    func optional(_ optional: Bool) -> ServiceType {
        ServiceType(key: key, spelling: spelling, isOptional: optional)
    }
}

extension [ServiceType?] {
    /// The type that all of them are; nil if they differ, if one is not shown, or if there is none.
    var agreed: ServiceType? {
        guard let first, let type = first, allSatisfy({ $0?.full == type.full }) else { return nil }
        return type
    }
}

/// The key of a service: its type, and the name under which it is registered.
struct ServiceKey: Hashable, CustomStringConvertible {
    let type: String
    let name: String?

    var description: String { name.map { "\(type) named '\($0)'" } ?? type }
}
