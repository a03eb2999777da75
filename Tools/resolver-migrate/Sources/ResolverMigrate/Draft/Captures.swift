import SwiftSyntax

/// Finds the names that a factory uses and that a declaration in `Container` cannot see.
struct Captures {
    let index: Index
    /// The calls that ask for services.
    ///
    /// They are rewritten, so the names in them do not count.
    let asks: Set<SyntaxIdentifier>
    /// The names of `Container`'s members.
    let members: Set<String>

    init(_ program: Program, asks: Set<SyntaxIdentifier>) {
        index = program.index
        self.asks = asks
        members = program.declared.properties
    }

    /// The reasons why the statements of a closure cannot move into a declaration.
    func findings(in closure: ClosureExprSyntax) -> [Finding] {
        var found: [Finding] = []
        found += closure.signature?.capture?.items.map { Finding(.captures, $0.name.text) } ?? []
        let names = NameUses(closure)
        let scope = LexicalScope(around: closure)
        for reference in names.references {
            if let finding = finding(reference, in: closure, scope) { found.append(finding) }
        }
        found += names.places.map { Finding(.place, $0) }
        for name in names.shorthands where !closure.declares(name.text, for: name.statement, index.lists) {
            found.append(Finding(.captures, name.text))
        }
        for type in names.types {
            if let finding = self.type(type.name.text, type, in: closure, scope) { found.append(finding) }
        }
        if !scope.types.isEmpty { found += privateUses(names, scope) }
        return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The private initialisers, members and types that a closure may use only because of the types around it.
    private func privateUses(_ names: NameUses, _ scope: LexicalScope) -> [Finding] {
        let inference = Inference(index: index)
        func isAround(_ owner: [String]) -> Bool {
            !owner.isEmpty && (scope.owner + ".").hasPrefix(owner.joined(separator: ".") + ".")
        }
        let calls = names.calls.filter { call in
            inference.candidates(for: call).contains {
                // An initialiser without arguments that the compiler makes is visible to all.
                $0.isPrivate && isAround($0.scope) && ($0.body != nil || !call.labels.isEmpty)
                    && $0.parameters(for: call.labels, trailing: call.trailingCount) != nil
            }
        }.map(\.nameOfMade)
        let members = names.accesses.filter { access in
            guard let base = access.base else { return false }
            let name = access.declName.baseName.word
            if let type = inference.metatype(ExprSyntax(access)), let info = index.declared(type.key) {
                return info.access == .private && isAround(info.scope)
            }
            let type = inference.metatype(base)
            let property = (type ?? inference.type(of: base)?.type).flatMap {
                index.property(name, of: $0.key, isStatic: type != nil)
            }
            return property.map { $0.isPrivate && isAround($0.scope) } ?? false
        }.map(\.declName.baseName.text)
        return (calls + members).map { Finding(.helper, $0) }
    }

    private func finding(_ reference: DeclReferenceExprSyntax, in closure: ClosureExprSyntax, _ scope: LexicalScope)
        -> Finding?
    {
        let name = reference.baseName.text
        if reference.isPart(ofAsk: asks) { return nil }
        if let (_, owner) = reference.local(name, index.lists) {
            return closure.range.contains(owner.position) ? nil : Finding(.captures, name)
        }
        if name.hasPrefix("$") { return name.dropFirst().allSatisfy(\.isNumber) ? nil : Finding(.captures, name) }
        if case .binaryOperator = reference.baseName.tokenKind { return nil }
        if ["self", "super", "Self"].contains(name) {
            return Finding(scope.types == ["Resolver"] ? .helper : .captures, name)
        }
        if name == "Resolver", let access = reference.parent?.as(MemberAccessExprSyntax.self) {
            return Finding(.helper, access.plain)
        }
        if name.first?.isUppercase == true { return type(name, reference, in: closure, scope) }
        let isMember = scope.owners.contains { owner in
            [false, true].contains { index.property(name, of: owner, isStatic: $0) != nil }
                || !index.functions(name, of: owner).isEmpty
        }
        if isMember { return Finding(.helper, name) }
        if members.contains(name) { return Finding(.hidden, name) }
        let isGlobal = !index.functions(name).isEmpty || !index.properties(name).isEmpty
        // Constants of C, such as `kCLLocationAccuracyBest`.
        if name.hasPrefix("k"), name.dropFirst().first?.isUppercase == true { return nil }
        if isGlobal || Known.functions.contains(name) || scope.types.isEmpty { return nil }
        return Finding(.helper, name)
    }

    private func type(
        _ name: String, _ node: some SyntaxProtocol, in closure: ClosureExprSyntax, _ scope: LexicalScope
    ) -> Finding? {
        if let owner = node.declaringLocalType(index.lists) {
            return closure.range.contains(owner.position) ? nil : Finding(.captures, name)
        }
        if scope.generics.contains(name) { return Finding(.generic, name) }
        if Known.containerTypes.contains(name), index.declared(name) != nil { return Finding(.hidden, name) }
        // A nested or inherited type has another name elsewhere.
        guard let found = index.qualified(name, in: scope.types), found != name else { return nil }
        return Finding(.helper, name)
    }
}

/// The names that a closure uses, except those behind a dot.
final class NameUses: SyntaxVisitor {
    private(set) var references: [DeclReferenceExprSyntax] = []
    private(set) var calls: [FunctionCallExprSyntax] = []
    private(set) var accesses: [MemberAccessExprSyntax] = []
    private(set) var types: [IdentifierTypeSyntax] = []
    /// The literals such as `#line`, which have another value when they are moved.
    private(set) var places: [String] = []
    /// The names in `if let name {`, which are looked up outside of the statements that they belong to.
    private(set) var shorthands: [(text: String, statement: Syntax)] = []

    init(_ closure: ClosureExprSyntax) {
        super.init(viewMode: .sourceAccurate)
        walk(closure.statements)
    }

    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        // The words of a condition, such as `os(Linux)`, are no names of the program.
        for child in node.children(viewMode: .sourceAccurate) where child.id != node.condition?.id { walk(child) }
        return .skipChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if node.access == nil, node.parent?.is(KeyPathPropertyComponentSyntax.self) != true { references.append(node) }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        calls.append(node)
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        accesses.append(node)
        return .visitChildren
    }

    override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
        if node.initializer == nil, let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let statement = node.ancestors.first(where: {
                !$0.is(ConditionElementSyntax.self) && !$0.is(ConditionElementListSyntax.self)
            })
        {
            shorthands.append((name, statement))
        }
        return .visitChildren
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        if ["function", "line", "column"].contains(node.macroName.text) { places.append("#" + node.macroName.text) }
        return .visitChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        types.append(node)
        return .visitChildren
    }
}

extension FunctionCallExprSyntax {
    /// The name of the function, or of the type whose initialiser is called.
    var nameOfMade: String { (calledName == "init" ? calledBase?.plain : calledName) ?? "init" }
}

extension ClosureExprSyntax {
    /// The names that the closure uses and does not declare, except those behind a dot.
    func freeNames(_ lists: StatementLists) -> [String] {
        let uses = NameUses(self)
        return uses.references.map(\.baseName)
            .filter { !declares($0.text, for: Syntax($0), lists) || $0.isInItsOwnValue }.map(\.text)
            + uses.shorthands.map(\.text)
    }

    /// Whether the closure declares a name that a node in it uses.
    fileprivate func declares(_ name: String, for node: Syntax, _ lists: StatementLists) -> Bool {
        node.local(name, lists).map { range.contains($0.owner.position) } ?? false
    }
}

extension TokenSyntax {
    /// Whether this name is in the value of a variable of the same name, and so means another variable: `let host = host ??
    /// ""`.
    fileprivate var isInItsOwnValue: Bool {
        ancestors.contains { ancestor in
            let pattern =
                ancestor.as(PatternBindingSyntax.self)?.pattern
                ?? ancestor.as(OptionalBindingConditionSyntax.self)?.pattern
            return pattern?.as(IdentifierPatternSyntax.self)?.identifier.text == text
        }
    }
}

extension DeclReferenceExprSyntax {
    /// Whether this is the function, or the base, of a call that asks for a service.
    fileprivate func isPart(ofAsk asks: Set<SyntaxIdentifier>) -> Bool {
        for ancestor in ancestors {
            if let call = ancestor.as(FunctionCallExprSyntax.self) {
                return asks.contains(call.id) && call.calledExpression.range.contains(position)
            }
            guard ancestor.is(MemberAccessExprSyntax.self) else { return false }
        }
        return false
    }
}

extension SyntaxProtocol {
    var range: Range<AbsolutePosition> { position..<endPosition }
}
