import SwiftSyntax

/// Answers questions about lists of statements.
///
/// It examines each list once: it is asked for each name and registration, and some functions register hundreds of services.
final class StatementLists {
    private struct Found {
        /// The statements that may declare a name.
        var declaring: [CodeBlockItemSyntax] = []
        /// Where the first statement begins that may leave the function.
        var firstExit: AbsolutePosition?
        /// The names of the types that they declare, those under `#if` included.
        var types: Set<String> = []
    }

    private var found: [SyntaxIdentifier: Found] = [:]

    func declaring(in items: CodeBlockItemListSyntax) -> [CodeBlockItemSyntax] { found(in: items).declaring }

    /// The names of the types that a function, or a part of one, declares; none at the top of a file.
    func localTypes(in items: CodeBlockItemListSyntax) -> Set<String> { items.isLocal ? found(in: items).types : [] }

    /// Whether a statement before this one may leave the function.
    func followsExit(_ item: CodeBlockItemSyntax) -> Bool {
        guard let items = item.parent?.as(CodeBlockItemListSyntax.self),
            items.parent?.is(SourceFileSyntax.self) == false
        else { return false }
        return found(in: items).firstExit.map { $0 < item.position } ?? false
    }

    private func found(in items: CodeBlockItemListSyntax) -> Found {
        if let known = found[items.id] { return known }
        var new = Found()
        for item in items {
            if item.item.is(DeclSyntax.self) || item.item.is(GuardStmtSyntax.self) { new.declaring.append(item) }
            if new.firstExit == nil, item.mayExit { new.firstExit = item.position }
            if item.item.isTypeDeclaration || item.item.is(TypeAliasDeclSyntax.self),
                let declaration = item.item.asProtocol((any NamedDeclSyntax).self)
            {
                new.types.insert(declaration.name.text)
            }
            for clause in item.item.as(IfConfigDeclSyntax.self)?.clauses ?? [] {
                if case .statements(let items)? = clause.elements { new.types.formUnion(found(in: items).types) }
            }
        }
        found[items.id] = new
        return new
    }
}

extension CodeBlockItemListSyntax {
    /// The expression that is, or is returned by, the only statement; nil if there are several, or another one.
    var onlyExpression: ExprSyntax? {
        guard count == 1, let item = first?.item else { return nil }
        return item.as(ReturnStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
    }

    /// Whether the statements are in a function or a block, not at the top of a file, under `#if` or not.
    fileprivate var isLocal: Bool {
        guard let clause = parent?.as(IfConfigClauseSyntax.self) else {
            return parent?.is(SourceFileSyntax.self) == false
        }
        return clause.innermost(CodeBlockItemListSyntax.self)?.isLocal ?? false
    }
}

extension SyntaxProtocol {
    /// The innermost statements around this that declare a type which is named in here.
    func declaringLocalType(_ lists: StatementLists) -> CodeBlockItemListSyntax? {
        innermost(CodeBlockItemListSyntax.self) { items in
            let types = lists.localTypes(in: items)
            return !types.isEmpty && tokens(viewMode: .sourceAccurate).contains { types.contains($0.text) }
        }
    }
}
