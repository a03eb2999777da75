import SwiftSyntax

/// Reads parts of calls: the resolver, the name, the function around the call.
struct Reading {
    let index: Index
    let inference: Inference
    let module: Module

    init(index: Index, module: Module) {
        self.index = index
        inference = Inference(index: index)
        self.module = module
    }

    /// The resolver on which a call is made; nil if the sources do not show it to be one.
    func target(of call: FunctionCallExprSyntax) -> ResolverReference? {
        if let access = call.calledExpression.as(MemberAccessExprSyntax.self) {
            return access.base.flatMap(target)
        }
        guard let name = call.calledName, call.local(name, index.lists) == nil else { return nil }
        let scope = LexicalScope(around: call)
        guard scope.types.first == "Resolver", scope.types.count == 1 else { return nil }
        return call.isInStaticContext ? .main : .other("self")
    }

    /// The resolver that an argument states: `.main`, or any other.
    func resolver(_ argument: ExprSyntax) -> ResolverReference {
        if inference.isMain(argument, isResolver: true) { return .main }
        return [".root", "Resolver.root"].contains(argument.signs) ? .root : .other(argument.plain)
    }

    /// The base of a call that passes a type, if the sources do not show what the base is.
    func mayBeResolver(_ call: FunctionCallExprSyntax) -> ResolverReference? {
        guard call.isHandedType, let base = call.calledBase, inference.type(of: base) == nil,
            inference.metatype(base) == nil, inference.candidates(for: call).isEmpty
        else { return nil }
        return .other(base.plain)
    }

    private func target(_ base: ExprSyntax) -> ResolverReference? {
        let text = base.signs
        let scope = LexicalScope(around: base)
        if let unwrapped = base.unwrapped { return target(unwrapped).map { _ in .other(text) } }
        if namesResolver(base) || inference.isMain(base) { return .main }
        let inResolver = scope.types == ["Resolver"]
        if let access = base.as(MemberAccessExprSyntax.self), let owner = access.base {
            let name = access.declName.baseName.text
            if name == "root", namesResolver(owner) { return .root }
            if name == "resolver", let type = inference.type(of: owner)?.type, isResolversOwner(type.key) {
                return owner.plain == "self" ? .root : .other(text)
            }
        }
        if inResolver, ["self", "Self"].contains(text) {
            return text == "self" && !base.isInStaticContext ? .other("self") : .main
        }
        if inResolver, let known = ["main": .main, "root": .root][text] as ResolverReference?,
            base.local(text, index.lists) == nil
        {
            return known
        }
        if let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text {
            if name == "$0" || name == "$1" {
                return name == "$0" && base.isHandedResolver ? .handed : nil
            }
            if case (.parameter(let type), let owner)? = base.local(name, index.lists) {
                if let closure = owner.as(ClosureExprSyntax.self), closure.isFactory,
                    closure.parameterNames.first == name
                {
                    return .handed
                }
                guard let type, index.service(type)?.key == "Resolver" else { return nil }
                return index.mainParameters.contains(name, of: owner) ? .main : .other(name)
            }
            if name == "resolver", isResolversOwner(scope.owner) { return .root }
        }
        return inference.type(of: base)?.type.key == "Resolver" ? .other(base.plain) : nil
    }

    /// Whether an expression names the library's type, also by an alias.
    ///
    /// The program may have a nested type of that name.
    func namesResolver(_ expression: ExprSyntax) -> Bool {
        inference.metatype(expression)?.key == "Resolver" && index.declared("Resolver") == nil
    }

    /// Whether a type gets its `resolver` property from `Resolving`.
    private func isResolversOwner(_ type: String) -> Bool {
        index.ancestry(of: type).contains("Resolving") && index.property("resolver", of: type, isStatic: false) == nil
    }

    /// Whether a call may ask a resolver: the sources do not show that its base is something else.
    func mayAsk(_ call: FunctionCallExprSyntax, _ verb: String) -> Bool {
        let known: Set<String?> = [nil, "name", "args"]
        let stated = call.arguments.filter { $0.label == nil }.map(\.expression)
        guard let base = call.calledBase, call.trailingClosure == nil, call.labels.allSatisfy(known.contains),
            stated.count <= 1, stated.allSatisfy(mayBeMetatype)
        else { return false }
        let object = base.unwrapped ?? base
        if let shown = inference.type(of: object)?.type.key ?? constructed(object) {
            return index.ancestry(of: "Resolver").contains(shown)
        }
        let words = object.plain
        let isTyped = ["Container.", "SafeFacade.Container."].contains(where: words.hasPrefix)
        let isOther =
            isTyped || ["super", "Self"].contains(words) || words.first == "$" && Int(words.dropFirst()) == nil
        // The base may be the arguments that a factory is handed beside its resolver.
        let closure =
            words.first == "$"
            ? object.innermost(ClosureExprSyntax.self)
            : object.local(words, index.lists)?.owner.as(ClosureExprSyntax.self)
        guard !isOther, closure?.isFactory != true, inference.candidates(for: call).isEmpty else { return false }
        // Queries and parsers of other libraries also have functions of these names.
        return verb == "resolve" || !stated.isEmpty
            || !object.is(FunctionCallExprSyntax.self)
                && inference.metatype(object) == nil
    }

    /// Whether an argument may be the type to ask for.
    private func mayBeMetatype(_ expression: ExprSyntax) -> Bool {
        if let call = expression.as(FunctionCallExprSyntax.self) { return call.calledName == "type" }
        guard expression.is(DeclReferenceExprSyntax.self) || expression.is(MemberAccessExprSyntax.self) else {
            return false
        }
        return expression.plain.hasSuffix(".self")
            || inference.type(of: expression)?.type.key.hasSuffix("Type") ?? true
    }

    /// The type that an expression is shown to have or to initialise, whether or not the sources declare it.
    private func constructed(_ expression: ExprSyntax) -> String? {
        if let call = expression.as(FunctionCallExprSyntax.self) {
            return inference.metatype(call.calledExpression)?.key
        }
        if let type = inference.metatype(expression)?.key { return index.declared(type) == nil ? nil : type }
        guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
        let value: ExprSyntax? =
            switch expression.local(name, index.lists)?.declaration {
            case .variable(nil, let value)?: value
            case .some: nil
            case nil:
                (index.property(name, of: LexicalScope(around: expression).owner, isStatic: false)
                    ?? index.properties(name).first)?.value
            }
        return value?.as(FunctionCallExprSyntax.self).flatMap { inference.metatype($0.calledExpression)?.key }
    }

    /// The name that an argument states.
    func name(in arguments: LabeledExprListSyntax?) -> NameArgument {
        guard let value = arguments?.first(where: { $0.label?.text == "name" })?.expression else { return .none }
        let text = value.plain
        if text == "nil" { return .none }
        if let literal = self.text(ofName: value) { return .literal(literal, spelling: text) }
        if let member = value.as(MemberAccessExprSyntax.self), [nil, "Resolver.Name"].contains(member.base?.plain) {
            return named(member.declName.baseName.text, spelling: text)
        }
        return .dynamic(text)
    }

    private func named(_ member: String, spelling: String) -> NameArgument {
        guard
            let property = index.types["Resolver.Name"]?.property(member, isStatic: true),
            property.isConstant, let value = property.value
        else { return .dynamic(spelling) }
        return text(ofName: value).map { .literal($0, spelling: spelling) } ?? .dynamic(spelling)
    }

    /// The text of a name that is a literal, or made from one by a form that keeps the text; nil for any other expression.
    ///
    /// A function of the program may turn the literal into another name.
    private func text(ofName expression: ExprSyntax) -> String? {
        if let literal = expression.as(StringLiteralExprSyntax.self) { return literal.representedLiteralValue }
        let makers = [".init", ".name", "Name", "Resolver.Name", "Resolver.Name.init", "Self", "Self.init"]
        guard let call = expression.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
            call.trailingClosure == nil, makers.contains(call.calledExpression.plain),
            let argument = call.arguments.first?.expression
        else { return nil }
        let value = argument.as(MemberAccessExprSyntax.self).flatMap(inference.constantText) ?? argument
        return value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
}

extension ExprSyntax {
    /// The expression before `?` or `!`.
    fileprivate var unwrapped: ExprSyntax? {
        self.as(OptionalChainingExprSyntax.self)?.expression ?? self.as(ForceUnwrapExprSyntax.self)?.expression
    }
}

extension SyntaxProtocol {
    /// Whether `self` is a type here, as in a static function or property.
    var isInStaticContext: Bool {
        for ancestor in ancestors {
            if let function = ancestor.as(FunctionDeclSyntax.self), !function.isLocal {
                return function.modifiers.isStatic
            }
            if let variable = ancestor.as(VariableDeclSyntax.self),
                variable.parent?.is(MemberBlockItemSyntax.self) == true
            {
                return variable.modifiers.isStatic
            }
            if ancestor.is(InitializerDeclSyntax.self) { return false }
        }
        return false
    }

    /// Whether the innermost closure around this is a factory, which is handed a resolver.
    fileprivate var isHandedResolver: Bool { innermost(ClosureExprSyntax.self)?.isFactory ?? false }
}

extension FunctionDeclSyntax {
    /// Whether the function is declared inside another function.
    var isLocal: Bool {
        parent?.is(CodeBlockItemSyntax.self) == true && parent?.parent?.parent?.is(SourceFileSyntax.self) == false
    }
}

extension CodeBlockItemSyntax {
    /// Whether the statement may leave the function, or the `do` or the `case` around it.
    ///
    /// Calls without `try` and declarations do not leave it: a `return` inside a closure only leaves the closure.
    var mayExit: Bool {
        if Syntax(self).throwsOutward { return true }
        return switch item {
        case .decl(let declaration): declaration.is(IfConfigDeclSyntax.self) && Syntax(declaration).mayExit
        case .expr: false
        case .stmt(let statement): Syntax(statement).mayExit
        }
    }
}

extension Syntax {
    fileprivate var mayExit: Bool { mayExit(besides: []) }

    /// Whether this may leave the code around it by more than a `break` of the loops, `switch`es and labels in here; nil stands
    /// for a `break` without a label.
    private func mayExit(besides inner: [String?]) -> Bool {
        if `is`(ReturnStmtSyntax.self) || `is`(ThrowStmtSyntax.self) { return true }
        if `is`(ClosureExprSyntax.self) || `is`(FunctionDeclSyntax.self) { return false }
        if let leaving = self.as(BreakStmtSyntax.self) { return !inner.contains(leaving.label?.text) }
        var inner = inner
        if let labeled = self.as(LabeledStmtSyntax.self) { inner.append(labeled.label.text) }
        if [.forStmt, .whileStmt, .repeatStmt, .switchExpr].contains(kind) { inner.append(nil) }
        return children(viewMode: .sourceAccurate).contains { $0.mayExit(besides: inner) }
    }
}

extension ClosureExprSyntax {
    /// Whether this is the factory of a registration, or the closure of `resolveProperties`.
    var isFactory: Bool {
        guard let name = owningCall?.calledName else { return false }
        return name == "register" || name == "resolveProperties"
    }
}
