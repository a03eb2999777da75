import SwiftSyntax

extension SourceFile {
    /// The functions that run first when the program is launched: the initialisers and `main` of the type that is marked
    /// `@main`, and a delegate's function for when the application has finished launching.
    ///
    /// The top of `main.swift` does not count, as services may have been asked for before it runs.
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
    /// Whether the type around this is marked with `@main`, or with an older attribute for it.
    fileprivate var isInMainType: Bool {
        let type = ancestors.first { $0.isTypeDeclaration || $0.is(ExtensionDeclSyntax.self) }
        let attributes = type?.asProtocol((any WithAttributesSyntax).self)?.attributes
        return attributes?.contains { ["@main", "@UIApplicationMain", "@NSApplicationMain"].contains($0.plain) }
            ?? false
    }
}
