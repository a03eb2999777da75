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

/// The key of a service: its type, and the name under which it is registered.
struct ServiceKey: Hashable, CustomStringConvertible {
    let type: String
    let name: String?

    var description: String { name.map { "\(type) named '\($0)'" } ?? type }
}

/// The types around a node, the outermost first, and the generic parameters that are visible there.
struct LexicalScope {
    /// `extension A.B` gives one element, `A.B`: names in it are not looked up in `A`.
    var types: [String] = []
    var generics: Set<String> = []

    /// The innermost type, by its qualified name; empty outside of all types.
    var owner: String { types.joined(separator: ".") }

    init(around node: some SyntaxProtocol) {
        var parents: [Syntax] = []
        var next = node.parent
        while let parent = next {
            parents.append(parent)
            next = parent.parent
        }
        for parent in parents.reversed() {
            if let named = parent.asProtocol((any NamedDeclSyntax).self), parent.isTypeDeclaration {
                types.append(named.name.text)
            } else if let extended = parent.as(ExtensionDeclSyntax.self) {
                types.append(extended.extendedType.plain)
            }
            if let generic = parent.asProtocol((any WithGenericParametersSyntax).self) {
                generics.formUnion(generic.genericParameterClause?.parameters.map(\.name.text) ?? [])
            }
            if let assumed = parent.as(ProtocolDeclSyntax.self) {
                generics.formUnion(
                    assumed.memberBlock.members.compactMap { $0.decl.as(AssociatedTypeDeclSyntax.self)?.name.text })
            }
        }
    }
}

extension DeclReferenceExprSyntax {
    /// The access of which this is the member: `a.b` for `b`; nil if the name stands behind no dot.
    var access: MemberAccessExprSyntax? {
        parent?.as(MemberAccessExprSyntax.self).flatMap { $0.declName.id == id ? $0 : nil }
    }
}

extension SyntaxProtocol {
    /// Whether this names a type, with or without a module.
    var isTypeName: Bool { kind == .identifierType || kind == .memberType }

    /// Whether this declares a type in which members are written.
    var isTypeDeclaration: Bool {
        switch kind {
        case .classDecl, .structDecl, .enumDecl, .actorDecl, .protocolDecl: true
        default: false
        }
    }

    /// The nodes around this one, innermost first.
    var ancestors: some Sequence<Syntax> {
        sequence(first: Syntax(self), next: \.parent).dropFirst()
    }

    /// The innermost node of a kind around this one that passes a test.
    func innermost<Node: SyntaxProtocol>(_ kind: Node.Type, where passes: (Node) -> Bool = { _ in true }) -> Node? {
        ancestors.lazy.compactMap { $0.as(kind) }.first(where: passes)
    }

    /// The text from the first token to the last, with the comments between them.
    var plain: String { trimmedDescription }

    /// The tokens without anything between them: `Resolver.main`, however many lines it is written on.
    var signs: String { tokens(viewMode: .sourceAccurate).map(\.text).joined() }
}
