import SwiftSyntax

extension Program {
    /// How many places ask a typed factory already, with `@Injected(\.x)` or `Container.shared.x()`.
    var typedPlaces: Int {
        files.reduce(0) { count, file in
            guard file.text.mentions(anyOf: ["Injected", "Container", "dependency"]) else { return count }
            let places = TypedPlaces(viewMode: .sourceAccurate)
            places.walk(file.tree)
            return count + places.count
        }
    }
}

private final class TypedPlaces: SyntaxVisitor {
    private(set) var count = 0

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        if case .argumentList(let list)? = node.arguments, list.first?.expression.is(KeyPathExprSyntax.self) == true,
            Form.wrappers[node.attributeName.plain] != nil
        {
            count += 1
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if ["Container.shared", "SafeFacade.Container.shared"].contains(node.calledBase?.plain) { count += 1 }
        if node.calledName == "dependency", node.arguments.first?.expression.is(KeyPathExprSyntax.self) == true {
            count += 1
        }
        return .visitChildren
    }
}
