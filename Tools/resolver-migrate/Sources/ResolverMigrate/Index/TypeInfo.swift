import SwiftSyntax

/// Everything that the sources say about one type, in its declaration and its extensions.
final class TypeInfo {
    enum Kind { case reference, value, interface, alias }

    let name: String
    /// Nil if the sources only extend the type; its initialisers are not known then.
    var kind: Kind?
    /// The modules that declare the type; if there are several, the name is ambiguous.
    var modules: Set<String> = []
    /// The conditions under which the type is compiled: always, or under `#if`.
    var compiled = Conditions()
    /// Whether only some versions of a system have the type, by `@available`.
    var isLimited = false
    var access = Access.internal
    var isMainActor = false
    var isActor = false
    var generics: [String] = []
    /// The associated types of a protocol.
    var associated: Set<String> = []
    var inherits: [TypeSyntax] = []
    var initialisers: [Signature] = []
    var properties: [Property] = []
    var functions: [Signature] = []
    var cases: Set<String> = []
    var aliased: TypeSyntax?
    /// Whether the name is an alias in one place, and another alias or a type in another, as under `#if`.
    var hasSeveralMeanings = false
    /// The scope in which the names in its header are looked up.
    var scope: [String] = []

    init(name: String) { self.name = name }

    /// The property of a name; nil if there is none.
    ///
    /// If the branches of an `#if`, or several modules, declare it differently, what they do not share is left out.
    func property(_ name: String, isStatic: Bool) -> Property? {
        properties.lazy.filter { $0.name == name && $0.isStatic == isStatic }
            .reduce(nil) { found, next in found?.shared(with: next) ?? next }
    }
}

enum Access: Int, Comparable {
    case `private`, `fileprivate`, `internal`, package, `public`

    static func < (one: Access, other: Access) -> Bool { one.rawValue < other.rawValue }

    init(_ modifiers: DeclModifierListSyntax) {
        self = modifiers.lazy.filter { $0.detail == nil }.compactMap { Access(word: $0.name.text) }.first ?? .internal
    }

    /// The word before a declaration; empty for `internal`.
    var modifier: String { self == .internal ? "" : "\(self) " }

    private init?(word: String) {
        switch word {
        case "private": self = .private
        case "fileprivate": self = .fileprivate
        case "package": self = .package
        case "public", "open": self = .public
        default: return nil
        }
    }
}

/// A function or an initialiser.
struct Signature {
    struct Parameter {
        let label: String?
        let name: String
        let type: TypeSyntax
        let hasDefault: Bool
    }

    let name: String
    let parameters: [Parameter]
    let result: TypeSyntax?
    let isFailable: Bool
    let isThrowing: Bool
    let isStatic: Bool
    let isMainActor: Bool
    let generics: [String]
    /// The scope in which the names of its types are looked up.
    let scope: [String]
    let module: String
    let body: CodeBlockSyntax?
    /// Whether only the type itself may call it.
    var isPrivate = false

    /// The type to which the function belongs; empty for a global function.
    var owner: String { scope.joined(separator: ".") }

    /// The parameters to which a call's arguments belong, in order; nil if the labels do not fit.
    func parameters(for labels: [String?], trailing: Int) -> [Parameter]? {
        var found: [Parameter] = []
        var rest = parameters[...]
        for label in labels {
            guard let index = rest.firstIndex(where: { $0.label == label }),
                rest[..<index].allSatisfy(\.hasDefault)
            else { return nil }
            found.append(rest[index])
            rest = rest[(index + 1)...]
        }
        let missing = rest.filter { !$0.hasDefault }
        return missing.count <= trailing ? found : nil
    }
}

/// A stored or computed property.
struct Property {
    let name: String
    private(set) var type: TypeSyntax?
    private(set) var value: ExprSyntax?
    let isStatic: Bool
    let isMainActor: Bool
    let isStored: Bool
    let isConstant: Bool
    /// Whether a property wrapper, which has a value of its own, holds the property.
    let isWrapped: Bool
    let scope: [String]
    let module: String
    /// Whether only the type itself may use it.
    let isPrivate: Bool
    /// The declaration; nil if there are several, which differ.
    private(set) var binding: PatternBindingSyntax?

    /// This property, without what another declaration of it has otherwise.
    func shared(with other: Property) -> Property {
        var shared = self
        if type?.plain != other.type?.plain { (shared.type, shared.value) = (nil, nil) }
        if value?.plain != other.value?.plain { shared.value = nil }
        if binding?.plain != other.binding?.plain { shared.binding = nil }
        return shared
    }
}
