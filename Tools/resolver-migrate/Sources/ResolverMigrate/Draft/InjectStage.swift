import SwiftSyntax

/// Makes places that ask at run time ask the declared typed factories.
struct InjectStage {
    private let program: Program
    private let judgement: Judgement
    private let asks: [Ask]
    private let prefix: String

    init(_ program: Program, _ plan: Plan, _ selection: FileSelection) {
        self.program = program
        asks = program.asks.filter {
            selection.contains(program.files[$0.file].path) && program.files[$0.file].isChangeable
        }
        judgement = Judgement(program, plan: plan, includingPlanned: false)
        // A nested type, a parameter or a variable named `Container` hides the library's, also where the type is inherited.
        prefix = program.files.contains { $0.declares("Container") } ? "SafeFacade." : program.safeFacadePrefix
    }

    func edits() -> StageResult {
        var result = StageResult()
        var wanted: [Int: [(offset: Int, text: String)]] = [:]
        var changed = 0
        for ask in asks {
            let (factory, findings) = judgement.factory(for: ask)
            if let factory {
                for edit in edits(ask, factory) { result.add(edit, to: ask.file) }
                changed += 1
            } else {
                let text = findings.text
                let isWaiting = findings.first?.decision == .notDeclared
                result.left.append("\(ask.place): " + (isWaiting ? "\(findings[0].detail) is not declared yet" : text))
                // If a registration must be declared first, the comment is above that registration.
                guard !isWaiting else { continue }
                let node = ask.node
                wanted[ask.file, default: []].append(
                    (node.is(VariableDeclSyntax.self) ? node.plainRange.lowerBound : node.statementOffset, text))
            }
        }
        for number in result.edits.keys {
            if let edit = program.files[number].importingSafeFacade { result.add(edit, to: number) }
        }
        result.mark(wanted, stage: .inject, in: program.files)
        result.done = ["\(changed) of \(asks.count) lookups ask typed factories now"]
        return result
    }

    private func edits(_ ask: Ask, _ factory: DeclaredFactory) -> [Edit] {
        switch ask.kind {
        case .reference, .value: []
        case .call(let call):
            Edit.replacing(call, byCallOf: "\(container(at: call)).\(factory.property)", with: ask.arguments)
        case .wrapper(let attribute, let variable): edits(attribute, variable, factory)
        }
    }

    private func edits(_ attribute: AttributeSyntax, _ variable: VariableDeclSyntax, _ factory: DeclaredFactory)
        -> [Edit]
    {
        let name = attribute.attributeName.plain
        let typed = name.replacing("OptionalInjected", with: "Injected")
        var edits = [Edit(replacing: attribute, with: "@\(typed)(\\.\(factory.property))")]
        // The factory states the type, so the property need not.
        if let binding = variable.bindings.first, variable.bindings.count == 1, let annotation = binding.typeAnnotation,
            binding.initializer == nil, binding.accessorBlock == nil
        {
            let trivia = Array(binding.pattern.trailingTrivia) + Array(annotation.leadingTrivia)
            let comments = trivia.compactMap(\.comment) + annotation.comments
            // The text behind a comment that ends with its line must not become part of the comment.
            let kept = comments.map { " " + $0 + ($0.hasPrefix("//") ? "\n" : "") }.joined()
            edits.append(Edit(binding.pattern.plainRange.upperBound..<annotation.plainRange.upperBound, kept))
        }
        return edits
    }

    /// The base of a call: the container that a factory is handed, if there is one, or the shared one.
    private func container(at call: FunctionCallExprSyntax) -> String {
        let shared = "\(prefix)Container.shared"
        guard ["Container", "SafeFacade.Container"].contains(LexicalScope(around: call).owner),
            let closure = call.innermost(ClosureExprSyntax.self),
            closure.owningCall?.calledExpression.plain == "self"
        else { return shared }
        let binding = call.innermost(PatternBindingSyntax.self) {
            $0.typeAnnotation != nil && $0.accessorBlock != nil
        }
        let isParameter = binding?.typeAnnotation?.type.plain.contains("ParameterFactory") ?? true
        if let name = closure.parameterNames.first {
            if name == "_" { return shared }
            return isParameter && closure.parameterNames.count < 2 ? shared : name
        }
        if closure.signature?.parameterClause != nil { return shared }
        return isParameter && !closure.usesAnonymous("$1") ? shared : "$0"
    }
}

extension SourceFile {
    /// Whether the file declares anything of this name: a type, a generic parameter, a variable.
    fileprivate func declares(_ name: String) -> Bool {
        guard text.contains(word: name) else { return false }
        return tree.tokens(viewMode: .sourceAccurate).contains { token in
            guard case .identifier = token.tokenKind, token.word == name, let parent = token.parent else {
                return false
            }
            return ![.declReferenceExpr, .identifierType, .memberType, .labeledExpr].contains(parent.kind)
        }
    }
}
