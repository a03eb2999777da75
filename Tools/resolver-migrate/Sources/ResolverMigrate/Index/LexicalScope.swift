import SwiftSyntax

/// The types around a node, the outermost first, and the generic parameters that are visible there.
struct LexicalScope {
    /// `extension A.B` gives one element, `A.B`: names in it are not looked up in `A`.
    var types: [String] = []
    var generics: Set<String> = []

    /// The innermost type, by its qualified name; empty outside of all types.
    var owner: String { types.joined(separator: ".") }

    /// The qualified names of the types whose members are visible by their names alone, the innermost first; of the types around
    /// that, only static members are.
    var owners: [String] { types.indices.reversed().map { types[...$0].joined(separator: ".") } }

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
