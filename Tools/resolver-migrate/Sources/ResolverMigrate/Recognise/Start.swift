import SwiftSyntax

/// The functions that some statements run in any case: their own, and what those call, directly or through such functions.
struct CalledFunctions {
    /// The statements of the functions.
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
    /// The function of the program that a call means; nil where it may be several, or none that the sources show.
    fileprivate func function(of call: FunctionCallExprSyntax) -> Signature? {
        let name = call.calledName ?? ""
        let ofResolver = [true, false].flatMap { index.functions(name, of: "Resolver", isStatic: $0) }
        let all = target(of: call) == nil || ofResolver.isEmpty ? inference.candidates(for: call) : ofResolver
        let fitting = all.filter { $0.parameters(for: call.labels, trailing: call.trailingCount) != nil }
        // Modules may have functions of one name, of which others see only the public ones.
        let own = fitting.filter { $0.module == module.name }
        let visible = own.isEmpty ? fitting : own
        let meant = visible.filter { one in !visible.contains { hides($0, one) } }
        guard meant.count == 1, let function = meant.first, !isOverridden(function) else { return nil }
        return function
    }

    /// Whether a function is the one that runs in place of another: a type's own in place of what it inherits or conforms
    /// to, a protocol's default in place of what the protocol asks for.
    private func hides(_ one: Signature, _ other: Signature) -> Bool {
        guard one.parameters.map(\.type.plain) == other.parameters.map(\.type.plain) else { return false }
        let (owner, otherOwner) = (one.scope.joined(separator: "."), other.scope.joined(separator: "."))
        if owner == otherOwner { return one.body != nil && other.body == nil }
        return index.ancestry(of: owner).contains(otherOwner)
    }

    /// Whether a type that inherits from the function's has one of its own, which may run in its place.
    private func isOverridden(_ function: Signature) -> Bool {
        let owner = function.scope.joined(separator: ".")
        return !function.isStatic
            && index.types.values.contains { type in
                type.name != owner && type.functions.contains { $0.name == function.name }
                    && index.ancestry(of: type.name).contains(owner)
            }
    }
}

extension SourceFile {
    /// What runs first when the program is launched: what makes the type that is marked `@main`, and what a delegate does
    /// when the application has finished launching.
    ///
    /// Not what is at the top of `main.swift`: it may run when services have been asked for.
    var launchStatements: [CodeBlockItemListSyntax] {
        guard !module.isTest, text.mentions(anyOf: ["@main", "ApplicationMain", "FinishLaunching"]) else { return [] }
        return LaunchFunctions(self).found
    }
}

private final class LaunchFunctions: SyntaxVisitor {
    private(set) var found: [CodeBlockItemListSyntax] = []

    init(_ file: SourceFile) {
        super.init(viewMode: .sourceAccurate)
        walk(file.tree)
    }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.isInMainType, let body = node.body { found.append(body.statements) }
        return .skipChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        let labels = node.signature.parameterClause.parameters.map(\.firstName.text)
        let isDelegates = labels.contains { $0.hasSuffix("FinishLaunchingWithOptions") }
        let isDelegate = isDelegates || node.name.text == "applicationDidFinishLaunching"
        if isDelegate || node.name.text == "main" && node.isInMainType, let body = node.body {
            found.append(body.statements)
        }
        return .skipChildren
    }
}

extension SyntaxProtocol {
    /// Whether the type around this is marked with `@main`, or an older word for it.
    fileprivate var isInMainType: Bool {
        let type = ancestors.first { $0.isTypeDeclaration || $0.is(ExtensionDeclSyntax.self) }
        let attributes = type?.asProtocol((any WithAttributesSyntax).self)?.attributes
        return attributes?.contains { ["@main", "@UIApplicationMain", "@NSApplicationMain"].contains($0.plain) }
            ?? false
    }

    /// The statements of the function that this is in; nil elsewhere, in an accessor for instance.
    var functionStatements: CodeBlockItemListSyntax? {
        for ancestor in ancestors {
            if let function = ancestor.as(FunctionDeclSyntax.self) { return function.body?.statements }
            if let initialiser = ancestor.as(InitializerDeclSyntax.self) { return initialiser.body?.statements }
            if ancestor.isTypeDeclaration || ancestor.is(AccessorBlockSyntax.self) { return nil }
        }
        return nil
    }
}
