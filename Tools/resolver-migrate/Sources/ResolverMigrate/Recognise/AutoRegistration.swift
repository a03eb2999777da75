import SwiftSyntax

/// A call of a helper that passes resolved services to an initialiser: `autoregister(P.self, initializer: X.init)`.
struct AutoRegistration {
    /// The service that is registered.
    let type: Inferred
    /// The type whose initialiser is called, as the source writes it.
    let made: String
    let initialiser: Signature

    init?(_ call: FunctionCallExprSyntax, _ inference: Inference) {
        let reference = call.arguments.lazy.compactMap { $0.expression.as(MemberAccessExprSyntax.self) }
            .first { $0.declName.baseName.text == "init" && $0.declName.argumentNames == nil }
        guard let reference, let base = reference.base, let made = inference.metatype(base) else {
            return nil
        }
        let initialisers = inference.index.initialisers(of: made.key)
        guard inference.index.declared(made.key) != nil, initialisers.count == 1, let only = initialisers.first,
            !only.isFailable, !only.isThrowing
        else { return nil }
        let stated = call.arguments.first.flatMap { inference.index.service(metatype: $0.expression) }
        type = Inferred(type: stated ?? made, evidence: .index)
        self.made = base.plain
        initialiser = only
    }

    /// The services that the initialiser takes, each with its label.
    func parameters(_ index: Index) -> [(label: String?, service: ServiceType)]? {
        let all = initialiser.parameters.map { ($0.label, index.service($0.type)) }
        let shown = all.compactMap { label, service in service.map { (label: label, service: $0) } }
        return shown.count == all.count ? shown : nil
    }
}

extension Reading {
    private static let words: Set<String> = Ask.verbs.union(["register", "reset", "add", "Resolver"])

    /// Whether a call of this name may register a service, ask for one, or belong to the settings.
    func mayMatter(_ call: FunctionCallExprSyntax, _ name: String) -> Bool {
        Self.words.contains(name) || index.resolverFunctions.contains(name) || call.isHandedType
    }

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

extension FunctionCallExprSyntax {
    /// Whether this calls a function that registers nothing, whatever it is passed: `print(P.self)`.
    var isOfStandardLibrary: Bool {
        calledExpression.as(DeclReferenceExprSyntax.self).map { Known.functions.contains($0.baseName.text) } ?? false
    }

    /// Whether the first argument is a type: `P.self`.
    var isHandedType: Bool {
        arguments.first?.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "self"
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
            call.calledName == "register",
            let made = call.trailingClosure?.statements.onlyExpression?.as(FunctionCallExprSyntax.self),
            let callee = made.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            parameters.contains(where: { $0.name == callee })
        else { return false }
        return made.arguments.allSatisfy { argument in
            guard let asked = argument.expression.as(FunctionCallExprSyntax.self) else { return false }
            return asked.calledName == "resolve" && asked.arguments.isEmpty
        }
    }
}
