import SwiftSyntax

// Which expressions are the main resolver.

extension Inference {
    /// Whether an expression is the main resolver: `Resolver.main`, or a constant or a property that is; `.main` only where a
    /// resolver is expected.
    func isMain(_ expression: ExprSyntax, isResolver: Bool = false) -> Bool {
        if let access = expression.as(MemberAccessExprSyntax.self) {
            let name = access.declName.baseName.text
            guard let base = access.base else {
                guard isResolver else { return false }
                return name == "main" || index.property(name, of: "Resolver", isStatic: true).map(index.isMain) ?? false
            }
            if name == "main", metatype(base)?.key == "Resolver" { return true }
        }
        guard let (declaration, _) = expression.local(expression.signs, index.lists) else {
            return property(expression).map(index.isMain) ?? false
        }
        guard case .variable(let type, let value?) = declaration,
            value.parent?.parent?.parent?.parent?.as(VariableDeclSyntax.self)?.bindingSpecifier.text == "let"
        else { return false }
        return isMain(value, isResolver: type?.plain == "Resolver")
    }
}

extension PatternBindingSyntax {
    /// Whether a getter gives `Resolver.main`, and does nothing else.
    var givesMain: Bool {
        guard case .getter(let items)? = accessorBlock?.accessors else { return false }
        return [".main", "Resolver.main"].contains(items.onlyExpression?.signs)
    }
}
