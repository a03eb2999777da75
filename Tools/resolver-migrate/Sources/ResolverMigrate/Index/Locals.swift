import SwiftSyntax

/// A name that is declared inside a function or closure.
enum LocalDeclaration {
    case parameter(TypeSyntax?)
    case variable(TypeSyntax?, ExprSyntax?)
    case function(FunctionDeclSyntax)
    /// Unwrapped by `if let`, `guard let` or `while let`.
    case unwrapped(OptionalBindingConditionSyntax)
    /// Bound by a pattern; the tool does not work out its type.
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
        if let checked = self.as(IfExprSyntax.self) {
            // The names that its conditions bind are not visible in its `else`.
            if let other = checked.elseBody, other.position <= position { return nil }
            return checked.conditions.declares(name, before: position)
        }
        if let loop = self.as(WhileStmtSyntax.self) { return loop.conditions.declares(name, before: position) }
        if `is`(ForStmtSyntax.self) || `is`(CatchClauseSyntax.self)
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
            !$0.is(CodeBlockSyntax.self) && !$0.is(CodeBlockItemListSyntax.self)
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
                if binding.pattern.is(IdentifierPatternSyntax.self) {
                    return .variable(binding.typeAnnotation?.type, binding.initializer?.value)
                }
                return binding.value(of: name).map { .variable(nil, $0) } ?? .pattern
            }
            if let checked = item.item.as(GuardStmtSyntax.self),
                !checked.body.range.contains(position),
                let found = checked.conditions.declares(name, before: position)
            {
                return found
            }
        }
        return nil
    }
}

extension ConditionElementListSyntax {
    /// How the conditions before a position bind a name; the last of them counts.
    fileprivate func declares(_ name: String, before position: AbsolutePosition) -> LocalDeclaration? {
        let last = self.last { $0.endPosition <= position && [Syntax($0)].binds(name) }
        guard let condition = last?.condition else { return nil }
        return condition.as(OptionalBindingConditionSyntax.self).map { .unwrapped($0) } ?? .pattern
    }
}

extension VariableDeclSyntax {
    fileprivate func binding(of name: String) -> PatternBindingSyntax? {
        bindings.first { [Syntax($0.pattern)].binds(name) }
    }
}

extension PatternBindingSyntax {
    /// The value of a name in a declaration such as `let (name, other) = (1, 2)`.
    fileprivate func value(of name: String) -> ExprSyntax? {
        guard typeAnnotation == nil, let names = pattern.as(TuplePatternSyntax.self)?.elements,
            let values = initializer?.value.as(TupleExprSyntax.self)?.elements, names.count == values.count
        else { return nil }
        return zip(names, values).first { $0.0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name }?.1
            .expression
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

    /// The names of the closure's parameters, in order; empty if the closure has none, or uses `$0`.
    var parameterNames: [String] {
        switch signature?.parameterClause {
        case .simpleInput(let names)?: names.map(\.name.text)
        case .parameterClause(let clause)?: clause.parameters.map { ($0.secondName ?? $0.firstName).text }
        case nil: []
        }
    }
}
