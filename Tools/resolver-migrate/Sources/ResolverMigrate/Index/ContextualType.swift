import SwiftSyntax

extension Inference {
    /// The type that the code around an expression expects from it.
    ///
    /// It decides which service `Resolver.resolve()` asks for.
    func contextualType(of expression: ExprSyntax) -> Inferred? {
        guard let parent = expression.parent else { return nil }
        switch parent.as(SyntaxEnum.self) {
        case .tryExpr(let tried): return contextualType(of: ExprSyntax(tried))
        case .awaitExpr(let awaited): return contextualType(of: ExprSyntax(awaited))
        case .asExpr(let cast): return stated(cast.type)
        case .ternaryExpr(let choice): return contextualType(of: choice, expression)
        case .labeledExpr(let argument): return contextualType(of: argument, expression)
        case .initializerClause(let clause):
            return stated(
                clause.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
                    ?? clause.parent?.as(FunctionParameterSyntax.self)?.type
                    ?? clause.parent?.as(OptionalBindingConditionSyntax.self)?.typeAnnotation?.type)
        case .infixOperatorExpr(let operation): return contextualType(of: operation, expression)
        case .arrayElement(let element):
            guard let array = element.parent?.parent?.as(ArrayExprSyntax.self),
                let whole = contextualType(of: ExprSyntax(array)), whole.type.key.hasPrefix("["),
                whole.type.key.hasSuffix("]")
            else { return nil }
            let written = TypeSyntax(parsing: String(whole.type.spelling.dropFirst().dropLast()))
            return index.service(written, in: []).map { Inferred(type: $0, evidence: whole.evidence) }
        case .returnStmt(let statement): return resultType(around: Syntax(statement))
        case .codeBlockItem(let item):
            guard let items = item.parent?.as(CodeBlockItemListSyntax.self), items.count == 1 else { return nil }
            return resultType(around: Syntax(item), implicit: true)
        default: return nil
        }
    }

    private func contextualType(of argument: LabeledExprSyntax, _ expression: ExprSyntax) -> Inferred? {
        guard let list = argument.parent?.as(LabeledExprListSyntax.self), let owner = list.parent else { return nil }
        if let tuple = owner.as(TupleExprSyntax.self) {
            return list.count == 1 ? contextualType(of: ExprSyntax(tuple)) : nil
        }
        guard let call = owner.as(FunctionCallExprSyntax.self),
            let position = list.enumerated().first(where: { $0.element.id == argument.id })?.offset
        else { return nil }
        if let wrapped = wrapped(by: call, as: argument) { return wrapped }
        let types = candidates(for: call).compactMap { candidate -> ServiceType?? in
            guard let parameters = candidate.parameters(for: call.labels, trailing: call.trailingCount) else {
                return nil
            }
            return parameter(parameters[position].type, of: candidate, calledBy: call)
        }
        return types.agreed.map { Inferred(type: $0, evidence: .index) }
    }

    /// Apple's wrappers whose value has the type that the property states.
    private static let wrappers: Set<String> = ["ObservedObject", "Published", "State", "StateObject"]

    /// The type that `_model = StateObject(wrappedValue: …)` expects: that of `model`.
    private func wrapped(by call: FunctionCallExprSyntax, as argument: LabeledExprSyntax) -> Inferred? {
        let wrapper = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
        guard Self.wrappers.contains(wrapper), index.declared(wrapper) == nil,
            ["wrappedValue", "initialValue"].contains(argument.label?.text),
            let operation = call.parent?.as(InfixOperatorExprSyntax.self),
            operation.operator.is(AssignmentExprSyntax.self), operation.rightOperand.id == call.id
        else { return nil }
        let words = operation.leftOperand.plain.split(separator: ".")
        guard let last = words.last, last.hasPrefix("_"), words.dropLast().allSatisfy({ $0 == "self" }),
            call.local(String(last), index.lists) == nil
        else { return nil }
        let owner = LexicalScope(around: call).owner
        guard index.property(String(last), of: owner, isStatic: false) == nil else { return nil }
        return index.property(String(last.dropFirst()), of: owner, isStatic: false).flatMap(type)
    }

    private func parameter(_ type: TypeSyntax, of candidate: Signature, calledBy call: FunctionCallExprSyntax)
        -> ServiceType?
    {
        var type = type
        if let attributed = type.as(AttributedTypeSyntax.self), attributed.attributes.plain.contains("@autoclosure"),
            let function = attributed.baseType.as(FunctionTypeSyntax.self)
        {
            type = function.returnClause.type
        }
        let generics = index.declared(candidate.owner)?.generics ?? []
        if let position = generics.firstIndex(of: type.plain) { return genericArgument(position, of: call) }
        return index.service(type)
    }

    /// The type that a call states for a generic parameter: `HomeModel` in `Screen<HomeModel>(model: resolve())`.
    private func genericArgument(_ position: Int, of call: FunctionCallExprSyntax) -> ServiceType? {
        guard let stated = call.calledExpression.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause,
            let type = stated.arguments.dropFirst(position).first.flatMap({ TypeSyntax($0.argument) })
        else { return nil }
        let service = index.service(type)
        // If a generic type states no arguments, the compiler infers them.
        let isComplete = service.map { $0.key.contains("<") || index.declared($0.key)?.generics.isEmpty != false }
        return isComplete == true ? service : nil
    }

    private func contextualType(of operation: InfixOperatorExprSyntax, _ expression: ExprSyntax) -> Inferred? {
        if operation.operator.is(AssignmentExprSyntax.self), operation.rightOperand.id == expression.id {
            return type(of: operation.leftOperand)
        }
        guard operation.operator.plain == "??", operation.rightOperand.id == expression.id else { return nil }
        guard let whole = contextualType(of: ExprSyntax(operation)) else {
            return type(of: operation.leftOperand).map { $0.with($0.type.optional(false)) }
        }
        return leaves(whole, operation.leftOperand, isOptional: true) ? whole : nil
    }

    private func contextualType(of choice: TernaryExprSyntax, _ expression: ExprSyntax) -> Inferred? {
        guard choice.condition.id != expression.id, let whole = contextualType(of: ExprSyntax(choice)) else {
            return nil
        }
        let isFirst = choice.thenExpression.id == expression.id
        return leaves(whole, isFirst ? choice.elseExpression : choice.thenExpression) ? whole : nil
    }

    /// Whether a lookup beside this expression asks for the type that is expected of both.
    ///
    /// Both sides have one type, and the compiler takes that from the more concrete side: `let p: P = flag ? resolve() : X()`
    /// resolves an `X`.
    private func leaves(_ whole: Inferred, _ other: ExprSyntax, isOptional: Bool = false) -> Bool {
        if let type = type(of: other)?.type {
            return type == whole.type && (!isOptional || type.isOptional)
        }
        switch other.as(ExprSyntaxEnum.self) {
        case .nilLiteralExpr: return true
        case .tupleExpr(let tuple):
            guard tuple.elements.count == 1, let only = tuple.elements.first else { return false }
            return leaves(whole, only.expression, isOptional: isOptional)
        case .tryExpr(let tried): return leaves(whole, tried.expression, isOptional: isOptional)
        case .ternaryExpr(let choice):
            return [choice.thenExpression, choice.elseExpression].allSatisfy {
                leaves(whole, $0, isOptional: isOptional)
            }
        case .infixOperatorExpr(let operation) where operation.operator.plain == "??":
            return leaves(whole, operation.leftOperand, isOptional: true)
                && leaves(whole, operation.rightOperand, isOptional: isOptional)
        case .functionCallExpr(let call):
            // A lookup takes whatever type is expected.
            return Ask.verbs.contains(call.calledName ?? "") && call.arguments.first.map { $0.label != nil } ?? true
                && Reading(index: index, module: Module(name: "")).target(of: call) != nil
        default: return false
        }
    }

    /// The type that a `return` at this place must have.
    private func resultType(around node: Syntax, implicit: Bool = false) -> Inferred? {
        for ancestor in node.ancestors {
            if let closure = ancestor.as(ClosureExprSyntax.self) { return resultType(of: closure) }
            if let function = ancestor.as(FunctionDeclSyntax.self) {
                return stated(function.signature.returnClause?.type)
            }
            if let binding = ancestor.as(PatternBindingSyntax.self) { return stated(binding.typeAnnotation?.type) }
            if implicit, ancestor.is(IfExprSyntax.self) || ancestor.is(SwitchExprSyntax.self) { return nil }
        }
        return nil
    }

    /// The type that a closure returns: as its signature states, or as its registration registers.
    private func resultType(of closure: ClosureExprSyntax) -> Inferred? {
        if let clause = closure.signature?.returnClause { return stated(clause.type) }
        guard let call = closure.owningCall else { return nil }
        // `{ … }()` gives what is expected of the call.
        if call.calledExpression.id == ExprSyntax(closure).id { return contextualType(of: ExprSyntax(call)) }
        if call.calledName == "register", let first = call.arguments.first, first.label == nil {
            return index.service(metatype: first.expression).map { Inferred(type: $0, evidence: .syntax) }
        }
        // A closure that is passed to a parameter of a type such as `() -> P`.
        if let type = contextualType(of: ExprSyntax(closure))?.type.spelling,
            case let written = TypeSyntax(parsing: type),
            let function = (written.as(AttributedTypeSyntax.self)?.baseType ?? written).as(FunctionTypeSyntax.self)
        {
            return index.service(function.returnClause.type, in: []).map { Inferred(type: $0, evidence: .index) }
        }
        return nil
    }
}

extension ClosureExprSyntax {
    /// The call to which this closure is passed.
    var owningCall: FunctionCallExprSyntax? {
        if let call = parent?.as(FunctionCallExprSyntax.self) { return call }
        return parent?.as(LabeledExprSyntax.self)?.parent?.parent?.as(FunctionCallExprSyntax.self)
    }
}
