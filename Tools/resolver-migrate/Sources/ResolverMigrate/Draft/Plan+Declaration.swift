import SwiftSyntax

extension Plan {
    /// The declaration of a registration; adds what prevents it to the findings.
    func declaration(_ registration: Registration, _ found: inout [Finding]) -> Declaration? {
        found += registration.target.findings
        if registration.target == .root { found.append(Finding(.container, "Resolver.root")) }
        if let type = program.ambiguous[registration.file] { found.append(Finding(.ambiguous, type)) }
        if registration.statement == nil { found.append(Finding(.used)) }
        if registration.isConditional { found.append(Finding(.conditional)) }
        found += registration.name.findings
        guard let type = registration.type?.type else {
            found.append(Finding(.type))
            return nil
        }
        if (index.declared(type.key)?.modules.count ?? 0) > 1 {
            found.append(Finding(.type, "two modules declare \(type.key)"))
        }
        let lifetime = lifetime(registration, &found)
        var parameter: ParameterUse?
        var autoRegistration: AutoRegistration?
        if let closure = registration.closure {
            parameter = check(closure, of: registration, type, &found)
        } else {
            autoRegistration = helper(registration, &found)
        }
        for copy in registration.copies {
            if let closure = copy.closure { _ = check(closure, of: copy, type, &found) }
        }
        let access = access(of: type, registration.key, registration, &found)
        var factories = [PlannedFactory(type: type, name: registration.name, access: access)]
        factories += implemented(registration, by: type, &found)
        let mutator = mutator(registration, type, &found)
        guard let lifetime else { return nil }
        return Declaration(
            registration: registration, factories: factories, lifetime: lifetime, parameter: parameter,
            mutator: mutator,
            autoRegistration: autoRegistration)
    }

    /// The access of a service's declaration: public if the decisions file names the registration's own module for it.
    ///
    /// Adds a type that the declaration cannot name to the findings.
    func access(
        of type: ServiceType, _ key: ServiceKey?, _ registration: Registration, _ found: inout [Finding]
    ) -> Access {
        if let name = index.hiddenInContainer(type) { found.append(Finding(.hidden, name)) }
        let own = program.module(registration.file).name
        guard let key, program.decisions.module(declaring: key) == own else {
            return index.isFilePrivate(type) ? .fileprivate : .internal
        }
        if !index.isPublic(type) { found.append(Finding(.module, "\(key.type) is not public")) }
        return .public
    }

    private func lifetime(_ registration: Registration, _ found: inout [Finding]) -> Lifetime? {
        let known: Set<String> = ["scope", "implements", "resolveProperties"]
        for option in registration.options where !known.contains(option.name) {
            found.append(Finding(.form, ".\(option.name)"))
        }
        if let scope = registration.options.last(where: { $0.name == "scope" }) {
            if let lifetime = scope.first.flatMap({ Lifetime.read($0, index) }) { return lifetime }
            found.append(Finding(.lifetime, scope.first?.plain ?? ""))
            return nil
        }
        guard let name = program.defaultScope(of: registration), let lifetime = Lifetime.standard(name) else {
            found.append(Finding(.defaultScope))
            return nil
        }
        return lifetime
    }

    private func check(
        _ closure: ClosureExprSyntax, of registration: Registration, _ type: ServiceType, _ found: inout [Finding]
    ) -> ParameterUse? {
        let inference = Inference(index: index)
        let body = FactoryBody(closure, inference)
        if body.mayThrow { found.append(Finding(.throwing)) }
        if registration.form == .typed {
            let made = body.result?.type
            if made == nil { found.append(Finding(.type)) }
            if made?.isOptional == true { found.append(Finding(.mayBeNil)) }
        }
        found += Captures(program, asks: askIDs).findings(in: closure)
        if let resolver = body.resolverName, program.uses(resolver, in: closure) {
            found.append(Finding(.captures, resolver))
        }
        if registration.isMainActor {
            found += MainActorUse(program, modules: program.files[registration.file].imports).findings(in: closure)
        }
        for ask in program.asks(in: closure) where program.isAskedOfOthers(ask) { found.append(Finding(.container)) }
        guard let arguments = body.argumentsName else { return nil }
        let use = ParameterUse(closure, name: arguments, inference)
        if use == nil { found.append(Finding(.arguments)) }
        return use
    }

    private func helper(_ registration: Registration, _ found: inout [Finding]) -> AutoRegistration? {
        let reading = Reading(index: index, module: program.module(registration.file))
        guard let automatic = AutoRegistration(registration.call, reading.inference),
            automatic.parameters(index) != nil,
            // `register(factory: Session.init)` calls the initialiser without arguments.
            registration.form == .helper
                ? reading.onlyPassesServicesOn(registration.call) : automatic.initialiser.parameters.isEmpty
        else {
            found.append(Finding(.form, registration.call.calledName ?? ""))
            return nil
        }
        return automatic
    }

    private func implemented(_ registration: Registration, by type: ServiceType, _ found: inout [Finding])
        -> [PlannedFactory]
    {
        registration.options.filter { $0.name == "implements" }.compactMap { option in
            guard let other = option.first.flatMap(index.service(metatype:)) else {
                found.append(Finding(.type, option.call.calledName ?? ""))
                return nil
            }
            if type.isOptional { found.append(Finding(.mayBeNil)) }
            if !index.conforms(type, to: other) { found.append(Finding(.conformance, "\(type.key) to \(other.key)")) }
            let name = Reading(index: index, module: program.module(registration.file)).name(in: option.call.arguments)
            found += name.findings
            let access = access(of: other, ServiceKey(other, name), registration, &found)
            return PlannedFactory(type: other, name: name, access: index.isFilePrivate(type) ? .fileprivate : access)
        }
    }

    private func mutator(_ registration: Registration, _ type: ServiceType, _ found: inout [Finding])
        -> ClosureExprSyntax?
    {
        let options = registration.options.filter { $0.name == "resolveProperties" }
        guard let option = options.first else { return nil }
        let closure = option.call.trailingClosure ?? option.first?.as(ClosureExprSyntax.self)
        guard options.count == 1, let closure, closure.parameterNames.count != 3, !closure.usesAnonymous("$2"),
            !type.isOptional,
            index.declared(type.key)?.kind == .reference, let factory = registration.closure,
            factory.statements.onlyExpression != nil,
            !FactoryBody(closure, Inference(index: index)).mayThrow,
            // A `return` in these statements would leave the factory, without a service.
            !closure.statements.contains(where: \.mayExit)
        else {
            found.append(Finding(.form, "resolveProperties"))
            return nil
        }
        found += Captures(program, asks: askIDs).findings(in: closure)
        return closure
    }
}
