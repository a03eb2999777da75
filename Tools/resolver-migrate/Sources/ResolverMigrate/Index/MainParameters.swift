import SwiftSyntax

/// The parameters that are `Resolver.main` in every call.
///
/// A function that registers a module's services with the resolver that it is handed has such a parameter.
struct MainParameters {
    private struct Parameter: Hashable {
        let body: SyntaxIdentifier
        let name: String
    }

    private var all: Set<Parameter> = []

    init() {}

    init(_ files: [SourceFile], _ index: Index) {
        guard index.declared("Resolver") == nil else { return }
        let functions = (index.functions + index.types.values.flatMap(\.functions)).filter { function in
            function.body != nil && function.parameters.contains { $0.type.plain == "Resolver" }
        }
        let names = Set(functions.map(\.name))
        let uses = files.filter { $0.text.mentions(anyOf: names.sorted()) }.flatMap { Uses($0, of: names).found }
        var passed: [Parameter: [ExprSyntax?]] = [:]
        for function in functions {
            for parameter in function.parameters where parameter.type.plain == "Resolver" {
                guard let body = function.body else { continue }
                let values = uses.filter { $0.name == function.name }.flatMap { $0.values(of: parameter, in: function) }
                if !values.isEmpty { passed[Parameter(body: body.id, name: parameter.name)] = values }
            }
        }
        // A function may pass its parameter on, so each parameter counts as main until a call shows otherwise.
        var kept = Set(passed.keys)
        repeat {
            all = kept
            kept = all.filter { passed[$0]?.allSatisfy { $0.map { isMain($0, index) } ?? false } ?? false }
        } while kept != all
    }

    /// Whether a parameter is the main resolver in all calls of its function.
    func contains(_ name: String, of function: Syntax) -> Bool {
        guard let body = function.as(FunctionDeclSyntax.self)?.body else { return false }
        return all.contains(Parameter(body: body.id, name: name))
    }

    private func isMain(_ value: ExprSyntax, _ index: Index) -> Bool {
        if Inference(index: index).isMain(value, isResolver: true) { return true }
        let text = value.signs
        guard let (declaration, owner) = value.local(text, index.lists) else {
            return text == "main" && LexicalScope(around: value).types == ["Resolver"]
        }
        if case .parameter = declaration { return contains(text, of: owner) }
        return false
    }
}

/// The places that name a function.
private final class Uses: SyntaxVisitor {
    struct Use {
        let name: String
        /// Nil if the function is not called here, so that any argument may be passed.
        let call: FunctionCallExprSyntax?

        /// The values for a parameter: empty if the call means another function; a nil in it is a value that the sources do not
        /// show.
        func values(of parameter: Signature.Parameter, in function: Signature) -> [ExprSyntax?] {
            guard let call else { return [nil] }
            guard let given = function.parameters(for: call.labels, trailing: call.trailingCount) else { return [] }
            for (argument, other) in zip(call.arguments, given) where other.name == parameter.name {
                return [argument.expression]
            }
            // A resolver is no trailing closure: without an argument, the parameter has its default, or the call means another
            // function.
            let stated = function.body?.parent?.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
            return stated?.filter { ($0.secondName ?? $0.firstName).text == parameter.name }
                .compactMap { $0.defaultValue?.value } ?? []
        }
    }

    private let names: Set<String>
    private(set) var found: [Use] = []

    init(_ file: SourceFile, of names: Set<String>) {
        self.names = names
        super.init(viewMode: .sourceAccurate)
        walk(file.tree)
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        guard names.contains(node.baseName.text) else { return .visitChildren }
        let callee = node.access.map(Syntax.init) ?? Syntax(node)
        let call = callee.parent?.as(FunctionCallExprSyntax.self)
        found.append(Use(name: node.baseName.text, call: call?.calledExpression.id == callee.id ? call : nil))
        return .visitChildren
    }
}
