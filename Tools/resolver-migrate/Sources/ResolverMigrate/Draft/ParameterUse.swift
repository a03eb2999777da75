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
        let uses = closure.statements.references(to: name).filter { $0.access == nil }
        let calls = uses.compactMap(\.callOfArguments)
        guard calls.count == uses.count else { return nil }
        let types = calls.map { inference.contextualType(of: ExprSyntax($0))?.type }
        guard let type = types.agreed, !type.isOptional else { return nil }
        self.type = type
        self.calls = calls
    }
}

extension DeclReferenceExprSyntax {
    /// The call that gets the argument from arguments of this name: `args()`, `args.get()`; nil for any other use of them.
    fileprivate var callOfArguments: FunctionCallExprSyntax? {
        let getter = parent?.as(MemberAccessExprSyntax.self).flatMap { $0.declName.baseName.text == "get" ? $0 : nil }
        let callee = getter.map { ExprSyntax($0) } ?? ExprSyntax(self)
        guard let call = callee.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == callee.id,
            call.arguments.isEmpty
        else { return nil }
        return call
    }
}
