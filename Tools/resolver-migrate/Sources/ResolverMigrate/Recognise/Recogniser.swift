import SwiftSyntax

/// Finds everything in a file that concerns a migration.
final class Recogniser: SyntaxVisitor {
    private let file: SourceFile
    private let number: Int
    private let reading: Reading
    private(set) var registrations: [Registration] = []
    private(set) var asks: [Ask] = []
    private(set) var settings: [Setting] = []
    /// Calls that may ask a resolver, for any service.
    private(set) var mayAsk: [Place] = []
    /// Calls of generic functions of `Resolver` that may register a service of any type.
    private(set) var mayRegister: [Place] = []

    init(_ file: SourceFile, number: Int, index: Index) {
        self.file = file
        self.number = number
        reading = Reading(index: index, module: file.module)
        super.init(viewMode: .sourceAccurate)
        walk(file.tree)
    }

    private var index: Index { reading.index }

    private func note(_ form: Form, _ node: some SyntaxProtocol, _ detail: String = "") {
        settings.append(
            Setting(file: number, place: file.place(of: node), form: form, detail: detail, node: Syntax(node)))
    }

    // MARK: Calls

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        // Most calls of a program do not matter here; only the others are examined.
        guard let name = node.calledName, reading.mayMatter(node, name) else { return .visitChildren }
        if node.isInHelper {
            inHelper(node, name)
            return .visitChildren
        }
        switch name {
        case "register" where node.isRegistration: if let target = reading.target(of: node) { register(node, target) }
        case _ where Ask.verbs.contains(name): ask(node, name)
        case "reset": reset(node)
        case "add" where node.arguments.first?.label?.text == "child": note(.child, node, node.plain)
        case "Resolver": note(.child, node, node.plain)
        default:
            if let helper = reading.helper(node) {
                self.helper(node, helper)
            } else if reading.mayRegister(node) {
                mayRegister.append(file.place(of: node))
            }
        }
        return .visitChildren
    }

    private func register(_ call: FunctionCallExprSyntax, _ target: ResolverReference) {
        let first = call.arguments.first { $0.label == nil }?.expression
        let closure =
            call.trailingClosure
            ?? call.arguments.lazy.filter { $0.label == nil || $0.label?.text == "factory" }
            .compactMap { $0.expression.as(ClosureExprSyntax.self) }.first
        var type = first.flatMap(index.service(metatype:)).map { Inferred(type: $0, evidence: .syntax) }
        let form: Form
        if let path = first?.as(KeyPathExprSyntax.self) {
            // If the key path names another container, that is kept before the property: `Container` may have one of that name.
            let root = path.root.map { $0.plain }.flatMap {
                ["Container", "SafeFacade.Container"].contains($0) ? nil : $0
            }
            let property = path.components.plain.droppingDot
            return add(
                call, target, .export, closure: nil, exported: root.map { "\($0).\(property)" } ?? property, type: nil)
        } else if type != nil {
            form = .typed
        } else if first != nil, closure == nil, !call.labels.contains("factory") {
            return
        } else {
            form = call.arguments.contains { $0.label?.text == "factory" } ? .factory : .plain
        }
        if type == nil {
            type =
                closure.flatMap { FactoryBody($0, reading.inference).result }
                ?? (closure == nil ? AutoRegistration(call, reading.inference)?.type : nil)
        }
        add(call, target, form, closure: closure, exported: nil, type: type)
    }

    private func helper(_ call: FunctionCallExprSyntax, _ target: ResolverReference) {
        let type = call.arguments.first.flatMap { index.service(metatype: $0.expression) }
        add(
            call, target, .helper, closure: nil, exported: nil,
            type: type.map { Inferred(type: $0, evidence: .syntax) } ?? AutoRegistration(call, reading.inference)?.type)
    }

    private func add(
        _ call: FunctionCallExprSyntax, _ target: ResolverReference, _ form: Form, closure: ClosureExprSyntax?,
        exported: String?, type: Inferred?
    ) {
        let (chain, options) = call.chain
        let item = chain.parent?.as(CodeBlockItemSyntax.self)
        let statement = item?.isResult == true ? nil : item
        registrations.append(
            Registration(
                file: number, place: file.place(of: call), form: form, call: call, chain: chain, statement: statement,
                target: target, name: reading.name(in: call.arguments), options: options, closure: closure,
                exported: exported, type: type,
                function: call.functionStatements?.id,
                condition: call.condition(index.lists), isMainActor: call.isInMainActorContext(index)))
    }

    private func ask(_ call: FunctionCallExprSyntax, _ verb: String) {
        let known: Set<String?> = [nil, "name", "args"]
        guard call.trailingClosure == nil, call.labels.allSatisfy(known.contains),
            let target = reading.target(of: call) ?? reading.mayBeResolver(call)
        else {
            if reading.mayAsk(call, verb) { mayAsk.append(file.place(of: call)) }
            return
        }
        let stated = call.arguments.first { $0.label == nil }?.expression
        var type = stated.flatMap(index.service(metatype:)).map { Inferred(type: $0, evidence: .syntax) }
        // For `all`, an array is expected, which is not the service's type.
        if stated == nil, verb != "all" { type = reading.inference.contextualType(of: ExprSyntax(call)) }
        var findings: [Finding] = []
        if type == nil {
            findings.append(Finding(LexicalScope(around: call).isGeneric(stated) ? .generic : .type, call.plain))
        }
        if verb.hasPrefix("require") { findings.append(Finding(.throwing)) }
        if verb == "all" { findings.append(Finding(.form, call.plain)) }
        let name = reading.name(in: call.arguments)
        findings += target.findings + name.findings
        asks.append(
            Ask(
                file: number, place: file.place(of: call), form: .ask("\(verb)()"), kind: .call(call), target: target,
                type: type, name: name, arguments: call.arguments.first { $0.label?.text == "args" }?.expression,
                findings: findings))
    }

    /// Notes a lookup in a generic function that is no helper, as such a lookup may ask for any service.
    ///
    /// The lookups of a helper are examined where the helper is called.
    private func inHelper(_ call: FunctionCallExprSyntax, _ name: String) {
        let function = call.innermost(FunctionDeclSyntax.self)
        guard Ask.verbs.contains(name), function.map({ reading.isHelper($0.name.text) }) == false,
            reading.target(of: call) != nil || reading.mayAsk(call, name)
        else { return }
        mayAsk.append(file.place(of: call))
    }

    private func reset(_ call: FunctionCallExprSyntax) {
        guard let base = call.calledBase?.plain, call.arguments.isEmpty else { return }
        if base == "Resolver" {
            note(.reset, call)
        } else if base.hasPrefix("ResolverScope.") || base.hasPrefix("Resolver.") || base.hasPrefix("Scope.") {
            note(.scopeReset, call, base)
        }
    }

    // MARK: Wrappers and settings

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        for element in node.attributes {
            guard let attribute = element.as(AttributeSyntax.self) else { continue }
            let name = attribute.attributeName.plain.lastName.withoutGenerics
            if let form = Form.wrappers[name], index.declared(name) == nil { wrapper(attribute, node, form) }
        }
        return .visitChildren
    }

    private func wrapper(_ attribute: AttributeSyntax, _ variable: VariableDeclSyntax, _ form: Form) {
        let arguments: LabeledExprListSyntax? =
            if case .argumentList(let list)? = attribute.arguments { list } else { nil }
        // With a key path or a factory, the wrapper is typed already.
        if let first = arguments?.first, first.label == nil { return }
        let binding = variable.bindings.first
        let type = reading.inference.stated(binding?.typeAnnotation?.type)
        var findings: [Finding] = []
        if type == nil { findings.append(Finding(.type, binding?.plain ?? "")) }
        let container = arguments?.first { $0.label?.text == "container" }?.expression
        let target = container.map(reading.resolver) ?? .root
        let name = reading.name(in: arguments)
        findings += target.findings + name.findings
        if let projected = index.projectedSetting(of: variable) { findings.append(Finding(.projected, projected)) }
        asks.append(
            Ask(
                file: number, place: file.place(of: attribute), form: form, kind: .wrapper(attribute, variable),
                target: target, type: type, name: name, arguments: nil, findings: findings))
    }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
        if let form = Form.wrappers[token.text], index.declared(token.text) == nil { wrapperAsValue(token, form) }
        return .visitChildren
    }

    /// Records a wrapper that is used in another way than as a variable's attribute; it may ask for any service.
    ///
    /// Examples are `Injected<P>()` and `typealias Found = Injected`.
    private func wrapperAsValue(_ name: TokenSyntax, _ form: Form) {
        let isName = name.parent?.is(DeclReferenceExprSyntax.self) == true || name.parent?.isTypeName == true
        guard isName, !name.ancestors.contains(where: { $0.is(ImportDeclSyntax.self) }) else { return }
        let parents = name.ancestors.prefix { !$0.is(CodeBlockItemSyntax.self) && !$0.is(MemberBlockItemSyntax.self) }
        for parent in parents {
            // The name of an attribute is handled elsewhere. A name in an attribute's arguments is a value.
            if parent.as(AttributeSyntax.self)?.attributeName.range.contains(name.position) == true { return }
            // With a key path or a factory, the wrapper is typed already.
            if let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.range.contains(name.position),
                let first = call.arguments.first, first.label == nil
            {
                return
            }
        }
        untyped(name, form)
    }

    private func untyped(_ node: some SyntaxProtocol, _ form: Form) {
        asks.append(
            Ask(
                file: number, place: file.place(of: node), form: form, kind: .value(Syntax(node)), target: .root,
                type: nil, name: .none, arguments: nil, findings: [Finding(.form, (node.parent ?? Syntax(node)).plain)])
        )
    }

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        guard node.operator.is(AssignmentExprSyntax.self) else { return .visitChildren }
        // `_service = .init(name: "other")` for a property with a wrapper.
        if let call = node.rightOperand.as(FunctionCallExprSyntax.self), call.calledExpression.plain == ".init",
            let label = call.arguments.first?.label?.text, ["name", "container"].contains(label)
        {
            untyped(call, .wrapperValue)
        }
        let inResolver = LexicalScope(around: node).types == ["Resolver"]
        let forms: [String: Form] = [
            "root": .rootSwap, "main": .mainSwap, "defaultScope": .defaultScope, "decorate": .decorate,
        ]
        let left = node.leftOperand.plain
        for (property, form) in forms where left == "Resolver.\(property)" || inResolver && left == property {
            note(form, node, node.rightOperand.plain)
        }
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        guard ["resolve", "optional"].contains(node.declName.baseName.text), let base = node.base?.plain,
            ["Resolver", "Resolver.main", "Resolver.root"].contains(base),
            node.parent?.is(FunctionCallExprSyntax.self) == false,
            index.qualified("Resolver", in: LexicalScope(around: node).types) == nil
        else { return .visitChildren }
        asks.append(
            Ask(
                file: number, place: file.place(of: node), form: .reference, kind: .reference(node), target: .main,
                type: nil,
                name: .none, arguments: nil, findings: [Finding(.form, node.plain)]))
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if LexicalScope(around: node).types == ["Resolver"] {
            if node.name.text == "registerAllServices" { note(.hook, node) }
            if node.isRegistrationHelper { note(.helperDeclaration, node, node.name.text) }
        }
        return .visitChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        let type = node.extendedType.plain
        if type == "Resolver.Name" { note(.name, node) }
        if type == "ResolverScope" || type == "Scope" { note(.scope, node) }
        return .visitChildren
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        wrapperType(node, node.attributes)
        return .visitChildren
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        wrapperType(node, node.attributes)
        return .visitChildren
    }

    private func wrapperType(_ node: some DeclSyntaxProtocol & NamedDeclSyntax, _ attributes: AttributeListSyntax) {
        guard attributes.plain.contains("@propertyWrapper"), node.plain.contains("Resolver") else { return }
        note(.wrapper, node, node.name.text)
    }
}

extension String {
    /// `a` for `.a`.
    var droppingDot: String { hasPrefix(".") ? String(dropFirst()) : self }
}

extension SourceFile {
    /// Every file in which a `Recogniser` may find anything has one of these words; most files have none.
    static let words = [
        "Resolver", "resolve", "register", "optional", "require", "Injected", "Scope", "child", ".all(",
    ]

    /// These words, and the names of the functions that the program adds to `Resolver`.
    ///
    /// Large programs have hundreds of such functions, and each file is searched for each word. So a function counts only if
    /// its name does not contain one of the other words.
    static func words(_ index: Index) -> [String] {
        words + index.resolverFunctions.sorted().filter { !$0.mentions(anyOf: words) }
    }
}
