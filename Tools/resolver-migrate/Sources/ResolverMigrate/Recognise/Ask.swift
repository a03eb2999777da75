import SwiftSyntax

/// A place that asks for a service: a call or a property wrapper.
struct Ask {
    enum Kind {
        case call(FunctionCallExprSyntax)
        case wrapper(AttributeSyntax, VariableDeclSyntax)
        /// `Resolver.resolve` as a function value, which is not called at once.
        case reference(MemberAccessExprSyntax)
        /// A wrapper that is not the attribute of a variable: `Injected<P>()`.
        case value(Syntax)
    }

    /// The functions that ask for a service.
    static let verbs: Set<String> = ["resolve", "optional", "require", "requireAsync", "all"]

    let file: Int
    let place: Place
    let form: Form
    let kind: Kind
    let target: ResolverReference
    let type: Inferred?
    let name: NameArgument
    let arguments: ExprSyntax?
    /// The findings that prevent rewriting it, whatever is declared.
    let findings: [Finding]

    var node: Syntax {
        switch kind {
        case .call(let call): Syntax(call)
        case .wrapper(_, let variable): Syntax(variable)
        case .reference(let access): Syntax(access)
        case .value(let node): node
        }
    }

    /// Whether the place names the main resolver; places that name none ask the root.
    var namesMain: Bool {
        guard target.isMain, case .call(let call) = kind else { return target.isMain }
        return call.calledBase.map { !["Resolver", "Self", "self"].contains($0.plain) } ?? false
    }

    /// Whether the place asks a resolver that any code can name: the main one, the root, the one that a factory is handed, or a
    /// static one such as `Resolver.payments`.
    var asksKnownResolver: Bool {
        guard case .other(let text) = target else { return true }
        return text.hasPrefix("Resolver.")
    }

    var key: ServiceKey? { ServiceKey(type?.type, name) }
}

/// Something else that a migration must consider: the hook, a root that is replaced, a scope.
struct Setting {
    let file: Int
    let place: Place
    let form: Form
    let detail: String
    let node: Syntax
}
