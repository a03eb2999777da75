import SwiftSyntax

// Helpers: functions that an extension of `Resolver` has to register services of the callers' types.

extension Reading {
    /// The resolver with which a call of a helper registers; nil if the call is not one of a helper.
    ///
    /// A helper is a function in an extension of `Resolver` that takes a type or a function and calls `register`. A function
    /// that the sources do not show counts as a helper if the call is a statement on a resolver and passes a type.
    func helper(_ call: FunctionCallExprSyntax) -> ResolverReference? {
        let found = helpers(call)
        if found.isEmpty {
            guard !call.isOfStandardLibrary, call.isHandedType,
                call.chain.0.parent?.is(CodeBlockItemSyntax.self) == true,
                inference.candidates(for: call).isEmpty,
                !call.ancestors.contains(where: { $0.as(ClosureExprSyntax.self)?.isFactory == true })
            else { return nil }
        } else {
            guard found.allSatisfy({ $0.body.map { $0.mentions("register") } == true }),
                found.contains(where: \.takesService)
            else { return nil }
        }
        return target(of: call)
    }

    /// Whether a call means a generic function of `Resolver` that registers something but is no helper.
    func mayRegister(_ call: FunctionCallExprSyntax) -> Bool {
        helpers(call).contains { !$0.generics.isEmpty && $0.body.map { $0.mentions("register") } == true }
            && (target(of: call) != nil || call.calledBase.map { inference.type(of: $0) == nil } == true)
    }

    private func helpers(_ call: FunctionCallExprSyntax) -> [Signature] {
        index.types["Resolver"]?.functions.filter { $0.name == call.calledName } ?? []
    }

    /// Whether calls of this function of `Resolver` are registrations, which the tool can read or leaves.
    func isHelper(_ name: String) -> Bool {
        index.types["Resolver"]?.functions.contains { $0.name == name && $0.takesService } == true
    }

    /// Whether all helpers that a call may mean do nothing but pass resolved services on.
    func onlyPassesServicesOn(_ call: FunctionCallExprSyntax) -> Bool {
        let found = helpers(call)
        return !found.isEmpty && found.allSatisfy(\.onlyResolves)
    }
}

extension FunctionDeclSyntax {
    /// Whether the function registers services whose types its callers choose.
    var isRegistrationHelper: Bool {
        genericParameterClause != nil && body.map { $0.mentions("register") } == true
    }
}

extension FunctionCallExprSyntax {
    /// Whether the call is part of a helper, and so no registration by itself.
    var isInHelper: Bool {
        guard LexicalScope(around: self).types == ["Resolver"] else { return false }
        return innermost(FunctionDeclSyntax.self)?.isRegistrationHelper == true
    }
}

extension Signature {
    fileprivate var takesService: Bool {
        parameters.contains {
            $0.type.plain.hasSuffix(".Type") || $0.type.plain.contains("->")
                || $0.type.plain.contains("ResolverFactory")
        }
    }

    /// Whether the body is a single registration whose factory calls a parameter with resolved services.
    fileprivate var onlyResolves: Bool {
        guard let call = body?.statements.onlyExpression?.as(FunctionCallExprSyntax.self),
            call.calledName == "register", call.arguments.allSatisfy({ isCallersType($0) || isCallersName($0) }),
            let closure = call.trailingClosure,
            let made = closure.statements.onlyExpression?.as(FunctionCallExprSyntax.self),
            let callee = made.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            parameters.contains(where: { $0.name == callee })
        else { return false }
        let resolvers: [String?] = [nil, "$0", "Resolver", closure.parameterNames.first]
        return made.arguments.allSatisfy { argument in
            guard let asked = argument.expression.as(FunctionCallExprSyntax.self) else { return false }
            return asked.calledName == "resolve" && asked.arguments.isEmpty
                && resolvers.contains(asked.calledBase?.plain)
        }
    }

    /// Whether an argument of `register` is a type that the helper's caller chooses.
    private func isCallersType(_ argument: LabeledExprSyntax) -> Bool {
        let chosen = parameters.map(\.name) + generics.map { "\($0).self" }
        return argument.label == nil && chosen.contains(argument.expression.plain)
    }

    /// Whether an argument of `register` is the name that the helper's caller states, or none.
    private func isCallersName(_ argument: LabeledExprSyntax) -> Bool {
        let stated = body?.parent?.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
        return argument.label?.text == "name"
            && stated?.contains {
                $0.firstName.text == "name" && ($0.secondName ?? $0.firstName).text == argument.expression.plain
                    && [nil, "nil"].contains($0.defaultValue?.value.plain)
            } == true
    }
}
