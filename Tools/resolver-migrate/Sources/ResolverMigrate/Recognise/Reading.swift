import SwiftSyntax

/// Reads the parts of calls: which resolver, which name, which function around it.
struct Reading {
    let index: Index
    let inference: Inference
    let module: Module

    init(index: Index, module: Module) {
        self.index = index
        inference = Inference(index: index)
        self.module = module
    }

    /// The resolver that a call is made on; nil where the sources do not show it to be one.
    func target(of call: FunctionCallExprSyntax) -> ResolverReference? {
        if let access = call.calledExpression.as(MemberAccessExprSyntax.self) {
            return access.base.flatMap(target)
        }
        guard let name = call.calledName, call.local(name, index.lists) == nil else { return nil }
        let scope = LexicalScope(around: call)
        guard scope.types.first == "Resolver", scope.types.count == 1 else { return nil }
        return call.isInStaticContext ? .main : .other("self")
    }

    /// What a type is asked of, where the sources do not show what that is.
    func mayBeResolver(_ call: FunctionCallExprSyntax) -> ResolverReference? {
        guard call.isHandedType, let base = call.calledBase, inference.type(of: base) == nil,
            inference.metatype(base, in: LexicalScope(around: base)) == nil, inference.candidates(for: call).isEmpty
        else { return nil }
        return .other(base.plain)
    }

    private func target(_ base: ExprSyntax) -> ResolverReference? {
        let text = base.signs
        let scope = LexicalScope(around: base)
        let inResolver = scope.types == ["Resolver"]
        if let known = ["Resolver": .main, "Resolver.main": .main, "Resolver.root": .root][text] as ResolverReference? {
            // Not one of the program's, which may be nested.
            return index.qualified("Resolver", in: scope.types) == nil ? known : nil
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
                return name == "$0" && base.isInAnonymousFactory ? .handed : nil
            }
            if case (.parameter(let type), let owner)? = base.local(name, index.lists) {
                if let closure = owner.as(ClosureExprSyntax.self), closure.isFactory,
                    closure.parameterNames.first == name
                {
                    return .handed
                }
                guard let type, index.service(type, in: scope.types)?.key == "Resolver" else { return nil }
                return index.mainParameters.contains(name, of: owner) ? .main : .other(name)
            }
            if base.isMainResolver(index.lists) { return .main }
            if name == "resolver", index.ancestry(of: scope.types.joined(separator: ".")).contains("Resolving"),
                index.property(name, of: scope.types.joined(separator: "."), isStatic: false) == nil
            {
                return .root
            }
        }
        let isResolver = inference.type(of: base)?.type.key == "Resolver" || isStaticResolver(text)
        return isResolver ? .other(base.plain) : nil
    }

    /// Whether this is `Resolver.payments` of an extension that the sources show.
    private func isStaticResolver(_ text: String) -> Bool {
        let parts = text.split(separator: ".").map(String.init)
        guard parts.count == 2, parts[0] == "Resolver" else { return false }
        return index.property(parts[1], of: "Resolver", isStatic: true).flatMap(inference.type)?.type.key == "Resolver"
    }

    /// The name that an argument states.
    func name(in arguments: LabeledExprListSyntax?) -> NameArgument {
        guard let value = arguments?.first(where: { $0.label?.text == "name" })?.expression else { return .none }
        let text = value.plain
        if text == "nil" { return .none }
        if let literal = value.nameLiteral { return .literal(literal, spelling: text) }
        if let member = value.as(MemberAccessExprSyntax.self), [nil, "Resolver.Name"].contains(member.base?.plain) {
            return named(member.declName.baseName.text, spelling: text)
        }
        return .dynamic(text)
    }

    private func named(_ member: String, spelling: String) -> NameArgument {
        guard
            let property = index.types["Resolver.Name"]?.properties.first(where: { $0.name == member && $0.isStatic }),
            property.isConstant, let value = property.value
        else { return .dynamic(spelling) }
        return value.nameLiteral.map { .literal($0, spelling: spelling) } ?? .dynamic(spelling)
    }
}

extension ExprSyntax {
    /// The text of a name that is a literal, or made of one alone; any other function may make another name of it.
    fileprivate var nameLiteral: String? {
        if let literal = self.as(StringLiteralExprSyntax.self) { return literal.representedLiteralValue }
        let makers = [".init", ".name", "Name", "Resolver.Name", "Resolver.Name.init", "Self", "Self.init"]
        guard let call = self.as(FunctionCallExprSyntax.self), call.arguments.count == 1, call.trailingClosure == nil,
            makers.contains(call.calledExpression.plain)
        else { return nil }
        return call.arguments.first?.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
}

extension SyntaxProtocol {
    /// Whether `self` is a type here: in a static function or property.
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

    /// Whether the innermost closure around this is a factory that names no parameters.
    fileprivate var isInAnonymousFactory: Bool {
        let nearest = ancestors.lazy.compactMap { $0.as(ClosureExprSyntax.self) }.first
        return nearest.map { $0.isFactory && $0.signature?.parameterClause == nil } ?? false
    }
}

extension FunctionDeclSyntax {
    /// Whether it is declared inside another function.
    var isLocal: Bool {
        parent?.is(CodeBlockItemSyntax.self) == true && parent?.parent?.parent?.is(SourceFileSyntax.self) == false
    }
}

extension CodeBlockItemSyntax {
    /// Whether the statement may leave the function, or the `do` around it.
    ///
    /// Calls without `try` and declarations do not: a `return` in a closure is the closure's.
    var mayExit: Bool {
        if Syntax(self).throwsOutward { return true }
        return switch item {
        case .decl(let declaration): declaration.is(IfConfigDeclSyntax.self) && Syntax(declaration).mayExit
        case .expr(let expression):
            (expression.is(IfExprSyntax.self) || expression.is(SwitchExprSyntax.self)) && Syntax(expression).mayExit
        case .stmt(let statement): Syntax(statement).mayExit
        }
    }
}

extension Syntax {
    fileprivate var mayExit: Bool {
        if `is`(ReturnStmtSyntax.self) || `is`(ThrowStmtSyntax.self) { return true }
        if `is`(ClosureExprSyntax.self) || `is`(FunctionDeclSyntax.self) { return false }
        return children(viewMode: .sourceAccurate).contains(where: \.mayExit)
    }
}

extension ClosureExprSyntax {
    /// Whether this is the factory of a registration, or what `resolveProperties` runs.
    var isFactory: Bool {
        guard let name = owningCall?.calledName else { return false }
        return name == "register" || name == "resolveProperties"
    }
}
