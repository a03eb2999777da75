import SwiftSyntax

/// How a factory uses its arguments, if a single typed parameter can replace them.
struct ParameterUse {
    /// The type of the parameter.
    let type: ServiceType
    /// The calls that become the parameter: `args()`, `args.get()`.
    let calls: [FunctionCallExprSyntax]

    /// Reads a factory that names its arguments.
    ///
    /// - Returns: Nil if the arguments are used in other forms, or with unknown or several types.
    init?(_ closure: ClosureExprSyntax, name: String, _ inference: Inference) {
        let uses = Uses(of: name, in: closure)
        guard uses.others == 0, !uses.calls.isEmpty else { return nil }
        let types = uses.calls.map { inference.contextualType(of: ExprSyntax($0))?.type }
        guard let first = types.first, let type = first, !type.isOptional, types.allSatisfy({ $0?.full == type.full })
        else { return nil }
        self.type = type
        calls = uses.calls
    }

    private final class Uses: SyntaxVisitor {
        private let name: String
        private(set) var calls: [FunctionCallExprSyntax] = []
        private(set) var others = 0

        init(of name: String, in closure: ClosureExprSyntax) {
            self.name = name
            super.init(viewMode: .sourceAccurate)
            walk(closure.statements)
        }

        // In a closure without named parameters, `$1` is the closure's own.
        override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
            name.hasPrefix("$") ? .skipChildren : .visitChildren
        }

        override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
            guard node.baseName.text == name else { return .visitChildren }
            if let call = node.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id,
                call.arguments.isEmpty
            {
                calls.append(call)
            } else if let access = node.parent?.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "get",
                let call = access.parent?.as(FunctionCallExprSyntax.self), call.arguments.isEmpty
            {
                calls.append(call)
            } else if node.access == nil {
                others += 1
            }
            return .visitChildren
        }
    }
}
