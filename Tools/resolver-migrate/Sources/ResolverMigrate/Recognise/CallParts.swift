import SwiftSyntax

// What a `Recogniser` asks about calls and the code around them.

extension Reading {
    private static let words: Set<String> = Ask.verbs.union(["register", "reset", "add", "Resolver"])

    /// Whether a call of this name may register a service, ask for one, or belong to the settings.
    func mayMatter(_ call: FunctionCallExprSyntax, _ name: String) -> Bool {
        Self.words.contains(name) || index.resolverFunctions.contains(name) || call.isHandedType
    }
}

extension CodeBlockItemSyntax {
    /// Whether this is the only statement of a function with a result, so that its value is the result.
    var isResult: Bool {
        guard let items = parent?.as(CodeBlockItemListSyntax.self), items.count == 1,
            let function = items.parent?.parent?.as(FunctionDeclSyntax.self)
        else { return false }
        return function.signature.returnClause != nil
    }
}

extension FunctionCallExprSyntax {
    /// Whether the arguments are those of a registration.
    var isRegistration: Bool {
        let known: Set<String?> = [nil, "name", "factory"]
        return labels.allSatisfy(known.contains) && (trailingClosure != nil || !arguments.isEmpty)
    }

    /// Whether this calls a function that registers nothing, whatever it is passed: `print(P.self)`.
    var isOfStandardLibrary: Bool {
        calledExpression.as(DeclReferenceExprSyntax.self).map { Known.functions.contains($0.baseName.text) } ?? false
    }

    /// Whether the first argument is a type: `P.self`.
    var isHandedType: Bool {
        arguments.first?.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "self"
    }

    /// The expression that this call and the options behind it make, and the options.
    var chain: (ExprSyntax, [RegistrationOption]) {
        var whole = ExprSyntax(self)
        var options: [RegistrationOption] = []
        while let access = whole.parent?.as(MemberAccessExprSyntax.self), access.base?.id == whole.id,
            let next = access.parent?.as(FunctionCallExprSyntax.self), next.calledExpression.id == access.id
        {
            options.append(RegistrationOption(name: access.declName.baseName.text, call: next))
            whole = ExprSyntax(next)
        }
        return (whole, options)
    }

    /// Whether the code around the call belongs to the main actor.
    func isInMainActorContext(_ index: Index) -> Bool {
        for ancestor in ancestors {
            let attributes = ancestor.asProtocol((any WithAttributesSyntax).self)?.attributes
            if attributes?.hasMainActor == true { return true }
            if let function = ancestor.as(FunctionDeclSyntax.self),
                function.modifiers.contains(where: { $0.name.text == "nonisolated" })
            {
                return false
            }
        }
        let owner = LexicalScope(around: self).owner
        return owner != "Resolver" && index.isMainActor(owner)
    }
}

extension LexicalScope {
    func isGeneric(_ metatype: ExprSyntax?) -> Bool {
        metatype.map { expression in generics.contains { expression.plain.hasPrefix("\($0).") } } ?? !generics.isEmpty
    }
}
