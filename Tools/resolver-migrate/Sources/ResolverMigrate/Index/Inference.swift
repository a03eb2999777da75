import SwiftSyntax

/// How a type was found: from the expression's own words, or with the help of other declarations of the program.
enum Evidence {
    case syntax, index
}

/// A type that is proved, and the evidence.
struct Inferred {
    let type: ServiceType
    let evidence: Evidence

    func with(_ type: ServiceType) -> Inferred { Inferred(type: type, evidence: .index) }
}

/// Infers the types of expressions, as far as the sources show them.
///
/// It never guesses: if two answers are possible, it gives none.
struct Inference {
    let index: Index
    /// How many declarations led here; in sources that do not compile, they may refer to each other in a circle.
    private var depth = 0

    init(index: Index) { self.index = index }

    /// For another declaration; nil if too many led here.
    private var deeper: Inference? {
        guard depth <= 20 else { return nil }
        var next = self
        next.depth += 1
        return next
    }

    /// The type of an expression.
    func type(of expression: ExprSyntax) -> Inferred? {
        switch expression.as(ExprSyntaxEnum.self) {
        case .asExpr(let cast):
            let optional = cast.questionOrExclamationMark?.text == "?"
            return index.service(cast.type).map {
                Inferred(type: optional ? $0.optional(true) : $0, evidence: .syntax)
            }
        case .functionCallExpr(let call): return type(of: call)
        case .memberAccessExpr(let access): return type(of: access)
        case .declReferenceExpr(let reference): return type(of: reference)
        case .tupleExpr(let tuple):
            guard tuple.elements.count == 1, let only = tuple.elements.first else { return nil }
            return type(of: only.expression)
        case .tryExpr(let tried):
            guard let inner = type(of: tried.expression) else { return nil }
            return tried.questionOrExclamationMark?.text == "?" ? inner.with(inner.type.optional(true)) : inner
        case .awaitExpr(let awaited): return type(of: awaited.expression)
        case .subscriptCallExpr(let access): return element(access)
        case .forceUnwrapExpr(let unwrapped):
            return type(of: unwrapped.expression).map { $0.with($0.type.optional(false)) }
        case .ternaryExpr(let choice):
            guard let one = type(of: choice.thenExpression), let other = type(of: choice.elseExpression) else {
                return nil
            }
            if one.type.full == other.type.full { return one }
            // `a ? X() : Y() as P` is a `P` if `X` conforms to it, too.
            if choice.elseExpression.is(AsExprSyntax.self), index.conforms(one.type, to: other.type) { return other }
            return nil
        default: return Self.literalType(expression).map(plain)
        }
    }

    /// The type that a literal has by itself.
    static func literalType(_ expression: ExprSyntax) -> String? {
        switch expression.kind {
        case .stringLiteralExpr: "String"
        case .booleanLiteralExpr: "Bool"
        case .integerLiteralExpr: "Int"
        case .floatLiteralExpr: "Double"
        default: nil
        }
    }

    private func plain(_ name: String) -> Inferred {
        Inferred(type: ServiceType(key: name, spelling: name, isOptional: false), evidence: .syntax)
    }

    /// The type that the code states; nil if there is none.
    func stated(_ type: TypeSyntax?) -> Inferred? {
        type.flatMap(index.service).map { Inferred(type: $0, evidence: .syntax) }
    }

    /// The type that another declaration states; nil if there is none.
    private func declared(_ type: TypeSyntax?) -> Inferred? {
        type.flatMap(index.service).map { Inferred(type: $0, evidence: .index) }
    }

    // MARK: Names

    private func type(of reference: DeclReferenceExprSyntax) -> Inferred? {
        let name = reference.baseName.text
        if name == "$1" { return mutated(name, at: Syntax(reference)) }
        if name == "self" {
            let owner = LexicalScope(around: reference).owner
            return owner.isEmpty
                ? nil : Inferred(type: ServiceType(key: owner, spelling: owner, isOptional: false), evidence: .index)
        }
        return type(of: name, at: Syntax(reference))
    }

    /// The type of whatever a name means at a node.
    private func type(of name: String, at node: Syntax) -> Inferred? {
        if let (declaration, _) = node.local(name, index.lists) {
            switch declaration {
            case .parameter(let type?), .variable(let type?, _): return declared(type)
            case .parameter(nil): return mutated(name, at: node)
            case .variable(nil, let value?): return deeper?.type(of: value).map { $0.with($0.type) }
            case .unwrapped(let condition): return deeper?.type(of: condition)
            default: return nil
            }
        }
        return property(name, at: node).flatMap(type)
    }

    /// The property that a name means which is not local.
    private func property(_ name: String, at node: Syntax) -> Property? {
        let owners = LexicalScope(around: node).owners
        let own = owners.first.flatMap { index.property(name, of: $0, isStatic: false) }
        if let member = own ?? owners.lazy.compactMap({ index.property(name, of: $0, isStatic: true) }).first {
            return member
        }
        let globals = index.properties(name)
        return globals.count == 1 ? globals.first : nil
    }

    /// The property that an expression names.
    func property(_ expression: ExprSyntax) -> Property? {
        if let access = expression.as(MemberAccessExprSyntax.self) { return property(access) }
        guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            expression.local(name, index.lists) == nil
        else { return nil }
        return property(name, at: Syntax(expression))
    }

    private func property(_ access: MemberAccessExprSyntax) -> Property? {
        let name = access.declName.baseName.word
        guard let base = access.base else { return nil }
        let owner = base.plain == "Self" ? LexicalScope(around: access).owner : metatype(base)?.key
        if let owner { return index.property(name, of: owner, isStatic: true) }
        guard let object = type(of: base), !object.type.isOptional else { return nil }
        return index.property(name, of: object.type.key, isStatic: false)
    }

    /// The type that a condition such as `if let` unwraps.
    private func type(of condition: OptionalBindingConditionSyntax) -> Inferred? {
        if let annotation = condition.typeAnnotation { return declared(annotation.type) }
        // `if let session` unwraps the variable that the name means before the condition.
        let value =
            condition.initializer.map { type(of: $0.value) }
            ?? type(of: condition.pattern.plain, at: Syntax(condition.pattern))
        guard let value, value.type.isOptional else { return nil }
        return value.with(value.type.optional(false))
    }

    /// The service that `resolveProperties` hands to its closure, as the second parameter.
    private func mutated(_ name: String, at reference: Syntax) -> Inferred? {
        let closure = reference.innermost(ClosureExprSyntax.self) {
            name.hasPrefix("$") || $0.parameterNames.contains(name)
        }
        guard let closure, closure.owningCall?.calledName == "resolveProperties",
            name == "$1" || closure.parameterNames.dropFirst().first == name
        else { return nil }
        var call = closure.owningCall
        while let next = call?.calledBase?.as(FunctionCallExprSyntax.self) { call = next }
        guard let call, call.calledName == "register" else { return nil }
        let stated = call.arguments.first.flatMap { index.service(metatype: $0.expression) }
        let factory = call.trailingClosure.flatMap { FactoryBody($0, self).result }
        return stated.map { Inferred(type: $0, evidence: .index) } ?? factory
    }

    func type(of property: Property) -> Inferred? {
        if let type = property.type { return declared(type) }
        return property.value.flatMap { deeper?.type(of: $0) }.map { $0.with($0.type) }
    }

    // MARK: Members

    /// The element that `items[0]` reads, of an array; an index of another type might read a part of it.
    private func element(_ access: SubscriptCallExprSyntax) -> Inferred? {
        guard let position = access.arguments.first, access.arguments.count == 1, position.label == nil,
            access.trailingClosure == nil, type(of: position.expression)?.type.full == "Int",
            let array = type(of: access.calledExpression), !array.type.isOptional,
            let written = TypeSyntax(parsing: array.type.spelling).as(ArrayTypeSyntax.self)
        else { return nil }
        return index.service(written.element, in: []).map(array.with)
    }

    private func type(of access: MemberAccessExprSyntax) -> Inferred? {
        let name = access.declName.baseName.word
        guard let base = access.base else { return nil }
        if let type = metatype(base) {
            if let known = Known.members["\(type.key).\(name)"] { return plain(known) }
            if index.types[type.key.withoutGenerics]?.cases.contains(name) == true {
                return Inferred(type: type, evidence: .syntax)
            }
        }
        return property(access).flatMap(type)
    }

    /// The value of a constant text that belongs to a type: of `Texts.title`, declared as `static let title = "…"`.
    func constantText(_ access: MemberAccessExprSyntax) -> ExprSyntax? {
        guard let base = access.base, let type = metatype(base),
            let property = index.property(access.declName.baseName.word, of: type.key, isStatic: true),
            property.isConstant, [nil, "String"].contains(property.type?.plain),
            index.declared(type.key)?.modules.count == 1
        else { return nil }
        return property.value
    }

    /// The type that an expression names, if it is written as a name: `X` in `X.shared`.
    func metatype(_ expression: ExprSyntax) -> ServiceType? {
        guard
            expression.is(DeclReferenceExprSyntax.self) || expression.is(MemberAccessExprSyntax.self)
                || expression.is(GenericSpecializationExprSyntax.self)
        else { return nil }
        let text = expression.plain
        guard text.withoutGenerics.lastName.first?.isUppercase == true, text.first?.isUppercase == true else {
            return nil
        }
        return index.service(naming: expression)
    }

    // MARK: Calls

    private func type(of call: FunctionCallExprSyntax) -> Inferred? {
        var callee = call.calledExpression
        if let access = callee.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "init",
            let base = access.base
        {
            callee = base
        }
        if let type = metatype(callee) { return constructed(type, by: call) }
        if let lookup = call.lookedUpType(index) { return Inferred(type: lookup, evidence: .syntax) }
        if let known = Known.staticFunctions[call.calledExpression.plain] { return plain(known) }
        return result(of: call)
    }

    /// The type that all functions of the program have as result which a call may mean.
    private func result(of call: FunctionCallExprSyntax) -> Inferred? {
        let fitting = candidates(for: call).filter {
            $0.parameters(for: call.labels, trailing: call.trailingCount) != nil
        }
        return fitting.map { $0.result.flatMap(index.service) }.agreed.map { Inferred(type: $0, evidence: .index) }
    }

    /// The type of `.shared` or `.init(network: network)`, as a member of the type that is expected there.
    func implicitMemberType(of expression: ExprSyntax) -> Inferred? {
        guard let member = expression.implicitMember, let expected = contextualType(of: expression)?.type,
            index.declared(expected.key)?.kind != .interface
        else { return nil }
        let name = member.declName.baseName.word
        guard let call = expression.as(FunctionCallExprSyntax.self) else {
            return index.property(name, of: expected.key, isStatic: true).flatMap { type(of: $0) }
        }
        return name == "init" ? constructed(expected.optional(false), by: call) : result(of: call)
    }

    private func constructed(_ type: ServiceType, by call: FunctionCallExprSyntax) -> Inferred? {
        guard let info = index.declared(type.key) else {
            return isPlain(type.key, call) ? Inferred(type: type, evidence: .syntax) : nil
        }
        if info.kind == .alias, let target = info.aliased?.plain, isPlain(target, call) {
            return Inferred(type: type, evidence: .syntax)
        }
        guard info.generics.isEmpty || type.key.contains("<"), info.kind != .interface, info.modules.count <= 1 else {
            return nil
        }
        let fitting = index.initialisers(of: type.key)
            .filter { $0.parameters(for: call.labels, trailing: call.trailingCount) != nil }
        guard let first = fitting.first, fitting.allSatisfy({ $0.isFailable == first.isFailable }) else { return nil }
        return Inferred(type: type.optional(first.isFailable), evidence: .syntax)
    }

    /// Whether an initialiser is known not to fail, of a type that the sources do not declare.
    private func isPlain(_ name: String, _ call: FunctionCallExprSyntax) -> Bool {
        if index.plainTypes.contains(name.withoutGenerics) { return true }
        guard Known.plainTypes.contains(name.withoutGenerics) else { return false }
        guard let labels = Known.plainLabels[name], let first = call.arguments.first else { return true }
        return first.label.map { labels.contains($0.text) } ?? false
    }

    /// The functions or initialisers that a call may mean.
    func candidates(for call: FunctionCallExprSyntax) -> [Signature] {
        if let access = call.calledExpression.as(MemberAccessExprSyntax.self) {
            let name = access.declName.baseName.text
            guard let base = access.base else {
                guard let type = contextualType(of: ExprSyntax(call))?.type.key else { return [] }
                return name == "init" ? index.initialisers(of: type) : index.functions(name, of: type, isStatic: true)
            }
            if name == "init", let type = metatype(base) { return index.initialisers(of: type.key) }
            if let type = metatype(ExprSyntax(access)), index.declared(type.key) != nil {
                return index.initialisers(of: type.key)
            }
            if let type = metatype(base) { return index.functions(name, of: type.key, isStatic: true) }
            guard let object = type(of: base), !object.type.isOptional else { return [] }
            return index.functions(name, of: object.type.key, isStatic: false)
        }
        if let type = metatype(call.calledExpression) { return index.initialisers(of: type.key) }
        guard let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return [] }
        if let (declaration, _) = call.local(name, index.lists) {
            guard case .function(let function) = declaration else { return [] }
            return [Signature(function, module: "")]
        }
        let owners = LexicalScope(around: call).owners
        let methods = owners.lazy.map { index.functions(name, of: $0, isStatic: $0 == owners[0] ? nil : true) }
            .first { !$0.isEmpty }
        return methods ?? index.functions(name)
    }
}

extension FunctionCallExprSyntax {
    /// The labels of the arguments in parentheses.
    var labels: [String?] { arguments.map { $0.label?.text } }

    var trailingCount: Int { (trailingClosure == nil ? 0 : 1) + additionalTrailingClosures.count }

    /// The type in `resolve(X.self)` or `optional(X.self)`, whatever the base is.
    fileprivate func lookedUpType(_ index: Index) -> ServiceType? {
        guard let name = calledName, ["resolve", "optional"].contains(name), let first = arguments.first,
            first.label == nil, let type = index.service(metatype: first.expression)
        else { return nil }
        return name == "optional" ? type.optional(true) : type
    }

    /// The name of the function: `register` in `Resolver.main.register { }`.
    var calledName: String? {
        calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
            ?? calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }

    /// The base of the call: `Resolver.main` in `Resolver.main.register { }`.
    var calledBase: ExprSyntax? { calledExpression.as(MemberAccessExprSyntax.self)?.base }
}
