import SwiftSyntax

extension Program {
    /// The keys that a registration is found by: its own, and what it implements.
    func keys(of registration: Registration) -> [ServiceKey] {
        let scope = LexicalScope(around: registration.call)
        let reading = Reading(index: index, module: module(registration.file))
        let implemented = registration.options.filter { $0.name == "implements" }.compactMap { option -> ServiceKey? in
            guard let type = option.first.flatMap({ index.service(metatype: $0, in: scope) }),
                let name = reading.name(in: option.call.arguments).value
            else { return nil }
            return ServiceKey(type: type.key, name: name)
        }
        return (registration.key.map { [$0] } ?? []) + implemented
    }

    /// The type of what is registered without a known key, without its generic arguments; nil where it may be any.
    ///
    /// What an initialiser makes is of its type, whether or not the sources show that it cannot fail.
    func typeReplaced(by registration: Registration) -> String? {
        if let type = registration.type { return type.type.key.withoutGenerics }
        let inference = Inference(index: index)
        guard let made = registration.closure.flatMap({ FactoryBody($0, inference).expression }),
            let callee = made.as(FunctionCallExprSyntax.self)?.calledExpression
        else { return nil }
        return inference.metatype(callee, in: LexicalScope(around: callee))?.key.withoutGenerics
    }

    /// The services that the hook exports, each with the module whose export it is.
    var exportedByHook: [(key: ServiceKey, module: Module)] {
        registrations.filter { $0.form == .export && $0.target.isMain && isRunByHook($0) }.flatMap { export in
            declared.all.filter { $0.property == export.exported }.compactMap { factory in
                export.name.value.map { (ServiceKey(type: factory.type.key, name: $0), module(export.file)) }
            }
        }
    }

    /// Whether a registration stands in for a real one: it is made by tests, or with a resolver that becomes the root.
    func isStandIn(_ registration: Registration) -> Bool {
        if module(registration.file).isTest { return true }
        guard case .other(let text) = registration.target else { return false }
        return isMadeRoot(text)
    }

    private func isMadeRoot(_ resolver: String) -> Bool {
        let last = resolver.split(separator: ".").last.map(String.init) ?? resolver
        return settings.contains {
            $0.form == .rootSwap && $0.detail.split(separator: ".").last.map(String.init) == last
        }
    }

    /// The lifetime of a registration that states none; nil where that is not known.
    func defaultScope(of registration: Registration) -> String? {
        if let decided = decisions.defaultScope { return decided }
        let assignments = settings.filter { $0.form == .defaultScope }
        // What the hook sets first counts for all that it registers, whatever tests set.
        let own = assignments.filter { !module($0.file).isTest }
        if own.count == 1, let only = own.first, isFirstInHook(only), isRunByHook(registration) { return only.scope }
        // Where it is set to what it is anyway, it does not matter when.
        guard let only = assignments.first(where: { $0.scope != "graph" }) else { return "graph" }
        return assignments.count == 1 && !module(only.file).isTest && isFirstInHook(only) ? only.scope : nil
    }

    /// Whether an assignment is made by the hook, in any case, before anything may have been registered.
    private func isFirstInHook(_ setting: Setting) -> Bool {
        guard let item = setting.node.parent?.as(CodeBlockItemSyntax.self),
            let list = item.parent?.as(CodeBlockItemListSyntax.self),
            let hook = list.parent?.parent?.as(FunctionDeclSyntax.self), hook.name.text == "registerAllServices"
        else { return false }
        let before = list.prefix { $0.id != item.id }
        return before.allSatisfy { !$0.plain.contains("egister") && !callsOwnFunction(Syntax($0), setting.file) }
    }

    /// Whether something is called here that the sources declare.
    private func callsOwnFunction(_ node: Syntax, _ file: Int) -> Bool {
        if let call = node.as(FunctionCallExprSyntax.self) {
            let reading = Reading(index: index, module: module(file))
            let isResolvers = call.calledBase != nil && reading.target(of: call) != nil
            if isResolvers || !reading.inference.candidates(for: call).isEmpty { return true }
        }
        return node.children(viewMode: .sourceAccurate).contains { callsOwnFunction($0, file) }
    }

    /// The places in a closure that ask for services.
    func asks(in closure: ClosureExprSyntax) -> [Ask] {
        callsByFile[closure.root.id, default: []].filter { closure.range.contains($0.node.position) }
    }

    /// Whether a factory asks its own resolver for a service that a container of its own registers, too.
    func isAskedOfOthers(_ ask: Ask) -> Bool {
        guard ask.target == .handed, let key = ask.key else { return false }
        return registrations.contains { other in
            guard case .other(let text) = other.target, !isMadeRoot(text), !module(other.file).isTest else {
                return false
            }
            return keys(of: other).contains(key)
        }
    }

    /// Whether a factory does anything with its resolver besides asking it.
    func uses(_ resolver: String, in closure: ClosureExprSyntax, besides asks: Set<SyntaxIdentifier>) -> Bool {
        let asked = self.asks(in: closure).filter { ask in
            if case .call(let call) = ask.kind { call.calledBase?.plain == resolver } else { false }
        }.count
        return Syntax(closure.statements).count(of: resolver) > asked
    }
}

extension Syntax {
    /// How often a name is used in here.
    fileprivate func count(of name: String) -> Int {
        if let reference = self.as(DeclReferenceExprSyntax.self) {
            let isMember = reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id == reference.id
            return reference.baseName.text == name && !isMember ? 1 : 0
        }
        if name.hasPrefix("$"), `is`(ClosureExprSyntax.self) { return 0 }
        return children(viewMode: .sourceAccurate).reduce(0) { $0 + $1.count(of: name) }
    }
}

extension Index {
    /// Whether a type is visible in its file only, so that what names it must be, too.
    func isFilePrivate(_ type: ServiceType) -> Bool { named(in: type).contains { $0.access < .internal } }

    /// Whether a type is visible in other modules, as far as the sources declare it.
    func isPublic(_ type: ServiceType) -> Bool { named(in: type).allSatisfy { $0.access == .public } }
}

extension Setting {
    /// The scope that an assignment of the default one names: `graph` in `ResolverScope.graph`.
    fileprivate var scope: String? { detail.split(separator: ".").last.map(String.init) }
}
