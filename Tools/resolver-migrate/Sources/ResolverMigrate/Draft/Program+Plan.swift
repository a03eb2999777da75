import SwiftSyntax

extension Program {
    /// The keys of a registration: its own, and those of the types that it implements.
    func keys(of registration: Registration) -> [ServiceKey] {
        let reading = Reading(index: index, module: module(registration.file))
        let implemented = registration.options.filter { $0.name == "implements" }.compactMap { option in
            ServiceKey(option.first.flatMap(index.service(metatype:)), reading.name(in: option.call.arguments))
        }
        return (registration.key.map { [$0] } ?? []) + implemented
    }

    /// The type, without generic arguments, of a registration whose key is not known; nil if it may be any type.
    ///
    /// An initialiser's result counts as its type, whether or not the sources show that the initialiser cannot fail.
    func typeReplaced(by registration: Registration) -> String? {
        (registration.type?.type ?? calledType(of: registration))?.key.withoutGenerics
    }

    /// The services that the hook exports, each with the module of its export.
    var exportedByHook: [(key: ServiceKey, module: Module)] {
        registrations.filter { $0.form == .export && $0.target.isMain && isRunByHook($0) }.flatMap { export in
            declared.all.filter { $0.property == export.exported }.compactMap { factory in
                ServiceKey(factory.type, export.name).map { ($0, module(export.file)) }
            }
        }
    }

    /// Whether a registration replaces a real one: tests make it, or it is made with a resolver that becomes the root.
    func isStandIn(_ registration: Registration) -> Bool {
        if module(registration.file).isTest { return true }
        guard case .other(let text) = registration.target else { return false }
        return isMadeRoot(text)
    }

    /// Whether the program, besides its tests, registers with a resolver that it makes, and does not make it the root.
    func isUsed(_ own: OwnResolver) -> Bool {
        !isMadeRoot(own.name)
            && registrations.contains { registration in
                guard case .other(let text) = registration.target, !module(registration.file).isTest else {
                    return false
                }
                return text.lastName == own.name
            }
    }

    private func isMadeRoot(_ resolver: String) -> Bool {
        settings.contains { $0.form == .rootSwap && $0.detail.lastName == resolver.lastName }
    }

    /// The lifetime of registrations that state none; nil if it is not known.
    func defaultScope(of registration: Registration) -> String? {
        if let decided = decisions.defaultScope { return decided }
        let assignments = settings.filter { $0.form == .defaultScope }
        // An assignment at the beginning of the hook counts for all that the hook registers, whatever tests assign.
        let own = assignments.filter { !module($0.file).isTest }
        if own.count == 1, let only = own.first {
            if isFirstInHook(only), isRunByHook(registration) { return only.scope }
            // So does one at the beginning of another function, for functions that only this one calls.
            if let function = registration.function, runAfterDefaultScope.contains(function) { return only.scope }
            // So does an assignment further up in the statements of the registration, wherever these are.
            if let statement = registration.statement, only.precedes(statement) { return only.scope }
        }
        // An assignment of the default changes nothing, whenever it runs.
        return assignments.allSatisfy { $0.scope == "graph" } ? "graph" : nil
    }

    /// Whether the hook always makes an assignment, before it may have registered anything.
    private func isFirstInHook(_ setting: Setting) -> Bool {
        functionBeginning(with: setting)?.name.text == "registerAllServices"
    }

    /// The function that always makes an assignment, before it may have registered anything.
    private func functionBeginning(with setting: Setting) -> FunctionDeclSyntax? {
        guard let item = setting.node.parent?.as(CodeBlockItemSyntax.self),
            let list = item.parent?.as(CodeBlockItemListSyntax.self),
            let function = list.parent?.parent?.as(FunctionDeclSyntax.self)
        else { return nil }
        let before = list.prefix { $0.id != item.id }
        let isFirst = before.allSatisfy {
            !$0.plain.contains("egister") && !callsOwnFunction(Syntax($0), setting.file)
        }
        return isFirst ? function : nil
    }

    /// The functions that only run after an assignment of the default scope, by their statements: it is at the beginning of a
    /// function that calls them, and nothing else does.
    func functionsAfterDefaultScope() -> Set<SyntaxIdentifier> {
        guard let setting = settings.first(where: { $0.form == .defaultScope && !module($0.file).isTest }),
            let start = functionBeginning(with: setting)?.body?.statements
        else { return [] }
        var kept = CalledFunctions(from: [(start, module(setting.file))], index).found
        var names: [String: Set<SyntaxIdentifier>] = [:]
        for function in index.functions + index.types.values.flatMap(\.functions) {
            guard let id = function.body?.statements.id, id != start.id, kept.contains(id) else { continue }
            names[function.name, default: []].insert(id)
        }
        let uses = files.filter { $0.text.mentions(anyOf: names.keys.sorted()) }.flatMap { file in
            file.tree.tokens(viewMode: .sourceAccurate).filter {
                names[$0.word] != nil && $0.parent?.is(DeclReferenceExprSyntax.self) == true
            }
        }
        // What is called elsewhere may run before the assignment, and then so may what it calls.
        var count: Int
        repeat {
            count = kept.count
            for use in uses where !use.ancestors.contains(where: { kept.contains($0.id) }) {
                kept.subtract(names[use.word] ?? [])
            }
        } while kept.count < count
        return kept
    }

    /// Whether this calls a function that the sources declare.
    private func callsOwnFunction(_ node: Syntax, _ file: Int) -> Bool {
        if let call = node.as(FunctionCallExprSyntax.self) {
            let reading = Reading(index: index, module: module(file))
            let isResolvers = call.calledBase != nil && reading.target(of: call) != nil
            if isResolvers || !reading.inference.candidates(for: call).isEmpty { return true }
        }
        return node.children(viewMode: .sourceAccurate).contains { callsOwnFunction($0, file) }
    }

    /// The calls in a closure that ask for services.
    func asks(in closure: ClosureExprSyntax) -> [Ask] {
        callsByFile[closure.root.id, default: []].filter { closure.range.contains($0.node.position) }
    }

    /// Whether a factory asks its own resolver for a service that one of the program's other containers registers, too.
    func isAskedOfOthers(_ ask: Ask) -> Bool {
        guard ask.target == .handed, let key = ask.key else { return false }
        return registrations.contains { other in
            guard case .other(let text) = other.target, !isMadeRoot(text), !module(other.file).isTest else {
                return false
            }
            return keys(of: other).contains(key)
        }
    }

    /// Whether a factory uses its resolver for anything else than asking.
    func uses(_ resolver: String, in closure: ClosureExprSyntax) -> Bool {
        let asked = asks(in: closure).count { ask in
            if case .call(let call) = ask.kind { call.calledBase?.plain == resolver } else { false }
        }
        return closure.statements.references(to: resolver).count { $0.access == nil } > asked
    }
}

extension Index {
    /// Whether a type is only visible in its file, so that a declaration that names it must be, too.
    func isFilePrivate(_ type: ServiceType) -> Bool { named(in: type).contains { $0.access < .internal } }

    /// Whether a type is visible to other modules, as far as the sources declare it.
    func isPublic(_ type: ServiceType) -> Bool { named(in: type).allSatisfy { $0.access == .public } }
}

extension Setting {
    /// The scope in an assignment of the default scope: `graph` in `ResolverScope.graph`.
    fileprivate var scope: String { detail.lastName }

    /// Whether a statement is in the same list as this one, and runs after it.
    fileprivate func precedes(_ statement: CodeBlockItemSyntax) -> Bool {
        guard let item = node.parent?.as(CodeBlockItemSyntax.self) else { return false }
        return item.parent?.id == statement.parent?.id && item.position < statement.position
    }
}
