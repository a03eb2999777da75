import SwiftSyntax

/// The lifetime of a registration, as a declaration states it.
enum Lifetime {
    /// A lifetime of the library: its modifier, and its scope for `scope(unchecked:)`.
    case standard(modifier: String, scope: String, isShared: Bool)
    /// A scope of the program's own, as an expression.
    case own(String)

    /// The lifetimes of the library, by the last word of each form in which programs write them.
    private static let table: [String: Lifetime] = [
        "graph": .standard(modifier: "graph", scope: ".graph", isShared: false),
        "unique": .standard(modifier: "unique", scope: ".unique", isShared: false),
        "application": .standard(modifier: "singleton", scope: ".singleton", isShared: true),
        "singleton": .standard(modifier: "singleton", scope: ".singleton", isShared: true),
        "cached": .standard(modifier: "cached", scope: ".cached", isShared: true),
        "shared": .standard(modifier: "shared", scope: ".shared", isShared: true),
    ]

    /// The lifetime of a name.
    ///
    /// Graph is the lifetime of registrations that state none. No declaration has it by default, so it is always written.
    static func standard(_ name: String) -> Lifetime? { table[name] }

    /// The names of the library's scopes.
    static var standardNames: [String] { table.keys.sorted() }

    /// Reads the argument of `.scope(…)`.
    static func read(_ expression: ExprSyntax, _ index: Index) -> Lifetime? {
        let text = expression.plain
        let parts = text.split(separator: ".").map(String.init)
        guard let last = parts.last else { return nil }
        let before = parts.dropLast().joined(separator: ".")
        // Without a dot, it is a variable or a property of `Resolver`.
        if before.isEmpty, !text.hasPrefix(".") {
            let isResolvers =
                LexicalScope(around: expression).types == ["Resolver"] && expression.local(text, index.lists) == nil
                && index.properties(text).isEmpty
                && index.types["Resolver"]?.properties.contains { $0.name == text } != true
            return isResolvers ? table[text] : nil
        }
        if ["", "Resolver", "ResolverScope", "Scope"].contains(before), let known = table[last] { return known }
        // A scope such as `.session`, declared in an extension of ResolverScope.
        let isOwn =
            index.types["ResolverScope"]?.properties.contains { $0.name == last && $0.isStatic } == true
            || index.types["Scope"]?.properties.contains { $0.name == last && $0.isStatic } == true
        guard isOwn, ["", "ResolverScope", "Scope"].contains(before) else { return nil }
        return .own(before.isEmpty ? ".\(last)" : text)
    }

    /// The modifier behind `self { … }`.
    ///
    /// - Parameter isChecked: Whether the compiler lets threads share the service.
    /// - Returns: The modifier, with its dot.
    func modifier(isChecked: Bool) -> String {
        switch self {
        case .standard(let modifier, let scope, let isShared):
            isShared && !isChecked ? ".scope(unchecked: \(scope))" : ".\(modifier)"
        case .own(let scope): isChecked ? ".scope(\(scope))" : ".scope(unchecked: \(scope))"
        }
    }
}
