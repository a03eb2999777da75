import SwiftSyntax

/// A registration in the sources.
struct Registration {
    let file: Int
    let place: Place
    let form: Form
    /// The call of `register`, without the options behind it.
    let call: FunctionCallExprSyntax
    /// The call with its options.
    let chain: ExprSyntax
    /// The statement that consists of this registration; nil if its result is used.
    let statement: CodeBlockItemSyntax?
    let target: ResolverReference
    let name: NameArgument
    let options: [RegistrationOption]
    /// The factory; nil for an export.
    let closure: ClosureExprSyntax?
    /// The key path of an export, without the backslash and the dot.
    let exported: String?
    let type: Inferred?
    /// The function around the registration, by its statements.
    let function: SyntaxIdentifier?
    /// When the registration or a copy of it runs, as far as the function shows.
    var condition: Condition
    let isMainActor: Bool
    /// Other registrations in the same function that are written alike, as in both branches of an `#if`.
    var copies: [Registration] = []

    /// The number of places that make it.
    var count: Int { 1 + copies.count }

    var isConditional: Bool { condition != .always }

    /// The key of the service; nil if the sources do not show the type or the name.
    var key: ServiceKey? { ServiceKey(type?.type, name) }
}

/// A call behind `register`: `.scope(.shared)`.
struct RegistrationOption {
    let name: String
    let call: FunctionCallExprSyntax

    var first: ExprSyntax? { call.arguments.first?.expression }
}

/// The resolver with which a service is registered, or which is asked for it.
enum ResolverReference: Hashable {
    case main
    case root
    /// The resolver that a factory is handed, which is the one that was asked.
    case handed
    /// Another resolver, as the source writes it.
    case other(String)

    var isMain: Bool { self == .main }

    /// What prevents rewriting a place that names this resolver.
    var findings: [Finding] {
        if case .other(let text) = self { [Finding(.container, text)] } else { [] }
    }
}

extension ServiceKey {
    /// The key of a type and a name; nil if the sources do not show one of them.
    init?(_ type: ServiceType?, _ name: NameArgument) {
        guard let type, let name = name.value else { return nil }
        self.init(type: type.key, name: name)
    }
}

/// The name of a service.
enum NameArgument: Hashable {
    case none
    case literal(String, spelling: String)
    /// A name that is worked out at run time.
    case dynamic(String)

    /// The name: `.some(nil)` if there is none, nil if it is worked out at run time.
    var value: String?? {
        switch self {
        case .none: .some(nil)
        case .literal(let value, _): .some(value)
        case .dynamic: nil
        }
    }

    /// What prevents rewriting a place with this name.
    var findings: [Finding] {
        if case .dynamic(let text) = self { [Finding(.dynamicName, text)] } else { [] }
    }

    /// The name as an argument in code: `, name: .stored`.
    var argument: String {
        guard case .literal(_, let spelling) = self else { return "" }
        return ", name: \(spelling)"
    }
}
