import SwiftSyntax

/// The functions that some statements always run: those around the statements, and those that are always called, directly or
/// through others.
struct CalledFunctions {
    /// The statements of each function.
    private(set) var found: Set<SyntaxIdentifier> = []

    init(from start: [(statements: CodeBlockItemListSyntax, module: Module)], _ index: Index) {
        var open = start
        while let (statements, module) = open.popLast() {
            guard !statements.isEmpty, found.insert(statements.id).inserted else { continue }
            for call in statements.compactMap({ $0.item.as(FunctionCallExprSyntax.self) })
            where call.condition(index.lists) == .always {
                let called = Reading(index: index, module: module).function(of: call)
                if let called, let body = called.body { open.append((body.statements, Module(name: called.module))) }
            }
        }
    }
}

extension Reading {
    /// The function of the program that a call means; nil if the sources show several, or none.
    fileprivate func function(of call: FunctionCallExprSyntax) -> Signature? {
        let name = call.calledName ?? ""
        let ofResolver = index.functions(name, of: "Resolver")
        let all = target(of: call) == nil || ofResolver.isEmpty ? inference.candidates(for: call) : ofResolver
        let fitting = all.filter {
            $0.parameters(for: call.labels, trailing: call.trailingCount) != nil && $0.isVisible(inFileOf: call)
        }
        // Modules may have functions of the same name; other modules only see public ones.
        let own = fitting.filter { $0.module == module.name }
        let visible = own.isEmpty ? fitting : own
        let meant = visible.filter { one in !visible.contains { hides($0, one) } }
        guard meant.count == 1, let function = meant.first, !isOverridden(function) else { return nil }
        return function
    }

    /// Whether a function runs in place of another: a type's own in place of an inherited or required one, or a protocol's
    /// default in place of the requirement.
    private func hides(_ one: Signature, _ other: Signature) -> Bool {
        guard one.parameters.map(\.type.plain) == other.parameters.map(\.type.plain) else { return false }
        if one.owner == other.owner { return one.body != nil && other.body == nil }
        return index.ancestry(of: one.owner).contains(other.owner)
    }

    /// Whether a subtype of the function's type has a function of this name, which may run in its place.
    private func isOverridden(_ function: Signature) -> Bool {
        !function.isStatic
            && index.types.values.contains { type in
                type.name != function.owner && type.functions.contains { $0.name == function.name }
                    && index.ancestry(of: type.name).contains(function.owner)
            }
    }
}

extension Signature {
    /// Whether a file may call the function: a private one, or one of a private extension, belongs to its own file.
    fileprivate func isVisible(inFileOf call: FunctionCallExprSyntax) -> Bool {
        guard let body, body.root.id != call.root.id else { return true }
        return !body.ancestors.contains { node in
            node.asProtocol((any WithModifiersSyntax).self).map { Access($0.modifiers) < .internal } ?? false
        }
    }
}

extension SyntaxProtocol {
    /// The statements of the function around this; nil elsewhere, such as in an accessor.
    var functionStatements: CodeBlockItemListSyntax? {
        for ancestor in ancestors {
            if let function = ancestor.as(FunctionDeclSyntax.self) { return function.body?.statements }
            if let initialiser = ancestor.as(InitializerDeclSyntax.self) { return initialiser.body?.statements }
            if ancestor.isTypeDeclaration || ancestor.is(AccessorBlockSyntax.self) { return nil }
        }
        return nil
    }
}
