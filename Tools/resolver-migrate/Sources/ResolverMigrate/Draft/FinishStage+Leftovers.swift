import SwiftSyntax

// Removes what only lookup at run time needed, besides exports and the functions around them.

extension FinishStage {
    // MARK: The default scope

    /// The assignments of `Resolver.defaultScope` that affect no registration any more.
    func unneededDefaultScopes(
        without exports: [(Int, CodeBlockItemSyntax)], _ result: inout StageResult
    ) -> [(Int, CodeBlockItemSyntax)] {
        let gone = Set(exports.map(\.1.id))
        let staying = program.registrations.filter { $0.statement.map { !gone.contains($0.id) } ?? true }
        let helpers = program.settings.filter { $0.form == .helperDeclaration }.map(\.place)
        let places = staying.map(\.place) + program.mayRegister + helpers
        let assignments = program.settings.filter { $0.form == .defaultScope && program.files[$0.file].isChangeable }
        guard places.isEmpty else {
            result.left += assignments.map {
                "\($0.place): the default scope stays, since something is still registered at \(places.listed)"
            }
            return []
        }
        let statements = assignments.compactMap { setting in
            setting.node.parent?.as(CodeBlockItemSyntax.self).map { (setting.file, $0) }
        }
        let all = gone.union(statements.map(\.1.id))
        return statements.filter { !$0.1.isOfCaseEmptied(all) }
    }

    // MARK: Names

    /// Removes names in extensions of `Resolver.Name` that nothing mentions any more.
    func removeUnusedNames(_ result: inout StageResult) {
        let mentioned = program.files.enumerated().reduce(into: Set<String>()) { all, file in
            all.formUnion(Mentions(file.element, without: result.removed(from: file.offset)).names)
        }
        var count = 0
        for setting in program.settings where setting.form == .name && program.files[setting.file].isChangeable {
            guard let names = setting.node.as(ExtensionDeclSyntax.self), Access(names.modifiers) < .package else {
                continue
            }
            // Filters an array: the `filter` of a syntax list makes a new tree, in which all positions differ.
            let unused = Array(names.memberBlock.members).filter { member in
                member.decl.as(VariableDeclSyntax.self)?.name(unlessIn: mentioned) != nil
            }
            guard !unused.isEmpty else { continue }
            count += unused.count
            let isWhole = unused.count == names.memberBlock.members.count && names.inheritanceClause == nil
            let nodes = isWhole ? [names.parent ?? Syntax(names)] : unused.map { Syntax($0) }
            for node in nodes { result.remove(node, from: setting.file) }
        }
        if count > 0 { result.done.append("\(count) names removed that nothing mentions") }
    }

    // MARK: Resolving

    /// Removes the conformance to `Resolving` from types that do not use it.
    func removeUnusedConformances(_ result: inout StageResult) {
        let types = program.index.types.values.filter { type in type.inherits.contains { $0.plain == "Resolving" } }
        let all = program.files.enumerated().map { Mentions($0.element, without: result.removed(from: $0.offset)) }
        // If a type is used as `Resolving`, it needs its conformance. If any object is asked for its resolver, it may need it.
        let stated = types.reduce(0) { $0 + $1.inherits.filter { $0.plain == "Resolving" }.count }
        guard all.reduce(0, { $0 + $1.resolvingCount }) == stated, !all.contains(where: \.asksOthersForResolver) else {
            return
        }
        let users = Set(all.flatMap(\.usersOfResolver))
        for type in types.sorted(by: { $0.name < $1.name }) where type.access < .package {
            guard !users.contains(where: { program.index.ancestry(of: $0).contains(type.name) }) else { continue }
            for inherited in type.inherits where inherited.plain == "Resolving" {
                guard let file = program.files.firstIndex(where: { $0.tree.root.id == inherited.root.id }) else {
                    continue
                }
                if let whole = inherited.extensionForThisAlone {
                    result.remove(whole, from: file)
                } else if let edit = Edit(removingInherited: inherited) {
                    result.add(edit, to: file)
                }
            }
        }
    }

    // MARK: Scopes

    /// Modules of Apple that declare nothing named `Scope`.
    private static let modulesWithoutScope: Set<String> = [
        "Combine", "Dispatch", "Foundation", "Observation", "Resolver", "SafeFacade", "SwiftUI", "UIKit",
    ]

    /// Writes `Scope` for `ResolverScope` in a file that only imports `SafeFacade`, where no other `Scope` is visible.
    func scopesByTheirNewNames(_ file: SourceFile, without removed: [Range<Int>]) -> [Edit] {
        let names = program.index.types.values.filter { $0.kind != nil }.map(\.name.lastName)
        guard !names.contains("Scope"), !names.contains("Cached") else { return [] }
        let own = Set(program.files.map(\.module.name))
        guard file.imports.subtracting(own).isSubset(of: Self.modulesWithoutScope) else { return [] }
        let found = file.tree.tokens(viewMode: .sourceAccurate).filter { name in
            ["ResolverScope", "ResolverScopeCache"].contains(name.text)
                && name.previousToken(viewMode: .sourceAccurate)?.tokenKind != .period
                && !removed.contains { $0.contains(name.plainRange.lowerBound) }
        }
        return found.map { name in
            if name.text == "ResolverScope" { return Edit(replacing: name, with: "Scope") }
            let isInScope = ["ResolverScope", "Scope"].contains(LexicalScope(around: name).types.first)
            return Edit(replacing: name, with: isInScope ? "Cached" : "Scope.Cached")
        }
    }
}

extension VariableDeclSyntax {
    /// The name of a static property that nothing mentions and no other module can see.
    fileprivate func name(unlessIn mentioned: Set<String>) -> String? {
        guard modifiers.isStatic, Access(modifiers) < .package, bindings.count == 1,
            let name = bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.word,
            !mentioned.contains(name)
        else { return nil }
        return name
    }
}

extension TypeSyntax {
    /// The extension, if it does nothing but conform to this protocol.
    fileprivate var extensionForThisAlone: Syntax? {
        guard let clause = parent?.parent?.parent?.as(InheritanceClauseSyntax.self), clause.inheritedTypes.count == 1,
            let whole = clause.parent?.as(ExtensionDeclSyntax.self), whole.memberBlock.members.isEmpty,
            whole.memberBlock.rightBrace.leadingTrivia.allSatisfy(\.isWhitespace)
        else { return nil }
        return whole.parent
    }
}

extension Edit {
    /// Removes a type from an inheritance clause; with the last type, removes the clause.
    init?(removingInherited type: TypeSyntax) {
        guard let inherited = type.parent?.as(InheritedTypeSyntax.self),
            let list = inherited.parent?.as(InheritedTypeListSyntax.self),
            let clause = list.parent?.as(InheritanceClauseSyntax.self),
            let position = list.index(of: inherited)
        else { return nil }
        if list.count == 1 {
            guard let before = clause.previousToken(viewMode: .sourceAccurate) else { return nil }
            self.init(before.plainRange.upperBound..<clause.plainRange.upperBound, "")
        } else if position == list.startIndex {
            let next = list[list.index(after: position)]
            self.init(inherited.plainRange.lowerBound..<next.plainRange.lowerBound, "")
        } else {
            let previous = list[list.index(before: position)]
            self.init(previous.type.plainRange.upperBound..<inherited.type.plainRange.upperBound, "")
        }
    }
}

/// The names that a file mentions outside of its removed parts.
private final class Mentions: SyntaxVisitor {
    private let removed: [Range<Int>]
    /// The names that may mean the name of a service.
    private(set) var names: Set<String> = []
    /// How often the file writes `Resolving`.
    private(set) var resolvingCount = 0
    /// The types whose code uses `resolver`.
    private(set) var usersOfResolver: [String] = []
    /// Whether the file asks an object other than `self` for its `resolver`.
    private(set) var asksOthersForResolver = false

    init(_ file: SourceFile, without removed: [Range<Int>]) {
        self.removed = removed
        super.init(viewMode: .sourceAccurate)
        walk(file.tree)
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        guard !removed.contains(where: { $0.contains(node.plainRange.lowerBound) }) else { return .skipChildren }
        if node.mayBeName { names.insert(node.baseName.word) }
        guard node.baseName.text == "resolver" else { return .visitChildren }
        usersOfResolver.append(LexicalScope(around: node).owner)
        if let access = node.access, access.base?.plain != "self" { asksOthersForResolver = true }
        return .visitChildren
    }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
        if token.text == "Resolving" { resolvingCount += 1 }
        return .visitChildren
    }
}

extension DeclReferenceExprSyntax {
    /// Whether this may be a static member of `Resolver.Name`: it stands behind a dot alone, or behind a type.
    fileprivate var mayBeName: Bool {
        guard let access, !["self", "Self"].contains(access.base?.plain) else {
            return ["Resolver", "Resolver.Name"].contains(LexicalScope(around: self).types.first)
        }
        return access.base.map { $0.plain.lastName.first?.isUppercase == true } ?? true
    }
}
