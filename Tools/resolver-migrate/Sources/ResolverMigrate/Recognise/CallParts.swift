import SwiftSyntax

// What a `Recogniser` asks about calls and the code around them.

extension FunctionDeclSyntax {
    /// Whether the function registers services whose types its callers choose.
    var isRegistrationHelper: Bool {
        genericParameterClause != nil && body.map { $0.mentions("register") } == true
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
    /// Whether the call is part of a helper, and so no registration by itself.
    var isInHelper: Bool {
        guard LexicalScope(around: self).types == ["Resolver"] else { return false }
        return innermost(FunctionDeclSyntax.self)?.isRegistrationHelper == true
    }

    /// Whether the arguments are those of a registration.
    var isRegistration: Bool {
        let known: Set<String?> = [nil, "name", "factory"]
        return labels.allSatisfy(known.contains) && (trailingClosure != nil || !arguments.isEmpty)
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

extension Index {
    /// The first setting of a property's wrapper that is set through `$`, in the property's type or in code that uses one of
    /// its objects.
    func projectedSetting(of variable: VariableDeclSyntax) -> String? {
        let name = "$" + (variable.bindings.first?.pattern.plain ?? "")
        let owner = LexicalScope(around: variable).owner
        return projections[name]?.first { isProjection($0, ofPropertyOf: owner) }
            .map { "\(name).\($0.setting ?? "")" }
    }

    private func isProjection(_ reference: DeclReferenceExprSyntax, ofPropertyOf owner: String) -> Bool {
        let base = reference.access?.base
        let type =
            base == nil
            ? LexicalScope(around: reference).owner
            : base.flatMap { Inference(index: self).type(of: $0)?.type.key }
        // If the sources do not show an object's type, it may be the property's owner.
        return type.map { ancestry(of: $0).contains(owner) } ?? true
    }
}

extension DeclReferenceExprSyntax {
    /// The setting of a wrapper that is named behind this: `args` in `$service.args`.
    fileprivate var setting: String? {
        guard let dot = baseName.nextToken(viewMode: .sourceAccurate), dot.tokenKind == .period,
            let name = dot.nextToken(viewMode: .sourceAccurate)?.text, ["args", "name", "container"].contains(name)
        else { return nil }
        return name
    }
}

/// The places in some files that name a setting of a property's wrapper, by the property's name with `$`.
final class Projections: SyntaxVisitor {
    private(set) var found: [String: [DeclReferenceExprSyntax]] = [:]

    init(_ files: [SourceFile]) {
        super.init(viewMode: .sourceAccurate)
        for file in files
        where file.text.contains(word: "$") && file.text.mentions(anyOf: ["args", "name", "container"]) {
            walk(file.tree)
        }
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        let name = node.baseName.text
        if name.hasPrefix("$"), node.setting != nil { found[name, default: []].append(node) }
        return .visitChildren
    }
}
