import SwiftSyntax

/// A name that is declared inside a function or closure.
enum LocalDeclaration {
    case parameter(TypeSyntax?)
    case variable(TypeSyntax?, ExprSyntax?)
    case function(FunctionDeclSyntax)
    /// Bound by a pattern, whose type the tool does not work out.
    case pattern
}

extension SyntaxProtocol {
    /// The innermost local declaration of a name that is visible at this node, and the node that declares it.
    func local(_ name: String, _ lists: StatementLists) -> (declaration: LocalDeclaration, owner: Syntax)? {
        for ancestor in ancestors {
            if ancestor.isTypeDeclaration || ancestor.is(ExtensionDeclSyntax.self) { return nil }
            if let found = ancestor.declares(name, before: position, lists) { return (found, ancestor) }
        }
        return nil
    }
}

extension Syntax {
    fileprivate func declares(_ name: String, before position: AbsolutePosition, _ lists: StatementLists)
        -> LocalDeclaration?
    {
        if let items = self.as(CodeBlockItemListSyntax.self) {
            return parent?.is(SourceFileSyntax.self) == true ? nil : items.declares(name, before: position, lists)
        }
        if let closure = self.as(ClosureExprSyntax.self) { return closure.declares(name) }
        if let function = self.as(FunctionDeclSyntax.self) { return function.signature.declares(name) }
        if let initialiser = self.as(InitializerDeclSyntax.self) { return initialiser.signature.declares(name) }
        if let accessor = self.as(AccessorDeclSyntax.self) {
            let names = accessor.parameters.map { [$0.name.text] } ?? ["newValue", "oldValue"]
            return names.contains(name) ? .parameter(nil) : nil
        }
        if `is`(IfExprSyntax.self) || `is`(WhileStmtSyntax.self) || `is`(ForStmtSyntax.self)
            || `is`(CatchClauseSyntax.self)
            || `is`(SwitchCaseSyntax.self)
        {
            let bindsError = self.as(CatchClauseSyntax.self)?.catchItems.isEmpty == true && name == "error"
            return bindsError || header.binds(name) ? .pattern : nil
        }
        return nil
    }

    /// The children that bind names for this node's body.
    private var header: [Syntax] {
        children(viewMode: .sourceAccurate).filter {
            !$0.is(CodeBlockSyntax.self) && !$0.is(CodeBlockItemListSyntax.self) && !$0.is(IfExprSyntax.self)
        }
    }
}

extension [Syntax] {
    fileprivate func binds(_ name: String) -> Bool {
        contains { node in
            if let pattern = node.as(IdentifierPatternSyntax.self) { return pattern.identifier.text == name }
            if node.is(ClosureExprSyntax.self) { return false }
            return Array(node.children(viewMode: .sourceAccurate)).binds(name)
        }
    }
}

extension CodeBlockItemListSyntax {
    fileprivate func declares(_ name: String, before position: AbsolutePosition, _ lists: StatementLists)
        -> LocalDeclaration?
    {
        for item in lists.declaring(in: self).reversed() {
            if let function = item.item.as(FunctionDeclSyntax.self), function.name.text == name {
                return .function(function)
            }
            guard item.position < position else { continue }
            if let condition = item.item.as(IfConfigDeclSyntax.self) {
                for case .statements(let items)? in condition.clauses.map(\.elements) {
                    if let found = items.declares(name, before: position, lists) { return found }
                }
            }
            if let variable = item.item.as(VariableDeclSyntax.self), let binding = variable.binding(of: name) {
                return binding.pattern.is(IdentifierPatternSyntax.self)
                    ? .variable(binding.typeAnnotation?.type, binding.initializer?.value) : .pattern
            }
            if let checked = item.item.as(GuardStmtSyntax.self), [Syntax(checked.conditions)].binds(name) {
                return .pattern
            }
        }
        return nil
    }
}

extension VariableDeclSyntax {
    fileprivate func binding(of name: String) -> PatternBindingSyntax? {
        bindings.first { [Syntax($0.pattern)].binds(name) }
    }
}

extension FunctionSignatureSyntax {
    fileprivate func declares(_ name: String) -> LocalDeclaration? {
        parameterClause.parameters.first { ($0.secondName ?? $0.firstName).text == name }.map { .parameter($0.type) }
    }
}

extension ClosureExprSyntax {
    fileprivate func declares(_ name: String) -> LocalDeclaration? {
        if parameterNames.contains(name) {
            guard case .parameterClause(let clause)? = signature?.parameterClause else { return .parameter(nil) }
            return .parameter(clause.parameters.first { ($0.secondName ?? $0.firstName).text == name }?.type)
        }
        let captured = signature?.capture?.items.contains { $0.name.text == name } ?? false
        return captured ? .pattern : nil
    }

    /// The names of the closure's parameters, in order; empty for a closure without any, or with `$0`.
    var parameterNames: [String] {
        switch signature?.parameterClause {
        case .simpleInput(let names)?: names.map(\.name.text)
        case .parameterClause(let clause)?: clause.parameters.map { ($0.secondName ?? $0.firstName).text }
        case nil: []
        }
    }
}
