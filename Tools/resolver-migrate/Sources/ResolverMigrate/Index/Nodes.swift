import SwiftSyntax

// What the tool asks of any node of a syntax tree.

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

    /// The places in this code that use a name.
    ///
    /// An anonymous parameter, such as `$0`, is searched in no closure inside this code, where it would be that closure's own.
    func references(to name: String) -> [DeclReferenceExprSyntax] {
        if let reference = self.as(DeclReferenceExprSyntax.self) {
            return reference.baseName.text == name ? [reference] : []
        }
        if name.hasPrefix("$"), `is`(ClosureExprSyntax.self) { return [] }
        return children(viewMode: .sourceAccurate).flatMap { $0.references(to: name) }
    }

    /// Whether this code uses a name.
    func mentions(_ name: String) -> Bool { !references(to: name).isEmpty }
}
