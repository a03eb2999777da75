import SwiftSyntax

/// Removes what the typed program no longer needs: exports, the hook, imports of `Resolver`.
struct FinishStage {
    let program: Program

    init(_ program: Program) { self.program = program }

    func edits() -> StageResult {
        var result = StageResult()
        let unneeded = unneededExports(&result)
        let exports = unneeded.compactMap { export in export.statement.map { (export.file, $0) } }
        let statements = exports + unneededDefaultScopes(without: exports, &result)
        for (file, statement) in statements { result.remove(statement, from: file) }
        let functions = emptiedFunctions(Set(statements.map(\.1.id)), &result)
        result.done.append("\(unneeded.count) exports removed, \(functions) functions that they leave empty")
        removeUnusedNames(&result)
        removeUnusedConformances(&result)
        imports(&result)
        result.editRemovals(in: program.files)
        return result
    }

    // MARK: Exports

    /// The exports that nothing may need: no lookup, no mock, and no lookup of an unknown type.
    private func unneededExports(_ result: inout StageResult) -> [Registration] {
        let exports = program.registrations.filter { $0.form == .export }
        // A type that nothing declares or registers may be a placeholder, such as a generic parameter, for an exported type.
        let known = Set(program.registrations.flatMap(program.keys).map(\.type) + program.declared.all.map(\.key.type))
        let unshown = program.asks.filter { ask in
            ask.key.map { !known.contains($0.type) && program.index.declared($0.type) == nil } ?? true
        }
        let unknown = unshown.map(\.place) + program.mayAsk
        let helpers = program.registrations.filter(program.asksInHelper)
        if !exports.isEmpty, !unknown.isEmpty || !helpers.isEmpty {
            let count = "\(exports.count) exports stay: the sources do not show what"
            if !unknown.isEmpty { result.left.append("\(count) is asked for at \(unknown.listed)") }
            if !helpers.isEmpty {
                result.left.append("\(count) the helpers ask for that are called at \(helpers.map(\.place).listed)")
            }
            return []
        }
        // A registration of an unknown type may replace any export.
        let registrations = program.registrations.filter { $0.form != .export }
        let open = registrations.filter { program.typeReplaced(by: $0) == nil }.map(\.place) + program.mayRegister
        if !exports.isEmpty, !open.isEmpty {
            result.left.append(
                "\(exports.count) exports stay: the sources do not show what is registered at \(open.listed)")
            return []
        }
        let overriding = registrations.map { registration in
            (
                place: registration.place, keys: program.keys(of: registration),
                underAnyName: registration.key == nil ? program.typeReplaced(by: registration) : nil
            )
        }
        let unneeded = exports.filter { export in
            guard program.files[export.file].isChangeable, export.statement != nil, export.options.isEmpty,
                let factory = program.declared.all.first(where: { $0.property == export.exported }),
                // The key has the name of this export, as a property may be exported under several names.
                let key = ServiceKey(factory.type, export.name)
            else { return false }
            // `all` asks for every name of a type.
            let asks = program.asks.filter { $0.key == key || $0.form == .all && $0.key?.type == key.type }
            let standIn = program.declared.all.first { $0.isLegacy && $0.key == key }
            let places = overriding.filter {
                $0.keys.contains(key) || $0.underAnyName == key.type.withoutGenerics
            }
            var reason: String?
            if !asks.isEmpty {
                reason = "is still asked for at run time at \(asks.map(\.place).listed)"
            } else if let standIn {
                reason = "is what \(standIn.property) stands for with legacy()"
            } else if !places.isEmpty {
                reason = "is replaced by a registration at \(places.map(\.place).listed)"
            }
            if let reason { result.left.append("\(export.place): stays, since \(key) \(reason)") }
            return reason == nil
        }
        let gone = Set(unneeded.compactMap { $0.statement?.id })
        return unneeded.filter { export in
            guard export.statement?.isOfCaseEmptied(gone) == true else { return true }
            result.left.append("\(export.place): stays, since a case needs a statement")
            return false
        }
    }

    // MARK: Functions

    /// Removes functions of `Resolver` that are empty now, their calls, and extensions that hold nothing else.
    private func emptiedFunctions(_ statements: Set<SyntaxIdentifier>, _ result: inout StageResult) -> Int {
        var gone = statements
        var functions: [Int: [FunctionDeclSyntax]] = [:]
        var names: Set<String> = []
        let all = program.files.indices.map { ($0, Members(program.files[$0])) }
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for (number, members) in all where program.files[number].isChangeable {
                for function in members.functions where !gone.contains(function.id) && function.isEmptied(gone) {
                    let name = function.name.text
                    let calls = all.flatMap { number, members in
                        members.calls.filter { $0.1 == name }.map { (number, $0.0) }
                    }
                    let isHook = name == "registerAllServices"
                    let isAlone = all.flatMap(\.1.functions).filter { $0.name.text == name }.count == 1
                    // Code that the tool does not see may call a public function.
                    if calls.isEmpty, !isHook, Access(function.modifiers) >= .package { continue }
                    guard isAlone, !isHook || calls.isEmpty,
                        isHook || calls.allSatisfy({ $0.1 != nil && program.files[$0.0].isChangeable }),
                        all.reduce(0, { $0 + $1.1.mentions(name) }) == calls.count, !isRequired(name)
                    else { continue }
                    let without = gone.union(calls.compactMap { $0.1?.id })
                    guard !calls.contains(where: { $0.1?.isOfCaseEmptied(without) == true }) else { continue }
                    gone.insert(function.id)
                    names.insert(name)
                    functions[number, default: []].append(function)
                    for (number, statement) in calls {
                        guard let statement else { continue }
                        gone.insert(statement.id)
                        result.remove(statement, from: number)
                    }
                    hasChanged = true
                }
            }
        }
        for (number, functions) in functions { remove(functions, from: number, &result) }
        if names.contains("registerAllServices") { removeHookConformances(without: gone, &result) }
        return names.count
    }

    /// Whether `Resolver` conforms, or may conform, to a protocol that requires a function of this name.
    private func isRequired(_ name: String) -> Bool {
        let conformances = program.hookConformances
        if name == "registerAllServices",
            conformances.contains(where: { $0.node == nil || !program.files[$0.file].isChangeable })
        {
            return true
        }
        return program.index.ancestry(of: "Resolver").contains { type in
            if ["Resolver", "Sendable"].contains(type) || type.isHook { return false }
            guard let info = program.index.declared(type) else { return true }
            return info.functions.contains { $0.name == name } || info.inherits.contains { $0.plain.isHook }
        }
    }

    /// Removes the hook's protocol from every declaration that states the conformance.
    private func removeHookConformances(without gone: Set<SyntaxIdentifier>, _ result: inout StageResult) {
        for (file, node) in program.hookConformances {
            guard let node, let around = node.innermost(ExtensionDeclSyntax.self) else { continue }
            if !around.isPlainOrHook || !around.memberBlock.members.allSatisfy({ gone.contains($0.decl.id) }) {
                if let edit = Edit(removingInherited: node) { result.add(edit, to: file) }
            } else if around.memberBlock.members.isEmpty {
                result.remove(around.parent ?? Syntax(around), from: file)
            }
        }
    }

    private func remove(_ functions: [FunctionDeclSyntax], from number: Int, _ result: inout StageResult) {
        let ids = Set(functions.map(\.id))
        for function in functions {
            guard let around = function.innermost(ExtensionDeclSyntax.self) else { continue }
            let isWhole = around.memberBlock.members.allSatisfy { ids.contains($0.decl.id) } && around.isPlainOrHook
            let node = isWhole ? Syntax(around) : Syntax(function)
            result.remove(node.parent ?? node, from: number)
        }
    }

    // MARK: Imports

    /// Replaces `import Resolver` by `import SafeFacade` in files that use none of its other names.
    private func imports(_ result: inout StageResult) {
        for (number, file) in program.files.enumerated() {
            guard
                let statement = file.importDeclarations.first(where: { $0.path.plain == "Resolver" }),
                !file.importDeclarations.contains(where: {
                    $0.attributes.plain.contains("@_exported") && $0.path.plain == "Resolver"
                })
            else { continue }
            let removed = result.removed(from: number)
            if let use = file.firstUse(of: Known.resolverNames, without: removed) {
                result.left.append("\(file.place(of: use)): import Resolver stays, for '\(use.plain.firstWords)'")
                continue
            }
            if let ask = program.asks.first(where: { $0.file == number }) {
                result.left.append("\(ask.place): import Resolver stays, since this is asked for at run time")
                continue
            }
            if let type = program.ambiguous[number] {
                result.left.append("\(file.path): import Resolver stays, since SafeFacade has a type \(type), too")
                continue
            }
            if file.imports.contains("SafeFacade") || file.firstUse(of: Known.sharedNames, without: removed) == nil {
                // The comment above the first import belongs to the file.
                result.remove(statement.parent ?? Syntax(statement), from: number, takingComments: false)
            } else {
                result.add(Edit(replacing: statement.path, with: "SafeFacade"), to: number)
            }
            for edit in scopesByTheirNewNames(file, without: removed) { result.add(edit, to: number) }
        }
    }
}

/// The functions in extensions of `Resolver`, and the calls that may be calls of them.
private final class Members: SyntaxVisitor {
    private(set) var functions: [FunctionDeclSyntax] = []
    /// Calls without arguments: the name, and the statement if the call is a whole one.
    private(set) var calls: [(CodeBlockItemSyntax?, String)] = []
    private var names: [String: Int] = [:]

    init(_ file: SourceFile) {
        super.init(viewMode: .sourceAccurate)
        walk(file.tree)
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if LexicalScope(around: node).types == ["Resolver"], node.signature.parameterClause.parameters.isEmpty {
            functions.append(node)
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.calledName, node.arguments.isEmpty, node.trailingClosure == nil, node.isOfResolver {
            calls.append((node.parent?.as(CodeBlockItemSyntax.self), name))
        }
        return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        names[node.baseName.text, default: 0] += 1
        return .visitChildren
    }

    /// How often the file uses a name.
    func mentions(_ name: String) -> Int { names[name] ?? 0 }
}

extension FunctionCallExprSyntax {
    /// Whether this may be a call of a function of `Resolver`; other types may have a function of the same name.
    fileprivate var isOfResolver: Bool {
        let base = calledBase?.plain
        if base == "Resolver" || base == "Resolver.main" { return true }
        return [nil, "self", "Self", "main"].contains(base) && LexicalScope(around: self).types.first == "Resolver"
    }
}

extension FunctionDeclSyntax {
    /// Whether the body has nothing but removed statements, and no comment of the program.
    fileprivate func isEmptied(_ gone: Set<SyntaxIdentifier>) -> Bool {
        guard let body, !body.statements.isEmpty || name.text == "registerAllServices" else { return false }
        guard body.statements.allSatisfy({ gone.contains($0.id) }) else { return false }
        return !body.rightBrace.leadingTrivia.contains { $0.comment != nil }
    }
}

extension CodeBlockItemSyntax {
    /// Whether this is in a `case`, which needs a statement, and every statement of that case is removed.
    func isOfCaseEmptied(_ gone: Set<SyntaxIdentifier>) -> Bool {
        parent?.parent?.is(SwitchCaseSyntax.self) == true
            && parent?.children(viewMode: .sourceAccurate).allSatisfy { gone.contains($0.id) } == true
    }
}

extension ExtensionDeclSyntax {
    /// Whether the extension states no conformance, or only that to the hook's protocol.
    fileprivate var isPlainOrHook: Bool {
        inheritanceClause?.inheritedTypes.allSatisfy { $0.type.plain.isHook } ?? true
    }
}

extension String {
    /// Whether this names the hook's protocol, with or without the module.
    fileprivate var isHook: Bool { split { $0 == "." || $0 == " " }.last == "ResolverRegistering" }
}

extension [Place] {
    /// The first ten places, and the number of the others.
    var listed: String {
        let lines = sorted().map(\.description).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        let shown = lines.prefix(10).joined(separator: ", ")
        return lines.count > 10 ? "\(shown) and \(lines.count - 10) more" : shown
    }
}

extension Program {
    /// The places that state `Resolver`'s conformance to the hook's protocol; without a node if they state several at once.
    fileprivate var hookConformances: [(file: Int, node: TypeSyntax?)] {
        (index.types["Resolver"]?.inherits ?? []).filter { $0.plain.contains("ResolverRegistering") }.compactMap {
            type in
            files.firstIndex { $0.tree.root.id == type.root.id }.map { ($0, type.plain.contains("&") ? nil : type) }
        }
    }

    /// Whether a registration calls a helper that asks for services, whose types its callers choose.
    fileprivate func asksInHelper(_ registration: Registration) -> Bool {
        guard registration.form == .helper, let name = registration.call.calledName else { return false }
        let bodies = index.types["Resolver"]?.functions.filter { $0.name == name }.compactMap(\.body) ?? []
        // A helper of another library may ask for anything.
        return bodies.isEmpty || bodies.contains { body in Ask.verbs.contains { body.mentions($0) } }
    }
}
