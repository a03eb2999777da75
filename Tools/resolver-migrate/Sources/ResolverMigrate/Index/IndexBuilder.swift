import SwiftSyntax

/// Collects the declarations of one file into an index.
final class IndexBuilder: SyntaxVisitor {
    private let index: Index
    private let module: String

    init(_ index: Index, module: String) {
        self.index = index
        self.module = module
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        declare(node, .reference, node.inheritanceClause)
    }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        declare(node, .reference, node.inheritanceClause)
    }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        declare(node, .value, node.inheritanceClause)
    }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        declare(node, .value, node.inheritanceClause)
    }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        declare(node, .interface, node.inheritanceClause)
    }

    private func declare(
        _ node: some NamedDeclSyntax & WithModifiersSyntax & WithAttributesSyntax, _ kind: TypeInfo.Kind,
        _ inheritance: InheritanceClauseSyntax?
    ) -> SyntaxVisitorContinueKind {
        let scope = LexicalScope(around: node).types
        let info = index.info((scope + [node.name.text]).joined(separator: "."))
        info.hasSeveralMeanings = info.hasSeveralMeanings || info.kind == .alias
        info.kind = kind
        info.modules.insert(module)
        info.compiled.insert(node.compiled)
        info.isLimited = info.isLimited || node.isLimited
        info.scope = scope
        info.access = Access(node.modifiers)
        info.isMainActor = info.isMainActor || node.attributes.hasMainActor
        info.isActor = node.is(ActorDeclSyntax.self)
        info.inherits += inheritance?.inheritedTypes.map(\.type) ?? []
        if let generic = node.asProtocol((any WithGenericParametersSyntax).self) {
            info.generics = generic.genericParameterClause?.parameters.map(\.name.text) ?? []
        }
        return .visitChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        let info = index.info(node.extendedType.plain)
        info.inherits += node.inheritanceClause?.inheritedTypes.map(\.type) ?? []
        return .visitChildren
    }

    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
        let scope = LexicalScope(around: node).types
        let info = index.info((scope + [node.name.text]).joined(separator: "."))
        let isOther = info.aliased.map { $0.plain != node.initializer.value.plain } ?? (info.kind != nil)
        info.hasSeveralMeanings = info.hasSeveralMeanings || isOther
        info.kind = .alias
        info.modules.insert(module)
        info.compiled.insert(node.compiled)
        info.isLimited = info.isLimited || node.isLimited
        info.access = Access(node.modifiers)
        info.scope = scope
        info.aliased = node.initializer.value
        info.generics = node.genericParameterClause?.parameters.map(\.name.text) ?? []
        return .skipChildren
    }

    override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
        enclosing(node)?.associated.insert(node.name.text)
        return .skipChildren
    }

    override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
        enclosing(node)?.cases.formUnion(node.elements.map(\.name.text))
        return .skipChildren
    }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        let signature = Signature(
            "init", node.signature, node, generics: node.genericParameterClause, isFailable: node.optionalMark != nil,
            module: module, body: node.body)
        enclosing(node)?.initialisers.append(signature)
        return .skipChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        let signature = Signature(node, module: module)
        if let type = enclosing(node) { type.functions.append(signature) } else { index.functions.append(signature) }
        return .skipChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        let type = enclosing(node)
        for binding in node.bindings {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.word else { continue }
            let property = Property(
                name: name, type: binding.typeAnnotation?.type, value: binding.initializer?.value,
                isStatic: node.modifiers.isStatic, isMainActor: node.attributes.hasMainActor,
                isStored: binding.accessorBlock == nil, isConstant: node.bindingSpecifier.text == "let",
                isWrapped: node.attributes.contains { $0.plain.dropFirst().first?.isUppercase == true },
                scope: LexicalScope(around: node).types, module: module, isPrivate: Access(node.modifiers) == .private,
                binding: binding)
            if let type { type.properties.append(property) } else { index.properties.append(property) }
        }
        return .skipChildren
    }

    // Declarations inside closures, accessors and other statements are local.
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    private func enclosing(_ node: some SyntaxProtocol) -> TypeInfo? {
        let owner = LexicalScope(around: node).owner
        return owner.isEmpty ? nil : index.info(owner)
    }
}

extension Signature {
    init(_ function: FunctionDeclSyntax, module: String) {
        self.init(
            function.name.text, function.signature, function, generics: function.genericParameterClause,
            isFailable: false, module: module, body: function.body)
    }

    fileprivate init(
        _ name: String, _ signature: FunctionSignatureSyntax, _ node: some WithModifiersSyntax & WithAttributesSyntax,
        generics: GenericParameterClauseSyntax?, isFailable: Bool, module: String, body: CodeBlockSyntax?
    ) {
        self.init(
            name: name, parameters: signature.parameterClause.parameters.map(Parameter.init),
            result: signature.returnClause?.type, isFailable: isFailable,
            isThrowing: signature.effectSpecifiers?.throwsClause != nil,
            isStatic: node.modifiers.isStatic, isMainActor: node.attributes.hasMainActor,
            generics: generics?.parameters.map(\.name.text) ?? [], scope: LexicalScope(around: node).types,
            module: module, body: body, isPrivate: Access(node.modifiers) == .private)
    }
}

extension Signature.Parameter {
    init(_ parameter: FunctionParameterSyntax) {
        let label = parameter.firstName.text
        self.init(
            label: label == "_" ? nil : label, name: (parameter.secondName ?? parameter.firstName).text,
            type: parameter.type, hasDefault: parameter.defaultValue != nil)
    }
}

extension TokenSyntax {
    /// The name, without backticks.
    var word: String { text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text }
}

extension DeclModifierListSyntax {
    var isStatic: Bool { contains { ["static", "class"].contains($0.name.text) } }
}

extension AttributeListSyntax {
    var hasMainActor: Bool {
        contains { $0.as(AttributeSyntax.self)?.attributeName.plain == "MainActor" }
    }
}
