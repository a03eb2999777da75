import SwiftSyntax

/// What is asked of a list of statements for each name and registration in it, worked out once a list: some functions
/// register hundreds of services.
final class StatementLists {
    private struct Found {
        /// The statements that may declare a name.
        var declaring: [CodeBlockItemSyntax] = []
        /// Where the first statement begins that may leave the function.
        var firstExit: AbsolutePosition?
    }

    private var found: [SyntaxIdentifier: Found] = [:]

    func declaring(in items: CodeBlockItemListSyntax) -> [CodeBlockItemSyntax] { found(in: items).declaring }

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
        }
        found[items.id] = new
        return new
    }
}
