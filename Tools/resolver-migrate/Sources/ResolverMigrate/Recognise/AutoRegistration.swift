import SwiftSyntax

/// A call of a helper that passes resolved services to an initialiser: `autoregister(P.self, initializer: X.init)`.
struct AutoRegistration {
    /// The service that is registered.
    let type: Inferred
    /// The type whose initialiser is called, as the source writes it.
    let made: String
    let initialiser: Signature

    init?(_ call: FunctionCallExprSyntax, _ inference: Inference) {
        let reference = call.arguments.lazy.compactMap { $0.expression.as(MemberAccessExprSyntax.self) }
            .first { $0.declName.baseName.text == "init" && $0.declName.argumentNames == nil }
        guard let reference, let base = reference.base, let made = inference.metatype(base) else {
            return nil
        }
        let initialisers = inference.index.initialisers(of: made.key)
        guard inference.index.declared(made.key) != nil, initialisers.count == 1, let only = initialisers.first,
            !only.isFailable, !only.isThrowing
        else { return nil }
        let stated = call.arguments.first.flatMap { inference.index.service(metatype: $0.expression) }
        type = Inferred(type: stated ?? made, evidence: .index)
        self.made = base.plain
        initialiser = only
    }

    /// The services that the initialiser takes, each with its label.
    func parameters(_ index: Index) -> [(label: String?, service: ServiceType)]? {
        let all = initialiser.parameters.map { ($0.label, index.service($0.type)) }
        let shown = all.compactMap { label, service in service.map { (label: label, service: $0) } }
        return shown.count == all.count ? shown : nil
    }
}
