import SwiftSyntax

/// Finds out whether a factory that is written on the main actor needs the main actor.
struct MainActorUse {
    private let program: Program
    private let index: Index
    /// The imported modules: in `Module.Type`, the type counts, and not the module's name.
    private let modules: Set<String>

    init(_ program: Program, modules: Set<String>) {
        self.program = program
        index = program.index
        self.modules = modules.filter { program.index.declared($0) == nil }
    }

    /// A finding for the first type in a closure that is isolated, or whose isolation the sources do not show.
    ///
    /// A service that the closure only passes on does not count, whether it looks the service up or asks a typed factory.
    func findings(in closure: ClosureExprSyntax) -> [Finding] {
        let asks = program.asks(in: closure)
        let metatypes = asks.compactMap { ask -> Range<AbsolutePosition>? in
            guard case .call(let call) = ask.kind else { return nil }
            return call.arguments.first { $0.label == nil }?.range
        }
        let names = closure.statements.tokens(viewMode: .sourceAccurate).filter { token in
            guard case .identifier(let text) = token.tokenKind, text.first?.isUppercase == true,
                !metatypes.contains(where: { $0.contains(token.position) })
            else { return false }
            guard !token.ancestors.contains(where: { $0.parent?.as(IfConfigClauseSyntax.self)?.condition?.id == $0.id })
            else { return false }
            let previous = token.previousToken(viewMode: .sourceAccurate)
            guard previous?.tokenKind == .period else { return true }
            return previous?.previousToken(viewMode: .sourceAccurate).map { modules.contains($0.text) } ?? false
        }.map(\.text).filter { !modules.contains($0) && !["Container", "SafeFacade"].contains($0) }
        let used = asks.filter { $0.node.parent?.is(MemberAccessExprSyntax.self) == true }.compactMap { $0.key?.type }
        let scope = LexicalScope(around: closure).types
        let needy = (names + used + TypedUses(closure, program.declared).types).first { name in
            if let found = index.qualified(name, in: scope) { return index.isMainActor(found) }
            return name != "Resolver" && !Known.isNonisolated(name)
        }
        return (needy ?? isolatedMember(in: closure)).map { [Finding(.mainActor, $0)] } ?? []
    }

    /// The first function, initialiser or property in a closure that is itself on the main actor.
    private func isolatedMember(in closure: ClosureExprSyntax) -> String? {
        let inference = Inference(index: index)
        let names = NameUses(closure)
        let call = names.calls.first { call in
            inference.candidates(for: call).contains {
                $0.isMainActor && $0.parameters(for: call.labels, trailing: call.trailingCount) != nil
            }
        }
        let properties = names.references.map { ExprSyntax($0) } + names.accesses.map { ExprSyntax($0) }
        let property = properties.lazy.compactMap(inference.property).first(where: \.isMainActor)
        return call?.nameOfMade ?? property?.name
    }
}

/// The services that a closure gets from typed factories and whose members it uses at once.
private final class TypedUses: SyntaxVisitor {
    private let declared: DeclaredFactories
    private(set) var types: [String] = []

    init(_ closure: ClosureExprSyntax, _ declared: DeclaredFactories) {
        self.declared = declared
        super.init(viewMode: .sourceAccurate)
        walk(closure.statements)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if ["Container.shared", "SafeFacade.Container.shared"].contains(node.calledBase?.plain),
            node.parent?.is(MemberAccessExprSyntax.self) == true,
            let factory = declared.all.first(where: { $0.property == node.calledName })
        {
            types.append(factory.type.key)
        }
        return .visitChildren
    }
}
