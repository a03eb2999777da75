import SwiftSyntax

/// A registration, as it is written.
struct Registration {
    let file: Int
    let place: Place
    let form: Form
    /// The call of `register`, without the options behind it.
    let call: FunctionCallExprSyntax
    /// The call with its options.
    let chain: ExprSyntax
    /// The statement that consists of this registration; nil where its result is used.
    let statement: CodeBlockItemSyntax?
    let target: ResolverReference
    let name: NameArgument
    let options: [RegistrationOption]
    /// The factory; nil for an export.
    let closure: ClosureExprSyntax?
    /// The key path of an export, without the backslash and the dot.
    let exported: String?
    let type: Inferred?
    /// The function that it is written in, by its statements.
    let function: SyntaxIdentifier?
    /// When it runs, as far as its function shows.
    let condition: Condition
    let isMainActor: Bool

    var isConditional: Bool { condition != .always }

    /// What it is found by; nil where the type or the name is not shown.
    var key: ServiceKey? {
        guard let type, let name = name.value else { return nil }
        return ServiceKey(type: type.type.key, name: name)
    }
}

/// A call behind `register`: `.scope(.shared)`.
struct RegistrationOption {
    let name: String
    let call: FunctionCallExprSyntax

    var first: ExprSyntax? { call.arguments.first?.expression }
}

/// The resolver that something is registered with or asked of.
enum ResolverReference: Hashable {
    case main
    case root
    /// The resolver that a factory is handed: the one that was asked.
    case handed
    /// Another one, as it is written.
    case other(String)

    var isMain: Bool { self == .main }
}

/// The name of a service.
enum NameArgument: Hashable {
    case none
    case literal(String, spelling: String)
    /// A name that is worked out at run time.
    case dynamic(String)

    /// The name, nil for none; nothing at all where it is dynamic.
    var value: String?? {
        switch self {
        case .none: .some(nil)
        case .literal(let value, _): .some(value)
        case .dynamic: nil
        }
    }

    /// The name as an argument: `, name: .stored`.
    var argument: String {
        guard case .literal(_, let spelling) = self else { return "" }
        return ", name: \(spelling)"
    }
}
