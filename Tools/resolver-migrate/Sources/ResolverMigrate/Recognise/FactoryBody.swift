import SwiftSyntax

/// The closure of a registration: its parameters, its result, and its errors.
struct FactoryBody {
    let closure: ClosureExprSyntax
    let inference: Inference

    init(_ closure: ClosureExprSyntax, _ inference: Inference) {
        self.closure = closure
        self.inference = inference
    }

    /// The name of the resolver's parameter; `$0` if the closure uses that.
    var resolverName: String? { parameter(0) }
    /// The name of the arguments' parameter.
    var argumentsName: String? { parameter(1) }

    private func parameter(_ position: Int) -> String? {
        let names = closure.parameterNames
        if !names.isEmpty { return names.indices.contains(position) && names[position] != "_" ? names[position] : nil }
        return closure.usesAnonymous("$\(position)") ? "$\(position)" : nil
    }

    /// The type of the service that the closure makes.
    var result: Inferred? {
        if let clause = closure.signature?.returnClause { return inference.stated(clause.type) }
        let results = values.map { inference.type(of: $0) ?? inference.implicitMemberType(of: $0) }
        return results.map { $0?.type }.agreed == nil ? nil : results[0]
    }

    /// The expressions whose values the closure gives.
    private var values: [ExprSyntax] {
        closure.statements.onlyExpression.map { [$0] } ?? closure.conditionalResults ?? closure.returned
    }

    /// The dots of values that are written as members of the service's type without that type: `.init(network: network)`.
    var implicitMembers: [MemberAccessExprSyntax] {
        values.compactMap(\.implicitMember)
    }

    /// Whether the closure may throw, which a typed factory may not.
    var mayThrow: Bool { closure.statements.contains { Syntax($0).throwsOutward } }
}

extension ExprSyntax {
    /// The member that this is, or calls, of a type that is not written: `.shared`, `.init(network: network)`.
    var implicitMember: MemberAccessExprSyntax? {
        let access = (self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self).as(MemberAccessExprSyntax.self)
        // These are cases of an optional.
        return access.flatMap { $0.base == nil && !["none", "some"].contains($0.declName.baseName.text) ? $0 : nil }
    }
}

extension ClosureExprSyntax {
    /// The values of all `return` statements of this closure.
    var returned: [ExprSyntax] { Syntax(statements).returned }

    /// The expressions in the branches of an `#if` that is the whole body.
    fileprivate var conditionalResults: [ExprSyntax]? {
        guard statements.count == 1, let condition = statements.first?.item.as(IfConfigDeclSyntax.self) else {
            return nil
        }
        let branches = condition.clauses.map { clause -> ExprSyntax? in
            if case .statements(let items)? = clause.elements { items.onlyExpression } else { nil }
        }
        return branches.contains(nil) ? nil : branches.compactMap(\.self)
    }

    /// Whether this closure itself, not one inside it, uses `$0` or `$1`.
    func usesAnonymous(_ name: String) -> Bool {
        signature?.parameterClause == nil && statements.mentions(name)
    }
}

extension Syntax {
    fileprivate var returned: [ExprSyntax] {
        if let statement = self.as(ReturnStmtSyntax.self) { return statement.expression.map { [$0] } ?? [] }
        if `is`(ClosureExprSyntax.self) || `is`(FunctionDeclSyntax.self) { return [] }
        return children(viewMode: .sourceAccurate).flatMap(\.returned)
    }

    /// Whether this may throw an error that it does not catch.
    var throwsOutward: Bool {
        if let tried = self.as(TryExprSyntax.self), tried.questionOrExclamationMark == nil { return true }
        if `is`(ThrowStmtSyntax.self) { return true }
        if `is`(ClosureExprSyntax.self) || `is`(FunctionDeclSyntax.self) { return false }
        if let statement = self.as(DoStmtSyntax.self) {
            return statement.catchClauses.contains { Syntax($0.body).throwsOutward }
                || !statement.catchClauses.contains(where: \.catchesAll) && Syntax(statement.body).throwsOutward
        }
        return children(viewMode: .sourceAccurate).contains(where: \.throwsOutward)
    }
}

extension CatchClauseSyntax {
    /// Whether it catches every error: `catch`, or `catch let error`.
    fileprivate var catchesAll: Bool {
        catchItems.isEmpty
            || catchItems.contains { item in
                guard item.whereClause == nil, let pattern = item.pattern else { return false }
                return pattern.as(ValueBindingPatternSyntax.self)?.pattern.is(IdentifierPatternSyntax.self) ?? false
            }
    }
}
