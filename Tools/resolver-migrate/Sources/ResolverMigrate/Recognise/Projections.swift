import SwiftSyntax

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
