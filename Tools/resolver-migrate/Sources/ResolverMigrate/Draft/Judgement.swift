import SwiftSyntax

/// Decides for each place that asks for a service whether it can ask a typed factory.
struct Judgement {
    let program: Program
    /// The typed factories, by their keys.
    private let available: [ServiceKey: [DeclaredFactory]]
    /// The keys under which tests and the like register over a declaration.
    private let overrides: Set<ServiceKey>
    /// The types that they register under names which are worked out at run time.
    private let overridesUnderAnyName: Set<String>
    /// Whether they may register a service of any type.
    private let overridesAnything: Bool
    private let hook: MadeByHook
    private let swapsRoot: Bool

    /// Takes the declared factories, and also those that a plan would declare.
    init(_ program: Program, plan: Plan, includingPlanned: Bool) {
        self.program = program
        let replaced = includingPlanned ? Set(plan.replaced.map(\.property)) : []
        let bridged = program.declared.all.filter { $0.isBridged && !replaced.contains($0.property) }
        var available = Dictionary(grouping: bridged, by: \.key)
        if includingPlanned {
            for declaration in plan.shared { available[declaration.key, default: []].append(declaration.factory) }
            for declaration in plan.declarations.values {
                for factory in plan.declared(by: declaration) { available[factory.key, default: []].append(factory) }
            }
        }
        self.available = available
        let standIns = plan.standIns.map { program.registrations[$0] }.filter { $0.form != .export }
        overrides = Set(standIns.flatMap(program.keys))
        overridesUnderAnyName = Set(standIns.filter { $0.key == nil }.compactMap(program.typeReplaced))
        let tests = Set(program.files.filter(\.module.isTest).map(\.path))
        overridesAnything =
            standIns.contains { program.typeReplaced(by: $0) == nil }
            || program.mayRegister.contains { tests.contains($0.file) }
        hook = MadeByHook(program)
        swapsRoot = program.settings.contains { $0.form == .rootSwap }
    }

    /// The factories that answer a key.
    func factories(for key: ServiceKey) -> [DeclaredFactory] { available[key] ?? [] }

    /// The factory that a place can ask, or the findings that prevent it.
    func factory(for ask: Ask) -> (DeclaredFactory?, [Finding]) {
        if !ask.findings.isEmpty { return (nil, ask.findings) }
        guard let key = ask.key else { return (nil, [Finding(.type)]) }
        let all = available[key] ?? []
        guard let factory = all.first(where: { $0.module == program.module(ask.file).name }) ?? all.first else {
            return (nil, [Finding(.notDeclared, key.description)])
        }
        if all.filter({ $0.module == factory.module }).count > 1 { return (nil, [Finding(.twice, key.description)]) }
        let found = findings(ask, factory, key)
        return (found.isEmpty ? factory : nil, found)
    }

    private func findings(_ ask: Ask, _ factory: DeclaredFactory, _ key: ServiceKey) -> [Finding] {
        var found: [Finding] = []
        if let type = program.ambiguous[ask.file] { found.append(Finding(.ambiguous, type)) }
        if !isVisible(factory, at: ask) { found.append(hidden(factory, key)) }
        if factory.isConditional || !factory.compiled.cover(ask.node.compiled) {
            found.append(Finding(.conditional, factory.property))
        }
        if !factory.isRunByHook, !factory.seesRegistrations, isOverridden(key), !hook.bridges(factory) {
            found.append(Finding(.override, key.description))
        }
        if swapsRoot, ask.namesMain { found.append(Finding(.container, "main")) }
        if program.isAskedOfOthers(ask) { found.append(Finding(.container)) }
        if !agrees(ask, factory) {
            found.append(Finding(factory.type.isOptional ? .mayBeNil : .absent, key.description))
        }
        found += parameter(ask, factory)
        if factory.kind == .mainActor { found.append(Finding(.mainActor, factory.property)) }
        return found
    }

    private func isOverridden(_ key: ServiceKey) -> Bool {
        overridesAnything || overrides.contains(key) || overridesUnderAnyName.contains(key.type.withoutGenerics)
    }

    /// Whether a place and a factory agree about the optional.
    private func agrees(_ ask: Ask, _ factory: DeclaredFactory) -> Bool {
        let wantsOptional = ask.type?.type.isOptional ?? false
        // At run time, a service that is asked for before it is registered is nil, where a declaration always gives one. A
        // factory of an optional that stands for a registration is nil then, too.
        let isAlwaysThere = factory.isLegacy ? factory.type.isOptional : hook.bridges(factory)
        switch ask.kind {
        case .wrapper(let attribute, _):
            let isWeak = attribute.attributeName.plain.hasSuffix("WeakLazyInjected")
            if isWeak { return !factory.type.isOptional }
            return wantsOptional == factory.type.isOptional && (isAlwaysThere || !wantsOptional)
        case .call(let call):
            if call.calledName == "optional" {
                guard isAlwaysThere else { return false }
                // A value that is always there also serves a place that wants an optional.
                return factory.type.isOptional
                    || wantsOptional && call.arguments.allSatisfy { $0.label != nil } && !call.isConditionallyBound
            }
            return !factory.type.isOptional && (isAlwaysThere || !wantsOptional)
        case .reference, .value: return false
        }
    }

    private func parameter(_ ask: Ask, _ factory: DeclaredFactory) -> [Finding] {
        guard case .parameter(let wanted) = factory.kind else {
            return ask.arguments == nil ? [] : [Finding(.arguments)]
        }
        guard let value = ask.arguments else { return [Finding(.arguments, factory.property)] }
        let given = Inference(index: program.index).type(of: value)?.type
        if let given, given.full == wanted.full || !given.isOptional && program.index.conforms(given, to: wanted) {
            return []
        }
        return [Finding(.argument, "Container.shared.\(factory.property)(\(value.plain))")]
    }

    /// The finding for a factory that the place cannot see: the module that declares it is not decided, or not yet written.
    private func hidden(_ factory: DeclaredFactory, _ key: ServiceKey) -> Finding {
        guard program.decisions.module(declaring: key) == factory.module else {
            return Finding(.module, key.description)
        }
        let isPublic = factory.access == .public
        return Finding(
            .visibility,
            isPublic ? "this file does not import \(factory.module)" : "\(factory.module) declares it, but not public")
    }

    private func isVisible(_ factory: DeclaredFactory, at ask: Ask) -> Bool {
        let module = program.module(ask.file)
        if ask.isCompiledByOthers(program.index), factory.access < .public { return false }
        if factory.access < .internal { return factory.file == ask.file }
        if factory.module == module.name { return true }
        let file = program.files[ask.file]
        if module.isTest, file.importsForTesting(factory.module) { return true }
        return factory.access == .public && file.imports.contains(factory.module)
    }
}

extension Judgement {
    /// The services that the hook registers and exports, which are there before anything is asked.
    fileprivate struct MadeByHook {
        private let exported: Set<String>
        private let registered: Set<ServiceKey>

        init(_ program: Program) {
            let made = program.registrations.filter(program.isRunByHook)
            exported = Set(made.compactMap(\.exported))
            registered = Set(made.filter { $0.exported == nil }.compactMap(\.key))
        }

        /// Whether the hook registers or exports the service of a factory.
        func bridges(_ factory: DeclaredFactory) -> Bool {
            exported.contains(factory.property) || registered.contains(factory.key)
        }
    }
}

extension SourceFile {
    fileprivate func importsForTesting(_ module: String) -> Bool {
        importDeclarations.contains { declaration in
            declaration.attributes.plain.contains("@testable")
                && (module.isEmpty || declaration.path.first?.name.text == module)
        }
    }
}

extension Ask {
    /// Whether other modules compile this place, too, so that it may only use public names.
    fileprivate func isCompiledByOthers(_ index: Index) -> Bool {
        let attributes: Set<String> = ["inlinable", "_alwaysEmitIntoClient", "_transparent", "backDeployed"]
        return isInPublicDefaultArgument(index)
            || node.ancestors.contains { ancestor in
                ancestor.asProtocol((any WithAttributesSyntax).self)?.attributes.contains {
                    attributes.contains($0.as(AttributeSyntax.self)?.attributeName.plain ?? "")
                } == true
            }
    }

    /// Whether this is a default argument of a function that other modules can see.
    private func isInPublicDefaultArgument(_ index: Index) -> Bool {
        guard case .call(let call) = kind, call.ancestors.contains(where: { $0.is(FunctionParameterSyntax.self) })
        else { return false }
        let declaration = call.ancestors.lazy.compactMap { $0.asProtocol((any WithModifiersSyntax).self) }
            .first {
                $0.is(FunctionDeclSyntax.self) || $0.is(InitializerDeclSyntax.self) || $0.is(SubscriptDeclSyntax.self)
            }
        guard let declaration else { return false }
        let around = call.innermost(ExtensionDeclSyntax.self).map { Access($0.modifiers) }
        let type = index.declared(LexicalScope(around: call).owner)?.access ?? .public
        return max(Access(declaration.modifiers), around ?? .internal) >= .package && type >= .package
    }
}

extension FunctionCallExprSyntax {
    /// Whether `if let` or `guard let` unwraps the call.
    fileprivate var isConditionallyBound: Bool { parent?.parent?.is(OptionalBindingConditionSyntax.self) == true }
}

extension Plan {
    /// The factories that a declaration makes, in the form in which a later run finds them in the sources.
    func declared(by declaration: Declaration) -> [DeclaredFactory] {
        let registration = declaration.registration
        let isRunByHook = program.isRunByHook(registration)
        return declaration.factories.compactMap { factory in
            guard let key = factory.key else { return nil }
            return DeclaredFactory(
                property: factory.property, kind: DeclaredFactory.Kind(declaration.parameter?.type),
                type: factory.type,
                file: registration.file, module: program.module(registration.file).name,
                access: factory.access, isBridged: true,
                seesRegistrations: factory.isBridged, isConditional: false, isRunByHook: isRunByHook, name: key.name)
        }
    }
}
